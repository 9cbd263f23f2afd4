"""The Lean text of a challenge and of its solution is that of the kernel terms: elaborated, they are the same."""

from __future__ import annotations

import string
from pathlib import Path
from typing import Any

import pytest

from egvar.bundle.write import challenge_text, solution_text
from egvar.challenge.check import _evaluate, literal
from egvar.challenge.statement import Challenge, build
from egvar.challenge.text import quoted
from egvar.challenge.world_check import check_world, open_lifted
from egvar.goal import ClaimGoal, parse
from egvar.kernel.judge import Judged, judge
from egvar.kernel.olean import read_module
from egvar.kernel.replay import KernelWorker
from egvar.kernel.sources import compiled, run_lean
from egvar.kernel.term import LAM, PI, Axiom, Constant, Definition, Expr, Name, Terms, Theorem, expressions, postorder
from egvar.lifts.file import parse_claim
from egvar.lifts.review import library_folder, trusted_reviewers
from egvar.solver.prover import Solution, prove
from egvar.solver.world import prove_world
from egvar.source.alternatives import alternatives
from egvar.source.source import Source, from_rows
from egvar.tools.base import Context
from egvar.tools.ledger import Ledger

HOSTILE = '-/ theorem x : False := "\\" «a» \u202e\u2028 /- -- \ud7ff'
TABLE = from_rows(
    ["k", "x", 'a "-/ name\nof a column', "day"],
    [["a", "1.5", HOSTILE, "may 3, 2010"], ["b", "-2", "line\nbreak", "june 4, 2011"], ["c", "", "-/", ""]],
    "t.csv",
)
TOTALS = from_rows(["k", "x"], [["a", "1"], ["b", "2"], ["total", "3"]], "t.csv")
X = {"op": "sum", "column": "x"}
IS_A = {"op": "text_is", "column": "k", "value": "a"}


def claim(node: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "claim", "claim": node}


def ask(node: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "question", "ask": node}


def compare(left: dict[str, Any], cmp: str, right: dict[str, Any]) -> dict[str, Any]:
    return {"op": "compare", "left": left, "cmp": cmp, "right": right}


NUMBER = {"op": "number", "value": "-1/2"}
DATED = {"op": "present", "column": "day"}
NINE = {"op": "number_is", "column": "x", "cmp": "<", "value": "9"}
LATE = {"op": "day_is", "column": "day", "cmp": ">=", "value": "2011-01-01"}
TOP, BOTTOM = ({"op": op, "column": "x"} for op in ("highest", "lowest"))
CELL = {"op": "cell", "column": "x", "where": IS_A}
MORE, LESS = (compare(X, cmp, NUMBER) for cmp in (">", "<"))


def values(column: str, where: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"op": "values", "column": column, "where": where or {"op": "all_rows"}}


def pair(op: str, left: dict[str, Any], right: dict[str, Any]) -> dict[str, Any]:
    return {"op": op, "left": left, "right": right}


CASES: list[tuple[Source, dict[str, Any]]] = [
    *((TABLE, claim(compare(X, cmp, NUMBER))) for cmp in ("=", "!=", "<", "<=", ">", ">=")),
    (TABLE, claim({"op": "rounds", "of": {"op": "mean", "column": "x"}, "to": "-0.3"})),
    (TABLE, claim({"op": "only", "of": values("k", TOP), "value": "a"})),
    (TABLE, claim({"op": "among", "of": values("day"), "value": {"day": "2010-05-03"}})),
    (TABLE, claim({"op": "all", "where": {"op": "present", "column": "x"}, "have": NINE})),
    (TABLE, claim({"op": "not", "of": pair("and", MORE, LESS)})),
    (TABLE, claim(pair("or", MORE, compare({"op": "count"}, "=", NUMBER)))),
    (TABLE, ask({"op": "count", "where": pair("and", DATED, pair("or", IS_A, {"op": "not", "of": LATE}))})),
    (TABLE, ask({"op": "count", "where": pair("and", IS_A, NINE)})),
    (TABLE, ask(pair("divide", {"op": "max", "column": "x"}, {"op": "min", "column": "x"}))),
    (TABLE, ask({"op": "abs", "of": pair("multiply", CELL, NUMBER)})),
    (TABLE, ask(pair("add", {"op": "distinct", "column": "k"}, pair("subtract", X, NUMBER)))),
    (TABLE, ask(values('a "-/ name of a column', BOTTOM))),
    (TABLE, ask(values("x"))),
    (TOTALS, claim(compare(CELL, "=", {"op": "number", "value": "1"}))),
    (TOTALS, ask(CELL)),
]


def prepared(source: Source, data: dict[str, Any]) -> tuple[Challenge, Solution]:
    goal = parse(data)
    value = _evaluate(goal, Context(source))
    sources = (source, *(a.source for a in alternatives(source) if source is TOTALS))
    polarity = "ask" if not isinstance(goal, ClaimGoal) else "verify" if value is True else "refute"
    challenge = build(sources, goal, polarity, Ledger())  # type: ignore[arg-type]
    return challenge, prove(challenge, literal(challenge, value) if polarity == "ask" else None)


def nameless(t: Terms, e: Expr) -> Expr:
    """`e` with every bound variable's name, which means nothing, replaced by one and the same."""
    done: dict[Expr, Expr] = {}
    for node in postorder(e):
        args = [done[a] if isinstance(a, Expr) else a for a in node.args]
        if node.tag in (LAM, PI):
            args[0] = ("x",)
        done[node] = t._expr(node.tag, tuple(args), node.loose)
    return done[e]


def same(t: Terms, a: Constant, b: Constant) -> bool:
    """The same kind, name, type and value; how a definition unfolds is a hint and may differ."""
    ours, theirs = ([nameless(t, e) for e in expressions(c)] for c in (a, b))
    return (type(a), a.name, a.levels, ours) == (type(b), b.name, b.levels, theirs)


WORLD = [
    ("women", "highest", "manipur", None, ("hiv_awareness",)),
    ("women", "highest", "kerala", None, ("hiv_awareness",)),
    ("peak_elevation", "exceeds", "mount kilimanjaro", "mount ida", ("peaks", "east_africa_peaks")),
]


@pytest.mark.parametrize(("predicate", "op", "key", "other", "names"), WORLD, ids=range(len(WORLD)))
def test_text_and_terms_of_lifts_agree(
    tmp_path: Path, worker: KernelWorker, predicate: str, op: str, key: str, other: str | None, names: tuple[str, ...]
) -> None:
    """Each lift's axiom, with its sentence beside it, and the model over one source and over two."""
    lifted = [open_lifted(library_folder() / n, trusted_reviewers()) for n in names]
    wanted = parse_claim({"op": op, "predicate": predicate, "key": key, **({"other": other} if other else {})})
    checked = check_world(lifted[0], wanted, worker, prove_world, others=lifted[1:])
    challenge, solution = checked.challenge, checked.solution
    assert challenge is not None and solution is not None
    written = challenge_text(challenge)
    assert all(quoted(f"{c.lift.kind}, {c.grade}: {c.lift.reason}").encode() in written for c in challenge.lifts)
    read: dict[str, dict[Name, Constant]] = {}
    for name, text in ("Challenge", written), ("Solution", solution_text(solution.constants)):
        (tmp_path / f"{name}.lean").write_bytes(text)
        run_lean(["-o", f"{name}.olean", f"{name}.lean"], [compiled(), tmp_path], tmp_path)
        read[name] = read_module(tmp_path / f"{name}.olean", challenge.terms).constants
    for ours, theirs in (challenge.constants, read["Challenge"]), (solution.constants, read["Solution"]):
        assert ours.keys() == theirs.keys()
        assert all(same(challenge.terms, c, theirs[n]) for n, c in ours.items())
    assert isinstance(judge(challenge.judged, read["Solution"], worker), Judged)


@pytest.mark.parametrize(("source", "data"), CASES, ids=range(len(CASES)))
def test_text_and_terms_agree(tmp_path: Path, worker: KernelWorker, source: Source, data: dict[str, Any]) -> None:
    """A question's proof is made a theorem of its own by the elaborator; what it makes is accepted all the same."""
    challenge, solution = prepared(source, data)
    assert challenge.decoded() == parse(data)
    read: dict[str, dict[Name, Constant]] = {}
    for name, text in ("Challenge", challenge_text(challenge)), ("Solution", solution_text(solution.constants)):
        (tmp_path / f"{name}.lean").write_bytes(text)
        run_lean(["-o", f"{name}.olean", f"{name}.lean"], [compiled(), tmp_path], tmp_path)
        read[name] = read_module(tmp_path / f"{name}.olean", challenge.terms).constants
    assert read["Challenge"].keys() == challenge.constants.keys()
    for n, c in challenge.constants.items():
        assert isinstance(c, Axiom | Definition | Theorem)
        assert same(challenge.terms, c, read["Challenge"][n]), n
    if solution.witness is None:
        assert read["Solution"].keys() == solution.constants.keys()
        assert all(same(challenge.terms, c, read["Solution"][n]) for n, c in solution.constants.items())
    assert isinstance(judge(challenge.judged, read["Solution"], worker, solution.witness), Judged)


def test_no_cell_reaches_the_text_but_as_a_number_or_an_ascii_json_string() -> None:
    challenge, _ = prepared(TABLE, CASES[0][1])
    lines = challenge_text(challenge).decode().splitlines()
    assert all(line.partition("--")[2].isascii() for line in lines)
    outside = "\n".join(line.partition("--")[0] for line in lines)
    assert set(outside) - set(string.printable) <= {"→"}
    assert "theorem x" not in outside
    assert '"' not in outside
