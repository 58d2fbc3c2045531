"""Names of realms: well-known ones from ``names.toml``, invented ones to make up the numbers."""

import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path

_FILE = tomllib.loads(Path(__file__).with_name("names.toml").read_text(encoding="utf-8"))

KNOWN: dict[str, list[str]] = _FILE["known"]
"""Names in en_US by category, and under ``Classic``."""

_INVENTED: dict[str, list[str]] = _FILE["invented"]

TRANSLATED: dict[str, dict[str, str]] = _FILE["translated"]
"""By category: the name in en_US and the name in the category's own language."""


def invented_english() -> Iterator[str]:
    """One-word names without end worth mentioning, every eighth one with an apostrophe."""
    heads = (
        "Storm",
        "Iron",
        "Frost",
        "Shadow",
        "Black",
        "Silver",
        "Thunder",
        "Ember",
        "Dusk",
        "Raven",
        "Grim",
        "Moon",
        "Stone",
        "Blood",
        "Wind",
        "Star",
        "Dawn",
        "Ash",
        "Bright",
        "Wolf",
    )
    tails = (
        "watch",
        "fury",
        "reach",
        "hold",
        "song",
        "crest",
        "fang",
        "mane",
        "spire",
        "march",
        "ward",
        "brook",
        "gale",
        "thorn",
        "helm",
    )
    apostrophes = (
        f"{a}'{b}"
        for b, a in product(
            ("thas", "rok", "gorath", "zhul", "taran"),
            ("Kel", "Mal", "Vek", "Ner", "Drak", "Shu", "Eldre", "Khor"),
        )
    )
    for number, (tail, head) in enumerate(product(tails, heads)):
        if number % 8 == 7 and (name := next(apostrophes, None)):
            yield name
        yield head + tail


def invented_german() -> Iterator[str]:
    """German compounds."""
    heads = ("Sturm", "Nacht", "Eisen", "Frost", "Raben", "Silber", "Mond", "Dämmer", "Wolfs", "Donner")
    tails = ("klinge", "wacht", "hort", "ruf", "brand", "horn", "auge", "mähne", "tal", "zorn")
    yield from (_plain(head + tail) for tail, head in product(tails, heads))


def invented_french() -> Iterator[str]:
    """French ones of three words, many too long for sixteen columns."""
    heads = ("Chant", "Garde", "Rive", "Ombre", "Lame")
    tails = ("du Nord", "du Corbeau", "des Brumes", "du Givre", "de Cendre", "du Lion", "de Fer")
    yield from (f"{head} {tail}" for tail, head in product(tails, heads))


def invented_chinese() -> Iterator[str]:
    """Han names; the last two carry the name of a province in brackets, as two of the real ones do."""
    yield from (head + tail for tail, head in product(_INVENTED["china_tails"], _INVENTED["china_heads"]))


def _plain(name: str) -> str:
    """Only seven slugs of Europe have accents, and none of them is invented."""
    return name.translate(str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"}))
