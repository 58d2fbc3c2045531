"""The locales of the Game Data API, and its fixed words in each of them (``words.toml``)."""

import tomllib
from pathlib import Path

LOCALES = (
    "en_US",
    "es_MX",
    "pt_BR",
    "de_DE",
    "en_GB",
    "es_ES",
    "fr_FR",
    "it_IT",
    "ru_RU",
    "ko_KR",
    "zh_TW",
    "zh_CN",
)
"""The order in which bodies without ``locale=`` list them."""

CLASSIC_LOCALES = tuple(locale for locale in LOCALES if locale != "it_IT")
"""Classic was never translated into Italian, and its bodies say so by leaving it out."""

_FILE = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))

Words = dict[str, dict[str, str]]


def _table(name: str) -> Words:
    return {key: dict(zip(LOCALES, texts, strict=True)) for key, texts in _FILE[name].items()}


STATUS = _table("status")
POPULATION = _table("population")
REALM_TYPE = _table("realm_type")
REGION = _table("region")
CATEGORY = _table("category")


def everywhere(text: str) -> dict[str, str]:
    """A text that reads the same in every locale, as most names do."""
    return dict.fromkeys(LOCALES, text)
