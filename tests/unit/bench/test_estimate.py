"""Estimates before a run: from real first requests, with the user's prices, and nothing is sent."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from egvar.bench.counterfactual import panel
from egvar.bench.estimate import REPLIES, REPLY, estimate
from egvar.bench.runner import Unit
from egvar.kernel.replay import KernelWorker

ITEMS = panel("extreme")[:3]


def units(*rungs: str) -> list[Unit]:
    return [Unit("tier1.5", rung, "openai:m", item) for rung in rungs for item in ITEMS]


@pytest.mark.parametrize("rung", REPLIES)
def test_every_rung_can_be_estimated(rung: str, worker: KernelWorker) -> None:
    found = estimate("openai:m", units(rung), worker)
    assert found.replies == 3 * REPLIES[rung] and found.output_tokens == found.replies * REPLY
    assert found.input_tokens > found.replies * 50
    assert found.cost is None and "no price is set" in found.line()


def test_prices_make_a_cost(worker: KernelWorker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "prices.toml").write_text('["openai:m"]\ninput = "2"\noutput = "10"\n')
    monkeypatch.setenv("EGVAR_LLM_PRICES", str(tmp_path / "prices.toml"))
    found = estimate("openai:m", units("table_only", "tools_open"), worker)
    assert found.cost == Fraction(2 * found.input_tokens + 10 * found.output_tokens, 1_000_000)
    assert f"about {float(found.cost):.2f}" in found.line()
    once = estimate("openai:m", units("table_only"), worker)
    assert once.cost is not None and once.cost < found.cost


def test_the_table_counts(worker: KernelWorker) -> None:
    long = [Unit("tier1.5", "table_only", "m", i) for i in panel("extreme") if i.more["domain"] == "airports"]
    short = [Unit("tier1.5", "table_only", "m", i) for i in panel("extreme") if i.more["domain"] == "economies"]
    assert estimate("m", long, worker).input_tokens > estimate("m", short, worker).input_tokens
