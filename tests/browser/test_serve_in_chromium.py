"""The page of `egvar serve` in headless Chromium: drop, type, read; narrow and dark; nothing from elsewhere."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from serving_tools import serving

from egvar.serving.http import Limits

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: make test-browser")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed: make test-browser")


pytest.importorskip("uvicorn", reason="uvicorn is not installed: pip install 'egvar[serve]'")
PEAKS = (Path(__file__).parents[2] / "examples" / "peaks.csv").read_text()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serving(Limits(), 1) as found:
        yield found


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
def page(browser: Any, port: int) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1300, "height": 900})
    page = context.new_page()
    complaints: list[str] = []
    requests: list[str] = []
    page.on("console", lambda m: complaints.append(m.text))
    page.on("pageerror", lambda e: complaints.append(str(e)))
    page.on("request", lambda r: requests.append(r.url))
    page.goto(f"http://127.0.0.1:{port}/")
    yield page
    assert [c for c in complaints if "status of 422" not in c] == []  # what is wrong with a table is said on the page
    own = (f"http://127.0.0.1:{port}/", f"blob:http://127.0.0.1:{port}/", "data:")
    assert [r for r in requests if not r.startswith(own)] == []
    context.close()


def drop(page: Any, name: str, text: str) -> None:
    """Drops a file on the page, as a person does."""
    script = """([name, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name));
      const event = new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true});
      document.getElementById("drop").dispatchEvent(event);
    }"""
    page.evaluate(script, [name, text])
    page.wait_for_selector("#tables li:last-child >> text=rows")


def said(page: Any, words: str) -> None:
    page.wait_for_function("w => document.getElementById('said').textContent.includes(w)", arg=words)


def test_drop_a_table_type_a_sentence_read_the_verdict(page: Any) -> None:
    drop(page, "peaks.csv", PEAKS)
    assert "elevation (m) (number" in page.inner_text("#tables")
    page.type("#text", "The mean elevation is 2,085.68 m.")
    said(page, "Refuted 1")
    inside = page.frame_locator("#page")
    inside.locator("a.s.Refuted").click()
    panel = inside.locator(".panel:target")
    assert "2085.67" in panel.inner_text()
    panel.locator("summary").first.click()
    assert panel.locator("svg").is_visible()
    page.fill("#text", "The mean elevation is 2,085.67 m.")
    said(page, "Verified 1")
    assert page.frame_locator("#page").locator("a.s.Verified").is_visible()


def test_a_question_gets_its_answer_with_the_report(page: Any) -> None:
    drop(page, "peaks.csv", PEAKS)
    page.fill("#text", "What is the highest elevation?")
    said(page, "Answer: 2456")
    assert page.frame_locator("#page").locator("h1").inner_text() == "“What is the highest elevation?”"


def test_what_is_wrong_with_a_table_is_said(page: Any) -> None:
    script = (
        "([n, t]) => { const d = new DataTransfer(); d.items.add(new File([t], n)); document.getElementById('drop')"
    )
    script += ".dispatchEvent(new DragEvent('drop', {dataTransfer: d, bubbles: true, cancelable: true})); }"
    page.evaluate(script, ["<img src=x onerror=alert(1)>.duckdb", "x"])
    page.wait_for_selector("#tables .wrong")
    assert "DuckDB files are not read here" in page.inner_text("#tables")
    assert page.query_selector("#tables img") is None
    page.click("#tables button")
    assert page.inner_text("#tables") == ""


def test_the_example(page: Any) -> None:
    page.click("#example")
    said(page, "Verified 2 · Refuted 1")


@pytest.mark.parametrize(("width", "scheme"), [(1300, "light"), (360, "dark")])
def test_axe_finds_nothing_and_nothing_sticks_out(page: Any, width: int, scheme: str) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    page.click("#example")
    said(page, "Refuted 1")
    found = axe.Axe().run(page, options={"iframes": False}).response
    assert [(v["id"], [n["html"][:120] for n in v["nodes"]]) for v in found["violations"]] == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
