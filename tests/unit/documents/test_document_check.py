"""Checking documents: which table a sentence is about, what its surroundings do, statuses, fixes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from egvar.documents.check import Checked, Known, check_document, records
from egvar.documents.fix import diff
from egvar.documents.lines import lines
from egvar.documents.read import read_document
from egvar.documents.tables import of_file
from egvar.engine import open_table
from egvar.errors import DocumentError
from egvar.kernel.replay import KernelWorker
from egvar.source.source import from_rows

PEAKS = Path(__file__).parents[3] / "examples" / "peaks.csv"


def table(name: str, columns: str, *rows: str) -> Known:
    return of_file(name, from_rows(columns.split(","), [r.split(",") for r in rows], name))


def checked(text: str, tables: list[Known], worker: KernelWorker, **options: Any) -> list[Checked]:
    return check_document(read_document("r.md", text.encode()), tables, worker=worker, **options).checked


@pytest.fixture(scope="module")
def peaks() -> list[Known]:
    return [of_file("peaks.csv", open_table(PEAKS))]


def test_each_sentence_ends_in_its_status(peaks: list[Known], worker: KernelWorker) -> None:
    text = """# Mountains

This is a text. The mean elevation is 2,085.67 m. The mean elevation is 2,085.68 m.
Most visitors came by bus in 2019. How high is Taygetus?
"""
    found = checked(text, peaks, worker)
    assert [c.status for c in found] == ["not_about_tables", "Verified", "Refuted", "Abstain", "not_about_tables"]
    assert found[2].values == ("2085.68", "2085.67")
    assert "bus" in found[3].unplaced
    assert found[4].why == "a question claims nothing"


def test_records_have_what_tools_read(peaks: list[Known], worker: KernelWorker) -> None:
    report = check_document(read_document("r.md", b"# X\n\nThe mean\nelevation is 2,085.68 m."), peaks, worker=worker)
    (record,) = records([report])
    assert (record["file"], record["line"], record["column"]) == ("r.md", 3, 1)
    assert (record["end_line"], record["end_column"]) == (4, 25)
    assert (record["status"], record["table"]) == ("Refuted", "peaks.csv")
    assert record["text"] == "The mean elevation is 2,085.68 m."
    assert record["found"] and record["paraphrase"] and record["unplaced"] == []


def test_a_right_number_about_the_wrong_row_is_refuted(peaks: list[Known], worker: KernelWorker) -> None:
    (c,) = checked("The elevation of Taygetus is 2456.", peaks, worker)
    assert (c.status, c.values) == ("Refuted", ("2456", "2404"))


STAFF = table("staff.csv", "department,employees", "Sales,12", "Finance,3", "Legal,2")
SHOPS = table("shops.csv", "shop,visitors", "Mill,120", "Lake,80", "Hill,50")
Q1 = table("q1.csv", "region,sales", "North,100", "South,50", "West,70")
Q2 = table("q2.csv", "region,sales", "North,110", "South,50", "West,90")


def test_the_words_choose_the_table(worker: KernelWorker) -> None:
    text = "The total number of employees is 17. The highest visitors is 120."
    found = checked(text, [STAFF, SHOPS], worker)
    assert [(c.status, c.table) for c in found] == [("Verified", "staff.csv"), ("Verified", "shops.csv")]


def test_tables_that_fit_and_differ_are_ambiguous(worker: KernelWorker) -> None:
    north, south = checked("The sales of North is 110. The sales of South is 50.", [Q1, Q2], worker)
    assert (north.status, north.reason, len(north.interpretations)) == ("Abstain", "ambiguous", 2)
    assert (south.status, south.assumptions[-1:]) == ("Verified", ("the same over q2.csv",))


def test_a_heading_or_a_comment_chooses_between_equal_tables(worker: KernelWorker) -> None:
    options = {"opener": lambda path: {"q1.csv": Q1, "q2.csv": Q2}[path.name]}
    (c,) = checked("# Sales in Q2\n\nThe sales of North is 110.", [Q1, Q2], worker)
    assert (c.status, c.table) == ("Verified", "q2.csv")
    text = "<!-- egvar: table=q1.csv -->\n\nThe sales of North is 110."
    assert checked(text, [Q1, Q2], worker, **options)[0].status == "Refuted"


def test_tables_in_the_document_are_used_and_those_that_cannot_be_told_are_named(worker: KernelWorker) -> None:
    rows = "| city | people |\n|---|---|\n| Aster | 1,200 |\n| Birch | 840 |\n| Cedar | 90 |\n"
    text = rows + "\nThe people of Aster is 1,201."
    (c,) = checked(text, [], worker)
    assert (c.status, c.table) == ("Refuted", "r.md table 1")
    report = check_document(read_document("r.md", text.replace("| 840 |", "| 840 | 1 |").encode()), worker=worker)
    assert [c.status for c in report.checked] == ["not_about_tables"]
    assert [str(e.position) for e in report.refused] == ["r.md:1:1"]


YEARS = table("years.csv", "region,year,sales", "North,2019,100", "South,2019,50", "North,2020,20", "South,2020,30")


def test_what_stands_over_a_sentence_may_restrict_it(worker: KernelWorker) -> None:
    """True of North only, false of the whole: nothing is refuted."""
    text = "# Report\n\n## North\n\nThe total sales is 120.\n"
    (c,) = checked(text, [YEARS], worker)
    assert (c.status, c.reason) == ("Abstain", "ambiguous")
    assert "North" in c.why


def test_a_phrase_at_the_start_of_a_sentence_holds_for_those_after_it(worker: KernelWorker) -> None:
    text = "In North, the total sales is 120. The highest sales is 100. The total sales is 200."
    first, highest, total = checked(text, [YEARS], worker)
    assert (first.status, highest.status) == ("Verified", "Verified")  # the highest is the same in the whole table
    assert (total.status, total.reason) == ("Abstain", "ambiguous")


def test_a_pronoun_is_filled_in_only_if_one_thing_was_named(peaks: list[Known], worker: KernelWorker) -> None:
    _, one = checked("The elevation of Taygetus is 2404. Its prominence is 2344.", peaks, worker)
    assert (one.status, one.assumptions[-1]) == (
        "Verified",
        "“Its” stands for “taygetus”, named in the sentence before",
    )
    _, two = checked("Taygetus and Dikti are mountains. Its prominence is 2344.", peaks, worker)
    assert two.status == "Abstain"


def test_fixes_are_verified_and_keep_the_form(worker: KernelWorker, peaks: list[Known]) -> None:
    text = "# A\n\nThe **mean elevation** is 2,085.68 m. The elevation of\nTaygetus is 2456.\n"
    report = check_document(read_document("r.md", text.encode()), peaks, worker=worker, fix=True)
    fixes = [c.fix for c in report.checked if c.fix]
    assert [f.replacement for f in fixes] == ["2,085.67", "2404"]
    changes = diff(report.document, fixes)
    assert [line for line in changes.splitlines() if line[0] in "+-"][2:] == [
        "-The **mean elevation** is 2,085.68 m. The elevation of",
        "-Taygetus is 2456.",
        "+The **mean elevation** is 2,085.67 m. The elevation of",
        "+Taygetus is 2404.",
    ]


def test_a_goal_in_a_comment_is_taken(tmp_path: Path, worker: KernelWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.json").write_text(
        '{"kind": "claim", "claim": {"op": "rounds", "of": {"op": "mean", "column": "elevation (m)"}, "to": "2085.67"}}'
    )
    text = "<!-- egvar: table=peaks.csv goal=g.json -->\n\nOn the whole the peaks are as high as ever."
    (c,) = checked(text, [], worker, opener=lambda path: of_file(path, open_table(PEAKS)))
    assert c.status == "Verified"


@pytest.mark.parametrize("named", ["/etc/passwd", "../../../../../etc/passwd", "a/../../../../../../etc/passwd"])
def test_a_document_opens_no_file_elsewhere(named: str, worker: KernelWorker, tmp_path: Path) -> None:
    opened: list[Path] = []
    for text in (
        f"<!-- egvar: table={named} -->\n\nThe total is 5.",
        f"---\negvar: {{tables: [{named}]}}\n---\nThe total is 5.",
    ):
        document = read_document(str(tmp_path / "r.md"), text.encode())
        with pytest.raises(DocumentError, match="outside"):
            check_document(document, opener=lambda p: opened.append(p) or Q1, worker=worker)  # type: ignore[func-returns-value]
    assert opened == []


def test_lines_cannot_be_rearranged_by_what_a_document_says(peaks: list[Known], worker: KernelWorker) -> None:
    text = "The mean \u202eelevation\x1b[2J is 2,085.68 m.\n"
    report = check_document(read_document("r.md", text.encode()), peaks, worker=worker)
    for line in lines([report]):
        assert "\u202e" not in line and "\x1b" not in line
