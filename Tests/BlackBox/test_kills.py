"""Kills in the middle of whatever phones write: what was answered is there after the next start."""

from __future__ import annotations

import http.client
import random
import sqlite3
import threading
from dataclasses import dataclass, field

from harness.appliance import Appliance
from harness.effort import rounds, seed_of
from harness.phone import Phone
from harness.settings import UNLIMITED
from harness.waiting import PATIENCE, wait_until

KILLS = rounds(20, most=200)
PHONES = 4
MOST = 40
"""Lists of all phones between a start and the kill."""


@dataclass
class Writer:
    """A phone that replaces its list again and again and remembers what it was answered."""

    phone: Phone
    answered: int = 0
    """The number of the newest list that the appliance said it has."""
    sent: int = 0
    """The number of the newest list that was sent, answered or not."""
    version: int = 0
    """Of the newest list that the appliance said it has."""
    refusals: list[tuple[int, bytes]] = field(default_factory=list)

    def write(self, stop: threading.Event) -> None:
        """Until the appliance is gone."""
        try:
            current = self.phone.ask("GET", "/watchlist/us").json
            while not stop.is_set():
                self.sent += 1
                current["realms"] = [f"classic/list-{self.sent}"]
                reply = self.phone.ask("PUT", "/watchlist/us", current)
                if reply.status != 200:
                    self.refusals.append((reply.status, reply.body))
                    return
                current = reply.json
                self.answered, self.version = self.sent, current["version"]
        except (OSError, http.client.HTTPException, ValueError):
            return  # killed in the middle of an answer

    def check(self) -> None:
        """What stands is what was answered last, or what was on its way when the plug was pulled."""
        found = self.phone.ask("GET", "/watchlist/us").json
        stored, version = found["realms"], found["version"]
        wanted = {number: [f"classic/list-{number}"] if number else [] for number in (self.answered, self.sent)}
        assert stored in wanted.values(), (stored, self.answered, self.sent)
        # One that was answered twice, or half stored, would be counted twice, or not.
        assert version - self.version == (stored != wanted[self.answered]), (version, self.version)
        if stored:
            self.answered = self.sent = int(stored[0].rsplit("-", 1)[1])
        self.version = version
        assert self.refusals == []


def round_of(appliance: Appliance, writers: list[Writer], lists: int) -> None:
    """All phones write, and the process is killed in the middle of it after so many lists."""
    stop, before = threading.Event(), sum(one.sent for one in writers)
    threads = [threading.Thread(target=one.write, args=(stop,)) for one in writers]
    for thread in threads:
        thread.start()
    wait_until(lambda: sum(one.sent for one in writers) >= before + lists, f"{lists} lists", pause=0.002)
    appliance.kill()
    stop.set()
    for thread in threads:
        thread.join(PATIENCE)
    assert not any(thread.is_alive() for thread in threads)


def test_nothing_that_was_answered_is_lost_by_a_kill(launch, tmp_path):
    chance = random.Random(seed_of("kills"))
    appliance = launch(regions=("us",), devices=UNLIMITED)
    writers = [Writer(Phone(appliance)) for _ in range(PHONES)]
    for one in writers:
        one.phone.register()
    for _ in range(KILLS):
        round_of(appliance, writers, chance.randrange(MOST))
        appliance.start()
        for one in writers:
            one.check()
    print(f"kills: {KILLS}, lists written: {sum(one.answered for one in writers)}")
    assert sum(one.answered for one in writers) > KILLS, "the phones hardly wrote"
    appliance.stop()
    with sqlite3.connect(tmp_path / "state" / "state.db") as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
