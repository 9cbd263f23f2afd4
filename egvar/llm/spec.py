"""The names of models on the command line, and the models behind them.

May import: the standard library, `egvar.errors`, `egvar.llm`.
"""

from __future__ import annotations

from egvar.errors import ModelSettingError
from egvar.llm.model import Model

BUILTIN = "builtin"
FORMS = "builtin, anthropic:MODEL, openai:MODEL, or openai-compatible:MODEL@URL"


def model(spec: str) -> Model | None:
    """The model that `spec` names; None for `builtin`. Raises ModelSettingError for anything else, and where a key is
    missing. Nothing is sent."""
    if spec == BUILTIN:
        return None
    provider, _, name = spec.partition(":")
    if provider in ("anthropic", "openai") and name:
        if provider == "anthropic":
            from egvar.llm.anthropic_model import AnthropicModel

            return AnthropicModel(name)
        from egvar.llm.openai_model import OpenAIModel

        return OpenAIModel(name)
    if provider == "openai-compatible":
        name, at, url = name.rpartition("@")
        if at and name and url:
            from egvar.llm.openai_model import OpenAIModel

            return OpenAIModel(name, base_url=url)
    raise ModelSettingError(f"“{provider}…” does not name a solver", hint=FORMS)
