"""Requests a second of the appliance and of a rival, in alternating rounds on the same core."""

from __future__ import annotations

import re
import statistics
import subprocess

from table import Row, spread

ROUNDS = 5
SECONDS = 3
CONNECTIONS = 32
SERVER_CORE, LOAD_CORE = "0", "1"


def load(url: str, connections: int = CONNECTIONS) -> tuple[float, float]:
    """Requests a second and the 99th percentile in milliseconds, of one wrk thread."""
    command = ["taskset", "-c", LOAD_CORE, "wrk", "-t1", f"-c{connections}", f"-d{SECONDS}s", "--latency", url]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in text or "Socket errors" in text:
        raise SystemExit(f"wrk reports errors for {url}:\n{text}")
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])
    value, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", text).groups()
    return rate, float(value) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def throughput(what: str, ours: str, rival: str, budget: float, against: str, connections: int = CONNECTIONS) -> list[Row]:
    """Alternating rounds against the rival."""
    load(ours, connections), load(rival, connections)
    mine, theirs = [], []
    for _ in range(ROUNDS):
        mine.append(load(ours, connections))
        theirs.append(load(rival, connections))
    rates = [r for r, _ in mine], [r for r, _ in theirs]
    tails = [t for _, t in mine], [t for _, t in theirs]
    ratio = statistics.median(rates[0]) / statistics.median(rates[1])
    tail = statistics.median(tails[0]) / statistics.median(tails[1])
    return [
        Row(f"GET {what}, requests/s", spread(rates[0]), f"{against}: {spread(rates[1])}", f"{ratio:.2f}x",
            f">= {budget}x", ratio >= budget),
        Row(f"GET {what}, p99", spread(tails[0], " ms", 2), spread(tails[1], " ms", 2), f"{tail:.2f}x", "<= 2x",
            tail <= 2),
    ]
