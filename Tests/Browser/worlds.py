"""Whole situations of the appliance: what each address answers in them."""

from datetime import timedelta

import bodies as b


class World:
    """What the fixture server serves; tests change it while the page looks on."""

    def __init__(self):
        self.realms: dict[tuple[str, str], list] = {}
        self.freshness: dict[tuple[str, str], dict] = {}
        #: Who tells of the realms of all sources.
        self.origin = {"name": "battlenet", "official": True}
        self.outages: dict[tuple[str, str], list] = {}
        self.histories: dict[tuple[str, str], dict] = {}
        #: Realms with a past of their own: segments by hours.
        self.days: dict[tuple[str, str, str], dict[int, list]] = {}
        self.windows: set[str] = set()
        self.regions: list[str] = []
        self.panel: dict = b.panel([], ["", ""])
        self.modes: list = []
        self.overrides: dict[str, object] = {}

    def source(self, region: str, listed: list, flavour: str = "retail", **more):
        """Adds one source of realms."""
        if region not in self.regions:
            self.regions.append(region)
        key = (region, flavour)
        self.realms[key] = listed
        self.freshness[key] = more.get("freshness") or b.fresh(b.now() - timedelta(hours=5))
        self.outages[key] = more.get("outages", [])
        self.histories[key] = b.history(region, more.get("segments"), more.get("uptime", 1.0), flavour)

    def day(self, region: str, flavour: str, slug: str, hours: int = 24) -> dict:
        """The history of one realm: its own, else that of its source."""
        own = self.days.get((region, flavour, slug))
        if own is None:
            return self.histories[region, flavour] if hours == 24 else b.history(region, [("up", 0, 168, 0)], 1.0, flavour, hours)
        return b.history(region, own[hours], None, flavour, hours)

    def days_of(self, region: str, flavour: str) -> dict:
        """The histories of a whole list in one body: what most realms had, and the others by name."""
        usual = b.history(region, None, None, flavour)
        slugs = [one.get("slug") for one in self.realms[region, flavour]]
        others = [{"slug": one, "segments": self.day(region, flavour, one)["segments"]}
                  for one in slugs if (region, flavour, one) in self.days]
        return {"region": region, "flavour": flavour, "from": usual["from"], "to": usual["to"], "usual": usual["segments"],
                "realms": others}

    def region_list(self) -> dict:
        return {"regions": [self.region(one) for one in self.regions]}

    def region(self, region: str) -> dict:
        flavours = [
            {"flavour": f, "freshness": self.freshness[r, f], "source": self.origin,
             "groups": len(listed) // 2, "counts": b.counts(listed),
             "outages": self.outages[r, f]}
            for (r, f), listed in self.realms.items() if r == region
        ]
        return {
            "region": region, "name": b.REGIONS.get(region, "Atlantis"), "maintenanceWindow": region in self.windows,
            "statusPage": f"https://worldofwarcraft.blizzard.com/en-us/game/status/{region}", "flavours": flavours,
        }


def all_up() -> World:
    """Everything well; the European list is long."""
    world = World()
    world.source("us", b.realms("us", 246))
    world.source("us", b.realms("us", 38), "classic")
    world.source("eu", b.realms("eu", 340))
    world.source("kr", b.realms("kr", 18))
    world.source("tw", b.realms("tw", 21))
    world.panel = b.panel(
        [b.lamp("Kazzak", "Europe, Kazzak", "allUp"), b.lamp("Everything", "everything watched", "allUp")],
        ["Storm Point", f"until {b.clock(42)}  42m"],
    )
    world.modes = [b.running("pubs", "Casual", 90, 48 * 60), b.running("ranked", "Ranked", 1440, 9 * 3600)]
    return world


def some_down() -> World:
    """An outage in Europe, a queue, a locked realm, stale Korea, maintenance in Taiwan, an ended mode."""
    world = all_up()
    eu = b.realms("eu", 340)
    for number in (0, 1, 5):
        eu[number].update(state="down", since=b.stamp(b.now() - timedelta(minutes=50)), population="offline")
    eu[3].update(queue=True, population="full")
    eu[4].update(locked=True, population="locked")
    eu[7].update(state="suspected", since=b.stamp(b.now()))
    world.source(
        "eu", eu, uptime=0.9923,
        outages=[{"scope": "category", "category": "Russian", "since": b.stamp(b.now() - timedelta(minutes=50)), "realms": 3}],
        segments=[("up", 0, 6, 0), ("maintenance", 6, 8, 340), ("up", 8, 14, 0), ("down", 14, 14.4, 12),
                  ("up", 14.4, 20, 0), ("unknown", 20, 21, 0), ("up", 21, 23.2, 0), ("down", 23.2, 24, 3)],
    )
    since = b.stamp(b.now() - timedelta(minutes=40))
    world.source("kr", b.realms("kr", 18), freshness={
        "state": "stale", "since": since, "reason": "Battle.net kr/retail answered HTTP 503",
    })
    tw = [dict(r, state="maintenance", since=since, population="offline") for r in b.realms("tw", 21)]
    world.source("tw", tw)
    world.windows = {"tw"}
    world.panel = b.panel(
        [b.lamp("Kazzak", "Europe, Kazzak", "down"), b.lamp("Everything", "everything watched", "someDown"),
         b.lamp("Korea", "Korea, retail", "stale"), b.lamp("Taiwan", "Taiwan, retail", "maintenance")],
        ["Kazzak is down", f"since {b.clock(-50)}  50 min", f"Next  Olympus  {b.clock(42)}", "██████▌"], columns=20, page="outage/eu",
    )
    world.modes = [
        b.running("pubs", "Casual", 90, 48 * 60, takeover="Straight Shot"),
        b.still("ranked", "Ranked", "ended", validUntil=b.stamp(b.now() - timedelta(days=2))),
        b.still("ltm", "Limited-time mode", "gap"),
        b.still("wildcard", "Wildcard", "notStarted"),
    ]
    return world


def first_run() -> World:
    """A new box with what is built in: two regions wait for their first answer, and the map schedule ended a year ago."""
    world = all_up()
    for region in ("eu", "kr"):
        world.source(region, [], freshness={"state": "waiting"}, segments=[("unknown", 0, 24, 0)], uptime=None)
    end = b.now().replace(year=b.now().year - 1, month=11, day=4, hour=18, minute=0, second=0, microsecond=0)
    names = {"KC": "Kings Canyon", "OL": "Olympus", "ED": "E-District", "SP": "Storm Point", "BM": "Broken Moon", "WE": "World's Edge"}

    def ended(mode: str, name: str, minutes: int) -> tuple[dict, list]:
        splits = [("SP", "WE", "BM"), ("KC", "OL", "ED")]
        schedules = [{"cycle": [{"code": code, "map": names[code], "minutes": minutes} for code in codes],
                      "anchor": b.stamp(end - timedelta(days=49 * (2 - number))), "usableFrom": b.stamp(end - timedelta(days=49 * (2 - number))),
                      "usableTo": b.stamp(end - timedelta(days=49 * (1 - number)))} for number, codes in enumerate(splits)]
        body, entries = b.still(mode, name, "ended", validUntil=b.stamp(end))
        return {**body, "schedules": schedules}, entries

    world.modes = [ended("pubs", "Casual", 90), ended("ranked", "Ranked", 1440)]
    return world


def yesterday() -> World:
    """The same since another day, which times say with more words."""
    return evening(26 * 60)


def evening(minutes: float = 29) -> World:
    """What a household sees on a bad evening, as the design draws it: two realms of Europe are down, the rest plays."""
    world = World()
    down = b.stamp(b.now() - timedelta(minutes=minutes))
    eu = b.realms("eu", 267)
    eu[0].update(state="down", since=down, population="offline")
    eu[1].update(name="Chromaggus", state="down", since=down, population="offline")
    world.source("us", b.realms("us", 246), uptime=0.9991, segments=[
        ("up", 0, 9.3, 0), ("down", 9.3, 9.6, 3), ("up", 9.6, 10.15, 0), ("maintenance", 10.15, 14.2, 246),
        ("up", 14.2, 16, 0), ("down", 16, 16.3, 1), ("up", 16.3, 24, 0)])
    world.source("us", b.realms("us", 38), "classic")
    world.source("eu", eu, uptime=0.913, segments=[
        ("up", 0, 17.8, 0), ("down", 17.8, 19.4, 1), ("up", 19.4, 23.52, 0), ("down", 23.52, 24, 2)])
    world.source("eu", b.realms("eu", 34), "classic")
    world.source("kr", b.realms("kr", 18))
    world.source("kr", b.realms("kr", 4), "classic")
    world.source("tw", b.realms("tw", 25), uptime=0.982,
                 segments=[("up", 0, 9, 0), ("down", 9, 9.4, 25), ("up", 9.4, 24, 0)])
    world.source("tw", b.realms("tw", 6), "classic", segments=[("unknown", 0, 5, 0), ("up", 5, 24, 0)])
    kazzak = b.lamp("Kazzak", "Europe, Kazzak", "down", "Down", {"key": "down", "count": 1, "total": 1})
    maps = b.lamp("Maps", "Maps", "allUp", "All 6 up", {"key": "up", "count": 6, "total": 6})
    world.panel = b.panel([kazzak, maps],
                          ["▼ Kazzak", f"down {b.clock(-29)}  29m"])
    world.modes = [b.running("pubs", "Casual", 90, 48 * 60), b.running("ranked", "Ranked", 1440, 9 * 3600)]
    return world


def no_network() -> World:
    world = all_up()
    gone = {"state": "noNetwork", "since": b.stamp(b.now() - timedelta(minutes=7))}
    world.freshness = {key: gone for key in world.freshness}
    world.panel = b.panel([b.lamp("Everything", "everything watched", "noNetwork")], ["No network", f"since {b.clock(-7)}"])
    return world


def waiting() -> World:
    world = all_up()
    for key in world.realms:
        world.realms[key] = []
        world.freshness[key] = {"state": "waiting"}
        world.histories[key] = b.history(key[0], [("unknown", 0, 24, 0)], None, key[1])
    return world


def new() -> World:
    """A box of which only the plug is in."""
    world = waiting()
    for key in world.realms:
        world.freshness[key]["reason"] = "not set up: the settings have no Battle.net client for Europe"
    return world


def unofficial() -> World:
    """A box without an account: everything well, as the page for people says."""
    world = all_up()
    world.origin = {"name": "status-page", "official": False}
    return world


def region_down() -> World:
    world = all_up()
    since = b.stamp(b.now() - timedelta(minutes=5))
    eu = [dict(r, state="down", since=since, population="offline") for r in b.realms("eu", 340)]
    world.source("eu", eu, uptime=0.9965, outages=[{"scope": "region", "since": since, "realms": 340}],
                 segments=[("up", 0, 23.9, 0), ("down", 23.9, 24, 340)])
    world.panel = b.panel([b.lamp("Everything", "everything watched", "down")], ["Europe is down", f"since {b.clock(-5)}"])
    return world


def hostile() -> World:
    """Markup in every name, words of the future, missing fields."""
    world = World()
    evil = '<img src=x onerror="window.broken=1"><script>window.broken=1</script>'
    listed = [b.realm("eu", 0, evil, "down"), b.realm("eu", 1, "\u202eevil", "teleporting"), {"id": "retail/x", "slug": "x"}]
    listed[2].update(state="up", queue=False, locked=False)
    world.source("eu", listed, freshness={"state": "quantum", "reason": evil},
                 outages=[{"scope": "continent", "category": evil, "realms": 1}],
                 segments=[("teleporting", 0, 24, 0)], uptime=None)
    world.source("xx", [dict(listed[0], name="A" * 300)], "hard<b>core")
    world.overrides["/v1/regions"] = dict(world.region_list(), surprise={"deep": [1]})
    world.overrides["/v1/regions"]["regions"][0]["statusPage"] = "javascript:window.broken=1"
    lamp = dict(b.lamp(evil, evil, "allUp"), meaning="sparkling", words=evil)
    world.panel = b.panel([lamp, {"name": "bare"}], [evil, "한글 漢字 é"])
    world.panel["faults"] = [{"code": evil, "words": evil}, None, {}]
    world.modes = [
        ({"mode": evil, "name": evil, "state": "running", "current": {"code": evil, "map": evil, "start": "x", "end": "y"}}, []),
        b.still("tomorrow", "Tomorrow", "entangled"),
    ]
    return world
