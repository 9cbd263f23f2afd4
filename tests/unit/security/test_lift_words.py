"""The sentence of a lift is words with two places, and no language."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from egvar.lifts.file import Predicate

WRONG = ["{key} {value} {key.__class__.__mro__}", "{key} {value} {key:>2000000000}", "{key} {value} {other}", "{key}"]
WRONG += [
    "{key} {value} {",
    "{key} {value} }",
    "{key!r} {value}",
    "{key} {value:.2}",
    "{key} {value} {key[0]}",
    "{} {}",
]
WRONG += [
    "{key} {value}\nVerified: x",
    "{key} {value} {value}",
    "{{key}} {value}",
    "{key} \u202e{value}",
    "{key} {value}\x1b",
]
WRONG += ["{key} {value} " + "x" * 1000]


@pytest.mark.parametrize("sentence", WRONG)
def test_a_sentence_with_anything_else_is_refused(sentence: str) -> None:
    with pytest.raises(ValidationError):
        Predicate(id="height", sentence=sentence, key="mountain", measure="height")


def test_what_is_put_in_is_not_looked_through() -> None:
    p = Predicate(id="height", sentence="{key} is {value} m high", key="mountain", measure="height")
    assert p.say("{value} {key:>9} %s", "5") == "{value} {key:>9} %s is 5 m high"
