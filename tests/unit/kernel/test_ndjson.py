"""NDJSON exports: what is written is read back, and whatever is not exactly the format is refused with its line."""

from __future__ import annotations

import contextlib
import gc
import io
import json
import random
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from egvar.errors import FormatError
from egvar.kernel import ndjson, numerals
from egvar.kernel import term as t
from egvar.kernel.ndjson import read, write
from egvar.kernel.numerals import from_decimal, to_decimal
from egvar.kernel.term import Constant, Expr, Level, Name, Terms

META = (
    b'{"meta":{"exporter":{"name":"egvar","version":"1"},"format":{"version":"3.1.0"},'
    b'"lean":{"githash":"eb6cafb7290e8bd5f2937522d8d804f58f02bafc","version":"4.35.0"}}}\n'
)


def written(constants: list[Constant]) -> bytes:
    out = io.BytesIO()
    write(constants, out)
    return out.getvalue()


# --- declarations to play with ---


def natural_numbers(terms: Terms) -> list[Constant]:
    """Nat, its constructors and recursor, an axiom, a theorem that uses every kind of expression."""
    nat, zero, one = terms.const("Nat"), terms.const("Nat.zero"), terms.succ(terms.zero)
    u = terms.param(("u",))
    motive = terms.pi("t", nat, terms.sort(u))
    rec_type = terms.pi("motive", motive, nat, 1)
    everything = terms.let(
        "x", nat, terms.nat(10**5000), terms.proj(("S",), 1, terms.app(terms.lam("y", nat, terms.bvar(1), 3), zero)), 1
    )
    return [
        t.InductiveType(
            ("Nat",), (), terms.sort(one), 0, 0, (("Nat",),), (("Nat", "zero"), ("Nat", "succ")), is_rec=True
        ),
        t.Constructor(("Nat", "zero"), (), nat, ("Nat",), 0, 0, 0),
        t.Constructor(("Nat", "succ"), (), terms.pi("n", nat, nat), ("Nat",), 1, 0, 1),
        t.Recursor(
            ("Nat", "rec"), (("u",),), rec_type, (("Nat",),), 0, 0, 1, 2,
            (t.RecursorRule(("Nat", "zero"), 0, zero), t.RecursorRule(("Nat", "succ"), 1, terms.lam("n", nat, zero))),
        ),
        t.Axiom(("a", 7, "b"), (("u",), ("v",)), terms.sort(terms.imax(u, terms.max(one, terms.param(("v",)))))),
        t.Theorem(("t",), (), terms.string('"é\n\U0001f600'), everything, (("t",),)),
        t.Definition(("d",), (), nat, zero, 3, "safe", (("d",), ("t",))),
        t.Opaque(("o",), (), nat, zero, True, (("o",),)),
        t.Quot(("Quot", "lift"), (("u",),), nat, "lift"),
    ]  # fmt: skip


_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
_names: st.SearchStrategy[Name] = st.lists(
    st.one_of(st.sampled_from(["a", "b", "Nat"]), _text, st.integers(0, (1 << 63) - 1)), min_size=1, max_size=4
).map(tuple)
_numbers = st.one_of(st.integers(0, 300), st.integers(0, 10**4400), st.just(10**4299), st.just(10**4300))


@st.composite
def _levels(draw: st.DrawFn, terms: Terms) -> Level:
    pool = [terms.zero, terms.param(draw(_names))]
    for _ in range(draw(st.integers(0, 4))):
        a, b = draw(st.sampled_from(pool)), draw(st.sampled_from(pool))
        pool.append(draw(st.sampled_from([terms.succ(a), terms.max(a, b), terms.imax(a, b)])))
    return pool[-1]


@st.composite
def _exprs(draw: st.DrawFn, terms: Terms) -> Expr:
    """A closed expression that shares parts of itself."""
    pool = [terms.sort(draw(_levels(terms)))]
    for kind in draw(st.lists(st.integers(0, 9), max_size=12)):
        a, b, c = (draw(st.sampled_from(pool)) for _ in range(3))
        n: Any = draw(_names) if kind in (2, 4, 5, 6, 9) else None
        pool.append(
            terms.bvar(draw(st.integers(0, 3))) if kind == 0
            else terms.app(a, b) if kind in (1, 3)
            else terms.const(n, draw(st.lists(_levels(terms), max_size=2))) if kind == 2
            else terms.lam(draw(st.sampled_from([(), n])), a, b, draw(st.integers(0, 3))) if kind == 4
            else terms.pi(n, a, b, draw(st.integers(0, 3))) if kind == 5
            else terms.let(n, a, b, c, draw(st.integers(0, 1))) if kind == 6
            else terms.nat(draw(_numbers)) if kind == 7
            else terms.string(draw(_text)) if kind == 8
            else terms.proj(n, draw(st.integers(0, 9)), a)
        )  # fmt: skip
    e = pool[-1]
    while e.loose:
        e = terms.lam("_", pool[0], e)
    return e


@st.composite
def _declarations(draw: st.DrawFn, terms: Terms) -> list[Constant]:
    out: list[Constant] = []
    for n in draw(st.lists(_names, unique=True, max_size=5)):
        params = tuple(draw(st.lists(_names, unique=True, max_size=2)))
        type_, value, all_ = draw(_exprs(terms)), draw(_exprs(terms)), tuple(draw(st.lists(_names, max_size=2)))
        kind, flags = draw(st.integers(0, 5)), draw(st.tuples(*[st.booleans()] * 3))
        counts = draw(st.tuples(*[st.integers(0, 9)] * 4))
        if kind == 0:
            out.append(t.Axiom(n, params, type_, flags[0]))
        elif kind == 1:
            hints = draw(st.one_of(st.sampled_from(["opaque", "abbrev"]), st.integers(0, (1 << 32) - 1)))
            safety = draw(st.sampled_from(["safe", "unsafe", "partial"]))
            out.append(t.Definition(n, params, type_, value, hints, safety, all_))
        elif kind == 2:
            out.append(t.Theorem(n, params, type_, value, all_))
        elif kind == 3:
            out.append(t.Opaque(n, params, type_, value, flags[0], all_))
        elif kind == 4:
            out.append(t.Quot(n, params, type_, draw(st.sampled_from(["type", "ctor", "lift", "ind"]))))
        else:
            ctors = tuple((*n, "c", i) for i in range(draw(st.integers(0, 2))))
            out.append(t.InductiveType(n, params, type_, *counts[:2], (n,), ctors, counts[2], *flags))
            out += [t.Constructor(c, params, value, n, i, counts[0], counts[3]) for i, c in enumerate(ctors)]
            rules = tuple(t.RecursorRule(c, counts[3], value) for c in ctors)
            out.append(t.Recursor((*n, "rec"), all_[:1], type_, (n,), *counts, rules, *flags[:2]))
    names = [c.name for c in out]
    return out if len(set(names)) == len(names) else []


# --- round trips ---


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_what_is_written_is_read(data: st.DataObject) -> None:
    terms = Terms()
    constants = data.draw(_declarations(terms))
    text = written(constants)
    assert text.isascii()
    meta, found = read(text, terms)
    assert meta == ndjson.Meta("egvar", "1", "eb6cafb7290e8bd5f2937522d8d804f58f02bafc", "4.35.0")
    assert list(found.values()) == constants  # in order, and the same objects: one arena
    _, elsewhere = read(text, Terms())
    assert written(list(elsewhere.values())) == text


def loose_json(text: bytes) -> bytes:
    """The same export as another program might write it: other key order, spaces, no escapes."""

    def turned(value: Any) -> Any:
        if isinstance(value, dict):
            return {k: turned(v) for k, v in reversed(value.items())}
        return [turned(v) for v in value] if isinstance(value, list) else value

    lines = [json.dumps(turned(json.loads(line)), ensure_ascii=False) for line in text.splitlines()]
    return "".join(line + "\n" for line in lines).encode()


def test_key_order_spaces_and_escapes_do_not_matter() -> None:
    terms = Terms()
    constants = natural_numbers(terms)
    text = written(constants)
    assert loose_json(text) != text
    assert read(loose_json(text), terms)[1] == read(text, terms)[1] == {c.name: c for c in constants}


def test_the_text_is_as_the_format_has_it() -> None:
    terms = Terms()
    prop = terms.sort(terms.zero)
    body = terms.lam("h", terms.bvar(0), terms.bvar(0), 2)
    theorem = t.Theorem(
        ("t", 1), (("u",),), terms.pi("p", prop, terms.pi((), terms.bvar(0), terms.bvar(1))), terms.lam("p", prop, body)
    )
    assert written([theorem]) == META + (
        b'{"in":1,"str":{"pre":0,"str":"t"}}\n'
        b'{"in":2,"num":{"i":1,"pre":1}}\n'
        b'{"in":3,"str":{"pre":0,"str":"u"}}\n'
        b'{"ie":0,"sort":0}\n'
        b'{"bvar":0,"ie":1}\n'
        b'{"bvar":1,"ie":2}\n'
        b'{"forallE":{"binderInfo":"default","body":2,"name":0,"type":1},"ie":3}\n'
        b'{"in":4,"str":{"pre":0,"str":"p"}}\n'
        b'{"forallE":{"binderInfo":"default","body":3,"name":4,"type":0},"ie":4}\n'
        b'{"in":5,"str":{"pre":0,"str":"h"}}\n'
        b'{"ie":5,"lam":{"binderInfo":"strictImplicit","body":1,"name":5,"type":1}}\n'
        b'{"ie":6,"lam":{"binderInfo":"default","body":5,"name":4,"type":0}}\n'
        b'{"thm":{"all":[],"levelParams":[3],"name":2,"type":4,"value":6}}\n'
    )


@pytest.mark.parametrize("collecting", [True, False])
@pytest.mark.parametrize("text", [META, META + b"{}\n"])
def test_the_garbage_collector_is_left_as_it_was(collecting: bool, text: bytes) -> None:
    (gc.enable if collecting else gc.disable)()
    try:
        with contextlib.suppress(FormatError):
            read(text, Terms())
        assert gc.isenabled() == collecting
    finally:
        gc.enable()


def test_mdata_is_dropped() -> None:
    text = META + (
        b'{"in":1,"str":{"pre":0,"str":"a"}}\n{"ie":0,"sort":0}\n'
        b'{"ie":1,"mdata":{"data":{"k":[true,{"x":-5}]},"expr":0}}\n'
        b'{"axiom":{"isUnsafe":false,"levelParams":[],"name":1,"type":1}}\n'
    )
    terms = Terms()
    assert read(text, terms)[1]["a",].type is terms.sort(terms.zero)


def test_deep_terms_are_written_and_read() -> None:
    terms = Terms()
    leaf = e = terms.sort(terms.zero)
    for k in range(50_000):
        e = terms.app(leaf, e) if k % 2 else terms.pi("x", leaf, e)
    constants: list[Constant] = [t.Axiom(("a",), (), e)]
    assert read(written(constants), terms)[1]["a",].type is e


def test_each_node_is_written_once() -> None:
    terms = Terms()
    e = terms.sort(terms.zero)
    for _ in range(64):  # 2^64 occurrences
        e = terms.app(e, e)
    constants: list[Constant] = [t.Axiom(("a",), (), e), t.Theorem(("b",), (), e, e)]
    assert written(constants).count(b'"ie"') == 65


# --- inductive blocks ---


def test_a_block_stands_where_its_first_member_does() -> None:
    terms = Terms()
    ind, zero, succ, rec, *rest = natural_numbers(terms)
    _, found = read(written([rest[0], succ, rest[1], rec, zero, ind, *rest[2:]]), terms)
    assert list(found.values()) == [rest[0], ind, zero, succ, rec, *rest[1:]]


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_an_incomplete_block_is_not_written(missing: int) -> None:
    block = natural_numbers(Terms())[:4]
    with pytest.raises(FormatError, match="not complete"):
        written(block[:missing] + block[missing + 1 :])


def test_declarations_that_could_not_be_read_are_not_written() -> None:
    terms = Terms()
    prop = terms.sort(terms.zero)
    wrong: list[list[Constant]] = [
        [t.Axiom(("a",), (), prop)] * 2,
        [t.Axiom((), (), prop)],
        [t.Axiom(("a", 1 << 63), (), prop)],
        [t.Axiom(("a", -1), (), prop)],
        [t.Axiom(("a",) * 129, (), prop)],
        [t.Axiom(("\ud800",), (), prop)],
        [t.Axiom(("a",), (("u",), ("u",)), prop)],
        [t.Axiom(("a",), (), terms.bvar(0))],
        [t.Axiom(("a",), (), terms.string("\udc00"))],
        [t.Axiom(("a",), (), terms.const(()))],
        [t.Definition(("d",), (), prop, prop, 'abbrev","x":"')],
        [t.Definition(("d",), (), prop, prop, "abbrev", "total")],
        [t.Quot(("q",), (), prop, "other")],
    ]
    for constants in wrong:
        with pytest.raises(FormatError):
            written(constants)


# --- text that is not an export ---

GOOD = (
    META,
    b'{"in":1,"str":{"pre":0,"str":"a"}}\n',
    b'{"ie":0,"sort":0}\n',
    b'{"axiom":{"isUnsafe":false,"levelParams":[],"name":1,"type":0}}\n',
)
TYPE = (
    '"all":[1],"ctors":[],"isRec":false,"isReflexive":false,"isUnsafe":false,"levelParams":[],"name":1,'
    '"numIndices":0,"numNested":0,"numParams":0,"type":0'
)
CTOR = '"cidx":0,"induct":1,"isUnsafe":false,"levelParams":[],"name":2,"numFields":0,"numParams":0,"type":0'
REC = (
    '"all":[1],"isUnsafe":false,"k":false,"levelParams":[],"name":2,"numIndices":0,"numMinors":0,"numMotives":1,'
    '"numParams":0,"rules":[],"type":0'
)


def block(types: str = "{" + TYPE + "}", ctors: str = "", recs: str = "") -> str:
    return f'{{"inductive":{{"ctors":[{ctors}],"recs":[{recs}],"types":[{types}]}}}}'


# One more line after GOOD[:3] and a second name "b"; each must be refused for the reason beside it.
WRONG_LINES = [
    ("", "not JSON"),
    (" ", "not JSON"),
    ("[]", "JSON object"),
    ("{}", "neither"),
    ("1", "JSON object"),
    ('"ie"', "JSON object"),
    ('{"ie":1,"sort":0} ', "not one JSON value"),
    (' {"ie":1,"sort":0}', "not JSON"),
    ('{"ie":1,"sort":0}\r', "not one JSON value"),
    ('{"ie":1,"sort":0}{}', "not one JSON value"),
    ('{"ie":1,"sort":0,}', "not JSON"),
    ("[" * 100_000, "not JSON"),
    ('{"a":' * 100_000, "not JSON"),
    ('{"ie":1,"sort":' + "9" * 5000 + "}", "not JSON"),
    ('{"ie":1,"strVal":"\t"}', "not JSON"),
    ('{"ie":1,"strVal":"\\ud800"}', "surrogate"),
    ('{"ie":1,"strVal":7}', "string"),
    ('{"ie":1,"strVal":null}', "string"),
    ('{"ie":2,"sort":0}', "next ie is 1"),
    ('{"ie":0,"sort":0}', "next ie is 1"),
    ('{"ie":-1,"sort":0}', "next ie is 1"),
    ('{"ie":true,"sort":0}', "next ie is 1"),
    ('{"ie":1.0,"sort":0}', "next ie is 1"),
    ('{"ie":1e0,"sort":0}', "next ie is 1"),
    ('{"ie":"1","sort":0}', "next ie is 1"),
    ('{"ie":01,"sort":0}', "not JSON"),
    ('{"ie":1,"sort":-0}', "not JSON"),
    ('{"ie":1,"sort":false}', "earlier level"),
    ('{"ie":1,"sort":1}', "earlier level"),
    ('{"ie":1,"sort":NaN}', "earlier level"),
    ('{"ie":1,"sort":0,"bvar":0}', "neither"),
    ('{"ie":1,"ie":1}', "neither"),
    ('{"sort":0,"sort":0}', "neither"),
    ('{"il":1,"sort":0}', "neither"),
    ('{"ie":1,"fvar":0}', "neither"),
    ('{"ie":1,"mvar":0}', "neither"),
    ('{"ie":1}', "neither"),
    ('{"sort":0}', "neither"),
    ('{"ie":1,"bvar":-1}', "whole number"),
    ('{"ie":1,"bvar":true}', "whole number"),
    ('{"ie":1,"bvar":1048576}', "out of range"),
    ('{"ie":1,"bvar":99999999999999999999}', "whole number"),
    ('{"app":{"arg":0,"fn":1},"ie":1}', "earlier expression"),
    ('{"app":{"arg":1,"fn":0},"ie":1}', "earlier expression"),
    ('{"app":{"arg":0,"fn":0},"ie":2}', "next ie is 1"),
    ('{"app":{"arg":0,"fn":0,"arg":0},"ie":1}', "keys fn, arg"),
    ('{"app":{"arg":0},"ie":1}', "keys fn, arg"),
    ('{"app":{"arg":0,"fun":0},"ie":1}', "keys fn, arg"),
    ('{"app":[0,0],"ie":1}', "keys fn, arg"),
    ('{"app":{"arg":0,"fn":null},"ie":1}', "earlier expression"),
    ('{"forallE":{"binderInfo":"other","body":0,"name":0,"type":0},"ie":1}', "one of default"),
    ('{"forallE":{"binderInfo":"default","body":0,"name":3,"type":0},"ie":1}', "earlier name"),
    ('{"ie":1,"lam":{"binderInfo":"default","body":1,"name":0,"type":0}}', "earlier expression"),
    ('{"ie":2,"lam":{"binderInfo":"default","body":0,"name":0,"type":0}}', "next ie is 1"),
    ('{"ie":1,"lam":{"binderInfo":0,"body":0,"name":0,"type":0}}', "one of default"),
    ('{"ie":1,"letE":{"body":0,"name":0,"nondep":0,"type":0,"value":0}}', "true or false"),
    ('{"const":{"name":0,"us":[]},"ie":1}', "name is missing"),
    ('{"const":{"name":1,"us":[1]},"ie":1}', "earlier level"),
    ('{"const":{"name":1,"us":0},"ie":1}', "array"),
    ('{"ie":1,"proj":{"idx":-1,"struct":0,"typeName":1}}', "whole number"),
    ('{"ie":1,"natVal":7}', "string"),
    ('{"ie":1,"natVal":""}', "decimal numeral"),
    ('{"ie":1,"natVal":"-1"}', "decimal numeral"),
    ('{"ie":1,"natVal":"+1"}', "decimal numeral"),
    ('{"ie":1,"natVal":"00"}', "decimal numeral"),
    ('{"ie":1,"natVal":"07"}', "decimal numeral"),
    ('{"ie":1,"natVal":"1_000"}', "decimal numeral"),
    ('{"ie":1,"natVal":" 1"}', "decimal numeral"),
    ('{"ie":1,"natVal":"1٣"}', "decimal numeral"),
    ('{"ie":1,"natVal":"²"}', "decimal numeral"),
    ('{"ie":1,"natVal":"' + "9" * (numerals.MAX_DIGITS + 1) + '"}', "digits"),
    ('{"ie":1,"mdata":{"data":[],"expr":0}}', "object"),
    ('{"ie":1,"mdata":{"data":{"a":{"b":1,"b":1}},"expr":0}}', "key is given twice"),
    ('{"il":1,"max":[0]}', "two levels"),
    ('{"il":1,"max":[0,0,0]}', "two levels"),
    ('{"il":1,"imax":0}', "two levels"),
    ('{"il":1,"succ":1}', "earlier level"),
    ('{"il":1,"param":0}', "name is missing"),
    ('{"in":3,"str":{"pre":3,"str":"x"}}', "earlier name"),
    ('{"in":3,"str":{"pre":0,"str":"\\udfff"}}', "surrogate"),
    ('{"in":3,"num":{"i":-1,"pre":0}}', "whole number"),
    ('{"in":3,"num":{"i":9223372036854775808,"pre":0}}', "whole number"),
    ('{"in":4,"num":{"i":0,"pre":0}}', "next in is 3"),
    ('{"meta":{}}', "neither"),
    ('{"axiom":{"isUnsafe":0,"levelParams":[],"name":2,"type":0}}', "true or false"),
    ('{"axiom":{"isUnsafe":false,"levelParams":[],"name":0,"type":0}}', "name is missing"),
    ('{"axiom":{"isUnsafe":false,"levelParams":[0],"name":2,"type":0}}', "name is missing"),
    ('{"axiom":{"isUnsafe":false,"levelParams":[1,1],"name":2,"type":0}}', "one name"),
    ('{"axiom":{"isUnsafe":false,"levelParams":[],"name":2}}', "object with the keys"),
    ('{"axiom":{"isUnsafe":false,"levelParams":[],"name":2,"type":0,"value":0}}', "object with the keys"),
    ('{"axiom":{"isUnsafe":false,"levelParams":[],"name":2,"type":0},"ie":1}', "neither"),
    ('{"theorem":{"all":[],"levelParams":[],"name":2,"type":0,"value":0}}', "neither"),
    ('{"quot":{"kind":"mk","levelParams":[],"name":2,"type":0}}', "one of type"),
    ('{"def":{"all":[],"hints":"x","levelParams":[],"name":2,"safety":"safe","type":0,"value":0}}', "one of opaque"),
    (
        '{"def":{"all":[],"hints":{"regular":4294967296},"levelParams":[],"name":2,"safety":"safe","type":0,"value":0}}',
        "whole number",
    ),
    (
        '{"def":{"all":[],"hints":{"regular":1,"x":2},"levelParams":[],"name":2,"safety":"safe","type":0,"value":0}}',
        "the key regular",
    ),
    ('{"def":{"all":[],"hints":"abbrev","levelParams":[],"name":2,"safety":"ok","type":0,"value":0}}', "one of safe"),
    (block(""), "`all`"),
    (block("{" + TYPE.replace('"all":[1]', '"all":[1,2]') + "}"), "`all`"),
    (block("{" + TYPE + "},{" + TYPE + "}"), "`all`"),
    (block(ctors="{" + CTOR + "}"), "constructors"),
    (block("{" + TYPE.replace('"ctors":[]', '"ctors":[2]') + "}"), "constructors"),
    (
        block("{" + TYPE.replace('"ctors":[]', '"ctors":[2]') + "}", "{" + CTOR.replace('"cidx":0', '"cidx":1') + "}"),
        "constructors",
    ),
    (
        block(
            "{" + TYPE.replace('"ctors":[]', '"ctors":[2]') + "}",
            "{" + CTOR.replace('"levelParams":[]', '"levelParams":[1]') + "}",
        ),
        "universe parameters",
    ),
    (block(recs="{" + REC.replace('"all":[1]', '"all":[2]') + "}"), "`all`"),
    (block(recs="{" + REC + "},{" + REC + "}"), "declared twice"),
    (block(recs="{" + REC.replace('"numMotives":1', '"numMotives":1048577') + "}"), "whole number"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "message"), WRONG_LINES, ids=range(len(WRONG_LINES)))
def test_a_wrong_line_is_refused_and_named(line: str, message: str) -> None:
    start = b"".join(GOOD[:3]) + b'{"in":2,"str":{"pre":0,"str":"b"}}\n'
    read(start + GOOD[3], Terms())
    with pytest.raises(FormatError, match=message) as refusal:
        read(start + line.encode() + b"\n" + GOOD[3], Terms(), source="bundle/export.ndjson")
    assert refusal.value.message.startswith("line 5: ")
    assert str(refusal.value.position) == "bundle/export.ndjson:5"


def test_the_blocks_here_are_right_but_for_one_thing() -> None:
    start = b"".join(GOOD[:3]) + b'{"in":2,"str":{"pre":0,"str":"b"}}\n'
    with_ctor = TYPE.replace('"ctors":[]', '"ctors":[2]')
    for line in (block(), block("{" + with_ctor + "}", "{" + CTOR + "}"), block(recs="{" + REC + "}")):
        assert ("a",) in read(start + line.encode() + b"\n", Terms())[1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "empty"),
        (b"\n", "not JSON"),
        (META[:-1], "cut off"),
        (META + GOOD[1][:-1], "cut off"),
        (b"\xef\xbb\xbf" + META, "not JSON"),
        (META + b'{"ie":0,"strVal":"\xff"}\n', "line 2: the text is not UTF-8"),
        (b"".join(GOOD) + GOOD[3], "line 5: a is declared twice"),
        (b"".join(GOOD[1:]), "keys? meta"),
        (META.replace(b"3.1.0", b"3.0.0"), "format version 3.1.0"),
        (META.replace(b'"version":"1"', b'"version":1'), "string"),
        (META.replace(b'"githash"', b'"hash"'), "githash"),
        (META + META, "neither"),
        (
            META + b'{"in":1,"str":{"pre":0,"str":"a"}}\n{"bvar":0,"ie":0}\n' + GOOD[3],
            "line 4: a bound variable is free",
        ),
    ],
)
def test_a_wrong_file_is_refused(text: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(text, Terms())


def test_sizes_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = b"".join(b'{"il":%d,"succ":%d}\n' % (k + 1, k) for k in range(t.MAX_LEVEL_DEPTH + 1))
    with pytest.raises(FormatError, match=r"line 66: .*nested too deeply"):
        read(META + levels, Terms())
    names = b"".join(b'{"in":%d,"str":{"pre":%d,"str":"x"}}\n' % (k + 1, k) for k in range(129))
    with pytest.raises(FormatError, match="line 130: names are too long"):
        read(META + names, Terms())
    monkeypatch.setattr(ndjson, "MAX_NAME_CELLS", 100)
    with pytest.raises(FormatError, match="line 15: names are too long"):  # 1 + ... + 13 is less, 1 + ... + 14 is more
        read(META + names, Terms())
    monkeypatch.setattr(ndjson, "MAX_LONG_DIGITS", 10_000)
    numbers = b"".join(b'{"ie":%d,"natVal":"%s"}\n' % (k, b"1" * 4400) for k in range(3))
    with pytest.raises(FormatError, match="line 4: numbers are too long"):
        read(META + numbers, Terms())
    monkeypatch.setattr(ndjson, "MAX_BYTES", len(META) - 1)
    with pytest.raises(FormatError, match="may have"):
        read(META, Terms())


# --- damage ---


def damaged(text: bytes, rng: random.Random) -> Iterator[bytes]:
    pieces = [
        b"0",
        b"1",
        b"-",
        b"true",
        b"null",
        b'"',
        b"{",
        b"}",
        b"[",
        b"]",
        b",",
        b":",
        b"\\",
        b"\n",
        b" ",
        b"\xff",
        b"9" * 30,
    ]
    lines = text.splitlines(keepends=True)
    for _ in range(400):
        at = rng.randrange(len(text))
        yield text[:at] + rng.choice(pieces) + text[at + rng.choice((0, 1, 1, 3)) :]
    for _ in range(100):
        i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
        yield b"".join([*lines[:i], lines[j], *lines[i:]])
        yield b"".join(lines[:i] + lines[i + 1 :])


def test_damaged_text_is_refused_or_read() -> None:
    text = written([c for c in natural_numbers(Terms()) if c.name != ("t",)])
    outcomes = set()
    for change in damaged(text, random.Random(11)):
        try:
            _, found = read(change, Terms())
        except FormatError as e:
            outcomes.add("refused")
            assert e.position is not None and e.position.row is not None
        else:
            outcomes.add("read")
            again = written(list(found.values()))  # what was read is sound enough to be written and read again
            assert written(list(read(again, Terms())[1].values())) == again
    assert outcomes == {"refused", "read"}


@given(st.binary(max_size=60), st.integers(0, 3))
def test_any_bytes_after_a_good_start_give_a_refusal_or_declarations(data: bytes, kept: int) -> None:
    try:
        read(b"".join(GOOD[:kept]) + data, Terms())
    except FormatError as e:
        assert e.position is not None


# --- numerals ---


@given(_numbers)
def test_numerals_are_exact(n: int) -> None:
    text = to_decimal(n)
    assert from_decimal(text) == n
    assert text.isascii() and text.isdigit() and (text == "0" or text[0] != "0")
    # Digit by digit against arithmetic, since Python's own conversion is limited.
    for k in (0, 1, 511, 512, 513, 1024, len(text) - 1):
        if k < len(text):
            assert int(text[-1 - k]) == n // 10**k % 10


@pytest.mark.parametrize("digits", [461, 462, 463, 464, 511, 512, 513, 640, 4299, 4300, 4301, 20_000])
def test_numerals_beside_the_borders(digits: int) -> None:
    for n in (10 ** (digits - 1), 10**digits - 1):
        text = to_decimal(n)
        assert text == ("9" * digits if n % 10 else "1" + "0" * (digits - 1))
        assert from_decimal(text) == n


def test_numerals_leave_pythons_limit_alone_and_work_under_the_lowest() -> None:
    before = sys.get_int_max_str_digits()
    n = 7**20_000
    try:
        sys.set_int_max_str_digits(640)
        assert from_decimal(to_decimal(n)) == n
        assert sys.get_int_max_str_digits() == 640
    finally:
        sys.set_int_max_str_digits(before)


@pytest.mark.parametrize("text", ["", "-1", "01", "1 ", "1e3", "0x1", "½", "१", "1\n"])
def test_what_is_no_numeral_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        from_decimal(text)


def test_numbers_out_of_range_are_refused() -> None:
    for n in (-1, 10**numerals.MAX_DIGITS):
        with pytest.raises(FormatError):
            to_decimal(n)
