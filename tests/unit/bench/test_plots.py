"""Plots: bars as long as their shares, nothing drawn for what was not run, names that cannot break the picture."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from egvar.bench.plots import LEFT, WIDTH, Part, bars

SVG = "{http://www.w3.org/2000/svg}"


def widths(picture: str) -> list[float]:
    return [
        float(r.get("width", "0"))
        for r in ET.fromstring(picture).iter(f"{SVG}rect")
        if r.find(f"{SVG}title") is not None
    ]


def test_bars_are_as_long_as_their_shares() -> None:
    picture = bars("t", [("a", [Part("x", 25.0), Part("y", 75.0)]), ("b", [Part("x", 100.0)])], legend=True)
    assert widths(picture) == [WIDTH / 4, WIDTH * 3 / 4, WIDTH]
    assert picture.count(">x</text>") == picture.count(">y</text>") == 1


def test_a_whisker_spans_the_interval() -> None:
    picture = bars("t", [("a", [Part("x", 50.0, (40.0, 60.0))])])
    (path,) = re.findall(r'd="M([0-9.]+) [0-9.]+H([0-9.]+)M', picture)
    assert [float(v) for v in path] == [LEFT + WIDTH * 0.4, LEFT + WIDTH * 0.6]


def test_what_was_not_run_has_no_bar() -> None:
    picture = bars("t", [("a", [Part("x", None)]), ("b", [Part("x", 0.0)])])
    assert picture.count(">not run<") == 1 and widths(picture) == [0.0]


def test_names_are_text() -> None:
    picture = bars("<script>", [("</svg>&", [Part('"x"', 1.0)])])
    assert "</svg>&" not in picture.rstrip().removesuffix("</svg>") and ET.fromstring(picture).tag == f"{SVG}svg"
