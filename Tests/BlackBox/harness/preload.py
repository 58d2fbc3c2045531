"""Small libraries in C that a process under test preloads (LD_PRELOAD)."""

from __future__ import annotations

import functools
import subprocess
import tempfile
from pathlib import Path

from harness.waiting import PATIENCE


# Removed when the tests end.
_FOLDERS: list[tempfile.TemporaryDirectory] = []


@functools.cache
def library(name: str) -> Path:
    """`NAME.c` beside this file, compiled once for each run of the tests."""
    _FOLDERS.append(tempfile.TemporaryDirectory(prefix=f"{name}-"))
    library = Path(_FOLDERS[-1].name) / f"{name}.so"
    source = Path(__file__).with_name(f"{name}.c")
    flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC"]
    subprocess.run(["cc", *flags, "-o", library, source], check=True, timeout=PATIENCE)
    return library


def together(*environments: dict[str, str]) -> dict[str, str]:
    """Of a process that preloads a library of each."""
    joined = {name: value for one in environments for name, value in one.items()}
    return joined | {"LD_PRELOAD": ":".join(one["LD_PRELOAD"] for one in environments)}
