"""Scripted models: one that is honest, one that tries every trick, one that says anything at all.

The honest one knows nothing but the request: it reads the observations from it, tries an opening, and makes the rest of
the proof out of the goal and the hypotheses in Lean's answer.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tactic_attacks import ATTACKS

from egvar.llm.model import Reply, Request, Stop, Usage

Answer = Callable[[Request], Reply]


def call(name: str, **arguments: Any) -> Reply:
    return Reply("call", name, arguments, usage=Usage(100, 10))


@dataclass
class Scripted:
    """A model that answers by a function, and keeps what it was asked."""

    answer: Answer
    name: str = "scripted"
    requests: list[Request] = field(default_factory=list)

    def complete(self, request: Request, seconds: float) -> Reply:
        self.requests.append(request)
        return self.answer(request)

    def card(self) -> dict[str, Any]:
        return {"model": self.name, "temperature": 0}


# --- honest ---


def honest_solver(request: Request) -> Reply:
    """An opening that leaves the equation; then a proof of it from what Lean says is left."""
    observed = re.findall(r"^(Challenge\.observed[0-9]+) :", request.user, re.M)
    taken = [f"(EgVar.mkVerified _ _ _ _ {o} (fun h => h))" for o in observed]
    evidence = taken[-1]
    for one in reversed(taken[:-1]):
        evidence = f"(EgVar.both .verified .verified _ _ {one} {evidence})"
    opening = f"refine EgVar.map .verified _ _ ?_ {evidence}\nintro h"
    if (answer := re.search(r"^The answer is ANSWER := (.*)$", request.user, re.M)) is not None:
        opening = f"refine PSigma.mk ({answer[1]}) ?_\n{opening}"
    if "## Step" not in request.user:
        return call("tactics", text=opening)
    said = request.user.rpartition("-- Answer:\n")[2]
    known = re.findall(r"Eq \((EgVar\.tableOf Challenge\.source[0-9]+ [0-9]+)\)\s+Challenge\.column[0-9]+", said)
    target = said.partition("⊢")[2].partition("\n\nCall one tool.")[0]
    if not known or not target:
        return call("tactics", text=opening)
    return call("tactics", text=f"{opening}\nexact {proof_of(target, known)}")


def proof_of(target: str, known: list[str]) -> str:
    """A proof of an equation, or of a conjunction of them, by rewriting what occurs in it."""
    parts = conjuncts(" ".join(target.split()))
    if len(parts) == 2:
        return f"(And.intro {proof_of(parts[0], known)} {proof_of(parts[1], known)})"
    out = "rfl"
    for k, table in reversed(list(enumerate(known))):
        if re.search(re.escape(table) + r"\b", parts[0]):
            path = "h" + ".right" * k + ("" if k == len(known) - 1 else ".left")
            out = f"({path} ▸ {out})"
    return out


def conjuncts(text: str) -> list[str]:
    """The two sides of `And (…) (…)`, else the text itself."""
    if not text.startswith("And ("):
        return [text]
    depth, sides, start = 0, [], 0
    for i, c in enumerate(text):
        if c == "(":
            start, depth = (i + 1 if depth == 0 else start), depth + 1
        elif c == ")":
            depth -= 1
            if depth == 0:
                sides.append(text[start:i])
    return sides


def honest_formalizer(goal: dict[str, Any], wrong: str, right: str) -> Answer:
    """Names a column as the words do at first, and then as the table does, once it is told the table's names."""
    import json

    def answer(request: Request) -> Reply:
        if request.role == "analyst":
            return call("guide", columns=wrong, rows="", computation="", doubts="")
        told = f'"{right}"' in request.user.partition("What happened so far:")[2]
        text = json.dumps(goal)
        return call("propose", goals=[json.loads(text.replace(wrong, right) if told else text)])

    return answer


# --- adversarial ---


def adversary() -> Answer:
    """Every attack of the catalogue as tactics, as a term and in pieces of an honest proof, in turn, without end."""
    state = {"step": 0}
    texts = [text for text, _ in ATTACKS.values() if len(text) < 20_000]

    def answer(request: Request) -> Reply:
        step = state["step"]
        state["step"] += 1
        text = texts[step % len(texts)]
        match step // len(texts) % 4:
            case 0:
                return call("tactics", text=text)
            case 1:
                return call("term", text=f"({text})")
            case 2:
                opening = honest_solver(request).arguments["text"]
                return call("tactics", text=f"{opening}\n{text}")
        return call("tactics", text=f"exact (by {text})\n{text}")

    return answer


# --- random ---


def anything(seed: int) -> Answer:
    """Any reply at all: tools that exist or not, arguments of any shape, text of any letters."""
    r = random.Random(seed)

    def text() -> str:
        pool = [
            "exact rfl",
            "refine ?_",
            "(",
            ")",
            "\n",
            "\0",
            "\ud800",
            "‮",
            "«",
            '"',
            "--",
            "/-",
            "h",
            "Goal",
            "🙂",
            "\t",
        ]
        return "".join(r.choice(pool) for _ in range(r.randrange(12)))

    def value(depth: int = 0) -> Any:
        kinds = [None, True, r.randrange(-5, 5), 0.5, text(), "claim", "question", "coast", "height"]
        if depth < 4:
            ops = ["sum", "compare", "values", "count", "number", "and", "not", "text_is", "divide", text()]
            keys = ["op", "left", "right", "of", "column", "where", "value", "kind", "claim", "ask", "goal", "goals"]
            kinds += [[value(depth + 1) for _ in range(r.randrange(3))]]
            kinds += [{"op": r.choice(ops)} | {r.choice(keys): value(depth + 1) for _ in range(r.randrange(4))}] * 4
        return r.choice(kinds)

    def answer(request: Request) -> Reply:
        stops: list[Stop] = ["call"] * 12 + ["text", "truncated", "malformed"]  # type: ignore[assignment]
        names = [t.name for t in request.tools if t.name not in ("give_up", "cannot_express")] + ["rm", "", "\ud800"]
        key = r.choice(["text", "goal", "goals", "column", "x"])
        goal = {"kind": r.choice(["claim", "question"]), r.choice(["claim", "ask"]): value()}
        found = r.choice([{key: value()}, {"goal": goal}, {"goals": [goal]}, {"text": text()}, {"column": "coast"}])
        return Reply(r.choice(stops), r.choice(names), found, text(), Usage(r.randrange(100), r.randrange(100)))

    return answer
