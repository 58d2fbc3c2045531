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
from dataclasses import dataclass, field

from players import Games
from table import Row, percentile, spread

ASKERS = 50
TRIES = 4
"""Of each, from an address of its own: fewer than are counted against one, and than lock an account."""
PATIENCE = 60
PASSWORD = "correct horse battery"
EMAIL = "ola@example.org"
GIVEN_BACK = 2.0
"""Megabytes by which it may be larger afterwards than before."""
AFTERWARDS = 15
"""In so many seconds."""
HASHES = 10


def rows(binary: str, run: pathlib.Path) -> list[Row]:
    """One account, whose password all of them know, and addresses without an account."""
    folder = run / "signins"
    box = Games(binary, folder, more='developers = "open"\n')
    body = {"email": EMAIL, "password": PASSWORD, "firstName": "Ola", "lastName": "Nowak"}
    made = box.call("POST", "/v1/developers", "", body)
    if "codes" not in made:
        raise SystemExit(f"not registered: {made}")
    bare = hashes(stored(folder))
    asyncio.run(asked(box, [EMAIL], 1))
    found, before = [], anonymous(box)
    strangers = [f"nobody{number}@example.org" for number in range(ASKERS)]
    for network, who, emails in ((2, "an account", [EMAIL] * ASKERS), (3, "addresses without an account", strangers)):
        asking = asyncio.run(asked(box, emails, network))
        rate = len(asking.times) / asking.seconds
        what = f"sign-ins to {who} a second while {ASKERS} ask at once; the bare hash alone"
        found.append(Row(what, f"{rate:.1f}", f"libxcrypt: {spread(bare, digits=1)}", f"{rate / statistics.median(bare):.2f}x"))
        tail = f"{spread(asking.times, ' ms')}, 99 of 100 within {percentile(asking.times, 0.99):,.0f} ms"
        found.append(Row(f"how long one takes that is let in; answers were {asking.told}", tail))
        found.append(Row("anonymous memory: before, most meanwhile", f"{before:.1f} MB", f"{asking.most:.1f} MB"))
    after = given_back(box, before)
    found.append(Row(f"larger within {AFTERWARDS} s afterwards", f"{after - before:+.1f} MB", "", "", f"<= {GIVEN_BACK:g} MB", after - before <= GIVEN_BACK))
    box.stop()
    return found


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


@dataclass
class Asking:
    """What came of many who asked at once."""

    answers: collections.Counter[int] = field(default_factory=collections.Counter)
    times: list[float] = field(default_factory=list)
    """Of those that were let in, in milliseconds."""
    most: float = 0.0
    """The most memory meanwhile, in megabytes."""
    seconds: float = 0.0

    @property
    def told(self) -> str:
        return ", ".join(f"{count:,} × {status}" for status, count in sorted(self.answers.items()))


async def asked(box: Games, emails: list[str], network: int) -> Asking:
    """Each asks from an address of its own there, one sign-in after the other; one that finds no place comes again at once."""
    asking, begin = Asking(), time.perf_counter()
    askers = asyncio.gather(*(ask(box, f"127.0.{network}.{number + 1}", email, asking) for number, email in enumerate(emails)))
    while not askers.done():
        asking.most = max(asking.most, anonymous(box))
        await asyncio.wait([askers], timeout=0.02)
    await askers
    asking.seconds = time.perf_counter() - begin
    return asking


async def ask(box: Games, place: str, email: str, asking: Asking) -> None:
    host, port = box.url.removeprefix("http://").split(":")
    body = json.dumps({"email": email, "password": PASSWORD}).encode()
    head = f"POST /v1/developers/session HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
    question = f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(place, 0))
    tries, end = 0, time.perf_counter() + PATIENCE
    while tries < TRIES and time.perf_counter() < end:
        begin = time.perf_counter()
        writer.write(question)
        answer = await reader.readuntil(b"\r\n\r\n")
        await reader.readexactly(int(re.search(rb"(?i)content-length: (\d+)", answer)[1]))
        status = int(answer.split()[1])
        asking.answers[status] += 1
        if status == 503:
            await asyncio.sleep(0.02)
            continue
        if status not in (200, 201, 401):
            raise SystemExit(f"a sign-in was answered {status}")
        tries += 1
        asking.times.append((time.perf_counter() - begin) * 1000)
    writer.close()


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
