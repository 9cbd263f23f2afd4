"""Random tables and goals: every query, over a table with the columns k (texts), x and y (numbers)."""

from __future__ import annotations

from hypothesis import strategies as st

TEXTS = st.sampled_from(["a", "b", "c", "ä x"])
KEYS = st.sampled_from(["a", "b", "c", "ä x", "", "a", "b"])
NUMBERS = st.one_of(
    st.sampled_from(
        ["", "-", "0", "1", "2", "2.0", "-3", "0.125", "1,500", "7*", "dnf", "99999999999999999999", "0.000001"]
    ),
    st.integers(-9, 9).map(str),
)
ROWS = st.lists(st.tuples(KEYS, NUMBERS, NUMBERS), min_size=1, max_size=8)

LEAF = st.sampled_from(["a", "b", "c"]).map(lambda v: {"op": "text_is", "column": "k", "value": v})
MADE = st.builds(
    lambda op, a, b: {"op": op, "left": a, "right": b},
    st.sampled_from(["add_columns", "subtract_columns", "multiply_columns", "divide_columns"]),
    st.sampled_from(["x", "y"]),
    st.sampled_from(["x", "y"]),
)
COLUMNS = st.one_of(
    st.sampled_from(["x", "y"]),
    st.recursive(
        st.one_of(MADE, st.just({"op": "previous", "of": "x", "key": "y"})),
        lambda c: st.one_of(
            c.map(lambda x: {"op": "divide_columns", "left": x, "right": "y"}),
            c.map(lambda x: {"op": "previous", "of": x, "key": "x"}),
        ),
        max_leaves=2,
    ),
)
COMPARED = st.builds(
    lambda c, cmp, v: {"op": "number_is", "column": c, "cmp": cmp, "value": str(v)},
    COLUMNS,
    st.sampled_from(["=", "<", "<=", ">", ">="]),
    st.sampled_from(["0", "1", "-3", "0.125", "1500", "2/3"]),
)
SMALL = st.integers(1, 3)
FILTERS = st.recursive(
    st.one_of(
        st.just({"op": "all_rows"}), st.just({"op": "leaf"}), LEAF, COMPARED, st.just({"op": "present", "column": "x"})
    ),
    lambda f: st.one_of(
        f.map(lambda x: {"op": "not", "of": x}),
        st.builds(lambda o, a, b: {"op": o, "left": a, "right": b}, st.sampled_from(["and", "or"]), f, f),
        st.builds(
            lambda o, c, x: {"op": o, "column": c, "where": x}, st.sampled_from(["highest", "lowest"]), COLUMNS, f
        ),
        st.builds(lambda o, k, x: {"op": o, "count": k, "where": x}, st.sampled_from(["first", "last"]), SMALL, f),
        st.builds(
            lambda o, c, k, x: {"op": o, "column": c, "count": k, "where": x},
            st.sampled_from(["top", "bottom"]),
            COLUMNS,
            SMALL,
            f,
        ),
    ),
    max_leaves=3,
)
OVER = st.sampled_from(["cell", "sum", "mean", "max", "min", "median"])
BASIC = st.one_of(
    st.builds(lambda o, c, f: {"op": o, "column": c, "where": f}, OVER, COLUMNS, FILTERS),
    st.builds(lambda c, f: {"op": "distinct", "column": c, "where": f}, st.sampled_from(["x", "y"]), FILTERS),
    FILTERS.map(lambda f: {"op": "count", "where": f}),
    st.sampled_from(["0", "2", "-3", "1/7"]).map(lambda v: {"op": "number", "value": v}),
)
ARITHMETIC = st.recursive(
    BASIC,
    lambda n: st.one_of(
        st.builds(
            lambda o, a, b: {"op": o, "left": a, "right": b},
            st.sampled_from(["add", "subtract", "multiply", "divide"]),
            n,
            n,
        ),
        n.map(lambda x: {"op": "abs", "of": x}),
    ),
    max_leaves=3,
)
SETS = st.builds(lambda c, f: {"op": "values", "column": c, "where": f}, st.sampled_from(["k", "x"]), FILTERS)
BOTH = st.builds(lambda a, b: {"op": "together", "first": a, "second": b}, SETS, ARITHMETIC)
ATOMS = st.one_of(
    st.builds(
        lambda a, c, b: {"op": "compare", "left": a, "cmp": c, "right": b},
        ARITHMETIC,
        st.sampled_from(["=", "!=", "<", "<=", ">", ">="]),
        ARITHMETIC,
    ),
    st.builds(lambda a, t: {"op": "rounds", "of": a, "to": t}, ARITHMETIC, st.sampled_from(["0", "2", "-3.0", "0.13"])),
    st.builds(lambda o, s, v: {"op": o, "of": s, "value": v}, st.sampled_from(["only", "among"]), SETS, TEXTS),
    st.builds(lambda a, b: {"op": "all", "where": a, "have": b}, FILTERS, FILTERS),
)  # fmt: skip
CLAIMS = st.recursive(
    ATOMS,
    lambda c: st.one_of(
        c.map(lambda x: {"op": "not", "of": x}),
        st.builds(lambda o, a, b: {"op": o, "left": a, "right": b}, st.sampled_from(["and", "or"]), c, c),
    ),
    max_leaves=2,
)
