"""Counterfactual panels: one cell turned round, by a known amount, and answers that only the table gives."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from egvar.bench import counterfactual as cf
from egvar.bench.items import Item
from egvar.bench.match import exact
from egvar.bench.quick import Come, goal_comes_to
from egvar.errors import GoalError
from egvar.source.source import from_rows

DOMAINS = {d.name: d for d in cf.domains()}


def answer(item: Item, come: Come, wanted: str) -> bool:
    if item.kind == "claim":
        return come.status == {"true": "Verified", "false": "Refuted"}[wanted]
    return exact(come.answer, wanted)


@pytest.mark.parametrize("which", cf.PANELS)
def test_a_panel_is_five_domains_by_two_pairs_by_three_shapes(which: str) -> None:
    panel = cf.panel(which)
    assert len(panel) == len({i.id for i in panel}) == 30
    assert Counter(i.group for i in panel) == dict.fromkeys(cf.SHAPES, 10)
    assert Counter(i.more["domain"] for i in panel) == dict.fromkeys(DOMAINS, 6)
    assert sum(i.group in cf.REPORTED for i in panel) == 20


@pytest.mark.parametrize("which", cf.PANELS)
def test_one_cell_differs_and_it_is_the_recorded_one(which: str) -> None:
    for item in cf.panel(which):
        d, told = DOMAINS[item.more["domain"]], item.more["injected"]
        differing = [
            (r + 2, d.columns[c], was, now)
            for r, (old, new) in enumerate(zip(d.data, item.table["data"], strict=True))
            for c, (was, now) in enumerate(zip(old, new, strict=True))
            if was != now
        ]
        assert differing == [(told["row"], told["column"], told["was"], told["is"])]


@pytest.mark.parametrize("which", cf.PANELS)
def test_the_table_gives_the_gold_answer_and_the_one_before_gave_the_prior(which: str) -> None:
    for item in cf.panel(which):
        d = DOMAINS[item.more["domain"]]
        assert item.prior is not None and item.prior != item.gold
        assert answer(item, goal_comes_to(item.parsed(), item.source()), item.gold)
        assert answer(item, goal_comes_to(item.parsed(), from_rows(d.columns, d.data, d.name)), item.prior)


def test_extreme_flips_are_tenfold_and_subtle_ones_10_to_25_percent() -> None:
    for which in cf.PANELS:
        for item in cf.panel(which):
            was, now = (Fraction(item.more["injected"][k]) for k in ("was", "is"))
            if which == "extreme":
                assert was > 10 * now
            else:
                assert Fraction(9, 100) < 1 - now / was < Fraction(26, 100)


def test_the_size_of_an_injection_is_a_parameter() -> None:
    d = DOMAINS["mountains"]
    assert cf.injected(d, "mount kilimanjaro", "mount kenya", "subtle", Fraction(2, 10)) == "4716"
    assert cf.injected(d, "mount kilimanjaro", "mount elgon", "extreme", Fraction(1, 10)) == "432"
    with pytest.raises(GoalError, match="does not come below"):
        cf.injected(d, "mount kilimanjaro", "mount kenya", "subtle", Fraction(1, 10))


def test_the_cue_changes_the_words_and_nothing_else() -> None:
    for plain, cued in zip(cf.panel("subtle"), cf.panel("subtle", cue=True), strict=True):
        assert cued.text.lower() == (cf.CUE + plain.text).lower() and cued.id == f"{plain.id}:cue"
        assert (cued.goal, cued.table, cued.gold, cued.prior) == (plain.goal, plain.table, plain.gold, plain.prior)
