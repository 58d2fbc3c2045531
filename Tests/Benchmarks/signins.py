"""Developers who sign in: how many a second while fifty ask at once, beside the bare hash, and what memory that takes and gives back."""

from __future__ import annotations

import asyncio
import collections
import contextlib
import ctypes
import json
import pathlib
import re
import sqlite3
import statistics
import time

from players import Games
from table import Row, percentile, spread

ASKERS = 50
SECONDS = 10
PASSWORD = "correct horse battery"
EMAIL = "ola@example.org"
GIVEN_BACK = 2.0
"""Megabytes by which it may be larger afterwards than before."""
AFTERWARDS = 15
"""In so many seconds."""
HASHES = 10


def rows(binary: str, run: pathlib.Path) -> list[Row]:
    """One account, whose password all of them know, and an address that nobody has."""
    folder = run / "signins"
    box = Games(binary, folder, more='developers = "open"\n')
    body = {"email": EMAIL, "password": PASSWORD, "firstName": "Ola", "lastName": "Nowak"}
    made = box.call("POST", "/v1/developers", "", body)
    if "codes" not in made:
        raise SystemExit(f"not registered: {made}")
    bare = hashes(stored(folder))
    asyncio.run(asked(box, EMAIL, 1, 2))
    found, before = [], anonymous(box)
    for who, email in (("an account", EMAIL), ("an address that nobody has", "nobody@example.org")):
        answers, times, most = asyncio.run(asked(box, email, ASKERS, SECONDS))
        served = answers[200] + answers[401] + answers[429]
        what = f"sign-ins to {who} a second while {ASKERS} ask at once; the bare hash alone"
        found.append(Row(what, f"{served / SECONDS:.1f}", f"libxcrypt: {spread(bare, digits=1)}", f"{served / SECONDS / statistics.median(bare):.2f}x"))
        tail = f"{spread(times)} ms, 99 of 100 within {percentile(times, 0.99):,.0f} ms"
        found.append(Row(f"answers: {told(answers)}; how long one takes that is let in", tail))
        found.append(Row("anonymous memory: before, most meanwhile", f"{before:.1f} MB", f"{most:.1f} MB"))
    after = given_back(box, before)
    found.append(Row(f"larger within {AFTERWARDS} s afterwards", f"{after - before:+.1f} MB", "", "", f"<= {GIVEN_BACK:g} MB", after - before <= GIVEN_BACK))
    box.stop()
    return found


def told(answers: collections.Counter[int]) -> str:
    return ", ".join(f"{count:,} × {status}" for status, count in sorted(answers.items()))


def stored(folder: pathlib.Path) -> str:
    """The hash of the password, as the appliance keeps it."""
    (file,) = folder.rglob("arena.db")
    with contextlib.closing(sqlite3.connect(file)) as db:
        return str(db.execute("SELECT password FROM developers").fetchone()[0])


def hashes(setting: str) -> list[float]:
    """How many a second of the same cost libxcrypt makes by itself, each measured alone."""
    library = ctypes.CDLL("libcrypt.so.1")
    library.crypt.restype = ctypes.c_char_p
    rates = []
    for _ in range(HASHES):
        begin = time.perf_counter()
        if library.crypt(PASSWORD.encode(), setting.encode()) != setting.encode():
            raise SystemExit("libxcrypt makes another hash of it")
        rates.append(1 / (time.perf_counter() - begin))
    return rates


async def asked(box: Games, email: str, askers: int, seconds: float) -> tuple[collections.Counter[int], list[float], float]:
    """How they were answered, how long each took that was not refused at the door (ms), and the most memory meanwhile (MB)."""
    host, port = box.url.removeprefix("http://").split(":")
    body = json.dumps({"email": email, "password": PASSWORD}).encode()
    question = (
        f"POST /v1/developers/session HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode() + body
    answers: collections.Counter[int] = collections.Counter()
    times: list[float] = []
    most = 0.0
    end = time.perf_counter() + seconds

    async def one() -> None:
        reader, writer = await asyncio.open_connection(host, int(port))
        while time.perf_counter() < end:
            begin = time.perf_counter()
            writer.write(question)
            head = await reader.readuntil(b"\r\n\r\n")
            status = int(head.split()[1])
            await reader.readexactly(int(re.search(rb"(?i)content-length: (\d+)", head)[1]))
            answers[status] += 1
            if status == 503:
                await asyncio.sleep(0.1)
            else:
                times.append((time.perf_counter() - begin) * 1000)
        writer.close()

    async def watch() -> None:
        nonlocal most
        while time.perf_counter() < end:
            most = max(most, anonymous(box))
            await asyncio.sleep(0.02)

    await asyncio.gather(watch(), *(one() for _ in range(askers)))
    return answers, times, most


def anonymous(box: Games) -> float:
    """Megabytes."""
    status = pathlib.Path(f"/proc/{box.process.pid}/status").read_text()
    return int(re.search(r"RssAnon:\s+(\d+)", status)[1]) / 1024


def given_back(box: Games, wanted: float) -> float:
    """What it has when it is as small as it was, or at the end of the time."""
    end = time.monotonic() + AFTERWARDS
    while (now := anonymous(box)) > wanted and time.monotonic() < end:
        time.sleep(0.5)
    return now
