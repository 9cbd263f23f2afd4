"""The JSON schema of lift files: the committed file is the code's, and agrees with it on what fits."""

from __future__ import annotations

import copy
import json
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from egvar.goal import schema as goal_schema
from egvar.lifts import file as lift_file

FILES = sorted(Path(lift_file.__file__).parents[2].glob("lifts/*/lift.toml"))


def data(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def test_the_schema_file_is_the_schema_of_the_code() -> None:
    committed = Path(lift_file.__file__).with_name("lift.schema.json")
    assert json.loads(committed.read_text(encoding="utf-8")) == lift_file.schema()
    jsonschema.Draft202012Validator.check_schema(lift_file.schema())


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.parent.name)
def test_every_lift_file_fits_the_schema(path: Path) -> None:
    jsonschema.validate(data(path), lift_file.schema())


@pytest.mark.parametrize(
    ("at", "value"),
    [
        (("schema",), "egvar/lift/2"),
        (("lift", 0, "kind"), "axiom"),
        (("lift", 0, "reason"), "short"),
        (("lift", 0, "grade"), "certain"),
        (("lift", 0, "where"), {"op": "every_row"}),
        (("lift", 0, "key"), 1),
        (("predicate", 0, "colour"), "red"),
        (("example", 0, "outcome"), "True"),
        (("example", 0, "claim", "op"), "most"),
        (("source", "dash"), "nothing"),
    ],
)
def test_what_does_not_fit_is_refused_by_schema_and_code(at: tuple[Any, ...], value: Any) -> None:
    broken = copy.deepcopy(data(FILES[0]))
    inner: Any = broken
    for step in at[:-1]:
        inner = inner[step]
    inner[at[-1]] = value
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(broken, lift_file.schema())
    with pytest.raises(ValueError):
        lift_file.LiftFile.model_validate(broken)


def test_the_goal_schema_takes_a_column_as_plain_text() -> None:
    for column in ("elevation (m)", {"name": "elevation (m)"}):
        jsonschema.validate({"kind": "question", "ask": {"op": "sum", "column": column}}, goal_schema())
