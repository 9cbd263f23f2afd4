"""Prose for a verdict: from a template, or from a language model whose text the firewall gates.

May import: the standard library, `egvar.proof`, `egvar.verdict`; `egvar.llm` inside the function that needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from egvar.proof.firewall import ABSTAIN, FirewallResult, HallucinationFirewall
from egvar.proof.records import Records
from egvar.proof.tree import ProofTree
from egvar.tools.base import decimal
from egvar.verdict import Status, Verdict

if TYPE_CHECKING:
    from egvar.llm.model import Model

Narrator = Callable[[str], str]
"""A language model as the narration needs it: a prompt in, text out."""

SHOWN_CELLS = 6
_PROMPT = """Write two to five plain sentences that answer the question from the records below, and nothing else.
End every sentence with the tags of the records that it rests on, such as [STEP-2] or [OBS-1][OBS-3].
Name whose value each number is, write numbers and units as they stand, and state nothing that is not in a record.

Question: {question}

Records:
{records}
"""


_SYSTEM = "You put checked records into plain words. Every sentence that you write is held against them afterwards."


@dataclass(frozen=True)
class Narration:
    """`text` as it was written, `shown` what the firewall let through, and its result."""

    text: str
    result: FirewallResult

    @property
    def shown(self) -> str:
        return self.result.answer or ABSTAIN  # nothing was written


def narrate(
    verdict: Verdict, tree: ProofTree, names: Iterable[str] = (), narrator: Narrator | None = None
) -> Narration:
    """Prose on a verdict, gated. `names`: what the table calls things. Without a narrator, a template writes it."""
    text = narrator(prompt(verdict, tree)) if narrator is not None else template(verdict, tree)
    proved = tree.status == "proved"
    records = Records.of_tree(tree, names)
    result = HallucinationFirewall().check(text, tree, proved=proved, require_proof=True, records=records)
    return Narration(text, result)


def by_model(model: Model, seconds: float = 120) -> Narrator:
    """A language model as narrator. It answers in one structured field; whatever else it does, nothing was written."""
    from egvar.llm.model import Request, Tool

    schema = {
        "type": "object",
        "properties": {"text": {"type": "string"}},
        "required": ["text"],
        "additionalProperties": False,
    }

    def write(asked: str) -> str:
        tool = Tool("write", "The text to be shown.", schema)
        reply = model.complete(Request("narrator", _SYSTEM, asked, (tool,), 2048, structured=True), seconds)
        text = reply.arguments.get("text") if reply.stop == "call" else None
        return text if isinstance(text, str) else ""

    return write


def prompt(verdict: Verdict, tree: ProofTree) -> str:
    """What a narrator is asked."""
    lines = []
    for node in tree.nodes:
        tag = node.get("obs_tag") or node.get("step_tag") or node.get("hedge_tag")
        entity = f" ({node['entity']})" if node.get("entity") else ""
        unit = f" {node['unit']}" if node.get("unit") else ""
        lines.append(f"[{tag}] {node['fact']}{entity}{unit}")
    return _PROMPT.format(question=verdict.text or verdict.paraphrase, records="\n".join(lines))


def template(verdict: Verdict, tree: ProofTree) -> str:
    """Sentences that cite every step they state."""
    if tree.root is None:
        return ""
    out = [f"{_opening(verdict)} [{tree.root['step_tag']}]."]
    steps = [n for n in tree.nodes if n["kind"] == "conclusion" and n is not tree.root]
    out += [f"{_step(n)} [{n['step_tag']}]." for n in steps[:SHOWN_CELLS]]
    cells = [n for n in tree.nodes if n.get("evidence_type") == "cell"]
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
