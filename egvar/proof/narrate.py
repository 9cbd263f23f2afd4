"""Prose for a verdict: from a template, or from a language model whose text the firewall gates.

May import: the standard library, `egvar.errors`, `egvar.llm`, `egvar.proof`, `egvar.verdict`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

from egvar.errors import ModelError
from egvar.proof.firewall import FirewallResult, HallucinationFirewall
from egvar.proof.records import Records
from egvar.proof.tree import ProofTree
from egvar.tools.base import decimal
from egvar.verdict import Status, Verdict

if TYPE_CHECKING:
    from egvar.llm.model import Model
    from egvar.source.source import Source

SHOWN_CELLS = 6
_SYSTEM = "You put the records of a proof into plain prose. You add nothing to them."
_PROMPT = """Write two to five plain sentences that answer the question from the records below, and nothing else.

- End every sentence with the tags of the records that it rests on, such as [STEP-2] or [OBS-1][OBS-3].
- Name whose value each number is, before the number, and write numbers and units as they stand.
- Give a result together with every condition of its record.
- Use the records' own words; state no cause, no comparison and no change that no record states.

Question: {question}

Records:
{records}
"""


class Narrator(Protocol):
    """Whoever writes prose: text in, text out. A language model, a function, anything that can be called so."""

    def __call__(self, prompt: str, /) -> str: ...


def speaking(model: Model, seconds: float = 120) -> Narrator:
    """A language model as a narrator. The narrator raises ModelError where the model gives no text."""
    from egvar.llm.model import Request, Tool

    schema = {
        "type": "object",
        "properties": {"text": {"type": "string"}},
        "required": ["text"],
        "additionalProperties": False,
    }
    tool = Tool("narrate", "The sentences, each with its tags.", schema)

    def write(prompt: str, /) -> str:
        reply = model.complete(Request("narrator", _SYSTEM, prompt, (tool,), structured=True), seconds)
        text = reply.arguments.get("text") if reply.stop == "call" else reply.text if reply.stop == "text" else None
        if not isinstance(text, str):
            raise ModelError(f"{model.name} wrote no prose", cause=f"its reply was {reply.stop}")
        return text

    return write


@dataclass(frozen=True)
class Narration:
    """`text` as it was written, `shown` what the firewall let through, and its result."""

    text: str
    result: FirewallResult

    @property
    def shown(self) -> str:
        return self.result.answer


def narrate(verdict: Verdict, tree: ProofTree, source: Source, narrator: Narrator | None = None) -> Narration:
    """Prose on a verdict about `source`, gated. Without a narrator, a template writes it."""
    records = Records.of_tree(tree, source)
    text = narrator(prompt(verdict, tree, records)) if narrator is not None else template(verdict, tree, records)
    proved = tree.status == "proved"
    result = HallucinationFirewall().check(text, tree, proved=proved, require_proof=True, records=records)
    return Narration(text, result)


def prompt(verdict: Verdict, tree: ProofTree, records: Records) -> str:
    """What a narrator is asked."""
    lines = []
    for node in tree.nodes:
        tag = node.get("obs_tag") or node.get("step_tag") or node.get("hedge_tag")
        if tag not in records.by_tag:
            continue
        entity = f" ({node['entity']})" if node.get("entity") else ""
        unit = f" {node['unit']}" if node.get("unit") else ""
        lines.append(f"[{tag}] {node['fact']}{entity}{unit}")
    return _PROMPT.format(question=verdict.text or verdict.paraphrase, records="\n".join(lines))


def template(verdict: Verdict, tree: ProofTree, records: Records) -> str:
    """Sentences that cite every step they state."""
    if tree.root is None:
        return ""
    out = [f"{_opening(verdict)} [{tree.root['step_tag']}]."]
    steps = [
        n
        for n in tree.nodes[1:]
        if n["kind"] == "conclusion" and n["step_tag"] in records.by_tag and not n["rule"].startswith("reading:")
    ]
    out += [f"{_step(n)} [{n['step_tag']}]." for n in steps[:SHOWN_CELLS]]
    cells = [n for n in tree.nodes if n.get("evidence_type") == "cell" and n["obs_tag"] in records.by_tag]
    for n in cells[:SHOWN_CELLS]:
        raw, column, entity = str(n["args"][2]).strip(), n["args"][0], n.get("entity") or ""
        if raw and entity and entity != raw:
            out.append(f"{entity}, {column}: {raw} [{n['obs_tag']}].")
    return "\n".join(f"- {line}" for line in out)


def _opening(verdict: Verdict) -> str:
    word = {Status.VERIFIED: "Verified", Status.REFUTED: "Refuted", Status.SUPPORTED: "Supported"}[verdict.status]
    return f"{word}: {verdict.paraphrase}"


def _step(node: dict[str, object]) -> str:
    """What a step says; a quotient with the decimals that it is shown with."""
    fact, value = str(node["fact"]), str(node.get("value") or "")
    if "/" in value:
        try:
            return fact.replace(f"= {value}", f"= {decimal(Fraction(value), 2)}")
        except (ValueError, ZeroDivisionError):
            return fact
    return fact
