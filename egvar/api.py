"""The Python API: every option of the command line as a keyword.

May import: anything of egvar but the command line; pandas inside the functions that need it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from egvar.errors import BundleError, DocumentError, GoalError, ReportError

if TYPE_CHECKING:
    import pandas as pd

    from egvar.documents.check import Report
    from egvar.engine import Run
    from egvar.goal import Goal
    from egvar.kernel.replay import KernelWorker
    from egvar.solver.agent.solver import Solver
    from egvar.verdict import Verdict

Text = str | Path
Kind = Literal["claim", "question"]
MAX_INLINE = 1_500_000
"""Characters of a page that a notebook is given."""


def verify(
    claim: str,
    table: Any,
    *,
    goal: Goal | dict[str, Any] | str | bytes | None = None,
    interpretation: int | None = None,
    context: str = "",
    digits: int = 2,
    floats: str = "refuse",
    reading: Text | None = None,
    total_rows: str | None = None,
    dash: str | None = None,
    decimal: str | None = None,
    policy: Text | None = None,
    output: Text | None = None,
    key: Text | None = None,
    no_source: bool = False,
    report: Text | None = None,
    threshold: Fraction | None = None,
    solver: Solver | None = None,
    worker: KernelWorker | None = None,
) -> Verdict:
    """Whether `table` (a path, or a DataFrame) bears out `claim`. The verdict is true only if it is Verified.

    `goal`: what is meant as JSON text, data or object, instead of the built-in formalizer's reading; `interpretation`:
    which of its readings; `context`: what the whole table is about; `digits`: decimals shown; `floats` of a DataFrame:
    "refuse" or "shortest". How the table is read: `reading` (a declaration file), `total_rows` ("keep", "drop"), `dash`
    ("missing", "zero"), `decimal` ("point", "comma"). `policy`: a file that says what is accepted. `output`: a new
    folder for the bundle, signed with the private `key`, without the table if `no_source`. `report`: a new HTML file.
    `solver`: language models, see `egvar.solver.agent.solver`. Raises EgvarError for bad input only.
    """
    return _asked("claim", **_given(locals()))


def ask(
    question: str,
    table: Any,
    *,
    goal: Goal | dict[str, Any] | str | bytes | None = None,
    interpretation: int | None = None,
    context: str = "",
    digits: int = 2,
    floats: str = "refuse",
    reading: Text | None = None,
    total_rows: str | None = None,
    dash: str | None = None,
    decimal: str | None = None,
    policy: Text | None = None,
    output: Text | None = None,
    key: Text | None = None,
    no_source: bool = False,
    report: Text | None = None,
    threshold: Fraction | None = None,
    solver: Solver | None = None,
    worker: KernelWorker | None = None,
) -> Verdict:
    """The answer to `question` from `table`, or Abstain. Options as for `verify`."""
    return _asked("question", **_given(locals()))


def _given(values: dict[str, Any]) -> dict[str, Any]:
    """The arguments of `verify` or `ask`, the words under one name."""
    return {("text" if k in ("claim", "question") else k): v for k, v in values.items()}


def _asked(
    kind: Kind,
    text: str,
    table: Any,
    floats: str,
    reading: Text | None,
    total_rows: str | None,
    dash: str | None,
    decimal: str | None,
    policy: Text | None,
    output: Text | None,
    key: Text | None,
    no_source: bool,
    report: Text | None,
    **options: Any,
) -> Verdict:
    from egvar.engine import open_table, run

    if not isinstance(text, str):
        hint = "egvar.verify_many takes several" if isinstance(text, list | tuple) else ""
        raise GoalError(f"a {kind} is a text, not a {type(text).__name__}", hint=hint)
    if output is None and (key is not None or no_source):
        raise BundleError("key and no_source are for a bundle", hint="output names it")
    for path, error in ((output, BundleError), (report, ReportError)):
        if path is not None and Path(path).exists():
            raise error(f"{path} exists", hint="name one that does not exist yet")
    source = open_table(table, floats, reading=reading, total_rows=total_rows, dash=dash, decimal=decimal)
    reached = run(text, source, kind, **options)
    if output is not None:
        from egvar.bundle.write import write

        write(reached, Path(output), None if key is None else Path(key), not no_source)
    if report is not None:
        from egvar.report.page import render
        from egvar.report.shown import of_run

        Path(report).write_text(render(of_run(reached)), encoding="utf-8")
    return _policed(reached, policy, table, options["goal"] is not None).verdict


def _policed(reached: Run, policy: Text | None, table: Any, goal_given: bool) -> Run:
    """What a policy makes of a run; without one, the run."""
    if policy is None:
        return reached
    from egvar.policy import Facts, age_in_days, load

    age = age_in_days(Path(table)) if isinstance(table, str | Path) else None
    steps = sum(t.get("step") == "reply" for t in reached.trail)
    facts = Facts(goal_given=goal_given, steps=steps, source_age_days=age)
    verdict = load(Path(policy)).applied(reached.verdict, facts)
    return replace(reached, checked=replace(reached.checked, verdict=verdict))


def verify_many(claims: Iterable[str], table: Any, *, progress: bool | None = None, **options: Any) -> pd.DataFrame:
    """A DataFrame with a row for each claim: claim, status, reason, checked, found, why, and the verdict itself.

    Options as for `verify`, but `goal`, `interpretation`, `output` and `report`, which are of one claim. `progress`
    shows a bar; by default where there is somebody to see it.
    """
    import pandas as pd

    from egvar.engine import open_table

    if isinstance(claims, str):
        raise GoalError("claims are several texts, not one", hint="egvar.verify takes one")
    if wrong := {"goal", "interpretation", "output", "key", "report"} & options.keys():
        raise GoalError(f"{min(wrong)} is an option of one claim", hint="egvar.verify takes one")
    listed = list(claims)
    settings = {k: options.pop(k) for k in ("reading", "total_rows", "dash", "decimal") if k in options}
    source = open_table(table, options.pop("floats", "refuse"), **settings)
    rows = []
    for claim in _shown(listed, progress):
        v = verify(claim, source, **options)
        reason = v.reason.value if v.reason else None
        told = {"claim": claim, "status": v.status.value, "reason": reason, "checked": v.paraphrase}
        rows.append(told | {"found": "; ".join(v.found), "why": v.why, "verdict": v})
    return pd.DataFrame(rows, columns=["claim", "status", "reason", "checked", "found", "why", "verdict"])


def _shown(claims: list[str], progress: bool | None) -> Iterable[str]:
    import sys

    if not (progress if progress is not None else "ipykernel" in sys.modules or sys.stderr.isatty()):
        return claims
    from rich.console import Console
    from rich.progress import track

    return track(claims, "claims", console=Console(stderr=True), transient=True)


def check(
    document: Text | bytes,
    tables: Any = (),
    *,
    name: str | None = None,
    total_rows: str | None = None,
    dash: str | None = None,
    decimal: str | None = None,
    floats: str = "refuse",
    policy: Text | None = None,
    fix: bool = False,
    worker: KernelWorker | None = None,
) -> CheckedDocument:
    """A document, sentence by sentence, against tables.

    `document`: the path of a Markdown, HTML, text or .docx file, or Markdown itself (a text with a line feed or a
    space that is no file). `tables`: a path or a DataFrame, several in a list, or a dictionary with a name for each;
    beside them count those that the document holds and, if it is a file, names. `name` says which format bytes have,
    such as "report.docx". `fix` proposes right numbers. Raises EgvarError for bad input only.
    """
    from egvar.documents.check import check_document
    from egvar.documents.read import open_document, read_document
    from egvar.documents.tables import Known, of_file
    from egvar.engine import open_table
    from egvar.source.source import Source, from_dataframe

    def opened(table: Any, label: str) -> Known:
        if not isinstance(table, str | Path | Source):
            table = from_dataframe(table, label, floats)
        return of_file(label, open_table(table, floats, total_rows=total_rows, dash=dash, decimal=decimal))

    known = [opened(t, label) for label, t in _named(tables)]
    is_file = isinstance(document, Path) or (isinstance(document, str) and _exists(document))
    if isinstance(document, bytes):
        read = read_document(name or "document.md", document)
    elif is_file:
        read = open_document(Path(document))
    elif not any(c.isspace() for c in str(document)):
        raise DocumentError(f"{document} cannot be read", cause="there is no such file")
    else:
        read = read_document(name or "document.md", str(document).encode())
    report = check_document(
        read,
        known,
        opener=(lambda p: opened(p, str(p))) if is_file else None,
        decide=lambda run, goal_given: _policed(run, policy, run.source.name, goal_given),
        fix=fix,
        worker=worker,
    )
    return CheckedDocument(report)


def _exists(document: str) -> bool:
    try:
        return "\n" not in document and Path(document).is_file()
    except (OSError, ValueError):
        return False


def _named(tables: Any) -> Iterator[tuple[str, Any]]:
    """Each table with what it is called."""
    if isinstance(tables, Mapping):
        for label, table in tables.items():
            yield str(label), table
        return
    listed = list(tables) if isinstance(tables, list | tuple) else [tables]
    for i, table in enumerate(listed, 1):
        name = getattr(table, "name", None)
        label = str(table) if isinstance(table, str | Path) else name if isinstance(name, str) else ""
        yield label or ("table" if len(listed) == 1 else f"table {i}"), table


@dataclass(frozen=True)
class CheckedDocument:
    """A document with its verdicts. It is true only if every sentence that is about a table is Verified."""

    report: Report

    @property
    def sentences(self) -> list[dict[str, Any]]:
        """Each sentence as `egvar check --json` gives it."""
        from egvar.documents.check import records

        return list(records([self.report]))

    @property
    def counts(self) -> dict[str, int]:
        """How many sentences ended how."""
        return self.report.counts

    def __bool__(self) -> bool:
        counts = self.report.counts
        others = sum(counts.values()) - counts["not_about_tables"]
        return 0 < counts["Verified"] == others

    def frame(self) -> pd.DataFrame:
        """The sentences as a DataFrame."""
        import pandas as pd

        columns = ["line", "column", "status", "text", "claimed_value", "found_value", "why", "table", "paraphrase"]
        return pd.DataFrame(self.sentences, columns=columns)

    def diff(self) -> str:
        """The proposed changes as a unified diff; empty without `fix`."""
        from egvar.documents.fix import diff

        fixes = [c.fix for c in self.report.checked if c.fix]
        return diff(self.report.document, fixes) if fixes else ""

    def html(self) -> str:
        """The document as a page, each sentence underlined by its verdict."""
        from egvar.report.document import render_document

        return render_document([self.report])

    def save(self, output: Text, key: Text | None = None) -> None:
        """Writes the bundle of all verdicts as a new folder, signed where a private key is given."""
        from egvar.bundle.documents import write_documents

        write_documents([self.report], Path(output), None if key is None else Path(key))

    def __str__(self) -> str:
        from egvar.documents.lines import lines, summary

        return "\n".join([*lines([self.report]), summary(self.counts)])

    def _repr_html_(self) -> str:
        import base64
        import html

        # An address of its own, so that the links inside the page stay inside it; browsers end such at 2 MB.
        page = base64.b64encode(self.html().encode()).decode()
        style = "width: 100%; height: 30rem; border: 1px solid #999; resize: vertical"
        plain = html.escape(str(self))
        if len(page) > MAX_INLINE:
            return f"<pre>{plain}</pre>"
        source = f"data:text/html;charset=utf-8;base64,{page}"
        return f'<iframe title="The checked document" style="{style}" sandbox="" src="{source}">{plain}</iframe>'
