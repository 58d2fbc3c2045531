"""Bodies of the read API, written by hand from its contract, for every state that the page must show."""

from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo


def stamp(at: datetime) -> str:
    """RFC 3339 in UTC, whole seconds."""
    return at.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def now() -> datetime:
    return datetime.now(timezone.utc).replace(microsecond=0)


def _to_midnight(zone: str) -> int:
    """How far a zone is from midnight now, before or behind it, in minutes."""
    local = datetime.now(ZoneInfo(zone))
    minutes = local.hour * 60 + local.minute
    return min(minutes, 24 * 60 - minutes)


# Of those whose players belong to Europe, where midnight is farthest away: the page says of a time beyond it which day is meant, and
# tests that look at something else must not fail for that at night. Between two of these zones midnight is about two hours away
# as a run begins, or more; what those tests look at lies within the hour.
ZONE = max(["Europe/Warsaw", "Africa/Abidjan", "Africa/Nairobi", "Europe/Samara"], key=_to_midnight)


def clock(minutes: float) -> str:
    """The box's own clock so many minutes from now; it stands in the same zone as the tests' browser."""
    return (now() + timedelta(minutes=minutes)).astimezone(ZoneInfo(ZONE)).strftime("%H:%M")


REGIONS = {
    "us": "Americas & Oceania", "eu": "Europe", "kr": "Korea", "tw": "Taiwan",
}
NAMES = {
    "us": ["Tichondrius", "Area 52", "Illidan", "Frostmourne", "Quel'Thalas", "Stormrage"],
    "eu": ["Kazzak", "Ревущий фьорд", "Гордунни", "Twisting Nether", "Burning Legion", "Die Silberne Hand"],
    "kr": ["아즈샤라", "하이잘", "굴단"],
    "tw": ["阿薩斯", "暗影之月", "日落沼澤"],
}
CATEGORIES = {"us": "United States", "eu": "English", "kr": "Korea", "tw": "Taiwan"}


def fresh(since: datetime) -> dict:
    return {"state": "fresh", "since": stamp(since)}


def realm(region: str, number: int, name: str, state: str = "up", **more) -> dict:
    slug = more.pop("slug", f"{region}-realm-{number}")
    body = {
        "id": f"retail/{slug}", "slug": slug, "name": name, "category": CATEGORIES[region], "connectedRealm": 100 + number,
        "state": state, "population": ["low", "medium", "high", "full", "recommended"][number % 5], "queue": False,
        "locked": False, "timezone": "Europe/Paris", "type": ["normal", "rp"][number % 2],
    }
    if state != "up":
        body["since"] = stamp(now() - timedelta(minutes=42))
    body.update(more)
    return body


def realms(region: str, total: int) -> list:
    """`total` healthy realms; beyond the known names they are numbered."""
    names = NAMES[region]
    return [realm(region, n, names[n] if n < len(names) else f"Realm {n:03}") for n in range(total)]


def counts(listed: list) -> dict:
    sums = {key: 0 for key in ("up", "suspected", "down", "recovering", "maintenance", "unknown")}
    for one in listed:
        sums[one["state"] if one["state"] in sums else "unknown"] += 1
    return {"total": len(listed), "queue": sum(r["queue"] for r in listed), "locked": sum(r["locked"] for r in listed), **sums}


def history(region: str, segments: list | None = None, uptime: float | None = 1.0, flavour: str = "retail",
            hours: int = 24) -> dict:
    """`segments` are (state, hours from the start, hours, down)."""
    end = now()
    begin = end - timedelta(hours=hours)
    parts = [
        {"state": s, "from": stamp(begin + timedelta(hours=a)), "to": stamp(begin + timedelta(hours=b)), "down": d}
        for s, a, b, d in (segments or [("up", 0, hours, 0)])
    ]
    body = {"region": region, "flavour": flavour, "from": stamp(begin), "to": stamp(end), "segments": parts}
    if uptime is not None:
        body["uptime"] = uptime
    return body


def steps(*pairs) -> list:
    return [{"lit": lit, "milliseconds": milliseconds} for lit, milliseconds in pairs]


STEADY, OFF = steps((True, 0)), steps((False, 0))
PATTERNS = {
    "allUp": (STEADY, OFF, STEADY, "All 6 up", {"key": "up", "count": 6, "total": 6}),
    "someDown": (STEADY, steps((True, 150), (False, 850)), steps((False, 150), (True, 200), (False, 150), (True, 2500)),
                 "3 of 340 down", {"key": "down", "count": 3, "total": 340}),
    "down": (OFF, STEADY, steps((True, 500), (False, 500)), f"Down since {clock(-50)}",
             {"key": "down", "count": 1, "total": 1, "since": stamp(now() - timedelta(minutes=50))}),
    "stale": (steps((True, 1000), (False, 1000)), OFF, steps((True, 1000), (False, 1000)), f"Stale since {clock(-40)}",
              {"key": "stale", "since": stamp(now() - timedelta(minutes=40))}),
    "noNetwork": (OFF, steps((True, 150), (False, 150), (True, 150), (False, 1550)),
                  steps((True, 150), (False, 150), (True, 150), (False, 1550)), "No network", {"key": "noNetwork"}),
    "maintenance": (OFF, steps((True, 200), (False, 2800)), steps((True, 200), (False, 2800)), f"Maintenance since {clock(-40)}",
                    {"key": "maintenance", "count": 1, "total": 1, "since": stamp(now() - timedelta(minutes=40))}),
}


def lamp(name: str, target: str, meaning: str, words: str | None = None, *says: dict) -> dict:
    """`says`: what `words` say, a thing at a time."""
    green, red, single, usual, fact = PATTERNS[meaning]
    return {"name": name, "target": target, "everything": target == "everything watched", "meaning": meaning, "words": words or usual,
            "says": list(says) or [fact], "green": green, "red": red, "single": single}


def panel(lamps: list, lines: list, columns: int = 16, backlight: bool = True, page: str = "rotation/pubs") -> dict:
    padded = [line.ljust(columns)[:columns] for line in lines]
    return {"lamps": lamps, "display": {
        "columns": columns, "rows": len(lines), "lines": padded, "backlight": backlight, "page": page,
    }}


def slot(code: str, name: str, start: datetime, minutes: int) -> dict:
    return {"code": code, "map": name, "start": stamp(start), "end": stamp(start + timedelta(minutes=minutes))}


CYCLES = {
    "pubs": [("SP", "Storm Point"), ("OL", "Olympus"), ("ED", "E-District")],
    "ranked": [("BM", "Broken Moon"), ("KC", "Kings Canyon"), ("WE", "World's Edge")],
}


def running(mode: str, name: str, minutes: int, elapsed_seconds: int, **more) -> tuple[dict, list]:
    """A running mode and its timeline entries."""
    start = now() - timedelta(seconds=elapsed_seconds)
    slots = [slot(*CYCLES[mode][n % 3], start + timedelta(minutes=n * minutes), minutes) for n in range(12)]
    cycle = [{"code": code, "map": title, "minutes": minutes} for code, title in CYCLES[mode]]
    body = {
        "mode": mode, "name": name, "state": "running", "current": slots[0], "next": slots[1],
        "validUntil": stamp(now() + timedelta(days=12)), "schedules": [{"cycle": cycle, "anchor": stamp(start)}], **more,
    }
    return body, [{"mode": mode, **one} for one in slots]


def still(mode: str, name: str, state: str, **more) -> tuple[dict, list]:
    """A mode without a map now: ended, gap or notStarted."""
    return {"mode": mode, "name": name, "state": state, "schedules": [], **more}, []


def rotations(*modes) -> tuple[dict, dict]:
    source = "schedule file, 14 November 2026"
    listed = {"source": source, "modes": [body for body, _ in modes]}
    entries = [entry for _, more in modes for entry in more]
    timeline = {
        "generatedAt": stamp(now()), "reloadAfter": stamp(now() + timedelta(hours=1)), "source": source, "entries": entries,
    }
    return listed, timeline


def upstream(*checks: dict, state: str = "fresh", **more) -> dict:
    """What an upstream says of the maps, as `/v1/rotations` has it."""
    return {
        "name": "Apex Legends Status", "attribution": "Data from apexlegendsstatus.com", "url": "https://apexlegendsstatus.com",
        "state": state, "modes": list(checks), **more,
    }


def check(mode: str, verdict: str, **more) -> dict:
    """How one mode compares."""
    return {"mode": mode, "verdict": verdict, "since": stamp(now() - timedelta(minutes=20)), **more}
