"""What an appliance knows of phones, as its API tells it: devices, whole lists with versions, codes, notices."""

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import bodies as b
from app_desk import Desk, Missing
from app_schedule import Refusal, Schedule

#: A point on the curve, base64url, as a browser wants its applicationServerKey.
PUBLIC_KEY = "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM"
CODE = "K7QX2M9P"
PUBLIC = "https://watch.example.org"
#: What a real appliance draws of `PUBLIC/app#link=CODE`.
PICTURE = Path(__file__).with_name("link.svg")
QUIET_KINDS = {"status": True, "queue": False, "lock": False, "maintenance": False, "population": False}


class Refused(Exception):
    """Becomes a problem body with `status` and further members."""

    def __init__(self, status: int, detail: str, **more):
        super().__init__(detail)
        self.status, self.more = status, more


class People:
    """The personal half of the appliance; tests look into it and change it."""

    def __init__(self):
        self.about = {"name": "watchpost", "version": "1.2.3", "publicURL": None, "access": "local", "apns": None,
                      "webPush": {"publicKey": PUBLIC_KEY}, "site": "https://example.org/watchpost"}
        self.devices: dict[str, dict] = {}
        self.secrets: dict[str, str] = {}
        self.documents: dict[tuple[str, str], dict] = {}
        self.notices: list[dict] = []
        self.test = {"accepted": True, "detail": "the push service accepted it", "reason": None}
        self.pairing: str | None = None
        self.tries = 5
        self.others: list[dict] = []
        self.page = 500
        self.dead: list[dict] = []
        self.replayed: list[int] = []
        self.identified = 0
        self.settings_version = 0
        self.file = {"name": "watchpost.local", "timeZone": "Etc/UTC", "clock": "24h", "secondsPerPage": 6,
                     "quietHours": None, "anyDownIsAll": False}
        self.changed: dict[str, object] = {}
        self.wishes: dict[tuple[str, str], dict[str, dict]] = {}
        #: Realms that are not up, so that one can be told of their return.
        self.up = lambda region, realm: False
        self.removed: set[str] = set()
        #: Push services that the box does not know.
        self.unknown: set[str] = set()
        self.linked: list[dict] = []
        #: Who made the code, and who is one person with whom.
        self.maker: str | None = None
        self.persons: list[set[str]] = []
        self.read = 0
        self.public: str | None = None
        self.schedule: Schedule | None = None
        #: None: there are no games.
        self.desk: Desk | None = None

    def authorize(self, bearer: str, device: str | None, registering: bool = False) -> str:
        known, _, secret = bearer.removeprefix("Bearer ").partition(".")
        if known in self.removed:
            raise Refused(401, "an administrator has removed this phone", code="device-removed")
        if not secret or (device is not None and device != known):
            raise Refused(401, "this request needs the phone's own credential")
        if known not in self.secrets and registering:
            self.secrets[known] = secret
        if self.secrets.get(known) != secret:
            raise Refused(401, "the credential is not that of a registered phone")
        return known

    def answer(self, method: str, path: str, bearer: str, body: dict | None, query: str = ""):
        """(status, body) of one request."""
        parts = path.strip("/").split("/")[1:]
        if body is not None and parts[-1] in ("test", "link", "pairing"):
            raise Refused(413, "this request has no body")
        if parts == ["about"]:
            return 200, self.about
        if parts[0] == "devices":
            device = self.authorize(bearer, parts[1], registering=method == "PUT" and len(parts) == 2)
            return self.device(method, device, parts[2:], body)
        if parts[0] == "pairing":
            return self.pair(parts[1:], bearer, body)
        if parts[0] == "schedule":
            return self.start(body)
        return self.administer(method, parts[1:], bearer, body, parse_qs(query))

    def start(self, body):
        """A mode whose schedule has ended is started by somebody at home."""
        owner = any(one["administrator"] for one in self.devices.values())
        try:
            return 200, self.schedule.start(body["mode"], body["map"], owner)
        except Refusal as refusal:
            raise Refused(refusal.status, str(refusal), **refusal.more) from None

    def device(self, method: str, device: str, rest: list[str], body):
        if not rest:
            return self.record(method, device, body)
        if rest[0] == "watchlist":
            empty = {"region": rest[1], "version": 0, "realms": [], "kinds": QUIET_KINDS}
            return self.document(method, (device, f"watchlist/{rest[1]}"), empty, body)
        if rest[0] == "alerts":
            return self.document(method, (device, "alerts"), {"version": 0, "quietHours": None, "maps": []}, body)
        if rest[0] == "maps":
            return self.document(method, (device, "maps"), {"version": 0, "liked": [], "avoided": []}, body)
        if rest[0] == "notices":
            return 200, {"notices": self.notices, "unread": len(self.notices)}
        if rest[0] == "test":
            return self.tested(device)
        if rest[0] == "read":
            self.read += 1
            return 204, None
        if rest[0] == "wishes":
            return self.wish(method, device, rest[1], body)
        if rest[0] == "link":
            return self.link(method, device, rest[1:])
        if body["code"] != CODE:
            raise Refused(403, "no such code; codes live ten minutes and work once", code="code-invalid")
        if self.maker is not None:
            self.persons.append({self.maker, device})
            self.devices[self.maker]["linkedDevices"] = 2
        self.devices[device]["linkedDevices"] = 2
        return 200, self.devices[device]

    def tested(self, device: str):
        """A test that finds the address gone switches it off."""
        if self.test.get("code") in ("gone", "other-key", "refused-address") and self.devices[device]["push"]:
            self.devices[device]["push"].update(state="disabled", reason=self.test["reason"], code=self.test["code"])
        return 200, {"code": None, **self.test, "push": self.devices[device]["push"]}

    def wish(self, method: str, device: str, region: str, body):
        known = self.wishes.setdefault((device, region), {})
        if method == "PUT":
            if body.get("tellOnce") and self.up(region, body["id"]):
                raise Refused(409, "the realm is up", code="already-up")
            one = known.setdefault(body["id"], {"id": body["id"], "tellOnce": False, "urgent": False, "mutedUntil": None})
            one.update({key: body[key] for key in ("tellOnce", "urgent") if key in body})
            if "muteMinutes" in body:
                minutes = body["muteMinutes"]
                one["mutedUntil"] = b.stamp(b.now() + b.timedelta(minutes=minutes)) if minutes else None
        alive = [one for one in known.values() if one["tellOnce"] or one["urgent"] or one["mutedUntil"]]
        return 200, {"region": region, "realms": sorted(alive, key=lambda one: one["id"])}

    def link(self, method: str, device: str, rest: list[str]):
        if method == "POST":
            self.maker = device
            link = f"{self.public}/app#link={CODE}" if self.public else None
            return 201, {"code": CODE, "expiresAt": b.stamp(b.now() + b.timedelta(minutes=10)), "link": link,
                         "picture": PICTURE.read_text() if self.public == PUBLIC else None}
        if method == "GET":
            ours = {"id": device, "name": self.devices[device]["name"], "this": True, "push": self.devices[device]["push"],
                    "registeredAt": b.stamp(b.now()), "seenAt": b.stamp(b.now())}
            return 200, {"devices": [ours, *self.linked]}
        if rest and not any(one["id"] == rest[0] for one in self.linked):
            raise Refused(404, "no such linked device")
        self.linked = [one for one in self.linked if rest and one["id"] != rest[0]]
        self.devices[device]["linkedDevices"] = 1 + len(self.linked)
        if not rest:
            self.devices[device]["administrator"] = False
        return 200, self.devices[device]

    def record(self, method: str, device: str, body):
        if method == "DELETE":
            self.devices.pop(device, None)
            self.secrets.pop(device, None)
            self.documents = {key: value for key, value in self.documents.items() if key[0] != device}
            return 204, None
        known = self.devices.get(device)
        if method == "PUT":
            fresh = {"id": device, "name": "", "push": None, "administrator": False, "linkedDevices": 1, "regions": [],
                     "registeredAt": b.stamp(b.now())}
            record = self.devices.setdefault(device, fresh)
            record.update({key: body[key] for key in ("name", "locale", "timeZone") if key in body})
            if "push" in body:
                host = urlsplit(body["push"]["endpoint"]).hostname if body["push"] else None
                if host in self.unknown:
                    said = {"code": "unknown-service", "service": host, "detail": f"push: {host} is not known"}
                    return 200 if known else 201, {**record, "pushRefused": said}
                record["push"] = body["push"] and {"kind": body["push"]["kind"], "state": "active", "reason": None}
        return 200 if known else 201, self.devices[device]

    def document(self, method: str, key: tuple[str, str], empty: dict, body):
        current = self.documents.get(key, empty)
        if method == "PUT":
            if body["version"] != current["version"]:
                raise Refused(409, "the list was changed by another device", current=current)
            if body != current:
                self.documents[key] = current = {**body, "version": body["version"] + 1}
        return 200, current

    def pair(self, rest: list[str], bearer: str, body):
        device = self.authorize(bearer, None)
        if not rest:
            self.pairing = "123456"
            return 202, {"expiresAt": b.stamp(b.now() + b.timedelta(minutes=10)), "shownOn": "display"}
        if self.pairing is None:
            raise Refused(409, "there is no code to redeem; ask for one at home")
        if body["code"] != self.pairing:
            self.tries -= 1
            raise Refused(403, "wrong code", triesLeft=self.tries)
        self.devices[device]["administrator"] = True
        return 200, self.devices[device]

    def administer(self, method: str, rest: list[str], bearer: str, body, query):
        device = self.authorize(bearer, None)
        if not self.devices[device]["administrator"]:
            raise Refused(403, "only paired phones can do this")
        if rest[0] == "settings":
            return self.settings(method, body)
        if rest[0] == "schedule":
            return self.edit_schedule(method, rest[1:], self.devices[device]["name"], body)
        if rest[0] == "notices":
            return self.dead_notices(method, rest[2:])
        if rest[0] in ("contact", "invitations"):
            return self.at_desk(method, rest, body, query)
        if rest == ["identify"]:
            self.identified += 1
            return 204, None
        if rest[-1] == "administrator":
            for one in [self.devices.get(rest[1], {}), *self.others]:
                one.update({"administrator": False} if one.get("id") == rest[1] else {})
            return 204, None
        if rest == ["devices"]:
            listed = [dict(self.devices[device], seenAt=b.stamp(b.now()), person=1), *self.others]
            rest_of = listed[int(query.get("after", ["0"])[0]):]
            end = len(listed) - len(rest_of) + self.page
            return 200, {"total": len(listed), "devices": rest_of[:self.page], "next": end if end < len(listed) else None,
                         "unknownServices": sorted(self.unknown)}
        if method == "DELETE":
            self.others = [one for one in self.others if one["id"] != rest[1]]
            return 204, None
        return 200, self.test

    def at_desk(self, method: str, rest: list[str], body, query):
        if self.desk is None:
            raise Refused(404, "there is nothing at this path")
        try:
            return self.desk.answer(method, rest, body, query)
        except Missing as refusal:
            raise Refused(404, str(refusal)) from refusal

    def edit_schedule(self, method: str, rest: list[str], phone: str, body):
        try:
            return self.schedule.answer(method, rest, body, phone)
        except Refusal as refusal:
            raise Refused(refusal.status, str(refusal), **refusal.more) from refusal

    def settings(self, method: str, body):
        """What the box goes by; a value of "refuse" is one that its rules do not take."""
        if method == "PUT":
            if "refuse" in body["settings"].values():
                raise Refused(400, "settings.name: will not do")
            if body["version"] != self.settings_version:
                raise Refused(409, "another change came first", current=self.settings("GET", None)[1])
            self.settings_version += 1
            self.changed = {key: value for key, value in (self.changed | body["settings"]).items() if value is not None}
        known = {name: {"value": self.changed.get(name, value), "source": "phone" if name in self.changed else "file",
                        "file": value} for name, value in self.file.items()}
        return 200, {"version": self.settings_version, "settings": known}

    def dead_notices(self, method: str, rest: list[str]):
        if rest and not any(str(one["id"]) == rest[0] for one in self.dead):
            raise Refused(404, "there is no such dead notice")
        if rest:
            self.dead = [one for one in self.dead if str(one["id"]) != rest[0]]
            if method == "POST":
                self.replayed.append(int(rest[0]))
            return 204, None
        return 200, {"notices": self.dead}
