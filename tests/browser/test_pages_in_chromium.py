"""Reports in headless Chromium: clicks, keys, light and dark, print, accessibility, and nothing from the network.

`make test-browser` sets up what these tests need; without it they are skipped with the reason.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from egvar.batch import Item, result_of
from egvar.challenge.world_check import check_world, open_lifted
from egvar.engine import open_table, run
from egvar.kernel.replay import KernelWorker
from egvar.lifts.file import parse_claim
from egvar.report.overview import of_results, render_overview
from egvar.report.page import render
from egvar.report.shown import of_run, of_world
from egvar.solver.world import prove_world
from egvar.source.source import from_rows

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: make test-browser")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed: make test-browser")

NAMES = ("chromium", "chromium-browser", "google-chrome")
LIFTS = Path(__file__).parents[2] / "lifts" / "peaks"
CITIES = from_rows(
    ["city", "country", "people", "area (km2)", "founded"],
    [
        ["Aster", "North", "1,200,000", "310", "1801"],
        ["Birch", "North", "840,500", "120.5", "1790"],
        ["Cedar", "South", "2,310,000", "498", "(1300)?"],
        ["Dogwood", "South", "", "77", "1912"],
        *[[f"Elm {i}", "East", f"{i},000", "41.25", "1900"] for i in range(100, 140)],
    ],
    "cities.csv",
)
NORTH = {"op": "text_is", "column": "country", "value": "North"}
SOUTH = {"op": "text_is", "column": "country", "value": "South"}


def compare(left: dict[str, Any], cmp: str, value: str) -> dict[str, Any]:
    return {"op": "compare", "left": left, "cmp": cmp, "right": {"op": "number", "value": value}}


CLAIMS = {
    "verified": {
        "op": "and",
        "left": compare({"op": "sum", "column": "people", "where": NORTH}, "=", "2040500"),
        "right": compare({"op": "mean", "column": "people", "where": SOUTH}, ">", "2000000"),
    },
    "refuted": compare({"op": "sum", "column": "people"}, "<", "5"),
    "abstain": compare({"op": "max", "column": "founded"}, ">", "5"),
}
PAGES = (*CLAIMS, "supported", "overview")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory, worker: KernelWorker) -> dict[str, Path]:
    """One file for each kind of page."""
    folder = tmp_path_factory.mktemp("pages")
    html = {}
    for name, claim in CLAIMS.items():
        done = run("A claim about cities", CITIES, "claim", goal={"kind": "claim", "claim": claim}, worker=worker)
        assert done.verdict.status.value.lower() == name
        html[name] = render(of_run(done))
    lifted = open_lifted(LIFTS, {})
    goal = parse_claim({"op": "exceeds", "predicate": "peak_elevation", "key": "taygetus", "other": "dikti"})
    html["supported"] = render(of_world(check_world(lifted, goal, worker, prove_world), lifted.source))
    (folder / "cities.csv").write_bytes(CITIES.data)
    results = [
        result_of(Item(i, f"{name} claim", str(folder / "cities.csv"), {"kind": "claim", "claim": c}), open_table)
        for i, (name, c) in enumerate(CLAIMS.items())
    ]
    (folder / "results.jsonl").write_text("".join(json.dumps(r) + "\n" for r in results), encoding="utf-8")
    html["overview"] = render_overview(of_results(folder / "results.jsonl"))
    out = {name: folder / f"{name}.html" for name in html}
    for name, path in out.items():
        path.write_text(html[name], encoding="utf-8")
    return out


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    found = next((p for p in map(shutil.which, NAMES) if p), None)
    if found is None:
        pytest.skip("there is no Chromium: make test-browser")
    with playwright.sync_playwright() as p:
        # Chromium refuses its sandbox to root, which is who containers run tests as.
        args = ["--no-sandbox"] if os.geteuid() == 0 else []
        running = p.chromium.launch(executable_path=found, args=args)
        yield running
        running.close()


class Opened:
    """A page with what it asked for and complained about."""

    def __init__(self, browser: Any, path: Path, **options: Any) -> None:
        self.context = browser.new_context(viewport={"width": 1100, "height": 800}, **options)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda m: self.complaints.append(m.text))
        self.page.on("pageerror", lambda e: self.complaints.append(str(e)))
        self.page.on("request", lambda r: self.requests.append(r.url))
        self.page.goto(path.as_uri())

    def visible(self, selector: str) -> bool:
        """Whether the element is inside the window."""
        place = self.page.eval_on_selector(selector, "e => e.getBoundingClientRect().toJSON()")
        return bool(place["width"] > 0 and place["bottom"] > 0 and place["top"] < 800)


@pytest.fixture
def opened(browser: Any, pages: dict[str, Path]) -> Iterator[Any]:
    """Opens pages, and at the end asks that none complained and none loaded anything but itself."""
    all_opened: list[tuple[Opened, Path]] = []

    def open_page(name: str, **options: Any) -> Opened:
        one = Opened(browser, pages[name], **options)
        all_opened.append((one, pages[name]))
        return one

    yield open_page
    for one, path in all_opened:
        assert one.complaints == []
        assert {u.partition("#")[0] for u in one.requests if not u.startswith("data:")} == {path.as_uri()}
        one.context.close()


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(opened: Any, name: str) -> None:
    page = opened(name).page
    light = axe.Axe().run(page).response
    page.emulate_media(color_scheme="dark")  # which changes nothing but the colours
    dark = axe.Axe().run(page, options={"runOnly": ["color-contrast"]}).response
    found = [(v["id"], [n["html"][:120] for n in v["nodes"]]) for r in (light, dark) for v in r["violations"]]
    assert found == [] and len(light["passes"]) > 15 and len(dark["passes"]) == 1


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(("scheme", "ground"), [("light", "rgb(255, 255, 255)"), ("dark", "rgb(20, 23, 26)")])
def test_light_and_dark_are_pictures_of_their_own(
    opened: Any, name: str, scheme: str, ground: str, tmp_path: Path
) -> None:
    page = opened(name, color_scheme=scheme).page
    data = page.screenshot(full_page=True)
    (tmp_path / f"{name}-{scheme}.png").write_bytes(data)
    assert data.startswith(b"\x89PNG") and len(data) > 10_000
    assert page.evaluate(GROUND) == ground


GROUND = "getComputedStyle(document.body).backgroundColor"


@pytest.mark.parametrize("name", PAGES)
def test_a_narrow_window_shows_it_all(opened: Any, name: str) -> None:
    page = opened(name).page
    page.set_viewport_size({"width": 340, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_box_leads_to_its_cell_and_the_cell_back(opened: Any) -> None:
    one = opened("verified")
    one.page.click("#n-L3 a")
    target = one.page.evaluate("location.hash")
    assert target.startswith("#cell-") and one.page.query_selector(f"{target}:target") and one.visible(target)
    assert "used" in one.page.get_attribute(target, "class")
    one.page.click(f"{target} a.tag")
    assert one.page.evaluate("location.hash") == "#n-L3" and one.visible("#n-L3")


def test_a_box_leads_to_its_lift_and_its_step(opened: Any) -> None:
    one = opened("supported")
    one.page.click("g.lift a >> nth=0")
    assert one.page.evaluate("location.hash") == "#LIFT-0" and one.visible("#LIFT-0")
    one.page.click("#n-S2 a")
    assert one.page.evaluate("location.hash") == "#S2" and one.visible("#S2")


def test_every_link_leads_to_something_that_is_shown(opened: Any) -> None:
    page = opened("verified").page
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    hidden = page.evaluate(
        "[...document.querySelectorAll('a[href]')].map(a => a.getAttribute('href'))"
        ".filter(h => { const e = document.getElementById(h.slice(1));"
        " return !e || e.getBoundingClientRect().height === 0 })"
    )
    assert hidden == []


def test_keys_reach_the_content_the_table_and_the_proof(opened: Any) -> None:
    one = opened("verified")
    one.page.keyboard.press("Tab")
    assert one.page.evaluate("document.activeElement.className") == "skip" and one.visible(".skip")
    one.page.keyboard.press("Enter")
    seen = []
    for _ in range(80):
        one.page.keyboard.press("Tab")
        seen.append(one.page.evaluate("document.activeElement.closest('[id], .scroll')?.id || 'scroll'"))
        if seen[-1] == "n-L1":
            break
    assert "only" in seen and "scroll" in seen and seen[-1] == "n-L1" and seen.index("n-S1") < seen.index("n-S2")
    one.page.keyboard.press("Enter")
    assert one.page.evaluate("location.hash").startswith("#cell-")


def test_a_box_tells_a_screen_reader_what_it_is(opened: Any) -> None:
    page = opened("verified").page
    link = page.get_by_role("link", name='choice of rows · STEP-5: rows where "country" is “North”: rows 2, 3')
    assert link.count() == 1
    assert page.get_by_role("region", name="The table", exact=True).count() == 1
    assert page.get_by_role("rowheader").count() == 44 and page.get_by_role("columnheader").count() == 6


def test_only_the_rows_that_matter_can_be_shown(opened: Any) -> None:
    page = opened("verified").page
    shown = "[...document.querySelectorAll('tbody tr')].filter(r => r.offsetHeight > 0).length"
    assert page.evaluate(shown) == 44
    page.check("#only")
    assert page.evaluate(shown) == 4
    page.uncheck("#only")
    assert page.evaluate(shown) == 44


def test_the_cells_of_a_long_list_are_folded(opened: Any) -> None:
    page = opened("refuted").page
    assert page.query_selector("details:not([open])") and not page.is_visible("#L40")
    page.click("summary")
    assert page.is_visible("#L40")


def test_print_unfolds_the_cells(opened: Any) -> None:
    page = opened("refuted").page
    page.emulate_media(media="print")
    assert page.evaluate("document.getElementById('L40').getBoundingClientRect().height > 0")


def test_print_has_black_on_white_and_the_whole_picture(opened: Any) -> None:
    page = opened("verified", color_scheme="dark").page
    page.emulate_media(media="print")
    assert page.evaluate(GROUND) == "rgb(255, 255, 255)" and not page.is_visible("#only")
    assert page.evaluate("document.querySelector('svg').getBoundingClientRect().right <= innerWidth")
    assert page.pdf().startswith(b"%PDF")


def test_filters_of_the_overview(opened: Any) -> None:
    page = opened("overview").page
    shown = "[...document.querySelectorAll('tbody tr')].filter(r => r.offsetHeight > 0).map(r => r.dataset.status)"
    assert page.evaluate(shown) == ["Verified", "Refuted", "Abstain"]
    page.uncheck("input[value=Abstain]")
    assert page.evaluate(shown) == ["Verified", "Refuted"]
    assert page.get_by_role("status").inner_text() == "2 of 3 shown"
    page.get_by_label("Words").fill("REFUTED claim")
    assert page.evaluate(shown) == ["Refuted"]
    page.get_by_role("button", name="Show all").click()
    page.wait_for_function("document.getElementById('said').textContent === '3 of 3 shown'")
    page.get_by_label("Reason").select_option("unreadable_cell")
    assert page.evaluate(shown) == ["Abstain"]


def test_without_scripts_the_overview_shows_every_claim(opened: Any) -> None:
    page = opened("overview", java_script_enabled=False).page
    assert page.locator("tbody tr").count() == 3 and not page.is_visible("form")
