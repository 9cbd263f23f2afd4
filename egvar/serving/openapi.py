"""The description of the HTTP API, as OpenAPI 3.1, and what its requests have to look like.

May import: the standard library, pydantic, `egvar`.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from egvar import __version__

MAX_WORDS = 20_000


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class File(_Model):
    """A file: its name, whose ending says its format, and its text or its bytes as base64."""

    name: str = Field(max_length=500)
    text: str | None = None
    base64: str | None = None
    part: str | None = Field(None, max_length=500, description="a sheet of a workbook, a table of a database")


class _Settled(_Model):
    total_rows: Literal["keep", "drop"] | None = None
    dash: Literal["missing", "zero"] | None = None
    decimal: Literal["point", "comma"] | None = None


class Read(_Settled):
    """A table to be described."""

    table: File


class _Asked(_Settled):
    table: File
    goal: dict[str, Any] | None = None
    interpretation: int | None = Field(None, ge=1, le=1000)
    page: bool = Field(False, description="whether the answer has the report as HTML too")


class Verify(_Asked):
    """A claim about a table."""

    claim: str = Field(max_length=MAX_WORDS)


class Ask(_Asked):
    """A question to a table."""

    question: str = Field(max_length=MAX_WORDS)


class Check(_Settled):
    """A document, and tables beside those that it holds. Files that it names are not opened."""

    document: File
    tables: list[File] = Field(default=[], max_length=8)
    page: bool = Field(False, description="whether the answer has the underlined document as HTML too")


REQUESTS: dict[str, type[_Model]] = {"read": Read, "verify": Verify, "ask": Ask, "check": Check}
_GIVES = {
    "read": "how the table is read: columns, first rows, and what the file leaves open",
    "verify": "the verdict: Verified, Supported, Refuted or Abstain, with what was checked and found",
    "ask": "the answer with its verdict, or Abstain",
    "check": "each sentence with its place and status, and the counts",
}
_FAULTS = {
    "400": "the request is not JSON",
    "403": "it comes from another site",
    "408": "it came too slowly",
    "413": "it is too large",
    "415": "it is not application/json",
    "422": "it does not fit the description, or the table or document cannot be read",
    "500": "it could not be checked",
    "503": "too many requests are waiting",
    "504": "it took too long, and was not checked",
}


def description() -> dict[str, Any]:
    """The OpenAPI document."""
    schemas: dict[str, Any] = {
        "Error": {
            "type": "object",
            "required": ["schema_version", "error"],
            "properties": {
                "schema_version": {"const": 1},
                "error": {
                    "type": "object",
                    "required": ["code", "message", "cause", "hint"],
                    "properties": {k: {"type": "string"} for k in ("code", "message", "cause", "hint")},
                },
            },
        },
        "Answer": {
            "type": "object",
            "required": ["schema_version"],
            "properties": {"schema_version": {"const": 1}, "page": {"type": "string"}},
        },
    }
    paths = {}
    for name, model in REQUESTS.items():
        schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
        schemas |= schema.pop("$defs", {})
        schemas[model.__name__] = schema
        faults = {
            code: {"description": why, "content": _json({"$ref": "#/components/schemas/Error"})}
            for code, why in _FAULTS.items()
        }
        answer = {"description": _GIVES[name], "content": _json({"$ref": "#/components/schemas/Answer"})}
        paths[f"/api/{name}"] = {
            "post": {
                "operationId": name,
                "summary": (model.__doc__ or "").strip(),
                "requestBody": {
                    "required": True,
                    "content": _json({"$ref": f"#/components/schemas/{model.__name__}"}),
                },
                "responses": {"200": answer, **faults},
            }
        }
    info = {"title": "egvar", "version": __version__, "description": "Claims about tables, checked by Lean's kernel."}
    return {"openapi": "3.1.0", "info": info, "paths": paths, "components": {"schemas": schemas}}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
