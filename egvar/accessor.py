"""`df.egvar`: the functions of `egvar.api` over a DataFrame. Registered when this module is imported.

May import: pandas, `egvar.api`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import pandas as pd

if TYPE_CHECKING:
    from egvar.api import CheckedDocument
    from egvar.verdict import Verdict


@pd.api.extensions.register_dataframe_accessor("egvar")
class Accessor:
    """What this table bears out; options as for `egvar.verify`."""

    def __init__(self, df: pd.DataFrame) -> None:
        self._df = df

    def verify(self, claim: str, **options: Any) -> Verdict:
        """Whether the table bears out `claim`."""
        from egvar.api import verify

        return verify(claim, self._df, **options)

    def ask(self, question: str, **options: Any) -> Verdict:
        """The answer to `question`, or Abstain."""
        from egvar.api import ask

        return ask(question, self._df, **options)

    def verify_many(self, claims: Iterable[str], **options: Any) -> pd.DataFrame:
        """A row for each claim."""
        from egvar.api import verify_many

        return verify_many(claims, self._df, **options)

    def check(self, document: Any, **options: Any) -> CheckedDocument:
        """A document, sentence by sentence."""
        from egvar.api import check

        return check(document, self._df, **options)
