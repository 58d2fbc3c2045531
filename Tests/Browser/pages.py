"""The pages' files as the appliance serves them, written a second time for the fixture servers: what stands where, and
what the appliance writes into documents, worker and manifests."""

import functools
import json
import re
from pathlib import Path

WEB = Path(__file__).resolve().parents[2] / "Sources" / "Appliance" / "Web"
#: Each folder with the address of its files.
FOLDERS = {"shared": "/assets/", "status": "/assets/", "words": "/assets/", "app": "/app/", "worker": "/app/", "install": "/app/",
           "widget": "/assets/", "embed": "/assets/", "site": "/assets/"}
#: Folders whose files the worker keeps on a phone.
KEPT = ("app", "shared", "words")
TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
         ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".webmanifest": "application/manifest+json"}


@functools.cache
def files(folder: str) -> dict[str, Path]:
    """The files of one folder by their address."""
    return {FOLDERS[folder] + one.name: one for one in sorted((WEB / folder).iterdir())}


@functools.cache
def languages() -> dict[str, dict]:
    """The words files by their language's tag, English first."""
    known = {one.stem: json.loads(one.read_text()) for one in sorted((WEB / "words").iterdir())}
    return {"en": known.pop("en"), **known}


@functools.cache
def modules(*folders: str) -> list[str]:
    return sorted(address for folder in folders for address in files(folder) if address.endswith(".js"))


@functools.cache
def sdk() -> str:
    """The module for games: the parts of its folder as one file, the one that exports last, without what explains them and without indentation."""
    text = "// Watchpost: online boards for games (docs/games.md)\n"
    for path in sorted((WEB / "sdk").iterdir(), key=lambda one: (one.name == "client.js", one.name)):
        for line in path.read_text().split("\n"):
            bare = line.lstrip(" ")
            if bare and not bare.startswith(("//", "/**", "*", "import ")):
                text += (bare if path.name == "client.js" else bare.removeprefix("export ")) + "\n"
    return text


class Pages:
    """What is served at each address; `more` are further files by address, as if they lay in the folder of the app."""

    def __init__(self, more: dict[str, bytes] | None = None, version: str = "development"):
        self.more = more or {}
        self.version = version

    @property
    def mine(self) -> list[str]:
        """Further files that lie where the worker keeps all."""
        return [one for one in self.more if one.startswith("/app/") or one.endswith(".json")]

    def languages(self) -> dict[str, dict]:
        more = {one.removeprefix("/assets/").removesuffix(".json"): json.loads(body)
                for one, body in self.more.items() if one.endswith(".json")}
        return {**languages(), **more}

    def read(self, address: str) -> bytes | None:
        """The bytes at an address, or None."""
        if address in self.more:
            return self.more[address]
        if address == "/":
            return self.document(WEB / "status" / "index.html", modules("shared", "status"))
        if address == "/sdk/watchpost.js":
            return sdk().encode()
        if address == "/widget":
            return self.document(WEB / "widget" / "widget.html", modules("shared", "widget"))
        if address == "/app" or address.startswith("/realms/"):
            mine = [one for one in self.mine if one.endswith(".js")]
            text = self.document(WEB / "app" / "app.html", sorted({*modules("shared", "app"), *mine})).decode()
            if address != "/app":
                text = text.replace("<title>Watchpost</title>", "<title>Realm · Watchpost</title>")
                text = re.sub("<!--facts-->.*?<!--/facts-->", "<!--realm-->", text, flags=re.S)
            return text.encode()
        manifest = re.fullmatch(r"/app/watchpost(?:\.(\w+))?\.webmanifest", address)
        if manifest:
            return self.manifest(manifest[1] or "en")
        for folder in FOLDERS:
            if address in files(folder) and not address.endswith(".html"):
                data = files(folder)[address].read_bytes()
                return self.worker(data) if address == "/app/worker.js" else data
        return None

    def script(self, box: str, modes: list[dict], tag: str) -> bytes:
        """The widget's script for some modes of `/v1/rotations`."""
        words = {key: row for key, row in self.languages()[tag]["words"].items() if key.startswith("script.")}
        settings = {"box": box, "language": tag, "modes": [{"key": one["mode"], "name": one["name"]} for one in modes], "words": words}
        text = (WEB / "scripts" / "scriptable.js").read_text()
        return text.replace("null/*settings*/", json.dumps(settings).replace("<", "\\u003c")).encode()

    def document(self, path: Path, loaded: list[str]) -> bytes:
        head = [f'<meta name="watchpost-language" content="{tag}" data-name="{body["language"]["name"]}">'
                for tag, body in self.languages().items()]
        head += [f'<link rel="modulepreload" href="{address}">' for address in loaded]
        return path.read_text().replace("<!--files-->", "\n    ".join(head)).encode()

    def manifest(self, tag: str) -> bytes | None:
        if tag not in self.languages():
            return None
        said = {"language": tag, **self.languages()[tag]["words"]}
        text = (WEB / "app" / "watchpost.webmanifest").read_text()
        return re.sub(r"\{([a-z]+(?:\.\w+)?)\}", lambda found: json.dumps(said[found[1]], ensure_ascii=False)[1:-1], text).encode()

    def worker(self, data: bytes) -> bytes:
        others = [f"/app/watchpost.{tag}.webmanifest" for tag in self.languages() if tag != "en"]
        kept = sorted({*(one for folder in KEPT for one in files(folder) if not one.endswith(".html")), *self.mine, *others})
        text = data.decode().replace('"development"', json.dumps(self.version))
        return text.replace("/*files*/", "".join(f", {json.dumps(one)}" for one in kept)).encode()
