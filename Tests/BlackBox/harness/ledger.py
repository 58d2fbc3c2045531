"""What an appliance does with its results once a day, or where ten thousand wait: puts them together into standings."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from harness.appliance import Appliance

PUT_TOGETHER = """
INSERT OR REPLACE INTO standings (board, season, install, score, seq, last, count)
    SELECT board, 0, install, max(score), seq, seq, count(*) FROM results JOIN boards ON boards.id = board
    WHERE state = 0 AND operator = 'best' GROUP BY board, install;
INSERT OR REPLACE INTO standings (board, season, install, score, seq, last, count)
    SELECT board, 0, install, sum(score), max(seq), max(seq), count(*) FROM results JOIN boards ON boards.id = board
    WHERE state = 0 AND operator = 'sum' GROUP BY board, install;
INSERT OR REPLACE INTO standings (board, season, install, score, seq, last, count)
    SELECT board, season, install, max(score), seq, seq, count(*) FROM results JOIN boards ON boards.id = board
    WHERE state = 0 AND operator = 'best' AND season > 0 AND seq > season_after GROUP BY board, install;
DELETE FROM folded;
INSERT INTO folded SELECT ifnull(max(seq), 0) FROM results;
"""
"""All that are kept, on boards on which the greatest counts, or the sum; the latest of each player are not noted."""


def put_together(appliance: Appliance) -> None:
    """It is off for a moment."""
    appliance.stop()
    with closing(sqlite3.connect(appliance.config.parent / "state" / "arena.db")) as file:
        file.executescript(PUT_TOGETHER)
    appliance.start()
