"""Results of a batch as JUnit XML."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

from click.testing import CliRunner

from egvar.cli.main import main
from egvar.results import junit

TABLE = "k,x\na,1\nb,2\nc,4\n"


def test_each_claim_is_a_test_case(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(TABLE)
    left = {"op": "sum", "column": "x"}
    lines = []
    for name, value in (("seven", "7"), ("eight", "8")):
        claim = {"op": "compare", "left": left, "right": {"op": "number", "value": value}}
        lines.append({"id": name, "goal": {"kind": "claim", "claim": claim}, "claim": f"it <is> {value}"})
    lines += [{"claim": "Most visitors came by bus."}, {"claim": "x", "table": "absent.csv"}]
    (tmp_path / "c.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    args = ["batch", str(tmp_path / "c.jsonl"), "-t", str(tmp_path / "t.csv"), "-o", str(tmp_path / "o.jsonl")]
    done = CliRunner().invoke(main, [*args, "--junit", str(tmp_path / "o.xml")])
    assert done.exit_code == 2, done.output
    (suite,) = ElementTree.parse(tmp_path / "o.xml").getroot()
    counts = {k: suite.get(k) for k in ("tests", "failures", "errors", "skipped", "name")}
    assert counts == {"tests": "4", "failures": "1", "errors": "1", "skipped": "1", "name": "c.jsonl"}
    cases = list(suite)
    assert [c.get("name") for c in cases] == ["seven", "eight", "Most visitors came by bus.", "x"]
    assert [[child.tag for child in c] for c in cases] == [[], ["failure"], ["skipped"], ["error"]]
    assert "7" in str(cases[1][0].get("message")) and cases[1][0].text == "it <is> 8"


def test_characters_that_xml_cannot_hold_are_shown() -> None:
    result = {"number": 0, "id": None, "claim": "a\x00\x1b b", "table": "t.csv", "status": "Refuted", "verdict": {}}
    root = ElementTree.fromstring(junit([result], "x").partition("\n")[2])
    assert "\x00" not in str(root[0][0].get("name"))
