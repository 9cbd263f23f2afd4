"""Words in a column of numbers or days that stand for a value which is not told.

May import: the standard library.

A text without a digit in such a column is no number: “total”, “dnf” and “accident” are known to be none, so a condition
on the number fails. These words are not: “pending” may be any number, “current” a day to come, “nil” is zero. Whether a
row with one of them fulfils a condition is not known.
"""

from __future__ import annotations

import re

_WORDS = """
    n/a|not (?:yet )?(?:available|known|reported|recorded|stated|given|disclosed|announced|determined|measured|released)
    un(?:known|available|reported|disclosed|determined|specified|recorded|confirmed|limited|certain)|no (?:data|limit)
    data missing|missing|t\\.?b\\.?[acd]\\.?|to be (?:announced|confirmed|determined)|pending|provisional|postponed
    suppressed|withheld|confidential|redacted|see (?:note|notes|text|below)|varies|various|variable|infinite|nd|tr|trace
    current|currently|present|ongoing|incumbent|to date|active|today|now|date|still in office|to present
    free|nil|zero|none|half|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million
    some|several|many|few|most|all|x|o|e|est|estimated
"""
_UNKNOWN = re.compile("|".join(line.strip() for line in _WORDS.strip().splitlines()))


def may_be_a_value(text: str) -> bool:
    """Whether a text that is no number or day may stand for one: by its words, or because it has no letter at all."""
    words = re.sub(r"\s*/\s*", "/", " ".join(text.lower().split()))
    words = re.sub(r"^[^\w]+|[^\w.]+$", "", words)
    return not any(c.isalpha() for c in words) or _UNKNOWN.fullmatch(words) is not None
