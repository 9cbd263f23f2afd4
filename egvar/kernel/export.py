"""Makes and checks the committed exports of the Lean library, `egvar.ndjson` and `packed.ndjson`:
`python -m egvar.kernel.export`.

May import: the standard library and `egvar.kernel`. For maintainers and continuous integration.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import re
import sys
import tempfile
from pathlib import Path

from egvar.kernel import ndjson_writer, trusted
from egvar.kernel.closure import closure, in_order
from egvar.kernel.olean import read_closure
from egvar.kernel.sources import PACKED, ROOT, compile_into
from egvar.kernel.term import Constant, Definition, Name, Terms

RULES: tuple[Name, ...] = tuple(("EgVar", "Packed", m) for m in ("Rules", "Aggregates"))
"""The modules whose constants a proof over packed columns uses; what these do not reach is not exported."""


def build() -> tuple[bytes, bytes]:
    """Compiles the sources afresh: every constant of `EgVar`, and what packed columns need besides, each in dependency
    order.

    Unsafe and partial definitions, which the compiler adds for itself, are left out: no safe constant reaches one.
    """
    with tempfile.TemporaryDirectory() as scratch:
        compile_into(Path(scratch), ROOT, PACKED)
        read = read_closure(PACKED, [Path(scratch)], Terms())
        core = read_closure(ROOT, [Path(scratch)], Terms())
    kept = {n: c for n, (_, c) in read.items() if not (isinstance(c, Definition) and c.safety != "safe")}
    rules, _ = closure([n for n in kept if read[n][0] in RULES], kept.get)
    first, second = (
        {n: c for n, c in part.items() if (n in core) is own} for part, own in ((kept, True), (rules, False))
    )
    return _written(first), _written(second)


def _written(constants: dict[Name, Constant]) -> bytes:
    out = io.BytesIO()
    ndjson_writer.write(in_order(constants), out)
    return out.getvalue()


def main() -> int:
    parser = argparse.ArgumentParser(prog="egvar.kernel.export", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with the committed exports instead of writing")
    args = parser.parse_args()
    made = dict(zip((trusted.EXPORT, trusted.PACKED_EXPORT), build(), strict=True))
    pinned = {trusted.EXPORT: trusted.EXPORT_SHA256, trusted.PACKED_EXPORT: trusted.PACKED_SHA256}
    pin = Path(trusted.__file__)
    text = pin.read_text(encoding="utf-8")
    failed = 0
    for path, data in made.items():
        digest = hashlib.sha256(data).hexdigest()
        if args.check:
            same = path.read_bytes() == data and digest == pinned[path]
            print(f"{path.name} {'equals' if same else 'DIFFERS FROM'} what lean/ compiles to ({digest})")
            failed += not same
        else:
            path.write_bytes(data)
            name = "EXPORT" if path is trusted.EXPORT else "PACKED"
            text = re.sub(rf"^{name}_SHA256 = .*$", f'{name}_SHA256 = "{digest}"', text, flags=re.M)
            pin.write_text(text, encoding="utf-8")
            print(f"wrote {path.name}: {len(data)} bytes, {digest}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
