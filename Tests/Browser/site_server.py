"""The fixture server with the site's page "About" and its contact form, as their contract says them: docs/developers.md."""

import html
import json
import re
import threading
from urllib.parse import parse_qs, urlsplit

import worlds
from fixture_server import Appliance, Handler, problem
from pages import built, languages

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
FORM = "application/x-www-form-urlencoded"
ADDRESS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")


class Site(Appliance):
    """An appliance whose owner can be written to. `kept` has the messages, `posted` what was sent, as (type, body)."""

    def __init__(self, world: worlds.World | None = None):
        self.kept: list[dict] = []
        self.posted: list[tuple[str, dict]] = []
        #: `(status, members of the problem, Retry-After)`: refused whatever it is.
        self.refusal: tuple[int, dict, int | None] | None = None
        #: While it is shut, messages wait for their answer.
        self.gate = threading.Event()
        self.gate.set()
        super().__init__(world or worlds.all_up(), SiteHandler)


class SiteHandler(Handler):
    appliance: Site

    def do_GET(self):
        address = urlsplit(self.path)
        if address.path != "/about" or self.appliance.broken:
            return super().do_GET()
        said = parse_qs(address.query).get("lang", [""])[0]
        tag = said or ("pl" if self.headers.get("Accept-Language", "").startswith("pl") else "en")
        return self.reply(200, about(tag, said), {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": POLICY})

    def do_POST(self):
        site = self.appliance
        data = self.rfile.read(int(self.headers["Content-Length"]))
        if site.broken:
            self.close_connection = True
            return None
        site.await_release(site.gate, self.path)
        kind = self.headers["Content-Type"]
        fields = {key: one[0] for key, one in parse_qs(data.decode(), keep_blank_values=True).items()}
        wish = fields if kind == FORM else json.loads(data)
        site.posted.append((kind, wish))
        status, more, wait = site.refusal or check(wish)
        if status != 200:
            body = json.dumps(json.loads(problem(status)) | more).encode()
            return self.reply(status, body, {"Content-Type": "application/problem+json", **({"Retry-After": str(wait)} if wait else {})})
        if not wish.get("website"):
            site.kept.append(wish)
        if kind == FORM:
            query = f"?lang={wish['lang']}" if re.fullmatch("[a-z]{1,8}", wish.get("lang", "")) else ""
            return self.reply(303, b"", {"Location": f"/about{query}#sent"})
        return self.reply(200, b'{"received":true}', {"Content-Type": "application/json"})

    def reply(self, status: int, data: bytes, fields: dict[str, str]):
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def check(wish: dict) -> tuple[int, dict, None]:
    """What the appliance says of a message."""
    for name, most in (("name", 100), ("text", 4000)):
        if len(wish[name].replace("\r\n", "\n").encode()) > most:
            return 400, {"detail": f"{name}: longer than {most} bytes"}, None
        if not wish[name].strip(" \n\r"):
            return 400, {"detail": f"{name}: empty"}, None
    if not ADDRESS.fullmatch(wish["address"]):
        return 400, {"detail": "address: not a plain address such as ola@example.org"}, None
    return 200, {}, None


def about(tag: str, said: str) -> bytes:
    """The page in a language, put together as the appliance does; `said` is what its address says."""
    words = languages()[tag]["words"]
    places = {"language": tag, "title": words["site.title.about"], "lang": f"?lang={said}" if said else "", "said": said}
    main, frame = (translated(built()[f"pages/{name}.html"].decode(), words) for name in ("about", "frame"))
    places["main"] = filled(main, places)
    return filled(frame, places).encode()


def translated(text: str, words: dict) -> str:
    text = re.sub(r'"[^"]*" data-t-label="([\w.]+)"', lambda found: f'"{html.escape(words[found[1]])}"', text)
    return re.sub(r' data-t="([\w.]+)"([^>]*)>[^<]*', lambda found: f"{found[2]}>{html.escape(words[found[1]])}", text)


def filled(text: str, places: dict) -> str:
    return re.sub(r"\[\[([\w-]+)\]\]", lambda found: places.get(found[1], ""), text)
