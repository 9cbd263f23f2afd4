"""Small files of strangers that would take for ever, fill the memory, or are no files: refused, or read in no time."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from egvar import files
from egvar.errors import EgvarError, LiftError, PolicyError, ReadingError, SourceError
from egvar.lifts.file import read as read_lift
from egvar.lifts.review import reviews
from egvar.policy import load as load_policy
from egvar.source.cell import Kind
from egvar.source.footnotes import without_notes
from egvar.source.reading import Reading, Rule
from egvar.source.source import Source, load, load_bytes

SECONDS = 5.0
TABLE = "name,a\nx,1\ny,2\nz,3\n"


@pytest.fixture(autouse=True)
def in_no_time() -> Iterator[None]:
    start = time.process_time()
    yield
    assert time.process_time() - start < SECONDS


def under(folder: Path, toml: str, table: str = TABLE) -> Source:
    (folder / "t.csv").write_text(table, encoding="utf-8")
    (folder / "t.csv.egvar.toml").write_text(toml, encoding="utf-8")
    return load(folder / "t.csv")


SCALES = ["1e999999999", "1e-999999999", "1e100", "0", "-1", "1/0", "x", "", "1_000", "٣", "1" * 5000, " 1", "1e5e5"]
SCALES += ["inf", "nan", "0x10", "1.", ".5", "1/" + "9" * 41]


@pytest.mark.parametrize("scale", SCALES, ids=lambda s: s[:12])
def test_a_scale_that_is_no_small_number_is_refused(tmp_path: Path, scale: str) -> None:
    with pytest.raises(ReadingError):
        under(tmp_path, f'version = 1\n[column."a"]\nkind = "number"\nscale = "{scale}"\n')
    plain = load_bytes(TABLE.encode(), "t.csv").reading.canonical()
    rule = {"dates": "", "decimal": ".", "footnotes": False, "leave_out": False, "thousands": ",", "unit": ""}
    data = json.dumps(json.loads(plain) | {"rules": {"1": rule | {"scale": scale}}}, sort_keys=True)
    with pytest.raises(ReadingError):
        Reading.parse(data.encode())


@pytest.mark.parametrize("scale", ["1000", "1e3", "0.001", "1e-3", "1/3", "2.5E+6"])
def test_a_scale_that_is_one_is_taken(scale: str) -> None:
    assert Rule(scale=scale)


TOML = ["x=" + "[" * 100_000, "x=" + "{a=" * 50_000, ".".join(["a"] * 100_000) + "=1", "x='" + "." * 5000 + "'"]
TOML += [
    "[" + ".".join(["a"] * 50_000) + "]",
    "x=" + "1" * 100_000,
    "#" * (1 << 19),
    "\ud800".encode("utf-8", "replace").decode(),
]
TOML += ['"a b"' + '."a b"' * 20_000 + "=1", "x={" + ".".join(["a"] * 30_000) + "=1}"]
TOML += ["x=['''\n' ''',{" + ".".join(["a"] * 30_000) + "=1, b='']"]


@pytest.mark.parametrize("text", TOML, ids=lambda t: t[:12])
def test_toml_that_a_parser_chokes_on_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ReadingError):
        under(tmp_path, text)
    (tmp_path / "p.toml").write_text(text, encoding="utf-8")
    with pytest.raises(PolicyError):
        load_policy(tmp_path / "p.toml")
    (tmp_path / "lift.toml").write_text(text, encoding="utf-8")
    with pytest.raises(LiftError):
        read_lift(tmp_path)


NOTED = ["1" + "*" * 100_000 + "!", "1" + "¹" * 40 + "!", "1" + "[1]" * 300 + " " * 300 + "!", "1a" * 400 + "!"]
NOTED += ["1" + " *" * 400 + "!", "1" + "(a)" * 300 + "!", "1" + " " * 900 + "q", "9" * 5000, "1." + "9" * 5000]
NOTED += ["1" + " " * 100_000 + "q", "-" * 100_000, "1," * 60_000, "1 - 2" + " " * 60_000, "1" + "+1" * 50_000 + "=x"]


@pytest.mark.parametrize("cell", NOTED, ids=lambda c: c[:8])
def test_a_cell_that_is_no_number_takes_no_time(tmp_path: Path, cell: str) -> None:
    table = "name,a\n" + "".join(f'{n},"{cell}"\n' for n in "xyz") + "".join(f"{n},1\n" for n in "pqrs")
    for toml in ("version=1\n", 'version=1\n[column."a"]\nkind="number"\nfootnotes=true\n'):
        column = under(tmp_path, toml, table).column("a")
        assert [c.number for c in column.cells[3:]] == [1, 1, 1, 1]
        assert {c.kind for c in column.cells[:3]} <= {Kind.UNREADABLE, Kind.NULL, Kind.TEXT}


NOTES = {
    "0.113*": "0.113",
    "370a": "370",
    "5 [3]": "5",
    "5(a)": "5",
    "5 † [b]*": "5",
    "5¹²": "5",
    "5b [1] *": "5",
    "*": "",
}
UNNOTED = ["5", "(5)", "5 (6)", "a", "", "5 kg", "5abc", "]", "5[a long note here]", "5 ", "5 a"]


@pytest.mark.parametrize(("text", "number"), [*NOTES.items(), *((t, t) for t in UNNOTED)])
def test_footnotes_come_off_from_the_end(text: str, number: str) -> None:
    assert without_notes(text) == number


def test_headers_take_linear_time_and_no_label_is_anothers_header() -> None:
    same = load_bytes((",".join(["a"] * 20_000) + "\n" + ",".join(["1"] * 20_000) + "\n").encode(), "t")
    assert len({c.label for c in same.columns}) == 20_000
    many = load_bytes((",".join(f"c{i}" for i in range(100_000)) + "\n").encode(), "t")
    assert len({c.label for c in many.columns}) == 100_000
    chain = ["a", "a", "a (2)", "a (column 2)", "a (column 2) of the file", "", "column 6", "column 6 (without a name)"]
    labels = [c.label for c in load_bytes((",".join(chain) + "\n").encode(), "t").columns]
    assert len(set(labels)) == len(chain)
    assert [x for x, h in zip(labels, chain, strict=True) if x == h] == [h for i, h in enumerate(chain) if h and i != 1]


@pytest.mark.parametrize("header", ["x" * 2001, "x\n" * 1001])
def test_a_header_without_end_is_refused(header: str) -> None:
    with pytest.raises(SourceError):
        load_bytes(f'name,"{header}"\nx,1\n'.encode(), "t")


def pipe(path: Path) -> None:
    os.mkfifo(path)


def zero(path: Path) -> None:
    path.symlink_to("/dev/zero")


def folder(path: Path) -> None:
    path.mkdir()


def link(path: Path) -> None:
    path.with_name("secret").write_text('hunter2 = "token"\n')
    path.symlink_to("secret")


def dangling(path: Path) -> None:
    path.symlink_to("nowhere")


def huge(path: Path) -> None:
    with path.open("wb") as out:
        out.truncate((1 << 30) + 1)


NO_FILES = [pipe, zero, folder, dangling, huge]


@pytest.mark.parametrize("make", NO_FILES, ids=lambda f: f.__name__)
@pytest.mark.parametrize("what", ["table", "policy", "lift", "review", "declaration"])
def test_what_is_no_file_is_refused(tmp_path: Path, make: Callable[[Path], None], what: str) -> None:
    names = {"table": "t.csv", "policy": "p", "lift": "lift.toml", "review": "review.json"}
    (tmp_path / "d.csv").write_text(TABLE)
    path = tmp_path / names.get(what, "d.csv.egvar.toml")
    make(path)
    with pytest.raises(EgvarError) as e:
        {"table": load, "policy": load_policy, "lift": lambda _: read_lift(tmp_path)}.get(
            what, lambda _: reviews(tmp_path) if what == "review" else load(tmp_path / "d.csv")
        )(path)
    assert e.value.exit_code == 2


@pytest.mark.parametrize("what", ["lift", "review", "declaration", "table of a lift"])
def test_a_link_that_nobody_named_is_not_followed_and_nothing_of_it_is_said(tmp_path: Path, what: str) -> None:
    (tmp_path / "d.csv").write_text(TABLE)
    path = tmp_path / {"lift": "lift.toml", "review": "review.json", "declaration": "d.csv.egvar.toml"}.get(
        what, "t.csv"
    )
    link(path)
    with pytest.raises(EgvarError) as e:
        if what == "lift":
            read_lift(tmp_path)
        elif what == "review":
            reviews(tmp_path)
        else:
            load(tmp_path / ("d.csv" if what == "declaration" else "t.csv"), links=what == "declaration")
    assert "hunter2" not in e.value.render()


def test_a_table_that_somebody_names_may_be_a_link_to_a_file(tmp_path: Path) -> None:
    (tmp_path / "store").write_text(TABLE)
    (tmp_path / "t.csv").symlink_to("store")
    assert load(tmp_path / "t.csv").n_rows == 3


def test_a_file_that_grows_while_it_is_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "t").write_bytes(b"x" * 11)
    real = os.fstat
    monkeypatch.setattr(os, "fstat", lambda fd: os.stat_result([*list(real(fd))[:6], 1, *list(real(fd))[7:]]))
    with pytest.raises(files.Unfit):
        files.read_whole(tmp_path / "t", 10)
