"""The fixture server with the app: its files, its pages and the personal half of the API."""

import json
import os
import random
import re
import threading
import time
from urllib.parse import parse_qs, unquote, urlsplit

import worlds
from app_people import People, Refused
from app_schedule import Schedule
from fixture_server import WEB, Appliance, Handler, problem
from pages import lasting

APP = WEB / "app"
APP_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)


class AppAppliance(Appliance):
    """An appliance for phones; `delays` keep answers back by the beginning of their path: for seconds, or until `hold` is let go."""

    def __init__(self, world: worlds.World):
        self.people = People()
        self.people.schedule = Schedule(world)
        self.delays: dict[str, float | threading.Event] = {}
        #: Requests that wait for their answer, and when one last began or ended.
        self.under_way = 0
        self.moved_at = time.monotonic()
        self.told: list[tuple[str, str, dict | None]] = []
        #: Beginnings of paths for which somebody in between answers with a page of theirs.
        self.foreign: tuple[str, ...] = ()
        self.foreign_status = 200
        super().__init__(world, AppHandler)

    def hold(self, path: str) -> threading.Event:
        """Keeps answers back until what this gives is set: a test that goes by seconds goes by how busy the machine is."""
        self.delays[path] = threading.Event()
        return self.delays[path]

    def keep_back(self, path: str):
        """Waits as `delays` say."""
        for start, delay in list(self.delays.items()):
            if path.startswith(start):
                self.await_release(delay, path) if isinstance(delay, threading.Event) else time.sleep(delay)

    def move(self, step: int):
        """A request began or ended."""
        with self.lock:
            self.under_way += step
            self.moved_at = time.monotonic()

    def puts(self, part: str) -> list[dict]:
        """The bodies that were sent whole to an address."""
        return [body for method, path, body in self.told if method == "PUT" and part in path]

    def posts(self, part: str) -> list[dict]:
        """The bodies that were posted to an address."""
        return [body for method, path, body in self.told if method == "POST" and part in path]

    def gets(self, part: str) -> int:
        return len([path for path in self.requests if part in path])

    @property
    def device(self) -> dict:
        """The only phone."""
        [known] = self.people.devices.values()
        return known

    def list_of(self, region: str) -> dict:
        return self.people.documents.get((self.device["id"], f"watchlist/{region}"), {"version": 0, "realms": []})


def realm_body(world: worlds.World, region: str, flavour: str, slug: str, history: str | None = None, hours: int = 24):
    """One realm, or its history, or None."""
    slug = unquote(slug)
    listed = world.realms.get((region, flavour), [])
    realm = next((one for one in listed if one.get("slug") == slug), None)
    if realm is None:
        return None
    if history:
        return {**world.day(region, flavour, slug, hours), "slug": slug}
    others = [one["slug"] for one in listed if one.get("connectedRealm") == realm.get("connectedRealm") and one is not realm]
    return {"region": region, "flavour": flavour, "freshness": world.freshness[region, flavour],
            "source": world.origin, "realm": realm,
            "names": {"en_US": realm["name"], "ko_KR": "카자크"}, "connectedWith": others, "statusPage": "https://example.org/"}

#: `WATCHPOST_JITTER=0.3`: every answer of the API comes late by up to so many seconds, each by another time. What a
#: test, or the app, expects of the order of answers then comes to light.
JITTER = float(os.environ.get("WATCHPOST_JITTER", "0"))


def _chance() -> random.Random:
    """How late answers are, from the seed of the run; pictures are taken without delays, and without the tests' harness."""
    if not JITTER:
        return random.Random(0)
    from harness.effort import seed_of

    return random.Random(seed_of("jitter"))


CHANCE = _chance()


class AppHandler(Handler):
    appliance: AppAppliance

    def do_GET(self):
        self.asked("GET")

    def do_PUT(self):
        self.asked("PUT")

    def do_POST(self):
        self.asked("POST")

    def do_DELETE(self):
        self.asked("DELETE")

    def asked(self, method: str):
        if self.path == "/v1/events":
            return self.act(method)
        self.appliance.move(1)
        try:
            return self.act(method)
        finally:
            self.appliance.move(-1)

    def act(self, method: str):
        site = self.appliance
        path = urlsplit(self.path).path
        size = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(size)) if size else None
        site.keep_back(path)
        if path.startswith("/v1/"):
            time.sleep(JITTER * CHANCE.random())
        personal = re.match(r"/v1/(about$|devices/|pairing|admin/|schedule/)", path)
        if site.broken:
            self.close_connection = True
        elif site.foreign and path.startswith(site.foreign):
            self.send(site.foreign_status, b"<h1>Log in</h1>", "text/html")
        elif personal:
            site.requests.append(self.path)
            site.told.append((method, path, body))
            self.person(method, path, body)
        elif path.startswith("/v1/realms/") and path in site.statuses:
            site.requests.append(self.path)
            self.send(site.statuses[path], problem(site.statuses[path]), "application/problem+json")
        elif path.startswith("/v1/realms/"):
            site.requests.append(self.path)
            query = parse_qs(urlsplit(self.path).query)
            body = realm_body(site.world, *path.split("/")[3:], hours=int(query.get("hours", ["24"])[0]))
            self.send(200 if body else 404, json.dumps(body).encode() if body else problem(404),
                      "application/json" if body else "application/problem+json")
        elif path == "/app" or path.startswith(("/app/", "/realms/")):
            self.note()
            self.file(path)
        else:
            super().do_GET()

    def person(self, method: str, path: str, body):
        site = self.appliance
        if path in site.statuses:
            return self.send(site.statuses[path], problem(site.statuses[path]), "application/problem+json")
        try:
            with site.lock:
                status, answer = site.people.answer(method, path, self.headers.get("Authorization", ""), body,
                                                    urlsplit(self.path).query)
        except Refused as refusal:
            text = {"type": "/problems/x", "title": "Refused", "status": refusal.status, "detail": str(refusal), **refusal.more}
            return self.send(refusal.status, json.dumps(text).encode(), "application/problem+json")
        return self.send(status, b"" if answer is None else json.dumps(answer).encode(), "application/json")

    def send(self, status: int, data: bytes, kind: str):
        site = self.appliance
        site.answers.append((self.path, status))
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
        # By which tests know an answer that was kept.
        self.send_header("Answer-Number", str(len(site.answers)))
        self.send_header("Cache-Control", lasting(self.path))
        if kind.startswith("text/html"):
            self.send_header("Content-Security-Policy", APP_POLICY)
        if self.path.startswith("/app/worker.js"):
            self.send_header("Service-Worker-Allowed", "/")
        self.end_headers()
        self.wfile.write(data)
