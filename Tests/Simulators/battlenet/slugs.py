"""How Battle.net makes a slug of a name, as far as its names show it."""

import unicodedata


def slug_of(name: str) -> str:
    """Lower case, NFC; apostrophes, hyphens and brackets dropped, spaces become hyphens, accents stay."""
    kept = "".join(character for character in name if character not in "'’-()")
    return unicodedata.normalize("NFC", kept).lower().replace(" ", "-")
