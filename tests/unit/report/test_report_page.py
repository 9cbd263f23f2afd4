"""The page of one verdict: what it shows, that it is whole, and that it shows nothing that was not re-done."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from bundle_tools import rewrite
from click.testing import CliRunner
from page_parser import Page

from egvar.bundle.write import write
from egvar.challenge.world_check import check_world, open_lifted
from egvar.challenge.world_rows import Lifted
from egvar.cli.main import main
from egvar.engine import run, shared_worker
from egvar.errors import RejectedBundle
from egvar.kernel.judge import B2
from egvar.kernel.replay import KernelWorker
from egvar.kernel.term import show_name
from egvar.lifts.file import parse_claim
from egvar.report import words
from egvar.report.page import render
from egvar.report.shown import of_bundle, of_run, of_world
from egvar.report.tables import MAX_ROWS
from egvar.solver.world import prove_world
from egvar.source.source import Source, from_rows
from egvar.verdict import Reason, Status

CITIES = from_rows(
    ["city", "country", "people", "founded"],
    [
        ["Aster", "North", "1,200,000", "1801"],
        ["Birch", "North", "840,500", "1790"],
        ["Cedar", "South", "2,310,000", "(1300)?"],
        ["Dogwood", "South", "", "1912"],
    ],
    "cities.csv",
)


def total(cmp: str, value: str, column: str = "people") -> dict[str, Any]:
    right = {"op": "number", "value": value}
    return {
        "kind": "claim",
        "claim": {"op": "compare", "left": {"op": "sum", "column": column}, "cmp": cmp, "right": right},
    }


def page(worker: KernelWorker, goal: Any, text: str = "a claim", source: Source = CITIES, kind: Any = "claim") -> Page:
    out = Page(render(of_run(run(text, source, kind, goal=goal, worker=worker))))
    assert out.faults == []
    return out


def test_a_verified_claim(worker: KernelWorker) -> None:
    got = page(worker, total("=", "4350500"), "All live somewhere")
    assert "✓ Verified" in got.text and "“All live somewhere”" in got.text
    assert 'the sum of "people" is 4350500' in got.text
    assert got.count("used", "td") == 3 and got.count("missing", "td") == 1
    assert got.count("cell", "g") == 3 and {"n-S1", "n-L1", "S3", "cell-2-2", "cell-4-2"} <= set(got.ids)
    assert {"#cell-2-2", "#n-L1", "#S2"} <= set(got.links)
    assert "script" not in got.tags and "Content-Security-Policy" in got.html


def test_a_refuted_claim(worker: KernelWorker) -> None:
    got = page(worker, total("=", "1"))
    assert "✗ Refuted" in got.text and "The table contradicts this" in got.text
    assert 'the sum of "people" is 1: false' in got.text


def test_an_answer(worker: KernelWorker) -> None:
    got = page(worker, {"kind": "question", "ask": {"op": "mean", "column": "people"}}, "How many?", kind="question")
    assert "The table gives this answer" in got.text and "4350500/3 (about 1450166.6667)" in got.text


def test_an_abstention_names_the_cell_to_blame(worker: KernelWorker) -> None:
    got = page(worker, total(">", "0", "founded"))
    assert "? Abstain" in got.text and "There is none: an abstention claims nothing" in got.text
    assert got.count("blamed", "td") == 1 and "cell-4-3" in got.ids
    assert "What would be checked" in got.text and "What you have to accept" not in got.text


def test_an_abstention_without_a_goal(worker: KernelWorker, tmp_path: Path) -> None:
    write(run("Bananas are yellow", CITIES, "claim", worker=worker), tmp_path / "b")
    got = Page(render(of_bundle(tmp_path / "b", worker)))
    assert got.faults == [] and words.REASONS[Reason.NOT_EXPRESSIBLE] in got.text
    assert "there was nothing to do again" in got.text


def test_only_the_cell_without_a_value_is_marked_where_two_columns_are_put_together(worker: KernelWorker) -> None:
    ages = {"op": "subtract_columns", "left": "x", "right": "y"}
    source = from_rows(["x", "y"], [["7", "2"], ["9", ""], ["5", "1"]], "t.csv")
    goal = total("=", "9", "x")
    goal["claim"]["left"]["column"] = ages
    got = page(worker, goal, source=source)
    assert "✓ Verified" in got.text and got.count("used", "td") == 4
    assert got.count("missing", "td") == 1 and 'id="cell-3-1" class="missing"' in got.html


def test_a_count_marks_whole_rows_that_are_missing(worker: KernelWorker) -> None:
    many = {"op": "number_is", "column": "people", "cmp": ">", "value": "1000000"}
    left = {"op": "count", "where": many}
    goal = {
        "kind": "claim",
        "claim": {"op": "compare", "left": left, "cmp": ">=", "right": {"op": "number", "value": "2"}},
    }
    got = page(worker, goal)
    assert got.count("missing", "tr") == 1 and got.count("used", "td") == 2


def test_a_bundle_is_audited_and_listed(worker: KernelWorker, tmp_path: Path) -> None:
    write(run("x", CITIES, "claim", goal=total("=", "4350500"), worker=worker), tmp_path / "b")
    got = Page(render(of_bundle(tmp_path / "b", worker)))
    assert got.faults == []
    assert "egvar audit b" in got.text and "proof, done" in got.text and "signature, not done" in got.text
    assert CITIES.bytes_digest in got.text and "export.ndjson" in got.text


def test_a_bundle_that_says_more_than_was_proved_has_no_page(worker: KernelWorker, tmp_path: Path) -> None:
    write(run("x", CITIES, "claim", goal=total("=", "1"), worker=worker), tmp_path / "b")
    rewrite(tmp_path / "b", lambda s: s["predicate"]["verdict"].update(status="Verified"))
    with pytest.raises(RejectedBundle, match="audit"):
        of_bundle(tmp_path / "b", worker)
    done = CliRunner().invoke(main, ["report", str(tmp_path / "b"), "-o", str(tmp_path / "r.html")])
    assert done.exit_code == 1 and "EGV402" in done.stderr
    assert not (tmp_path / "r.html").exists() and [p.name for p in tmp_path.iterdir()] == ["b"]


def test_a_folder_of_bundles_gets_a_folder_of_pages(worker: KernelWorker, tmp_path: Path) -> None:
    for i, value in ((1, "1"), (2, "4350500"), (10, "0")):
        claim = run(f"claim {i}", CITIES, "claim", goal=total("=", value), worker=worker)
        write(claim, tmp_path / "all" / str(i))
    command = ["report", str(tmp_path / "all"), "-o", str(tmp_path / "site")]
    done = CliRunner().invoke(main, command)
    assert done.exit_code == 0 and "site/index.html" in done.stdout
    names = {"1.html", "2.html", "3.html", "index.html"}
    assert {p.name for p in (tmp_path / "site").iterdir()} == names
    found = {n: Page((tmp_path / "site" / n).read_text(encoding="utf-8"), frozenset(names)) for n in names}
    assert all(p.faults == [] for p in found.values())
    assert found["index.html"].links[1:] == ["1.html", "2.html", "3.html"]
    assert "✓ Verified" in found["2.html"].text and "“claim 10”" in found["3.html"].text
    assert "index.html" in found["1.html"].links and "that was not checked again" in found["index.html"].text
    assert CliRunner().invoke(main, command).exit_code == 2
    assert CliRunner().invoke(main, [*command, "--force"]).exit_code == 0


def test_one_bad_bundle_leaves_no_pages(worker: KernelWorker, tmp_path: Path) -> None:
    for i in (1, 2):
        write(run("x", CITIES, "claim", goal=total("=", "1"), worker=worker), tmp_path / "all" / str(i))
    (tmp_path / "all" / "2" / "source.csv").write_bytes(b"x\n1\n")
    done = CliRunner().invoke(main, ["report", str(tmp_path / "all"), "-o", str(tmp_path / "site")])
    assert done.exit_code == 1 and [p.name for p in tmp_path.iterdir()] == ["all"]


def test_a_bundle_s_name_cannot_be_a_command(worker: KernelWorker, tmp_path: Path) -> None:
    write(run("x", CITIES, "claim", goal=total("=", "1"), worker=worker), tmp_path / "b; rm -rf x")
    assert "egvar audit 'b; rm -rf x'" in Page(render(of_bundle(tmp_path / "b; rm -rf x", worker))).text


def test_what_a_table_holds_cannot_become_part_of_the_page(worker: KernelWorker) -> None:
    hostile = "</td><script>alert(1)</script>"
    rows = [[hostile, "1"], ['"><img src=x onerror=y>', "2"], ["\u202edeifireV", "3"]]
    source = from_rows([hostile, "n\u202e"], rows, "<b>.csv")
    got = page(worker, total("=", "6", "n\u202e"), "{{ 7*7 }} <svg onload=z>", source)
    assert "script" not in got.tags and "img" not in got.tags and "{{ 7*7 }} <svg onload=z>" in got.text
    assert "\u202e" not in got.html and "⟨U+202E⟩deifireV" in got.text


def test_a_long_table_is_shown_in_part(worker: KernelWorker) -> None:
    rows = [[f"k{i}", str(i)] for i in range(900)]
    last = {"op": "text_is", "column": "k", "value": "k899"}
    left = {"op": "cell", "column": "n", "where": last}
    goal = {
        "kind": "claim",
        "claim": {"op": "compare", "left": left, "cmp": "=", "right": {"op": "number", "value": "899"}},
    }
    got = page(worker, goal, source=from_rows(["k", "n"], rows, "long.csv"))
    assert f"{900 - MAX_ROWS} more rows are not shown" in got.text and "row-901" in got.ids and "row-700" not in got.ids
    assert got.tags.count("tr") == MAX_ROWS + 1


def test_a_proof_from_many_cells_has_a_picture_and_a_list(worker: KernelWorker) -> None:
    source = from_rows(["n"], [[str(i)] for i in range(1500)], "long.csv")
    got = page(worker, total("=", str(sum(range(1500))), "n"), source=source)
    assert "and 1494 more cells" in got.text and got.count("cell", "g") == 6
    assert "503 more steps are in the bundle" in got.text


def test_the_command_writes_a_page_once(worker: KernelWorker, tmp_path: Path) -> None:
    write(run("x", CITIES, "claim", goal=total("=", "4350500"), worker=worker), tmp_path / "b")
    command = ["report", str(tmp_path / "b"), "-o", str(tmp_path / "r.html")]
    assert CliRunner().invoke(main, command).exit_code == 0
    first = (tmp_path / "r.html").read_bytes()
    again = CliRunner().invoke(main, command)
    assert again.exit_code == 2 and "EGV404" in again.stderr
    assert CliRunner().invoke(main, [*command, "--force"]).exit_code == 0
    assert (tmp_path / "r.html").read_bytes() == first
    nowhere = CliRunner().invoke(main, ["report", str(tmp_path / "b"), "-o", str(tmp_path / "no" / "r.html")])
    assert nowhere.exit_code == 2 and "cannot be written" in nowhere.stderr


@pytest.mark.parametrize(("kind", "start"), [("json", "{"), ("dot", "digraph"), ("prov", "{")])
def test_the_proof_command_prints_a_graph(worker: KernelWorker, tmp_path: Path, kind: str, start: str) -> None:
    write(run("x", CITIES, "claim", goal=total("=", "4350500"), worker=worker), tmp_path / "b")
    done = CliRunner().invoke(main, ["proof", str(tmp_path / "b"), "-f", kind])
    assert done.exit_code == 0 and done.stdout.startswith(start) and "1,200,000" in done.stdout


LIFTS = Path(__file__).parents[3] / "lifts" / "peaks"


def test_a_claim_about_the_world_shows_whose_word_it_rests_on(tmp_path: Path) -> None:
    (tmp_path / "nobody.json").write_text('{"reviewers": []}')
    command = ["lift", "verify", str(LIFTS), "taygetus has a higher elevation than dikti"]
    command += ["--reviewers", str(tmp_path / "nobody.json")]
    done = CliRunner().invoke(main, [*command, "--report", str(tmp_path / "r.html")])
    got = Page((tmp_path / "r.html").read_text(encoding="utf-8"))
    assert done.exit_code == 1 and got.faults == [] and "≈ Supported" in got.text
    assert got.count("lift", "g") == 2 and got.links.count("#LIFT-0") == 2 and "LIFT-0" in got.ids
    assert "Written by egvar maintainers, not reviewed; counts as supported" in got.text
    assert "World.peak_elevation: a name for “… is … metres high”" in got.text
    two = CliRunner().invoke(main, [*command, "x", "--report", str(tmp_path / "s.html")])
    assert two.exit_code == 2 and "one claim" in two.stderr


def reviewed(folder: Path) -> Lifted:
    lifted = open_lifted(folder, {})
    return replace(lifted, grades={x.id: ("verified", "Rev") for x in lifted.file.lift})


def test_a_claim_over_two_tables_marks_each_cell_in_its_own(tmp_path: Path) -> None:
    text = (LIFTS / "lift.toml").read_text(encoding="utf-8")
    rows = "peak,country,elevation (m),prominence (m),col (m)\n"
    data = f"{rows}mount ida,crete,1,1,0\nsnowdon,wales,1085,1039,46\n".encode()
    own = hashlib.sha256((LIFTS / "peaks.csv").read_bytes()).hexdigest()
    (tmp_path / "peaks.csv").write_bytes(data)
    text = text.replace(own, hashlib.sha256(data).hexdigest()).replace('id = "peaks"', 'id = "hills"', 1)
    (tmp_path / "lift.toml").write_text(text, encoding="utf-8")
    one, two = reviewed(LIFTS), reviewed(tmp_path)
    goal = parse_claim({"op": "exceeds", "predicate": "peak_elevation", "key": "dikti", "other": "snowdon"})
    checked = check_world(one, goal, shared_worker(), prove_world, "", [two])
    got = Page(render(of_world(checked, one.source)))
    assert got.faults == [] and got.tags.count("table") == 2
    assert {"cell-7-0", "cell-7-2", "cell-t1-3-0", "cell-t1-3-2"} == {i for i in got.ids if i.startswith("cell-")}
    assert two.source.bytes_digest in got.text


def test_a_reviewed_lift_names_its_reviewer(tmp_path: Path) -> None:
    lifted = reviewed(LIFTS)
    goal = parse_claim({"op": "exceeds", "predicate": "peak_elevation", "key": "taygetus", "other": "dikti"})
    checked = check_world(lifted, goal, shared_worker(), prove_world)
    got = Page(render(of_world(checked, lifted.source)))
    assert got.faults == [] and "✓ Verified" in got.text
    assert "Written by egvar maintainers, reviewed by Rev; counts as verified" in got.text


def test_a_sentence_that_no_lift_has_abstains_on_a_page(tmp_path: Path) -> None:
    CliRunner().invoke(main, ["lift", "verify", str(LIFTS), "bananas are yellow", "--report", str(tmp_path / "r.html")])
    got = Page((tmp_path / "r.html").read_text(encoding="utf-8"))
    assert got.faults == [] and "? Abstain" in got.text


def test_every_verdict_reason_and_axiom_has_its_words() -> None:
    assert set(words.MEANING) == set(words.SIGNS) == set(Status) and set(words.REASONS) == set(Reason)
    assert set(words.INTERFACE) == {show_name(n) for n in B2}
