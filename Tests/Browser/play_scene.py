"""An evening with games: who plays what, who is whose friend, which duels run; and what a person does with the app there."""

from datetime import timedelta

import bodies as b
import worlds
from measures import wait_until
from play_rules import board
from play_server import PlayAppliance

GAMES, FRIENDS, DUELS, PROFILE = "games", "friends", "duels", "profile"
NAMES = ["Zephyrine", "nulljump", "OwlBear42", "Kestrel_9", "quartzkid", "tinyrocket", "mossback", "Pixelfox", "bramble77", "Żaneta", "ferncloud",
         "Halfpenny", "oxbow", "Lindwurm", "Driftwood", "ashtray_kid"]
SCORES = [71480, 69935, 66020, 51900, 51430, 50875, 50110, 49990, 49700, 49640, 49400, 47900, 47210, 46000, 44800, 43100]


#: A phone that registered before, and looks at Europe.
PHONE, SECRET = "p" * 22, "s" * 43
FURNISHED = """(() => { if (location.protocol !== 'http:' || sessionStorage.getItem('begun')) return;
  sessionStorage.setItem('begun', '1');
  localStorage.setItem('watchpost.credential', '%s');
  localStorage.setItem('watchpost.region', 'eu'); })()""" % f"{PHONE}.{SECRET}"

#: Nothing is asked for from time to time: that may come between two steps of a test that has seen what it changes.
STILL = "window.setInterval = () => 0"
#: What the page gives up after some seconds it gives up after a hundred times as many: a list's place, whose answer is late.
SLOWLY = "(() => { const real = Date.now, start = real(); Date.now = () => Math.round(start + (real() - start) / 100); })()"


def games(arena):
    arena.game("orbit", "Orbit Drift", board("endless", "Endless", low=0, high=1_000_000), board("daily", "Daily run"))
    arena.game("beetle", "Beetle Rally", board("lap", "Best lap", order="less", score_format="time"))
    arena.game("parcel", "Night Parcel", board("parcels", "Parcels", unit="parcels"))
    arena.game("harbour", "Tile Harbour", board("tiles", "Tiles", windows=("week",)), description="Puzzle for two quiet minutes")
    return arena


def crowd(arena, many: int = 0) -> dict[str, str]:
    """Others who play; `many` further ones follow on the endless board."""
    people = {name: arena.player(name) for name in NAMES}
    for name, score in zip(NAMES, SCORES):
        arena.submit(people[name], "orbit", "endless", score)
    for number, name in enumerate(NAMES[:8]):
        arena.submit(people[name], "beetle", "lap", 104_100 + 700 * number)
        arena.submit(people[name], "parcel", "parcels", 9900 - 310 * number)
    for number in range(many):
        arena.submit(arena.player(f"extra{number:03}"), "orbit", "endless", 42_000 - 10 * number)
    return people


def evening(home, many: int = 0) -> PlayAppliance:
    """An appliance with games and others; whoever opens the app is nobody there yet."""
    site = home(worlds.all_up())
    games(site.arena)
    site.people_of_play = crowd(site.arena, many)
    return site


def settle(site: PlayAppliance, me: str, duels: bool = True) -> dict[str, str]:
    """The phone's player has played and has friends, invitations and duels."""
    arena, people = site.arena, site.people_of_play
    arena.players[me]["name"] = "Marten"
    for game, slug, score in (("orbit", "endless", 48_210), ("beetle", "lap", 102_800), ("parcel", "parcels", 9120)):
        arena.submit(me, game, slug, score)
        arena.monday[game, slug, me] = arena.place(me, game, slug)["position"] + {"orbit": 4, "beetle": 2, "parcel": -1}[game]
    for name in ("Kestrel_9", "mossback", "bramble77", "Żaneta"):
        befriend(arena, me, people[name])
    arena.monday["orbit", "endless", people["Kestrel_9"]] = 16
    arena.want(people["quartzkid"], me)
    arena.want(me, people["Pixelfox"])
    if duels:
        # Half an hour more than whole hours, so that the page says the same of it for that long.
        running(arena, me, people["Kestrel_9"], "orbit", "endless", 60_000, 3 * 86_400, 28 * 3600 + 1800, (48_210, 51_900))
        running(arena, people["mossback"], me, "beetle", "lap", None, 86_400, 52 * 60, (104_100, 102_800))
        arena.challenge(people["bramble77"], {"player": me, "game": "parcel", "board": "parcels", "seconds": 3 * 86_400}, None)
        over = running(arena, me, people["Kestrel_9"], "orbit", "endless", None, 3600, 60, (52_010, 51_900), submit=False)
        arena.time_is_up(over)
    return people


def known_phone(site: PlayAppliance):
    """The phone registered before, and was in the room."""
    site.people.authorize(f"Bearer {PHONE}.{SECRET}", PHONE, registering=True)
    site.people.record("PUT", PHONE, {"name": "Phone", "locale": "en"})
    site.player_of(PHONE)


def befriend(arena, one: str, other: str):
    arena.want(one, other)
    arena.want(other, one)


def running(arena, creator, other, game, slug, goal, seconds, left, bests, submit=True) -> dict:
    """A duel that runs, with `left` seconds to go and the bests of both sides."""
    body = {"player": other, "game": game, "board": slug, "seconds": seconds, **({} if goal is None else {"goal": goal})}
    _, duel = arena.challenge(creator, body, None)
    arena.act(other, duel, "accept")
    duel["endsAt"] = b.stamp(b.now() + timedelta(seconds=left))
    duel["bests"] = dict(zip((creator, other), bests))
    return duel


def open_play(visit, site, hash_: str = "games", **options):
    """The app in the room Play."""
    options = {"width": 390, "height": 844, "expect": "#tabs [role=tab]:visible", **options}
    return visit(f"{site.url}/app#{hash_}", **options)


def furnished(home, visit, hash_: str = "games", many: int = 0, duels: bool = True, ready=None, **options):
    """A phone whose player has been here for a while, and the app at an address of the room; `ready` changes the arena before it is asked."""
    site = evening(home, many)
    known_phone(site)
    settle(site, site.mine, duels)
    if ready:
        ready(site.arena)
    options["scripts"] = [FURNISHED, *options.get("scripts", ())]
    return site, open_play(visit, site, hash_, **options)


def in_the_middle(page, above: float = 250, below: float = 520):
    """Waits until the page has put me into the middle, and scrolls no more by itself."""
    wait_until(page, """([above, below]) => { const box = document.querySelector('.board-row.me')?.getBoundingClientRect();
      return box && above < box.top && box.top < below; }""", [above, below])


def tab(page, name: str):
    """The list of a tab: one that comes back with a page is tapped again."""
    page.locator(f"#tab-{name}").click()
    if page.locator("#back").is_visible():
        page.locator(f"#tab-{name}").click()
    page.wait_for_selector(f"#panel-{name}:not([hidden])")
    return page.locator(f"#panel-{name}")


def named(arena, name: str) -> str:
    """The player of this name."""
    return next(code for code, one in arena.players.items() if one["name"] == name)


def up_to_date(page):
    """Waits until what is on the screen was answered just now, and nothing of it is under way."""
    wait_until(page, """() => { const asOf = document.querySelector('#as-of');
        return document.querySelector('#as-of-words').textContent !== '' && !asOf.classList.contains('stale')
            && asOf.getAttribute('aria-busy') !== 'true'; }""")


def games_known(page):
    """Waits until it is known which games there are, and which of them one plays: each is an answer of its own."""
    for words in ("You play", "Other games"):
        page.locator("#panel-games h2:visible", has_text=words).wait_for()
