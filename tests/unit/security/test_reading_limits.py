"""What a reading may say: encodings, delimiters and header rows from a list; the rows printed are those of the file."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from egvar.engine import run
from egvar.errors import EgvarError, ReadingError
from egvar.kernel.replay import KernelWorker
from egvar.source.reading import Reading
from egvar.source.source import load, load_bytes

DATA = b"name,a\nx,1\ny,2\nz,3\n"
PLAIN = load_bytes(DATA, "t.csv").reading
ODD = """utf-7 unicode_escape raw_unicode_escape rot13 zip bz2 base64 hex uu quopri punycode idna mbcs undefined cp037
    cp500 cp1140 hz iso2022_jp utf_8_x ../../x""".split()
ODD += ["utf-8\nx", "x\0y", "\ud800", "", "u" * 100_000]


def declared(folder: Path, toml: str) -> Any:
    (folder / "t.csv").write_bytes(DATA)
    (folder / "t.csv.egvar.toml").write_text(toml, encoding="utf-8", errors="backslashreplace")
    return load(folder / "t.csv")


@pytest.mark.parametrize("encoding", [e for e in ODD if e], ids=lambda e: ascii(e)[:20])
def test_encodings_that_are_programs_are_refused(tmp_path: Path, encoding: str) -> None:
    with pytest.raises(ReadingError):
        replace(PLAIN, encoding=encoding)
    with pytest.raises(EgvarError):
        declared(tmp_path, f"version = 1\n[table]\nencoding = {json.dumps(encoding)}\n")


@pytest.mark.parametrize(
    "encoding", ["utf-8", "UTF-8", "latin-1", "cp1252", "windows-1251", "utf-16", "shift_jis", "gb18030"]
)
def test_encodings_of_tables_are_taken(encoding: str) -> None:
    text = "name,a\nx,1\n"
    reading = replace(PLAIN, encoding=encoding)
    assert load_bytes(text.encode(encoding), "t", reading).column("a").cells[0].number == 1


@pytest.mark.parametrize("delimiter", ["ab", "\n", "\r", '"', "\0", "a", "1", "", ",,", "é"], ids=ascii)
def test_a_delimiter_is_one_mark(tmp_path: Path, delimiter: str) -> None:
    if delimiter:
        with pytest.raises(ReadingError):
            replace(PLAIN, delimiter=delimiter)
        with pytest.raises(EgvarError):
            declared(tmp_path, f"version = 1\n[table]\ndelimiter = {json.dumps(delimiter)}\n")


CHANGES: list[dict[str, Any]] = [{"header_rows": n} for n in (-1, -2, 0, 65, 10**30, True, 1.0, "1", None)]
CHANGES += [{"version": 2}, {"dropped": [-1]}, {"dropped": [1e400]}, {"dash_is_zero": [-1]}, {"settled": ["x"]}]
CHANGES += [
    {"zzz": 1},
    {"columns": ["number"] * 5},
    {"columns": ["x", "y"]},
    {"encoding": "utf-7"},
    {"delimiter": "ab"},
]
CHANGES += [{"rules": {"9": {}}}, {"rules": {"-1": {}}}, {"rules": {"1": {"footnotes": 1}}}, {"nulls": ["x"] * 1001}]
CHANGES += [
    {"rules": {"1": {"scale": 1000}}},
    {"rules": {"1": {"unit": "x" * 200}}},
    {"nulls": ["\ud800"]},
    {"nulls": 3},
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda c: ascii(c)[:40])
def test_a_reading_in_a_bundle_says_what_a_reading_can_say(change: dict[str, Any]) -> None:
    rule = {
        "dates": "",
        "decimal": ".",
        "footnotes": False,
        "leave_out": False,
        "scale": "1",
        "thousands": ",",
        "unit": "",
    }
    raw = json.loads(PLAIN.canonical()) | change
    if isinstance(raw.get("rules"), dict):
        raw["rules"] = {k: rule | v for k, v in raw["rules"].items()}
    for ascii_only in (False, True):
        text = json.dumps(raw, sort_keys=True, separators=(",", ":"), ensure_ascii=ascii_only)
        with pytest.raises(EgvarError):
            load_bytes(DATA, "t.csv", Reading.parse(text.encode("utf-8", "surrogatepass")))


@pytest.mark.parametrize("deep", ["[" * 200_000, '{"a":' * 100_000, "", "null", "7", "\udcff"])
def test_what_is_no_reading_is_refused(deep: str) -> None:
    with pytest.raises(ReadingError):
        Reading.parse(deep.encode("utf-8", "surrogateescape"))


BLANK = "\nname,a\n\nx,1\n\n\ny,q5\nz,3\n\n"


def test_rows_are_numbered_as_in_the_file_with_its_empty_lines(tmp_path: Path, worker: KernelWorker) -> None:
    source = load_bytes(BLANK.encode(), "t.csv")
    assert source.row_numbers == (4, 7, 8)
    goal = {"left": {"op": "sum", "column": "a"}, "right": {"op": "number", "value": 4}}
    verdict = run(
        "", source, "claim", goal={"kind": "claim", "claim": {"op": "compare", **goal}}, worker=worker
    ).verdict
    assert verdict.cells == (("a", 7, "q5"),)
    (tmp_path / "t.csv").write_text(BLANK)
    (tmp_path / "t.csv.egvar.toml").write_text("version = 1\n[table]\ndrop_rows = [7]\n")
    left = load(tmp_path / "t.csv")
    assert left.row_numbers == (4, 8) and load_bytes(
        left.data, "t", Reading.parse(left.reading.canonical().encode())
    ) == replace(left, name="t")
    (tmp_path / "t.csv.egvar.toml").write_text("version = 1\n[table]\ndrop_rows = [9]\n")
    with pytest.raises(ReadingError, match="8"):
        load(tmp_path / "t.csv")
    with pytest.raises(EgvarError) as e:
        load_bytes(b"name,a\n\n\nx,1,2\n", "t.csv")
    assert str(e.value.position) == "t.csv:4"
