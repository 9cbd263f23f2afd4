"""Goals about the table of `agent_bench`, which together use every operation of the goal language."""

from __future__ import annotations

from typing import Any

from agent_bench import NORTH

HEIGHT: dict[str, Any] = {"column": "height"}
TALL = {"op": "number_is", "column": "height", "cmp": ">", "value": 30}


def number(value: Any) -> dict[str, Any]:
    return {"op": "number", "value": value}


def compare(left: Any, cmp: str, right: Any) -> dict[str, Any]:
    return {"op": "compare", "left": left, "cmp": cmp, "right": right}


def values(column: str, where: Any) -> dict[str, Any]:
    return {"op": "values", "column": column, "where": where}


def two(op: str, left: Any, right: Any) -> dict[str, Any]:
    return {"op": op, "left": left, "right": right}


def claim(c: Any) -> dict[str, Any]:
    return {"kind": "claim", "claim": c}


def ask(q: Any) -> dict[str, Any]:
    return {"kind": "question", "ask": q}


def summed(column: Any, where: Any = None) -> dict[str, Any]:
    return {"op": "sum", "column": column} | ({"where": where} if where else {})


MEAN = {"op": "mean", "column": "height"}
NORTH_OR_TALL = two("or", NORTH, {"op": "not", "of": two("or", TALL, {"op": "all_rows"})})
SPAN = two("subtract", {"op": "min", **HEIGHT}, {"op": "max", **HEIGHT})
OLD_MOLE = {"op": "text_is", "column": "lighthouse", "value": "Old Mole"}
RANGED = two("and", {"op": "present", "column": "range"}, TALL)
OVER_20 = {"op": "number_is", "column": "height", "cmp": ">", "value": 20}
SIX_BELOW_42 = two("and", compare({"op": "count"}, "=", number(6)), compare({"op": "max", **HEIGHT}, "<=", number(41)))
MADE = two("add_columns", two("subtract_columns", "lit", "built"), two("multiply_columns", "built", "built"))
SINCE_1870 = {"op": "day_is", "column": "opened", "cmp": ">=", "value": "1870-01-01"}
HIGHEST = values("lighthouse", {"op": "highest", "column": "height"})


def two_most(op: str) -> dict[str, Any]:
    return summed("lit", {"op": op, "column": "lit", "count": 2})


GOALS: dict[str, tuple[dict[str, Any], str]] = {
    "sum": (claim(compare(summed("height", NORTH), "=", number(62))), "Verified"),
    "a false sum": (claim(compare(summed("height", NORTH), "=", number(63))), "Refuted"),
    "mean": (claim({"op": "rounds", "of": {"op": "mean", "column": "height"}, "to": "30.33"}), "Verified"),
    "max, min, abs": (claim(compare({"op": "abs", "of": SPAN}, "=", number(29))), "Verified"),
    "arithmetic": (
        ask(two("divide", two("multiply", two("add", {"op": "median", **HEIGHT}, number(1)), number(2)), number(3))),
        "Verified",
    ),
    "count": (ask({"op": "count", "where": NORTH_OR_TALL}), "Verified"),
    "distinct": (claim(compare({"op": "distinct", "column": "height"}, "=", number(5))), "Verified"),
    "cell": (ask({"op": "cell", "column": "height", "where": OLD_MOLE}), "Verified"),
    "only": (claim({"op": "only", "of": HIGHEST, "value": "Long Bar"}), "Verified"),
    "among": (
        claim(
            {
                "op": "among",
                "of": values("lighthouse", {"op": "lowest", "column": "lit", "where": RANGED}),
                "value": "Long Bar",
            }
        ),
        "Verified",
    ),
    "all": (claim({"op": "all", "where": NORTH, "have": OVER_20}), "Verified"),
    "claims": (
        claim(two("or", {"op": "not", "of": compare(summed("height"), ">", number(1))}, SIX_BELOW_42)),
        "Verified",
    ),
    "values": (ask(values("coast", TALL)), "Verified"),
    "first and last": (
        claim(
            compare(summed("height", {"op": "first", "count": 2}), "<", summed("height", {"op": "last", "count": 2}))
        ),
        "Verified",
    ),
    "top and bottom": (ask(two("subtract", two_most("top"), two_most("bottom"))), "Verified"),
    "made columns": (ask(summed(MADE)), "Verified"),
    "divided columns": (ask({"op": "max", "column": two("divide_columns", "lit", "built")}), "Verified"),
    "previous": (ask({"op": "max", "column": {"op": "previous", "of": "lit", "key": "order"}}), "Verified"),
    "days": (ask({"op": "count", "where": SINCE_1870}), "Verified"),
    "leaf": (claim(compare({"op": "count", "where": {"op": "leaf"}}, "=", number(6))), "Verified"),
    "together": (ask({"op": "together", "first": HIGHEST, "second": {"op": "max", **HEIGHT}}), "Verified"),
}
