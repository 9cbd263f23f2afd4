"""Error classes of egvar: one root, stable codes, and the three lines that a person reads.

May import: the standard library and `egvar.visible` (every other module may import this one).

Every error that a user can cause is an `EgvarError` with a stable `code` ("EGV101"), a `cause`, a `hint`
and, where input is to blame, a position `file:row:column` (1-based, the header is row 1).
"""

from __future__ import annotations

from dataclasses import dataclass

from egvar.visible import visible


@dataclass(frozen=True)
class Position:
    """A place in an input: `file`, and 1-based `row` and `column` where known."""

    file: str
    row: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        return ":".join(str(p) for p in (self.file, self.row, self.column) if p is not None)


class EgvarError(Exception):
    """Root of all errors that egvar raises on purpose.

    `code` is stable across versions and documented by `egvar explain CODE`. `exit_code` is what the command
    line ends with: 2 for usage, configuration and input, 3 where something could not be checked.
    """

    code = "EGV000"
    exit_code = 2

    def __init__(self, message: str, *, cause: str = "", hint: str = "", position: Position | None = None) -> None:
        super().__init__(message)
        self.message, self.cause, self.hint, self.position = message, cause, hint, position
        for label, said in (("cause", cause), ("hint", hint)):
            if said:  # shown below the message where a traceback is
                self.add_note(f"{label}: {said}")

    def render(self) -> str:
        """The lines shown to a person: `error:`, then `cause:` and `hint:` where there are any."""
        where = f"{self.position}: " if self.position else ""
        lines = [f"error: {where}{self.message} [{self.code}]"]
        if self.cause:
            lines.append(f"cause: {self.cause}")
        if self.hint:
            lines.append(f"hint: {self.hint}")
        return "\n".join(map(visible, lines))

    def as_dict(self) -> dict[str, str | int | None]:
        """The same as a JSON object."""
        position = self.position
        return {
            "code": self.code,
            "message": self.message,
            "cause": self.cause,
            "hint": self.hint,
            "file": position.file if position else None,
            "row": position.row if position else None,
            "column": position.column if position else None,
        }


# --- 1xx: sources and readings ---------------------------------------------------------------------------------


class SourceError(EgvarError):
    """A table could not be read: the file, its encoding or its dialect."""

    code = "EGV101"


class ReadingError(EgvarError):
    """A declared reading (`*.egvar.toml`) is malformed or does not fit the table."""

    code = "EGV102"


# --- 2xx: goals ------------------------------------------------------------------------------------------------


class GoalError(EgvarError):
    """A goal does not fit the schema or names a column that the table does not have."""

    code = "EGV201"


class LiftError(EgvarError):
    """A lift file, a review or a statement in the world's words is malformed, or does not fit its table."""

    code = "EGV203"


# --- 3xx: kernel and Lean --------------------------------------------------------------------------------------


class LibraryError(EgvarError):
    """The Lean kernel library is missing, is not the pinned one, or does not behave."""

    code = "EGV301"
    exit_code = 3


class FormatError(EgvarError):
    """An `.olean` or NDJSON export is malformed; nothing of it is used."""

    code = "EGV302"


class WorkerError(EgvarError):
    """The kernel worker crashed, timed out or said something unknown: not checked, never accepted."""

    code = "EGV303"
    exit_code = 3


# --- 4xx: bundles ----------------------------------------------------------------------------------------------


class BundleError(EgvarError):
    """A bundle is incomplete, malformed or does not match its own digests."""

    code = "EGV401"


class RejectedBundle(BundleError):
    """A bundle does not pass its audit, so nothing is made of it."""

    code = "EGV402"
    exit_code = 1


class UncheckedBundle(BundleError):
    """The audit of a bundle could not be carried out, so nothing is made of it."""

    code = "EGV403"
    exit_code = 3


class ReportError(EgvarError):
    """A report cannot be made of what was given, or cannot be written."""

    code = "EGV404"


# --- 5xx: proofs -----------------------------------------------------------------------------------------------


class SigningKeyError(EgvarError):
    """A key file that is missing, is no Ed25519 key, or would be overwritten."""

    code = "EGV405"


class PolicyError(EgvarError):
    """A policy file that is malformed."""

    code = "EGV406"


class ProofError(EgvarError):
    """A fact, rule or hyperedge is malformed, two of them would share one citation tag, or a proof cannot be made."""

    code = "EGV501"


# --- 6xx: language models --------------------------------------------------------------------------------------


class ModelError(EgvarError):
    """A language model could not be reached, or answered with what cannot be used: not checked, never accepted."""

    code = "EGV601"
    exit_code = 3


class ModelSettingError(EgvarError):
    """A language model is named wrongly, its key or its package is missing, or it refuses the request as it stands."""

    code = "EGV602"


class ReplayError(EgvarError):
    """A recorded run does not fit this one: the model was asked something else, or more, than was recorded."""

    code = "EGV603"


# --- 7xx: documents --------------------------------------------------------------------------------------------


class DocumentError(EgvarError):
    """A document cannot be read, or a comment or its front matter asks for what cannot be done."""

    code = "EGV701"


# --- 9xx: what nobody foresaw ----------------------------------------------------------------------------------


class UnforeseenError(EgvarError):
    """Something ended in a way that egvar does not provide for: not checked, never a verdict."""

    code = "EGV901"
    exit_code = 3


def unforeseen(e: BaseException) -> UnforeseenError:
    """The error that stands for an exception nobody foresaw; only its kind, its text and its place are kept."""
    place, at = "", e.__traceback__
    while at is not None:
        file = at.tb_frame.f_code.co_filename.replace("\\", "/")
        if "/egvar/" in file:
            place = f" at egvar/{file.rpartition('/egvar/')[2]}:{at.tb_lineno}"
        at = at.tb_next
    text = str(e)[:200]
    return UnforeseenError(
        "this could not be checked",
        cause=f"{type(e).__name__}{place}" + (f": {text}" if text else ""),
        hint="nothing is said about the claim; EGVAR_TRACEBACK=1 shows where it happened",
    )


class RootsError(EgvarError):
    """A server cannot be started as asked, or a request names what is not below the folders that it serves."""

    code = "EGV702"


class RequestError(EgvarError):
    """A request to a server is malformed, too large, too slow, or comes from another site."""

    code = "EGV703"


class BusyError(EgvarError):
    """A server has more requests waiting than it takes: not checked, to be tried again."""

    code = "EGV704"
    exit_code = 3


def explain_code(code: str) -> str:
    """What an error code means. Raises EgvarError for one that does not exist."""
    stack, known = [EgvarError], {}
    while stack:
        cls = stack.pop()
        known[cls.code] = " ".join((cls.__doc__ or "").split())
        stack.extend(cls.__subclasses__())
    if code.upper() not in known:
        raise EgvarError(f"there is no error code {code}", cause="known: " + ", ".join(sorted(known)))
    return f"{code.upper()}: {known[code.upper()]}"
