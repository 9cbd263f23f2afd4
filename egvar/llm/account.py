"""Budgets and accounts: how much a run may use of a model, what it used, and what that costs.

May import: the standard library, `egvar.errors`, `egvar.llm.model`.

Prices are the user's to give: EGVAR_LLM_PRICES names a TOML file with a table for each model, `["openai:NAME"]`, and in
it the price of a million tokens as strings: `input = "2.50"`, `output = "10"`. Without it no cost is given.
"""

from __future__ import annotations

import os
import re
import time
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from egvar.errors import ModelSettingError
from egvar.llm.model import Reply

PRICES = "EGVAR_LLM_PRICES"
MILLION = 1_000_000


@dataclass(frozen=True)
class Budget:
    """What one run may use: replies of models, tokens in and out together, seconds, and tokens of one reply."""

    steps: int = 40
    tokens: int = 400_000
    seconds: float = 900.0
    reply_tokens: int = 4096

    def card(self) -> dict[str, Any]:
        return asdict(self)


class Spent(Exception):
    """The budget is used up; the text says which part of it."""


class Account:
    """What a run has used of its budget."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.steps = self.input = self.output = 0
        self._deadline = time.monotonic() + budget.seconds

    def left(self) -> float:
        """The seconds that are left. Raises Spent when any part of the budget is used up."""
        seconds = self._deadline - time.monotonic()
        if self.steps >= self.budget.steps:
            raise Spent(f"{self.budget.steps} steps were not enough")
        if self.input + self.output >= self.budget.tokens:
            raise Spent(f"{self.budget.tokens} tokens were not enough")
        if seconds <= 0:
            raise Spent(f"{self.budget.seconds:g} seconds were not enough")
        return seconds

    def add(self, reply: Reply) -> None:
        self.steps += 1
        self.input += reply.usage.input
        self.output += reply.usage.output

    def entry(self, cost: str | None) -> dict[str, Any]:
        """The account as a step of the trail."""
        tokens = {"input_tokens": self.input, "output_tokens": self.output}
        return {"step": "account", "replies": self.steps, **tokens, "cost": cost}


def price_of(model: str) -> dict[str, str] | None:
    """The user's price for a model; None if there is none. Raises ModelSettingError for a file that cannot be used."""
    path = os.environ.get(PRICES)
    if not path:
        return None
    from egvar.files import parse_toml, read_text

    try:
        found = parse_toml(read_text(Path(path))).get(model)
    except (OSError, ValueError) as e:
        raise ModelSettingError(f"{path} is not a file of prices", cause=str(e)) from e
    if found is None:
        return None
    price = {k: found.get(k) if isinstance(found, dict) else None for k in ("input", "output")}
    if not all(isinstance(v, str) and re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", v) for v in price.values()):
        raise ModelSettingError(f'{path}: a price is a string such as "2.50"', hint='input = "2.50"')
    return {k: str(v) for k, v in price.items()}


def cost(price: dict[str, str] | None, input_tokens: int, output_tokens: int) -> Fraction | None:
    """The exact cost of so many tokens."""
    if price is None:
        return None
    return (Fraction(price["input"]) * input_tokens + Fraction(price["output"]) * output_tokens) / MILLION
