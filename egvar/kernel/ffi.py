"""Lean's official kernel through ctypes: builds kernel objects in this process and adds declarations to it.

May import: the standard library, `egvar.errors` and `egvar.kernel`. Only the worker process imports this module:
a wrong argument to the library can crash the process, and a crash must cost one check and nothing else.

Facts about the binary interface (Lean 4.35.0, 64 bit), each covered by the power-on self-test:

- An object starts with a 4-byte reference count, a 2-byte size, one byte for the number of pointer fields, one for
  the tag. A count of 0 means "never freed"; such objects may lie in read-only memory, so their header is not written.
- `lean_add_decl(env, max heartbeats, recursion depth, declaration, cancel token)` takes ownership of its arguments and
  returns `Except Kernel.Exception Environment`, tag 1 for success.
- `Declaration`: 0 axiom, 1 definition, 2 theorem, 3 opaque, 4 quotients, 6 inductive types.
- Natural numbers below 2^63 are unboxed; larger ones are objects with tag 250 and a pointer to their limbs.
"""

from __future__ import annotations

import ctypes as C
import struct
from pathlib import Path

from egvar.errors import LibraryError
from egvar.kernel.term import Name

MPZ_TAG = 250
SMALL_NAT = 1 << 63
MAX_RECURSION_DEPTH = 1_000_000

KERNEL_EXCEPTIONS = (
    "unknownConstant",
    "alreadyDeclared",
    "declTypeMismatch",
    "declHasMVars",
    "declHasFVars",
    "funExpected",
    "typeExpected",
    "letTypeMismatch",
    "exprTypeMismatch",
    "appTypeMismatch",
    "invalidProj",
    "thmTypeIsNotProp",
    "other",
    "deterministicTimeout",
    "excessiveMemory",
    "deepRecursion",
    "interrupted",
)
RESOURCE_EXCEPTIONS = frozenset({"deterministicTimeout", "excessiveMemory", "deepRecursion", "interrupted"})
"""Exceptions that say nothing about the declaration: the check did not happen."""


class KernelRejection(Exception):
    """The kernel refused a declaration; `kind` is the constructor of `Lean.Kernel.Exception`."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class Kernel:
    """One environment of the official kernel in this process, growing by `add_*`.

    Addresses of Lean objects are plain integers. Names and levels are made immortal; expressions follow Lean's
    reference counts (`own` makes one immortal that is used more than once).
    """

    def __init__(self, library: Path) -> None:
        try:
            lib = C.CDLL(str(library), mode=C.RTLD_GLOBAL)
        except OSError as e:
            raise LibraryError("the Lean library cannot be loaded", cause=str(e), hint="egvar doctor") from e
        ptr, u8, u32, size = C.c_void_p, C.c_uint8, C.c_uint32, C.c_size_t

        def function(symbol: str, *args: type, result: type | None = ptr) -> C._NamedFuncPointer:
            try:
                f = getattr(lib, symbol)
            except AttributeError as e:
                raise LibraryError(
                    f"the Lean library has no symbol {symbol}", cause="not Lean 4.35.0", hint="egvar doctor"
                ) from e
            f.argtypes, f.restype = args, result
            return f  # type: ignore[no-any-return]

        function("lean_initialize", result=None)()
        function("lean_io_mark_end_initialization", result=None)()
        self._alloc = function("lean_alloc_object", size)
        self._string = function("lean_mk_string_unchecked", C.c_char_p, size, size)
        self._name_str = function("lean_name_mk_string", ptr, ptr)
        self._name_num = function("lean_name_mk_numeral", ptr, ptr)
        self._add_decl = function("lean_add_decl", ptr, size, size, ptr, ptr)
        self.level_zero_fn = function("lean_level_mk_zero", ptr)
        self.level_succ = function("lean_level_mk_succ", ptr)
        self.level_max = function("lean_level_mk_max", ptr, ptr)
        self.level_imax = function("lean_level_mk_imax", ptr, ptr)
        self.level_param = function("lean_level_mk_param", ptr)
        self.e_bvar = function("lean_expr_mk_bvar", ptr)
        self.e_sort = function("lean_expr_mk_sort", ptr)
        self.e_const = function("lean_expr_mk_const", ptr, ptr)
        self.e_app = function("lean_expr_mk_app", ptr, ptr)
        self.e_lam = function("lean_expr_mk_lambda", ptr, ptr, ptr, u8)
        self.e_pi = function("lean_expr_mk_forall", ptr, ptr, ptr, u8)
        self.e_let = function("lean_expr_mk_let", ptr, ptr, ptr, ptr, u8)
        self.e_lit = function("lean_expr_mk_lit", ptr)
        self.e_proj = function("lean_expr_mk_proj", ptr, ptr, ptr)
        self.e_fvar = function("lean_expr_mk_fvar", ptr)
        self.e_mvar = function("lean_expr_mk_mvar", ptr)
        self._names: dict[Name, int] = {(): box(0)}
        self.zero = self.own(self.level_zero_fn(box(0)))
        self._env = self._empty_environment(lib, function("l_Lean_mkEmptyEnvironment", u32))

    def _empty_environment(self, lib: C.CDLL, make: C._NamedFuncPointer) -> int:
        result = make(0)
        _, _, fields, tag = struct.unpack("<iHBB", C.string_at(result, 8))
        if tag != 0 or fields < 1:
            raise LibraryError("the Lean library did not give an empty environment", hint="egvar doctor")
        elaborator_env = C.c_uint64.from_address(result + 8).value
        to_kernel = lib._ZNK4lean16elab_environment13to_kernel_envEv
        to_kernel.restype, to_kernel.argtypes = None, [C.c_void_p, C.c_void_p]
        this, out = C.c_uint64(elaborator_env), C.c_uint64(0)
        to_kernel(C.byref(out), C.byref(this))
        return out.value

    # --- objects ------------------------------------------------------------------------------------------------

    def own(self, address: int) -> int:
        """Makes an object immortal, so that it can be used any number of times."""
        if not address & 1:
            count = C.c_int32.from_address(address)
            if count.value != 0:  # objects with count 0 may be in read-only memory
                count.value = 0
        return address

    def constructor(self, tag: int, fields: list[int], scalars: bytes = b"") -> int:
        """A constructor object with pointer `fields` and `scalars`; takes ownership of the fields."""
        length = (8 + 8 * len(fields) + len(scalars) + 7) // 8 * 8
        address: int = self._alloc(length)
        body = struct.pack(f"<iHBB{len(fields)}Q", 1, length, len(fields), tag, *fields) + scalars
        C.memmove(address, body.ljust(length, b"\0"), length)
        return address

    def string(self, value: str) -> int:
        """A string object; its length is given, so NUL bytes stay in it."""
        data = value.encode("utf-8")
        address: int = self._string(data, len(data), len(value))
        return address

    def nat(self, value: int) -> int:
        """A natural number; large ones are given by their 64-bit limbs, low first."""
        if value < 0:
            raise ValueError("a natural number is negative")
        if value < SMALL_NAT:
            return box(value)
        limbs = (value.bit_length() + 63) // 64
        address: int = self._alloc(24 + 8 * limbs)
        head = struct.pack("<iHBBiiQ", 0, 0, 0, MPZ_TAG, limbs, limbs, address + 24)
        C.memmove(address, head + value.to_bytes(8 * limbs, "little"), 24 + 8 * limbs)
        return address

    def name(self, n: Name) -> int:
        """An immortal name object, one per name."""
        found = self._names.get(n)
        if found is None:
            prefix, last = self.name(n[:-1]), n[-1]
            if isinstance(last, str):
                found = self._name_str(prefix, self.own(self.string(last)))
            else:
                found = self._name_num(prefix, self.own(self.nat(last)))
            self._names[n] = self.own(found)
        return found

    def list_of(self, items: list[int]) -> int:
        """A `List` of objects; takes ownership of them."""
        out = box(0)
        for item in reversed(items):
            out = self.constructor(1, [item, out])
        return out

    def names(self, names: tuple[Name, ...]) -> int:
        return self.list_of([self.name(n) for n in names])

    # --- declarations -------------------------------------------------------------------------------------------

    def _constant_val(self, n: Name, levels: tuple[Name, ...], type_: int) -> int:
        return self.constructor(0, [self.name(n), self.names(levels), type_])

    def add_axiom(self, n: Name, levels: tuple[Name, ...], type_: int, unsafe: bool) -> None:
        val = self._constant_val(n, levels, type_)
        self._add(self.constructor(0, [self.constructor(0, [val], bytes([unsafe]))]))

    def add_definition(
        self, n: Name, levels: tuple[Name, ...], type_: int, value: int, hints: str | int, all_: tuple[Name, ...]
    ) -> None:
        """Adds a safe definition. `hints` is "opaque", "abbrev" or the definition's height."""
        if isinstance(hints, int):
            hint = self.constructor(2, [], struct.pack("<I", min(hints, 0xFFFFFFFF)))
        else:
            hint = box({"opaque": 0, "abbrev": 1}[hints])
        val = self._constant_val(n, levels, type_)
        body = self.constructor(0, [val, value, hint, self.names(all_ or (n,))], b"\x01")
        self._add(self.constructor(1, [body]))

    def add_theorem(self, n: Name, levels: tuple[Name, ...], type_: int, value: int, all_: tuple[Name, ...]) -> None:
        val = self._constant_val(n, levels, type_)
        self._add(self.constructor(2, [self.constructor(0, [val, value, self.names(all_ or (n,))])]))

    def add_opaque(
        self, n: Name, levels: tuple[Name, ...], type_: int, value: int, unsafe: bool, all_: tuple[Name, ...]
    ) -> None:
        val = self._constant_val(n, levels, type_)
        body = self.constructor(0, [val, value, self.names(all_ or (n,))], bytes([unsafe]))
        self._add(self.constructor(3, [body]))

    def add_quotients(self) -> None:
        self._add(box(4))

    def add_inductive(
        self,
        levels: tuple[Name, ...],
        num_params: int,
        types: list[tuple[Name, int, list[tuple[Name, int]]]],
        unsafe: bool,
    ) -> None:
        """Adds a block of inductive types, each with its constructors; the kernel makes the recursors."""
        blocks = [
            self.constructor(
                0,
                [
                    self.name(n),
                    type_,
                    self.list_of([self.constructor(0, [self.name(c), ctype]) for c, ctype in constructors]),
                ],
            )
            for n, type_, constructors in types
        ]
        fields = [self.names(levels), self.nat(num_params), self.list_of(blocks)]
        self._add(self.constructor(6, fields, bytes([unsafe])))

    def _add(self, declaration: int) -> None:
        """Gives a declaration to the kernel; raises KernelRejection, and then the environment is unchanged."""
        env = self.own(self._env)
        result = self._add_decl(env, 0, MAX_RECURSION_DEPTH, declaration, box(0))
        if result is None or result & 1:
            raise LibraryError("the kernel returned something that is not a result")
        tag = C.c_uint8.from_address(result + 7).value
        payload = C.c_uint64.from_address(result + 8).value
        if tag == 1:
            self._env = payload
        elif tag == 0:
            index = payload >> 1 if payload & 1 else C.c_uint8.from_address(payload + 7).value
            if index >= len(KERNEL_EXCEPTIONS):
                raise LibraryError(f"the kernel returned an exception of unknown kind {index}")
            raise KernelRejection(KERNEL_EXCEPTIONS[index])
        else:
            raise LibraryError(f"the kernel returned a result with unknown tag {tag}")


def box(value: int) -> int:
    """An unboxed natural number or constant constructor."""
    return value << 1 | 1
