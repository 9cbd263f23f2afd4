"""Where sentences end: in prose of several languages, and in Markdown's lists, tables, headings and code."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from egvar.proof.sentences import pieces, row_said

CASES = [
    ["See e.g. the table. ", "It rose."],
    ["J. R. Smith won 2.5 points. ", "He left."],
    ["Version 1.2.3 of i.e. this, cf. p. 12 and fig. 3, is out. ", "Fine."],
    ["The U.S. GDP fell. ", "Then the U.K. GDP rose."],
    ["Das gilt z.B. hier, d.h. am 3. Mai, bzw. in Nr. 5. ", "Ende."],
    ["Mme. Dupont a 2,5 km. ", "Fin."],
    ["¿Qué? ", "¡Sí! ", "Es el Sr. López. ", "Bien."],
    ["これは文です。", "次の文です。"],
    ["यह है। ", "और यह।"],
    ["Это т.е. так. ", "Дальше."],
    ["نعم؟ ", "لا۔ ", "هذا"],
    ['He said "It fell." ', "(It did.) ", "Then… ", "Nothing."],
    ["Norland has 2.5% [OBS-1]. ", "Sudland has 7% [OBS-2]."],
    ["Norland has 2.5%. [OBS-1] ", "Sudland has 7%. [OBS-2, OBS-3]"],
    ["Who knows. [UNVERIFIED] ", "Nobody."],
    ["# A heading\n", "Text of\ntwo lines. ", "More."],
    ["1. First.\n", "2. Second. ", "With two.\n", "- one bullet\n  on two lines\n", "* another"],
    ["> quoted. ", "Twice.\n", "> again"],
    ["```py\nx = 1. Y\n\n| a | b |\n```\n", "After."],
    ["~~~\nnever closed. Or is it?\n"],
]


@pytest.mark.parametrize("expected", CASES, ids=lambda c: c[0][:30])
def test_sentences_end_where_readers_see_it(expected: list[str]) -> None:
    assert [p.text for p in pieces("".join(expected)) if p.kind == "sentence"] == expected


def test_a_tables_rows_are_its_sentences_and_know_their_header() -> None:
    found = list(pieces("| a | b |\n| --- | :-: |\n| 1. One | 2 |\n| 3 | 4 |\n\nText."))
    assert [p.kind for p in found] == ["head", "sentence", "sentence", "glue", "sentence"]
    assert found[1].head == "| a | b |\n" and found[1].block == found[0].block
    assert row_said(found[1].head, found[1].text) == "a: 1. One ; b: 2"
    assert row_said("| a | b |", "| 1 | 2 | 3 |") is None
    assert row_said("a | b \\| c", "1 | 2") == "a: 1 ; b \\| c: 2"


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(alphabet="aB1. !?\n|-#`*>[OBS-1]。", max_size=60))
def test_nothing_is_lost(text: str) -> None:
    assert "".join(p.text for p in pieces(text)) == text
