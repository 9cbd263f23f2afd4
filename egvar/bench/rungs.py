"""The rungs of the ladder: what answers one question or claim, and with what of a table in hand.

May import: anything of egvar but the command line.

Table-only: a model sees the table as text. Tools-open: it may read rows and calculate. Tools-curated: it has the very
tools that EG-VAR's formalizer has, which compute goals. None of these can abstain, and nothing checks what they say.
EG-VAR: the gold goal is proved, and what counts is the kernel's verdict.
"""

from __future__ import annotations

import ast
import operator
import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from egvar.bench.items import LABELS, Item
from egvar.challenge.check import GaveUp
from egvar.kernel.replay import KernelWorker
from egvar.llm.account import Budget
from egvar.llm.model import Model, Tool
from egvar.solver.agent import describe, look
from egvar.solver.agent.talk import History, Talk
from egvar.source.source import Source
from egvar.tools.base import show_exact

BASELINES = ("table_only", "tools_open", "tools_curated")
RUNGS = (*BASELINES, "egvar")
TITLES = {"table_only": "Table-only", "tools_open": "Tools-open", "tools_curated": "Tools-curated", "egvar": "EG-VAR"}
MAX_ROWS = 60


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


_TEXTS = {"type": "array", "items": {"type": "string"}}
ANSWER = Tool(
    "answer",
    "Give the final answer: for a claim true or false, else its parts, each a number or a text as in the table.",
    _object(parts=_TEXTS),
)
ROWS = Tool(
    "rows",
    f"Read at most {MAX_ROWS} rows of some columns, from row `start` (the first is 1).",
    _object(columns=_TEXTS, start={"type": "integer"}),
)
CALCULATE = Tool(
    "calculate", "Calculate with + - * / and parentheses, exactly.", _object(expression={"type": "string"})
)
TOOLS = {
    "table_only": (ANSWER,),
    "tools_open": (ROWS, CALCULATE, ANSWER),
    "tools_curated": (look.LOOK, look.EVALUATE, ANSWER),
}


@dataclass(frozen=True)
class Said:
    """What a rung said: `status` as in a verdict (for a rung that is none: what it amounts to), the parts of its
    answer, the verdict's reason or why there is no answer, and whether the kernel stands behind it."""

    status: str
    answer: tuple[str, ...] = ()
    reason: str = ""
    why: str = ""
    formal: bool = False
    trail: list[dict[str, Any]] = field(default_factory=list)
    paraphrase: str = ""
    interpretations: tuple[str, ...] = ()


def egvar(item: Item, worker: KernelWorker, solver: Any = None) -> Said:
    """The gold goal of an item, proved by the built-in prover or a model's, and judged."""
    from egvar import engine

    done = engine.run(item.text, item.source(), item.kind, goal=item.goal, worker=worker, solver=solver)
    return judged(done)


def judged(done: Any) -> Said:
    """What a run's verdict says."""
    v = done.verdict
    formal = v.grade == "verified" and bool(v.axioms.get("B1"))
    reason = str(v.reason.value) if v.reason else ""
    texts = tuple(v.interpretations)
    return Said(str(v.status), v.answer or (), reason, v.why, formal, [*done.trail], v.paraphrase, texts)


def baseline(rung: str, item: Item, model: Model, budget: Budget) -> Said:
    """What a model answers on a rung below EG-VAR. A run that ends without an answer has the status "none"."""
    trail: list[dict[str, Any]] = [{"step": "solver", "card": {"prover": model.card()}}]
    talk, source = Talk(budget, trail), item.source()
    try:
        status, parts = _ask(rung, item, source, model, talk)
        said = Said(status, parts, trail=trail)
    except GaveUp as e:
        said = Said("none", reason=e.reason.value, why=e.why, trail=trail)
    talk.close()
    return said


def _ask(rung: str, item: Item, source: Source, model: Model, talk: Talk) -> tuple[str, tuple[str, ...]]:
    values = {"kind": item.kind, "text": item.text}
    history = History(talk, rung)
    while True:
        if rung == "table_only":
            reply = talk.ask(model, rung, TOOLS[rung], table=whole(item), history=str(history), **values)
        elif rung == "tools_open":
            columns = ", ".join(describe.quoted(c.label) for c in source.columns)
            table = f"{source.n_rows} rows; columns {columns}"
            reply = talk.ask(model, rung, TOOLS[rung], table=table, history=str(history), **values)
        else:
            table, language = describe.table(source), describe.language()
            reply = talk.ask(model, rung, TOOLS[rung], table=table, language=language, history=str(history), **values)
        if reply.stop != "call":
            history.no_call(reply)
            continue
        if reply.call == ANSWER.name:
            found = answered(item.kind, reply.arguments.get("parts"))
            if found is not None:
                return found
            history.add(
                describe.brief(reply.arguments, 400), '"parts" is a list of texts; for a claim ["true"].', "form"
            )
            continue
        told = use(rung, reply.call, reply.arguments, source)
        history.add(f"{reply.call} {describe.brief(reply.arguments, 800)}", told, reply.call)


def answered(kind: str, parts: Any) -> tuple[str, tuple[str, ...]] | None:
    """Status and parts of a model's answer; None if it is not in the form."""
    if not isinstance(parts, list) or not parts or not all(isinstance(p, str | int) for p in parts):
        return None
    texts = tuple(plain(str(p)) for p in parts)
    if kind == "question":
        return "answered", texts
    status = LABELS.get(texts[0].lower())
    return None if status is None or len(texts) > 1 else (status, ())


def plain(text: str) -> str:
    """A model's text for a number without currency, per cent sign and commas; other texts as they are."""
    m = re.fullmatch(r"[$€£]?\s*([-−]?)[$€£]?\s*([0-9][0-9,]*(?:\.[0-9]+)?)\s*%?", text.strip())
    return ("-" if m[1] else "") + m[2].replace(",", "") if m else text.strip()


def whole(item: Item) -> str:
    """The whole table as text, cells quoted."""
    rows = [item.table["columns"], *item.table["data"]]
    return "\n".join(" | ".join(describe.quoted(str(c)) for c in row) for row in rows)


def use(rung: str, call: str, arguments: dict[str, Any], source: Source) -> str:
    """What a tool answers."""
    if rung == "tools_curated":
        return look.use(call, arguments, source) or "There is no such tool."
    if call == ROWS.name:
        return rows(source, arguments.get("columns"), arguments.get("start"))
    if call == CALCULATE.name:
        return calculate(arguments.get("expression"))
    return "There is no such tool."


def rows(source: Source, labels: Any, start: Any) -> str:
    """Some rows as text, or what is wrong with the call."""
    by = {c.label: c for c in source.columns}
    if not isinstance(labels, list) or not labels or not all(isinstance(x, str) and x in by for x in labels):
        return "There are these columns: " + ", ".join(map(describe.quoted, by))
    if not isinstance(start, int) or not 1 <= start <= source.n_rows:
        return f"There are rows 1 to {source.n_rows}."
    end = min(start - 1 + MAX_ROWS, source.n_rows)
    lines = [" | ".join(describe.quoted(by[x].cells[i].raw) for x in labels) for i in range(start - 1, end)]
    return "\n".join(f"{i}: {line}" for i, line in enumerate(lines, start))


_OPERATIONS: dict[type, Any] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def calculate(expression: Any) -> str:
    """The exact value of an expression, or what is wrong with it."""
    if not isinstance(expression, str) or len(expression) > 2000:
        return "An expression is a text of at most 2000 characters."
    try:
        return show_exact(_value(ast.parse(expression.strip(), mode="eval").body, expression))
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError, MemoryError) as e:
        return f"That cannot be calculated: {e}"


def _value(node: ast.expr, text: str) -> Fraction:
    if isinstance(node, ast.Constant):
        written = ast.get_source_segment(text.strip(), node) or ""
        if not re.fullmatch(r"[0-9]{1,60}(\.[0-9]{0,60})?", written):
            raise ValueError(f"{written[:40]} is no plain number")
        return Fraction(written)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        value = _value(node.operand, text)
        return -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
        result: Fraction = _OPERATIONS[type(node.op)](_value(node.left, text), _value(node.right, text))
        return result
    raise ValueError("only + - * / and numbers")
