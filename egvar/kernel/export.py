"""Makes `egvar.ndjson`, the committed export of the Lean library, and checks it: `python -m egvar.kernel.export`.

May import: the standard library and `egvar.kernel`. For maintainers and continuous integration.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import sys
import tempfile
from pathlib import Path

from egvar.kernel import ndjson_writer, trusted
from egvar.kernel.closure import in_order
from egvar.kernel.olean import read_closure
from egvar.kernel.sources import ROOT, compile_into
from egvar.kernel.term import Definition, Terms


def build() -> bytes:
    """Compiles `EgVar` afresh and exports every constant of it, in dependency order.

    Unsafe and partial definitions, which the compiler adds for itself, are left out: no safe constant reaches one.
    """
    with tempfile.TemporaryDirectory() as scratch:
        compile_into(Path(scratch), ROOT)
        read = read_closure(ROOT, [Path(scratch)], Terms())
    out = io.BytesIO()
    kept = {n: c for n, (_, c) in read.items() if not (isinstance(c, Definition) and c.safety != "safe")}
    ndjson_writer.write(in_order(kept), out)
    return out.getvalue()


def main() -> int:
    parser = argparse.ArgumentParser(prog="egvar.kernel.export", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with the committed export instead of writing")
    args = parser.parse_args()
    data = build()
    digest = hashlib.sha256(data).hexdigest()
    if args.check:
        same = trusted.EXPORT.read_bytes() == data and digest == trusted.EXPORT_SHA256
        print(f"egvar.ndjson {'equals' if same else 'DIFFERS FROM'} what lean/ compiles to ({digest})")
        return 0 if same else 1
    trusted.EXPORT.write_bytes(data)
    pin = Path(trusted.__file__)
    lines = [
        f'EXPORT_SHA256 = "{digest}"' if line.startswith("EXPORT_SHA256 = ") else line
        for line in pin.read_text(encoding="utf-8").splitlines()
    ]
    pin.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"wrote {trusted.EXPORT.name}: {len(data)} bytes, {digest}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
