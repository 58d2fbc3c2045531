"""What the disk does, and what processes cost."""

from __future__ import annotations

import os
import pathlib
import re
import statistics
import time


def fdatasync(folder: pathlib.Path) -> float:
    """Milliseconds of one, of 4 kB."""
    times = []
    with (folder / "sync").open("wb", buffering=0) as file:
        for _ in range(100):
            file.write(bytes(4_096))
            begin = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append((time.perf_counter() - begin) * 1_000)
    return statistics.median(times)


def written(process: int | str) -> int:
    """Bytes that a process had written so far; `self`: this one."""
    text = pathlib.Path(f"/proc/{process}/io").read_text()
    return int(re.search(r"^write_bytes: (\d+)", text, re.M)[1])


def cpu(process: int) -> float:
    """Seconds of a process so far."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
