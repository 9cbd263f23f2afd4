"""DataFrames as tables: what is taken, and one clear error for what is not."""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import pytest

from egvar.errors import SourceError
from egvar.source.source import from_dataframe


def cells(df: pd.DataFrame, **options: Any) -> list[list[str]]:
    return [[x.raw for x in c.cells] for c in from_dataframe(df, **options).columns]


def test_what_is_missing_is_an_empty_cell() -> None:
    frame = pd.DataFrame(
        {
            "a": ["x", None, "z"],
            "b": pd.array([1, pd.NA, 3], dtype="Int64"),
            "c": pd.to_datetime(["2020-01-01", None, "2020-01-03"]),
            "d": [Decimal("1.50"), Decimal("NaN"), pd.NA],
        }
    )
    assert cells(frame) == [
        ["x", "", "z"],
        ["1", "", "3"],
        ["2020-01-01", "", "2020-01-03"],
        ["1.50", "", ""],
    ]


def test_values_keep_their_digits() -> None:
    values = [Decimal("1E+3"), np.int64(5), 10**30, datetime.date(2020, 2, 3), True]
    assert cells(pd.DataFrame({"a": pd.Series(values, dtype=object)})) == [
        ["1000", "5", str(10**30), "2020-02-03", "True"]
    ]


def test_an_index_with_a_name_is_a_column() -> None:
    frame = pd.DataFrame({"x": ["1", "2"]}, index=pd.Index(["a", "b"], name="city"))
    assert [c.label for c in from_dataframe(frame).columns] == ["city", "x"]
    assert cells(pd.DataFrame({"x": ["1", "2", "3"]}).iloc[1:]) == [["2", "3"]]


TWICE = pd.DataFrame([["1", "2"]], columns=["a", "a"])
LEVELS = pd.DataFrame([["1", "2"]], columns=pd.MultiIndex.from_tuples([("a", "b"), ("a", "c")]))
BOTH = pd.DataFrame({"a": ["1"]}, index=pd.Index(["x"], name="a"))


@pytest.mark.parametrize(
    ("table", "options", "words"),
    [
        ({"a": ["1"]}, {}, "not a dict"),
        (["a"], {}, "not a list"),
        (TWICE, {}, "two columns “a”"),
        (LEVELS, {}, "2 levels"),
        (BOTH, {}, "as a column and as its index"),
        (pd.DataFrame({"x": ["1"]}, index=["a"]), {}, "has no name"),
        (pd.DataFrame({"x": [["1", "2"]]}), {}, "holds a list"),
        (pd.DataFrame({"x": [{"a": 1}]}), {}, "holds a dict"),
        (pd.DataFrame({"x": [1.5]}), {}, "holds floats"),
        (pd.DataFrame({"x": pd.Series([np.float32(1.5)], dtype=object)}), {}, "holds floats"),
        (pd.DataFrame({"x": ["1"]}), {"floats": "round"}, "refuse"),
    ],
)
def test_what_is_not_taken_is_one_clear_error(table: Any, options: dict[str, str], words: str) -> None:
    with pytest.raises(SourceError) as e:
        from_dataframe(table, **options)
    assert words in e.value.render()
    assert e.value.hint in ("", *(n.removeprefix("hint: ") for n in getattr(e.value, "__notes__", ())))
