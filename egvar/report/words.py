"""What a report says in words, for people who know no Lean.

May import: the standard library, `egvar.verdict`, `egvar.tools`.
"""

from __future__ import annotations

import re
from fractions import Fraction

from egvar.tools.base import decimal
from egvar.verdict import Reason, Status

SIGNS = {Status.VERIFIED: "✓", Status.SUPPORTED: "≈", Status.REFUTED: "✗", Status.ABSTAIN: "?"}

_KERNEL = "The kernel of the Lean proof assistant checked a proof"
_CELLS = "from the cells marked in the table"
MEANING = {
    Status.VERIFIED: f"The table bears this out. {_KERNEL} of the statement below, {_CELLS}.",
    Status.REFUTED: f"The table contradicts this. {_KERNEL} that the statement below is false, {_CELLS}.",
    Status.SUPPORTED: f"{_KERNEL} of the statement below, {_CELLS}. But something that it rests on counts for less "
    "than Verified.",
    Status.ABSTAIN: "Nothing is said either way: this is neither a yes nor a no.",
}
ANSWERED = f"The table gives this answer. {_KERNEL} that it is the answer, {_CELLS}."

REASONS = {
    Reason.AMBIGUOUS: "It can be read in more than one way, and the ways do not agree.",
    Reason.NOT_IN_TABLE: "The table does not hold what this needs. That something is missing refutes nothing.",
    Reason.UNREADABLE_CELL: "A cell that it depends on could not be read as the number or date that it should be.",
    Reason.MIXED_UNITS: "Numbers with different units would have to be put together.",
    Reason.NO_LIFT: "It is about the world, and nobody has stated that the rows of this table tell what is so there.",
    Reason.NOT_ADDITIVE: "The rows of the table are different measures, which make no sum, average or ranking.",
    Reason.NOT_EXPRESSIBLE: "The words could not be turned into a statement that can be checked against the table.",
    Reason.VACUOUS: "No change of the table would change the outcome, so the table has nothing to do with it.",
    Reason.BUDGET: "No proof was found within the steps that were allowed.",
    Reason.REJECTED: "The proof that was offered was refused.",
    Reason.POLICY: "The rules that were set from outside do not accept this kind of evidence.",
    Reason.NOT_CHECKED: "The check could not be carried out.",
}

BUCKETS = {
    "B1": (
        "What was read",
        "Each says that one column of the table was read, and found to be as it is shown here. The program that reads "
        "tables makes them, after reading the file a second time.",
    ),
    "B2": (
        "What counts as evidence",
        "The rules of the game, the same in every run: how something that was read becomes evidence, and that evidence "
        "never becomes better than it was.",
    ),
    "B3": (
        "Lean's own axioms",
        "Principles of ordinary mathematics that Lean offers. The library is built so that it needs none of them.",
    ),
    "B4": (
        "Lifts",
        "Somebody's word that rows of the table are facts of the world, or that the table lists them all. A statement "
        "about the table alone needs none.",
    ),
}

INTERFACE = {
    "EgVar.tableOf": "a name for the column that a table has at a place; nothing is assumed about it",
    "EgVar.Attested_T": "a name for “this column was read, and this was found”",
    "EgVar.Evidence": "a name for “there is evidence of this grade for this statement”",
    "EgVar.mkVerified": "what was read, and a proof from it, are Verified evidence: the only way to Verified",
    "EgVar.weaken": "evidence may be counted for less, never for more",
    "EgVar.both": "two pieces of evidence together are as good as the weaker of them",
    "EgVar.map": "what follows from a statement has the evidence that the statement has",
}

ASSUMED = (
    "The table says what is true. Nothing here can prove that; the digests below say which file it was.",
    "The statement under “What was checked” means what the words mean. It is printed for you to compare.",
    "Lean's kernel, version {lean}, is right about what is a proof.",
    "The short library of definitions that says what cells, queries and evidence are; its digest is below.",
    "The trusted part of egvar: reading of tables, queries, statements, and the judge.",
    "The operating system, Python, and the libraries they load.",
)

STEP_WORDS = {
    "evidence": "A proof accepted by Lean's kernel",
    "reading": "The same statement, under one of the readings that the file leaves open",
    "comparison": "Computed by the kernel from what it rests on",
    "query": "Computed by the kernel from what it rests on",
    "rows": "The condition, evaluated by the kernel in each row",
    "lift": "A lift: somebody's word for what these rows mean",
    "cell": "Read from the table",
}

_FRACTION = re.compile(r"(?<== )(-?[0-9]{1,40}/[1-9][0-9]{0,40})(?= (?!\(about)|$)")


def with_decimals(text: str) -> str:
    """A text in which a fraction that something equals is followed by its first decimals."""
    return _FRACTION.sub(lambda m: f"{m[1]} (about {decimal(Fraction(m[1]), 4)})", text)
