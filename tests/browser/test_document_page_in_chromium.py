"""The page of a checked document in headless Chromium: clicks, hovering, narrow and dark, accessibility, no network."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from egvar.documents.check import check_document
from egvar.documents.read import read_document
from egvar.documents.tables import of_file
from egvar.engine import open_table
from egvar.kernel.replay import KernelWorker
from egvar.report.document import render_document

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: make test-browser")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed: make test-browser")

PEAKS = Path(__file__).parents[2] / "examples" / "peaks.csv"
TEXT = """# Mountains

An introduction. The mean elevation is 2,085.68 m. The elevation of Taygetus is 2404.

Most visitors came by bus in 2019.
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory, worker: KernelWorker) -> Path:
    tables = [of_file("peaks.csv", open_table(PEAKS))]
    out = tmp_path_factory.mktemp("document") / "page.html"
    report = check_document(read_document("r.md", TEXT.encode()), tables, worker=worker)
    out.write_text(render_document([report]), encoding="utf-8")
    return out


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    found = next((p for p in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if p), None)
    if found is None:
        pytest.skip("there is no Chromium: make test-browser")
    with playwright.sync_playwright() as p:
        running = p.chromium.launch(executable_path=found, args=["--no-sandbox"] if os.geteuid() == 0 else [])
        yield running
        running.close()


@pytest.fixture
def page(browser: Any, path: Path) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1200, "height": 800})
    page = context.new_page()
    complaints: list[str] = []
    requests: list[str] = []
    page.on("console", lambda m: complaints.append(m.text))
    page.on("request", lambda r: requests.append(r.url.partition("#")[0]))
    page.goto(path.as_uri())
    yield page
    assert complaints == []
    assert {r for r in requests if not r.startswith("data:")} == {path.as_uri()}
    context.close()


def shown(page: Any) -> list[str]:
    return [p.get_attribute("id") for p in page.query_selector_all(".panel") if p.is_visible()]


def test_a_click_shows_the_panel_of_the_sentence(page: Any) -> None:
    assert shown(page) == []
    page.click("a.s.Refuted")
    assert shown(page) == ["s2"]
    assert page.inner_text(".panel:target .label").split() == ["✗", "Refuted"]
    page.click("a.s.Verified")
    assert shown(page) == ["s3"]


def test_the_panel_stays_while_its_proof_and_cells_are_followed(page: Any) -> None:
    page.click("a.s.Verified")
    page.click("#s3 summary")
    page.click("#s3 svg .cell a")
    assert page.url.endswith("#s3-cell-3-0")
    assert shown(page) == ["s3"]
    assert page.is_visible("#s3-cell-3-2")


def test_hovering_shows_what_came_of_a_sentence(page: Any) -> None:
    tip = "a.s.Refuted .tip"
    assert not page.is_visible(tip)
    page.hover("a.s.Refuted")
    assert page.is_visible(tip)
    assert page.inner_text(tip) == "Refuted found 2085.67, claimed 2085.68"


@pytest.mark.parametrize(("width", "scheme"), [(1200, "light"), (1200, "dark"), (360, "light"), (360, "dark")])
def test_axe_finds_nothing_and_nothing_sticks_out(page: Any, width: int, scheme: str) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    page.click("a.s.Refuted")
    found = axe.Axe().run(page).response
    assert [(v["id"], [n["html"][:120] for n in v["nodes"]]) for v in found["violations"]] == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_on_paper_every_panel_is_there(page: Any) -> None:
    page.emulate_media(media="print")
    assert shown(page) == ["s2", "s3", "s4"]
