"""The solver: a model's tactics against Lean's messages, until the judge accepts or the budget is used up.

May import: anything of egvar but the command line. Not trusted: what is returned is judged again, like anything else.
"""

from __future__ import annotations

from collections.abc import Callable

from egvar.challenge import text as lean_text
from egvar.challenge.check import GaveUp
from egvar.challenge.statement import Challenge, root_of
from egvar.errors import FormatError
from egvar.kernel.judge import Judged, Rejected, judge
from egvar.kernel.replay import KernelWorker
from egvar.kernel.term import Expr
from egvar.llm.model import Model
from egvar.solver.agent import describe, look, proof
from egvar.solver.agent.session import TacticSession
from egvar.solver.agent.talk import History, Talk
from egvar.solver.agent.warm import WarmSession
from egvar.solver.agent.workshop import Attempt, Workshop
from egvar.solver.prover import Solution
from egvar.tools.base import Context
from egvar.verdict import Reason

TOOLS = (look.TACTICS, look.TERM, look.LOOK, look.EVALUATE, look.GIVE_UP)
MESSAGES = 3000
SessionMaker = Callable[[Workshop], TacticSession]


def prove(
    talk: Talk,
    model: Model,
    challenge: Challenge,
    witness: Expr | None,
    worker: KernelWorker,
    plan: str,
    make_session: SessionMaker = WarmSession,
) -> Solution:
    """A solution that the judge accepts. Raises GaveUp when the model gives up or the budget is used up."""
    history = History(talk, "solver")
    source = challenge.sources[0]
    answer = "" if witness is None else f"The answer is ANSWER := {lean_text.show(witness)}\n"
    with Workshop(challenge) as bench:
        session = make_session(bench)
        try:
            while True:
                reply = talk.ask(
                    model,
                    "solver",
                    TOOLS,
                    goal=describe.goal(challenge),
                    answer=answer,
                    observations=describe.observations(challenge),
                    paraphrase=root_of(challenge.goal).say(Context(source)),
                    guide=plan,
                    history=str(history),
                )
                if reply.stop != "call":
                    history.no_call(reply)
                    continue
                action = f"{reply.call} {describe.brief(reply.arguments, 2000)}"
                if reply.call == look.GIVE_UP.name:
                    history.add(action, "", "gave_up")
                    why = describe.brief(str(reply.arguments.get("why", "")), 300)
                    raise GaveUp(Reason.REJECTED, f"the solver gives up: {why}")
                if (seen := look.use(reply.call, reply.arguments, source)) is not None:
                    history.add(action, seen, reply.call)
                    continue
                body = reply.arguments.get("text")
                if reply.call not in (look.TACTICS.name, look.TERM.name) or not isinstance(body, str):
                    history.add(action, "There is no such tool, or its text is missing.", "no_such_tool")
                    continue
                if reply.call == look.TERM.name:
                    body = "exact (" + body.strip().replace("\n", "\n  ") + ")"
                found, feedback, outcome = _tried(body, session, bench, witness, worker)
                history.add(f"{reply.call}\n{describe.brief(body, 2000)}", feedback, outcome)
                if found is not None:
                    return found
        finally:
            session.close()


def _tried(
    body: str, session: TacticSession, bench: Workshop, witness: Expr | None, worker: KernelWorker
) -> tuple[Solution | None, str, str]:
    """The solution that a text is, if the judge accepts it; what to say to the model, and a code for it."""
    attempt = session.attempt(body)
    if attempt.outcome != "clean":
        return None, feedback_of(attempt), attempt.outcome
    # A session's word is no proof. The text is elaborated again in a process of its own, and its `.olean` is judged.
    attempt, constants = bench.compile(body)
    if constants is None:
        return None, feedback_of(attempt), attempt.outcome
    try:
        solution = proof.solution(bench.challenge, constants, witness)
        lean_text.module(["Challenge"], solution.constants.values(), {})  # as a bundle has to write it
    except FormatError as e:
        return None, f"Lean takes it, but it cannot be written down as a plain proof: {e.message}", "not_plain"
    judged = judge(bench.challenge.judged, solution.constants, worker, witness)
    if isinstance(judged, Judged):
        return solution, "Accepted by the kernel.", "accepted"
    if isinstance(judged, Rejected):
        why = f"{judged.detail} (step {judged.step}, {judged.reason})"
        return None, f"Lean reports no error, but the judge refuses the proof: {why}", "rejected"
    return None, f"Lean reports no error, but the proof could not be checked: {judged.reason}", "not_checked"


def feedback_of(attempt: Attempt) -> str:
    """An attempt in words: each message with its place in the text."""
    if attempt.outcome == "not_checked":
        return "Lean gave no answer that can be used. Try something simpler."
    lines = []
    for m in attempt.messages:
        place = f"line {m.line}, column {m.column}: " if m.line else ""
        lines.append(f"{m.severity}: {place}{m.text}")
    return describe.brief("\n".join(lines), MESSAGES) or "No errors."
