"""The `.olean` reader: what Lean writes is read, and anything else is refused with a place, never with a crash."""

from __future__ import annotations

import os
import random
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from egvar.errors import FormatError
from egvar.kernel import olean_image
from egvar.kernel import term as t
from egvar.kernel.leanmain import lean_command
from egvar.kernel.olean import OleanModule, read_closure, read_module
from egvar.kernel.term import Constant, Name, Terms

TINY = """\
prelude
set_option linter.all false
set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false
universe u v
unsafe axiom lcErased : Type
unsafe axiom lcAny : Type
set_option bootstrap.inductiveCheckResultingUniverse false in
inductive PUnit : Sort u where
  | unit : PUnit
structure PProd (α : Sort u) (β : Sort v) where
  fst : α
  snd : β
inductive Nat : Type where
  | zero : Nat
  | succ (n : Nat) : Nat
class OfNat (α : Type u) (x : Nat) where
  ofNat : α
instance instOfNatNat (n : Nat) : OfNat Nat n := OfNat.mk n
inductive Eq {α : Sort u} : α → α → Prop where
  | refl (a : α) : Eq a a
inductive List (α : Type u) : Type u where
  | nil : List α
  | cons (head : α) (tail : List α) : List α
inductive Tree : Type where
  | node (children : List Tree) : Tree
mutual
inductive Even : Nat → Prop where
  | zero : Even Nat.zero
  | step (n : Nat) (h : Odd n) : Even (Nat.succ n)
inductive Odd : Nat → Prop where
  | step (n : Nat) (h : Even n) : Odd (Nat.succ n)
end
axiom choice {α : Sort u} (p : α → Prop) : α
noncomputable def big : Nat := 340282366920938463463374607431768211457
theorem two : Eq (Nat.succ 1) 2 := let n : Nat := 2; Eq.refl n
opaque hidden : Nat := Nat.zero
init_quot
def «odd.name» : Nat := Nat.zero
"""
SMALL = "prelude\ntheorem ident (p : Prop) (h : p) : p := h\n"


def compile_lean(folder: Path, **modules: str) -> None:
    for module, text in modules.items():
        (folder / f"{module}.lean").write_text(text, encoding="utf-8")
        subprocess.run(
            [*lean_command(), "-o", f"{module}.olean", f"{module}.lean"],
            cwd=folder,
            env={**os.environ, "LEAN_PATH": str(folder)},
            check=True,
            capture_output=True,
        )


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("oleans")
    library = "module\nprelude\npublic section\ninductive T where\n  | a\n"
    user = (
        "module\nprelude\npublic import Library\npublic section\n"
        "theorem t (p : Prop) (h : p) : p := h\ndef f (x : T) : T := x\n"
    )
    compile_lean(folder, Tiny=TINY, Small=SMALL, Library=library, User=user)
    return folder


# --- what Lean writes ---


def test_every_kind_of_declaration_is_read(compiled: Path) -> None:
    terms = Terms()
    module = read_module(compiled / "Tiny.olean", terms)
    c = module.constants
    assert (module.imports, module.lean_version, module.is_module) == ((), "4.35.0", False)
    assert len(module.githash) == 40
    assert {type(k) for k in c.values()} == set(Constant.__args__)
    nat = terms.const("Nat")
    assert c["Nat",] == t.InductiveType(
        ("Nat",), (), terms.sort(terms.succ(terms.zero)), 0, 0, (("Nat",),), (("Nat", "zero"), ("Nat", "succ")),
        is_rec=True,
    )  # fmt: skip
    assert c["Nat", "succ"] == t.Constructor(("Nat", "succ"), (), terms.pi("n", nat, nat), ("Nat",), 1, 0, 1)
    assert c["hidden",] == t.Opaque(("hidden",), (), nat, terms.const("Nat.zero"), False, (("hidden",),))
    assert c["odd.name",] == t.Definition(("odd.name",), (), nat, terms.const("Nat.zero"), 1, "safe", (("odd.name",),))
    two = c["two",]
    assert isinstance(two, t.Theorem)
    assert two.value.tag == t.LET
    assert c["Even",].all == (("Even",), ("Odd",))
    assert c["Tree",].num_nested == 1
    assert [r.num_fields for r in c["Nat", "rec"].rules] == [0, 1]
    assert c["Eq", "rec"].k
    assert c["choice",].type.args[3] == 1  # implicit
    assert c["choice",].levels == (("u",),)
    assert {c[q].kind for q in c if q[0] == "Quot"} == {"type", "ctor", "lift", "ind"}
    assert c["lcAny",].unsafe
    literals = {e.args[0] for e in t.postorder(c["big",].value) if e.tag == t.NAT}
    assert literals == {340282366920938463463374607431768211457}


def test_a_file_read_twice_gives_the_same_objects(compiled: Path) -> None:
    terms = Terms()
    assert read_module(compiled / "Tiny.olean", terms) == read_module(compiled / "Tiny.olean", terms)


def test_a_module_of_the_module_system_is_read_from_its_last_part(compiled: Path) -> None:
    module = read_module(compiled / "User.olean", Terms())
    assert module.is_module
    assert module.imports == (("Library",),)
    # The first part alone shows the theorem as an axiom.
    assert isinstance(module.constants["t",], t.Theorem)


@pytest.mark.parametrize("missing", ["User.olean", "User.olean.server", "User.olean.private"])
def test_a_module_with_a_missing_part_is_refused(compiled: Path, tmp_path: Path, missing: str) -> None:
    for file in compiled.glob("User.olean*"):
        if file.name != missing:
            (tmp_path / file.name).write_bytes(file.read_bytes())
    with pytest.raises(FormatError, match=r"one file or three|no such file"):
        read_module(tmp_path / "User.olean", Terms())


def test_only_the_first_part_of_a_module_is_refused(compiled: Path, tmp_path: Path) -> None:
    (tmp_path / "User.olean").write_bytes((compiled / "User.olean").read_bytes())
    with pytest.raises(FormatError, match="module system"):
        read_module(tmp_path / "User.olean", Terms())


def test_parts_of_two_modules_are_refused(compiled: Path, tmp_path: Path) -> None:
    for part in ("", ".server", ".private"):
        source = "User" if part != ".private" else "Library"
        (tmp_path / f"X.olean{part}").write_bytes((compiled / f"{source}.olean{part}").read_bytes())
    with pytest.raises(FormatError, match="base address"):
        read_module(tmp_path / "X.olean", Terms())


# --- import closures ---


def test_a_closure_has_imports_first_and_says_which_module(compiled: Path) -> None:
    found = read_closure(("User",), [compiled / "nowhere", compiled], Terms())
    modules = [module for module, _ in found.values()]
    assert modules == sorted(modules)  # Library before User
    assert found["f",][0] == ("User",)
    assert found["T",][0] == ("Library",)


def test_two_modules_with_one_name_are_refused(tmp_path: Path) -> None:
    for module in ("A", "B"):
        Builder().write(tmp_path / f"{module}.olean", lambda b: [b.axiom(b.name("x"))])
    Builder().write(tmp_path / "C.olean", imports=[("A",), ("B",)])
    with pytest.raises(FormatError, match="A and B both have x"):
        read_closure(("C",), [tmp_path], Terms())


def test_modules_of_two_builds_of_lean_are_refused(compiled: Path, tmp_path: Path) -> None:
    Builder().write(tmp_path / "C.olean", imports=[("Small",)])
    with pytest.raises(FormatError, match="different builds"):
        read_closure(("C",), [tmp_path, compiled], Terms())


def test_circular_missing_and_wandering_imports_are_refused(tmp_path: Path) -> None:
    Builder().write(tmp_path / "A.olean", imports=[("B",)])
    Builder().write(tmp_path / "B.olean", imports=[("A",)])
    Builder().write(tmp_path / "Self.olean", imports=[("Self",)])
    Builder().write(tmp_path / "C.olean", imports=[("Missing",)])
    (tmp_path / "inner").mkdir()
    Builder().write(tmp_path / "inner" / "D.olean", imports=[("..", "A")])
    Builder().write(tmp_path / "inner" / "E.olean", imports=[("../A",)])
    for module, message in [("A", "imports it"), ("Self", "imports it"), ("C", "not in the search path")]:
        with pytest.raises(FormatError, match=message):
            read_closure((module,), [tmp_path], Terms())
    for module in ("D", "E"):
        with pytest.raises(FormatError, match="cannot be a file"):
            read_closure((module,), [tmp_path / "inner"], Terms())


def test_a_diamond_is_read_once(tmp_path: Path) -> None:
    Builder().write(tmp_path / "A.olean", constants=lambda b: [b.axiom(b.name("a"))])
    for module in ("B", "C"):
        Builder().write(tmp_path / f"{module}.olean", imports=[("A",)])
    Builder().write(tmp_path / "D.olean", imports=[("B",), ("C",), ("B",)])
    assert list(read_closure(("D",), [tmp_path], Terms())) == [("a",)]


# --- files that Lean did not write ---


class Builder:
    """Writes `.olean` files, as wrong as wanted. Pointers are addresses; `box(n)` is an unboxed number."""

    def __init__(self, base: int = 0x12340000) -> None:
        self.base = base
        self.data = bytearray(96)
        self.nil = self.box(0)

    @staticmethod
    def box(n: int) -> int:
        return 2 * n + 1

    def raw(self, header: tuple[int, int, int, int], *words: int | bytes) -> int:
        at = self.base + len(self.data)
        self.data += struct.pack("<iHBB", *header)
        for w in words:
            self.data += w if isinstance(w, bytes) else struct.pack("<Q", w)
        self.data += bytes(-len(self.data) % 8)
        return at

    def ctor(self, tag: int, *pointers: int, scalars: bytes = b"", rc: int = 0) -> int:
        size = 8 + 8 * len(pointers) + (len(scalars) + 7) // 8 * 8
        return self.raw((rc, size, len(pointers), tag), *pointers, scalars)

    def string(self, text: str | bytes, length: int | None = None, end: bytes = b"\0") -> int:
        data = (text.encode() if isinstance(text, str) else text) + end
        length = len(text) if length is None else length
        return self.raw((0, 1, 0, 249), len(data), len(data), length, data)

    def limbs(self, *limbs: int, sign: int = 1) -> int:
        at = self.base + len(self.data)
        n = len(limbs)
        return self.raw((0, 24 + 8 * n & 0xFFFF, 0, 250), struct.pack("<ii", n, sign * n), at + 24, *limbs)

    def array(self, *pointers: int) -> int:
        return self.raw((0, 1, 0, 246), len(pointers), len(pointers), *pointers)

    def list(self, *pointers: int) -> int:
        out = self.nil
        for p in reversed(pointers):
            out = self.ctor(1, p, out)
        return out

    def name(self, *components: str | int) -> int:
        out = self.nil
        for c in components:
            part = self.string(c) if isinstance(c, str) else self.box(c)
            out = self.ctor(1 if isinstance(c, str) else 2, out, part, scalars=bytes(8))
        return out

    def expr(self, tag: int, *pointers: int, flag: int | None = None) -> int:
        return self.ctor(tag, *pointers, scalars=bytes(8) + (b"" if flag is None else bytes([flag])))

    def prop(self) -> int:
        return self.expr(3, self.nil)

    def value(self, name: int, type_: int, levels: int = 1) -> int:
        return self.ctor(0, name, levels, type_)

    def axiom(self, name: int | None = None, type_: int | None = None, levels: int = 1, unsafe: bytes = b"\0") -> int:
        name = self.name("a") if name is None else name
        value = self.value(name, self.prop() if type_ is None else type_, levels)
        return self.ctor(0, self.ctor(0, value, scalars=unsafe))

    def write(
        self,
        path: Path,
        constants: Callable[[Builder], list[int]] = lambda b: [],
        imports: list[Name] | None = None,
        names: Callable[[Builder], list[int]] | None = None,
        root: int | None = None,
    ) -> Path:
        infos = constants(self)
        if names is None:  # the names that the constants themselves point at
            named = [self.word(self.word(self.word(i, 1), 1), 1) for i in infos]
        else:
            named = names(self)
        modules = [self.ctor(0, self.name(*m), scalars=b"\0\1\0") for m in imports or []]
        parts = [self.array(*modules), self.array(*named), self.array(*infos), self.array(), self.array()]
        made = self.ctor(0, *parts, scalars=b"\0")
        struct.pack_into(
            "<5sBB33s40sQQ",
            self.data,
            0,
            b"olean",
            2,
            1,
            b"4.35.0",
            b"e" * 40,
            self.base,
            made if root is None else root,
        )
        path.write_bytes(self.data)
        return path

    def word(self, pointer: int, field: int) -> int:
        offset = pointer - self.base + 8 * field
        return struct.unpack_from("<Q", self.data, offset)[0] if 0 <= offset < len(self.data) else 1


def deep_level(b: Builder, depth: int) -> int:
    level = b.nil
    for _ in range(depth):
        level = b.ctor(1, level, scalars=bytes(8))
    return b.expr(3, level)


def self_pointer(b: Builder) -> int:
    own = b.base + len(b.data)
    return b.expr(5, own, own)


def forward_pointer(b: Builder) -> int:
    ahead = b.base + len(b.data) + 32
    pointing, _ = b.expr(5, ahead, ahead), b.prop()
    return pointing


def definition(b: Builder, hints: int, safety: int = 1) -> int:
    value = b.value(b.name("d"), b.prop())
    return b.ctor(1, b.ctor(0, value, b.prop(), hints, b.nil, scalars=bytes([safety])))


def constructor(b: Builder, fields: int) -> int:
    value = b.value(b.name("c"), b.prop())
    return b.ctor(6, b.ctor(0, value, b.name("i"), b.box(0), b.box(0), fields, scalars=b"\0"))


WRONG: dict[str, tuple[Callable[[Builder], list[int]], str]] = {
    "free variable": (lambda b: [b.axiom(None, b.expr(1, b.name("x")))], "free variable or metavariable"),
    "metavariable": (lambda b: [b.axiom(None, b.expr(2, b.name("x")))], "free variable or metavariable"),
    "level metavariable": (
        lambda b: [b.axiom(None, b.expr(3, b.ctor(5, b.name("u"), scalars=bytes(8))))],
        "level metavariable",
    ),
    "unknown level": (lambda b: [b.axiom(None, b.expr(3, b.ctor(6, b.name("u"), scalars=bytes(8))))], "no level"),
    "unknown expression": (lambda b: [b.axiom(None, b.expr(12, b.nil))], "no expression"),
    "expression with a field too many": (lambda b: [b.axiom(None, b.expr(5, b.prop(), b.prop(), 1))], "no expression"),
    "unboxed expression": (lambda b: [b.axiom(None, b.box(3))], "not a pointer"),
    "cyclic expression": (lambda b: [b.axiom(None, self_pointer(b))], "not a pointer to an earlier"),
    "forward pointer": (lambda b: [b.axiom(None, forward_pointer(b))], "not a pointer to an earlier"),
    "pointer into an object": (lambda b: [b.axiom(None, b.prop() + 8)], "not a pointer to an earlier"),
    "pointer before the file": (lambda b: [b.axiom(None, b.base - 8)], "not a pointer to an earlier"),
    "pointer to the header": (lambda b: [b.axiom(None, b.base)], "not a pointer to an earlier"),
    "name for an expression": (lambda b: [b.axiom(None, b.name("x"))], "no expression"),
    "reference count": (lambda b: [b.axiom(None, b.ctor(3, b.nil, scalars=bytes(8), rc=1))], "reference count"),
    "closure": (lambda b: [b.raw((0, 24, 0, 245), 0, 0)], "kind 245"),
    "external object": (lambda b: [b.raw((0, 24, 0, 254), 0, 0)], "kind 254"),
    "object cut off": (lambda b: [b.raw((0, 4088, 0, 9))], "cut off"),
    "huge array": (lambda b: [b.raw((0, 1, 0, 246), 1 << 62, 1 << 62)], "cut off"),
    "huge string": (lambda b: [b.raw((0, 1, 0, 249), 1 << 63, 1 << 63, 0)], "cut off"),
    "two array sizes": (lambda b: [b.raw((0, 1, 0, 246), 0, 1)], "contradict"),
    "scalar array of odd elements": (lambda b: [b.raw((0, 1, 3, 248), 0, 0)], "contradict"),
    "constructor size": (lambda b: [b.raw((0, 16, 2, 0), 1, 1)], "constructor object has 16"),
    "negative number": (lambda b: [b.axiom(None, lit(b, b.limbs(0, 1, sign=-1)))], "negative"),
    "zero limbs": (lambda b: [b.axiom(None, lit(b, b.limbs()))], "negative"),
    "small big number": (lambda b: [b.axiom(None, lit(b, b.limbs(5)))], "canonical"),
    "number with a zero limb": (lambda b: [b.axiom(None, lit(b, b.limbs(1 << 63, 0)))], "canonical"),
    "unknown literal": (lambda b: [b.axiom(None, b.expr(9, b.ctor(2, b.nil)))], "no literal"),
    "string that is no UTF-8": (lambda b: [b.axiom(None, b.expr(9, b.ctor(1, b.string(b"\xff"))))], "UTF-8"),
    "string with a surrogate": (
        lambda b: [b.axiom(None, b.expr(9, b.ctor(1, b.string(b"\xed\xa0\x80", 1))))],
        "UTF-8",
    ),
    "string with another length": (lambda b: [b.axiom(None, b.expr(9, b.ctor(1, b.string("ab", 3))))], "lengths"),
    "string without end": (lambda b: [b.axiom(None, b.expr(9, b.ctor(1, b.string("ab", 2, b"x"))))], "lengths"),
    "free bound variable": (lambda b: [b.axiom(None, b.expr(0, b.box(0)))], "free in a declaration"),
    "huge bound variable": (lambda b: [b.axiom(None, b.expr(0, b.limbs(0, 1 << 60)))], "far too many"),
    "bound variable out of range": (lambda b: [b.axiom(None, b.expr(0, b.box(1 << 20)))], "out of range"),
    "binder information": (lambda b: [b.axiom(None, b.expr(7, b.nil, b.prop(), b.prop(), flag=4))], "flag"),
    "nondep": (lambda b: [b.axiom(None, b.expr(8, b.nil, b.prop(), b.prop(), b.prop(), flag=2))], "flag"),
    "garbage beside a flag": (lambda b: [b.axiom(unsafe=b"\0\1")], "flag"),
    "deep level": (lambda b: [b.axiom(None, deep_level(b, t.MAX_LEVEL_DEPTH + 1))], "nested too deeply"),
    "very deep level": (lambda b: [b.axiom(None, deep_level(b, 100_000))], "nested too deeply"),
    "long name": (lambda b: [b.axiom(b.name(*"x" * 129))], "more than 128 components"),
    "very long name": (lambda b: [b.axiom(b.name(*["x"] * 10_000))], "more than 128 components"),
    "name with a big number": (lambda b: [b.axiom(b.ctor(2, b.nil, b.limbs(0, 1), scalars=bytes(8)))], "63 bits"),
    "name of a number": (lambda b: [b.axiom(b.ctor(1, b.nil, b.box(4), scalars=bytes(8)))], "not a pointer"),
    "no name": (lambda b: [b.axiom(b.nil)], "name is missing"),
    "list that ends in something": (lambda b: [b.axiom(levels=b.ctor(1, b.name("u"), b.box(1)))], "not a pointer"),
    "list of another tag": (lambda b: [b.axiom(levels=b.ctor(2, b.name("u"), b.nil))], "no list"),
    "universe parameter twice": (
        lambda b: [b.axiom(levels=b.list(b.name("u"), b.name("u")))],
        "two universe parameters",
    ),
    "constant twice": (lambda b: [b.axiom(), b.axiom()], "declared twice"),
    "unknown constant kind": (lambda b: [b.ctor(8, b.word(b.axiom(), 1))], "no constant"),
    "axiom that says theorem": (lambda b: [b.ctor(2, b.word(b.axiom(), 1))], "no constant of its kind"),
    "unsafe flag": (lambda b: [b.axiom(unsafe=b"\2")], "flag"),
    "safety": (lambda b: [definition(b, b.box(0), 3)], "flag"),
    "reducibility": (lambda b: [definition(b, b.box(2))], "reducibility"),
    "height": (lambda b: [definition(b, b.ctor(2, scalars=bytes(4) + b"\1"))], "height"),
    "huge count": (lambda b: [constructor(b, b.box(1 << 40))], "counts"),
    "very huge count": (lambda b: [constructor(b, b.limbs(0, 1))], "far too many"),
}  # fmt: skip


def lit(b: Builder, nat: int) -> int:
    return b.expr(9, b.ctor(0, nat))


def test_a_file_made_here_is_read(tmp_path: Path) -> None:
    terms = Terms()
    number = 3**200

    def constants(b: Builder) -> list[int]:
        limbs = [number >> 64 * k & (1 << 64) - 1 for k in range(5)]
        mdata = b.expr(10, b.nil, lit(b, b.limbs(*limbs)))
        text = b.expr(9, b.ctor(1, b.string("é\0z", 3)))
        body = b.expr(5, b.expr(11, b.name("S"), b.box(2), mdata), text)
        return [b.axiom(b.name("a", 7), body), definition(b, b.ctor(2, scalars=b"\4\3\2\1"))]

    module = read_module(Builder().write(tmp_path / "X.olean", constants), terms)
    expected = terms.app(terms.proj(("S",), 2, terms.nat(number)), terms.string("é\0z"))
    assert module.constants["a", 7] == t.Axiom(("a", 7), (), expected)
    assert module.constants["d",].hints == 0x01020304


@pytest.mark.parametrize("case", WRONG)
def test_a_malformed_object_is_refused_with_its_place(tmp_path: Path, case: str) -> None:
    constants, message = WRONG[case]
    path = Builder().write(tmp_path / "X.olean", constants)
    with pytest.raises(FormatError, match=message) as refusal:
        read_module(path, Terms())
    assert refusal.value.position is not None and refusal.value.position.file == str(path)
    assert "(X.olean, byte " in refusal.value.message


def test_names_beside_the_constants_must_be_theirs(tmp_path: Path) -> None:
    path = Builder().write(tmp_path / "X.olean", lambda b: [b.axiom()], names=lambda b: [b.name("b")])
    with pytest.raises(FormatError, match="does not match"):
        read_module(path, Terms())


@pytest.mark.parametrize("root", [0, 1, 0x12340000, 0x12340060 + 8, 1 << 63, (1 << 64) - 8])
def test_a_root_that_is_no_module_is_refused(tmp_path: Path, root: int) -> None:
    path = Builder().write(tmp_path / "X.olean", lambda b: [b.axiom()], root=root)
    with pytest.raises(FormatError, match=r"root is not an object|no module"):
        read_module(path, Terms())


@pytest.mark.parametrize(
    ("offset", "value", "message"),
    [(0, b"x", "no .olean"), (5, b"\3", "header version"), (6, b"\0", "GMP"), (7, b"5", "not 4.35.0"),
     (7, b"\xff", "not text"), (40, b"\n", "not text"), (80, b"\1", "base address"), (87, b"\xff", "base address")],
)  # fmt: skip
def test_another_header_is_refused(tmp_path: Path, offset: int, value: bytes, message: str) -> None:
    path = Builder().write(tmp_path / "X.olean")
    data = path.read_bytes()
    path.write_bytes(data[:offset] + value + data[offset + len(value) :])
    with pytest.raises(FormatError, match=message):
        read_module(path, Terms())


def test_what_is_no_regular_file_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "Pipe.olean")
    (tmp_path / "Folder.olean").mkdir()
    for name in ("Pipe.olean", "Folder.olean", "Missing.olean", "X.txt", "nul\0.olean", "x" * 300 + ".olean"):
        with pytest.raises(FormatError):
            read_module(tmp_path / name, Terms())


def test_a_large_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = Builder().write(tmp_path / "X.olean")
    monkeypatch.setattr(olean_image, "MAX_BYTES", path.stat().st_size - 1)
    with pytest.raises(FormatError, match="may have"):
        read_module(path, Terms())


@pytest.mark.parametrize("kind", ["fn", "arg", "mdata", "body"])
def test_a_very_deep_term_is_read(tmp_path: Path, kind: str) -> None:
    depth = 100_000

    def constants(b: Builder) -> list[int]:
        leaf = e = b.prop()
        for _ in range(depth):
            if kind == "fn":
                e = b.expr(5, e, leaf)
            elif kind == "arg":
                e = b.expr(5, leaf, e)
            elif kind == "mdata":
                e = b.expr(10, b.nil, e)
            else:
                e = b.expr(7, b.nil, leaf, e, flag=0)
        return [b.axiom(None, e)]

    terms = Terms()
    module = read_module(Builder().write(tmp_path / "X.olean", constants), terms)
    e = module.constants["a",].type
    assert len(terms) == (1 if kind == "mdata" else depth + 1)
    assert e.tag == {"fn": t.APP, "arg": t.APP, "mdata": t.SORT, "body": t.PI}[kind]


def test_shared_tails_cannot_grow_without_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def constants(b: Builder) -> list[int]:
        # 300 lists, of 1 to 300 names, in 300 cells.
        tail, out = b.nil, []
        for k in range(300):
            tail = b.ctor(1, b.name("u", k), tail)
            out.append(b.axiom(b.name("a", k), levels=tail))
        return out

    path = Builder().write(tmp_path / "X.olean", constants)
    assert len(read_module(path, Terms()).constants) == 300
    monkeypatch.setattr(olean_image, "MAX_CELLS", 10_000)
    with pytest.raises(FormatError, match="too large"):
        read_module(path, Terms())


# --- damage ---


def read_or_refuse(path: Path, data: bytes) -> OleanModule | None:
    path.write_bytes(data)
    try:
        module = read_module(path, Terms())
    except FormatError:
        return None
    for constant in module.constants.values():
        assert all(e.loose == 0 for e in t.expressions(constant))
    return module


def test_a_file_cut_off_anywhere_is_refused(compiled: Path, tmp_path: Path) -> None:
    data = (compiled / "Small.olean").read_bytes()
    for end in [*range(100), *range(100, len(data), 40), len(data) - 1]:
        assert read_or_refuse(tmp_path / "X.olean", data[:end]) is None
    assert read_or_refuse(tmp_path / "X.olean", data + bytes(8)) is None


@pytest.mark.parametrize(("module", "samples"), [("Small", 1500), ("Tiny", 60)])
def test_a_changed_byte_is_refused_or_read(compiled: Path, tmp_path: Path, module: str, samples: int) -> None:
    data = bytearray((compiled / f"{module}.olean").read_bytes())
    rng = random.Random(20_260_101)
    outcomes = set()
    for _ in range(samples):
        at, old = rng.randrange(len(data)), 0
        old, data[at] = data[at], rng.randrange(256)
        outcomes.add(read_or_refuse(tmp_path / "X.olean", bytes(data)) is None)
        data[at] = old
    assert outcomes == {True, False}


def test_every_changed_pointer_is_refused_or_read(compiled: Path, tmp_path: Path) -> None:
    """Each word replaced by addresses and numbers that are plausible somewhere else."""
    data = (compiled / "Small.olean").read_bytes()
    (base,) = struct.unpack_from("<Q", data, 80)
    rng = random.Random(7)
    words = len(data) // 8
    for at in range(12, words):
        other = base + 8 * rng.randrange(words)
        word = rng.choice([0, 1, 3, other, other, other, (1 << 64) - 1])
        read_or_refuse(tmp_path / "X.olean", data[: 8 * at] + struct.pack("<Q", word) + data[8 * at + 8 :])
