"""The corpus: sentences with gold goals, for training and testing formalizers. JSONL, Parquet, and a datasheet.

May import: anything of egvar but the command line.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from egvar.bench import counterfactual, items, probes
from egvar.bench.items import LABELS, Item, digest
from egvar.bench.score import is_answer
from egvar.errors import UnforeseenError
from egvar.kernel.replay import KernelWorker

TABLEBENCH = "TableBench, Apache-2.0"


@dataclass(frozen=True)
class Entry:
    """An item with where its words are from and how its goal was made."""

    item: Item
    words: str
    goal: str


def entries() -> list[Entry]:
    """Everything in the corpus, in order: questions, claims made of them, counterfactual claims."""
    out = []
    for item in items.tier1():
        out.append(Entry(item, TABLEBENCH, "by hand, read twice"))
    for item in items.tier1():
        found = probes.answers(item)
        if found is not None:
            right, wrong = found
            out += [_claim(item, answer, k, "true" if k == 0 else "false") for k, answer in enumerate([right, *wrong])]
    for which in counterfactual.PANELS:
        out += [Entry(i, "template", "template") for i in counterfactual.panel(which)]
    return out


def _claim(item: Item, answer: str, k: int, gold: str) -> Entry:
    text = f"The answer to “{item.text}” is {answer}."
    goal = {"schema": "egvar/goal/1", **probes.claim(item, answer)}
    made = Item(f"{item.id}:claim{k}", text, "claim", item.table, goal, gold, item.group)
    return Entry(made, f"{TABLEBENCH}, made a claim by template", "the question's goal, by hand, read twice")


def row(entry: Entry, worker: KernelWorker) -> dict[str, Any]:
    """A row of the corpus. Every goal goes through the kernel. Raises UnforeseenError for one that fails it."""
    from egvar import engine
    from egvar.bench.rungs import judged
    from egvar.solver.agent import describe

    item = entry.item
    done = engine.run(item.text, item.source(), item.kind, goal=item.goal, worker=worker)
    said = judged(done)
    if not said.formal or done.checked.challenge is None or not is_answer(item, said, item.gold):
        raise UnforeseenError(f"the gold goal of {item.id} does not come to its gold answer", cause=said.why)
    return {
        "id": item.id,
        "kind": item.kind,
        "text": item.text,
        "goal": item.goal,
        "goal_lean": describe.goal(done.checked.challenge),
        "paraphrase": said.paraphrase,
        "answer": LABELS[item.gold] if item.kind == "claim" else item.gold,
        "table_sha256": digest(item.table),
        "group": item.group,
        "provenance": {"words": entry.words, "goal": entry.goal, **_origin(item)},
    }


def _origin(item: Item) -> dict[str, Any]:
    if "injected" in item.more:
        injected = item.more["injected"]
        return {"table": f"{TABLEBENCH}, one cell replaced", "tablebench_id": item.more["from"], "injected": injected}
    return {"table": TABLEBENCH, "tablebench_id": item.id.partition(":")[0]}


def write(folder: Path, worker: KernelWorker, limit: int | None = None) -> int:
    """Writes corpus and tables as JSONL and Parquet, and the datasheet; how many rows there are. Needs pyarrow."""
    import pyarrow as pa
    from pyarrow import parquet

    found = entries()[:limit]
    rows = [row(e, worker) for e in found]
    tables = {digest(e.item.table): e.item.table for e in found}
    listed = [{"table_sha256": k, **t} for k, t in tables.items()]
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in (("corpus", rows), ("tables", listed)):
        lines = [json.dumps(d, ensure_ascii=False) + "\n" for d in data]
        (folder / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")
        flat = [{k: v if isinstance(v, str) else json.dumps(v, ensure_ascii=False) for k, v in d.items()} for d in data]
        parquet.write_table(pa.Table.from_pylist(flat), folder / f"{name}.parquet", compression="zstd")
    (folder / "datasheet.md").write_text(datasheet(rows, len(listed)), encoding="utf-8")
    return len(rows)


def datasheet(rows: list[dict[str, Any]], tables: int) -> str:
    """What is in the corpus, how it was made, what it is for and not for."""
    from egvar.kernel.library import LEAN_VERSION
    from egvar.kernel.trusted import EXPORT_SHA256

    kinds, answers = Counter(r["kind"] for r in rows), Counter(r["answer"] for r in rows if r["kind"] == "claim")
    words = Counter(r["provenance"]["words"] for r in rows)
    lines = "\n".join(f"- {n} whose words are from: {w}" for w, n in words.items())
    return f"""# Datasheet

## What it is for

Training and testing programs that turn a sentence about a table into a goal of egvar. Each row has a claim or
question, the goal that says it (as JSON and as the Lean statement over this table), a paraphrase rendered from that
statement, the answer, the hash of the table, and where all of it is from. `egvar.bench.reward` is a reward for goals
that a model proposes.

## What is in it

{len(rows)} rows over {tables} tables: {kinds["question"]} questions and {kinds["claim"]} claims, of which the tables
bear out {answers["Verified"]} and refute {answers["Refuted"]}.

{lines}

Every goal has been through the kernel (Lean {LEAN_VERSION}, library {EXPORT_SHA256[:16]}…): its verdict is the
answer given here. `goal_lean` is the statement under that library; egvar makes it again from `goal` and the table.

Files: `corpus.jsonl`, `tables.jsonl`, and the same as Parquet, where what is no text is JSON text.

## How it was made

Questions were drawn from TableBench by seed; those that are ambiguous, or whose answer is no value of the table, were
passed over (`benchmarks/tier1`, with every reason). Goals were written by hand, and each answer was found a second
time by plain Python over the table, without egvar. Claims from questions say that the answer is the gold one, or one
that differs in its last digit or is another entry. Counterfactual rows have one cell replaced, which is recorded:
those tables are **false of the world** on purpose.

## What to mind

- Seven published answers contradict their tables and were corrected (`benchmarks/errata.jsonl`).
- The words of templates are monotonous: do not take a score on them for one on people's sentences.
- The questions are English, short, about one table each, and from the numerical subtypes only.
- The same questions make up the Tier 1 panel: who trains on them cannot be measured by it.

## Licence

Tables and questions: TableBench, Apache License 2.0. All else: Apache License 2.0, as this project.
"""
