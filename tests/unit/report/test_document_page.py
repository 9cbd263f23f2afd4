"""The page of a checked document: well-formed, everything in its place, nothing that a document says is markup."""

from __future__ import annotations

from pathlib import Path

import pytest
from page_parser import Page

from egvar.documents.check import check_document
from egvar.documents.read import read_document
from egvar.documents.tables import of_file
from egvar.engine import open_table
from egvar.kernel.replay import KernelWorker
from egvar.report.document import render_document
from egvar.source.source import from_rows

PEAKS = Path(__file__).parents[3] / "examples" / "peaks.csv"
TEXT = """# Mountains

An introduction. The mean elevation is 2,085.68 m. The elevation of Taygetus is 2404.

- Most visitors came by bus in 2019.

> The elevation of Dikti is 2148.

| a | b |
|---|---|
| 1 | 2 |

`<script>alert(1)</script>` is 5 and id="x" href="#y" too.

```
code <b>
```
"""


@pytest.fixture(scope="module")
def page(worker: KernelWorker) -> Page:
    tables = [of_file("peaks.csv", open_table(PEAKS))]
    html = render_document([check_document(read_document("r.md", TEXT.encode()), tables, worker=worker)])
    return Page(html)


def test_it_is_well_formed_and_all_links_lead_somewhere(page: Page) -> None:
    assert page.faults == []
    assert "script" not in page.tags
    assert "<script>alert(1)</script>" in page.text and 'id="x" href="#y"' in page.text


def test_each_sentence_is_underlined_by_its_verdict_and_leads_to_its_panel(page: Page) -> None:
    assert page.count("Verified", "a") == 2
    assert page.count("Refuted", "a") == 1
    assert page.count("Abstain", "a") == 2
    assert {f"#s{i}" for i in (2, 3, 4, 5, 6)} <= set(page.links)
    assert "s1" not in page.ids  # the introduction is about nothing in a table


def test_panels_hold_cells_and_proof(page: Page) -> None:
    assert page.count("used", "td") == 13  # nine for the mean, for the others the name and the number
    assert "found 2085.67, claimed 2085.68" in page.text
    assert "Words not placed" in page.text and "visitors" in page.text
    assert page.tags.count("svg") == 3


def test_cells_with_markup_stay_text(worker: KernelWorker) -> None:
    evil = '"><img src=x onerror=alert(1)>'
    table = of_file("t.csv", from_rows(["city", f"people {evil}"], [["Aster", "5"], [evil, "7"], ["Birch", "9"]]))
    text = 'The total is 21.\n\n<img src=x onerror=alert(1)> Aster <b onclick="x">has</b> 5.'
    page = Page(render_document([check_document(read_document(f"{evil}.md", text.encode()), [table], worker=worker)]))
    assert page.faults == []
    assert "img" not in page.tags
