"""The pages' files as the appliance serves them: put together by the build's own script, and what the appliance writes into
documents, worker and manifests written a second time for the fixture servers."""

import functools
import json
import re
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "Sources" / "Appliance" / "Web"
#: Each folder with the address of its files.
FOLDERS = {"shared": "/assets/", "status": "/assets/", "words": "/assets/", "app": "/app/", "worker": "/app/", "install": "/app/",
           "widget": "/assets/", "embed": "/assets/", "site": "/assets/", "bundles": "/assets/"}
#: Folders whose files the worker keeps on a phone.
KEPT = ("app", "shared", "words")
TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
         ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".webmanifest": "application/manifest+json"}


@functools.cache
def built(*more: tuple[str, bytes]) -> dict[str, bytes]:
    """The files as the build embeds them, by their path below `Web/`; `more` are modules by address, beside those of the folders or in
    their place."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "Web"
        for one in WEB.iterdir():
            (place / one.name).mkdir(parents=True)
            for file in one.iterdir():
                (place / one.name / file.name).symlink_to(file)
        for address, content in more:
            known = [folder for folder, start in FOLDERS.items() if (WEB / folder / address.removeprefix(start)).exists()]
            file = place / (known or ["app"])[0] / address.rpartition("/")[2]
            file.unlink(missing_ok=True)
            file.write_bytes(content)
        names = sorted(str(file.relative_to(folder)) for file in place.glob("*/*"))
        subprocess.run(["sh", ROOT / "Plugins/EmbedFiles/bundle.sh", folder, f"{folder}/built", *names], check=True)
        found = (Path(folder) / "built/files").read_text().split()
        return {name.removeprefix("Web/"): next(file.read_bytes() for file in (Path(folder) / "built" / name, Path(folder) / name)
                                                if file.exists()) for name in found}


def served(data: dict[str, bytes]) -> dict[str, bytes]:
    """Those of `built` that have an address, by it."""
    return {FOLDERS[name.split("/")[0]] + name.split("/")[1]: content for name, content in data.items()
            if name.split("/")[0] in FOLDERS and not name.endswith(".html")}


def lasting(address: str) -> str:
    """How long browsers may go without asking again."""
    is_bundle = re.fullmatch(r"/assets/\w+\.[0-9a-f]{16}\.(css|js)", address)
    return "public, max-age=31536000, immutable" if is_bundle else "no-cache"


def is_code(address: str) -> bool:
    return address.endswith((".js", ".css"))


@functools.cache
def languages() -> dict[str, dict]:
    """The words files by their language's tag, English first."""
    known = {one.stem: json.loads(one.read_text()) for one in sorted((WEB / "words").iterdir())}
    return {"en": known.pop("en"), **known}


#: At the own address of a module that is in a bundle: what the page that asks has of it, with all that it knows. The appliance has
#: nothing there; tests look into a page with `import()`.
OF_PAGE = """const page = await import(document.querySelector("script[type=module]").src);
const module = await page.load(ADDRESS);
"""


@functools.cache
def exported(address: str) -> bytes | None:
    """A module of the page's, for tests."""
    found = [WEB / folder / address.removeprefix(start) for folder, start in FOLDERS.items()
             if address.startswith(start) and address.endswith(".js") and (WEB / folder / address.removeprefix(start)).exists()]
    if not found:
        return None
    names = re.findall(r"^export (?:async )?(?:function|const|class) (\w+)", found[0].read_text(), re.M)
    text = OF_PAGE.replace("ADDRESS", json.dumps(address))
    return (text + "".join(f"export const {name} = module.{name};\n" for name in names)).encode()


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
    def built(self) -> dict[str, bytes]:
        return built(*((address, content) for address, content in self.more.items() if is_code(address)))

    @property
    def mine(self) -> list[str]:
        """Further files that the worker keeps."""
        return [one for one in self.more if one.startswith("/app/") and not is_code(one) or one.endswith(".json")]

    def languages(self) -> dict[str, dict]:
        more = {one.removeprefix("/assets/").removesuffix(".json"): json.loads(body)
                for one, body in self.more.items() if one.endswith(".json")}
        return {**languages(), **more}

    def read(self, address: str) -> bytes | None:
        """The bytes at an address, or None."""
        if address in self.more and not is_code(address):
            return self.more[address]
        if address == "/":
            return self.document("status/index.html")
        if address == "/sdk/watchpost.js":
            return sdk().encode()
        if address == "/widget":
            return self.document("widget/widget.html")
        if address == "/app" or address.startswith("/realms/"):
            text = self.document("app/app.html").decode()
            if address != "/app":
                text = text.replace("<title>Watchpost</title>", "<title>Realm · Watchpost</title>")
                text = re.sub("<!--facts-->.*?<!--/facts-->", "<!--realm-->", text, flags=re.S)
            return text.encode()
        manifest = re.fullmatch(r"/app/watchpost(?:\.(\w+))?\.webmanifest", address)
        if manifest:
            return self.manifest(manifest[1] or "en")
        data = served(self.built).get(address)
        return self.worker(data) if data and address == "/app/worker.js" else data or exported(address)

    def script(self, box: str, modes: list[dict], tag: str) -> bytes:
        """The widget's script for some modes of `/v1/rotations`."""
        words = {key: row for key, row in self.languages()[tag]["words"].items() if key.startswith("script.")}
        settings = {"box": box, "language": tag, "modes": [{"key": one["mode"], "name": one["name"]} for one in modes], "words": words}
        text = (WEB / "scripts" / "scriptable.js").read_text()
        return text.replace("null/*settings*/", json.dumps(settings).replace("<", "\\u003c")).encode()

    def document(self, name: str) -> bytes:
        head = [f'<meta name="watchpost-language" content="{tag}" data-name="{body["language"]["name"]}">'
                for tag, body in self.languages().items()]
        return self.built[name].decode().replace("<!--languages-->", "\n    ".join(head)).encode()

    def manifest(self, tag: str) -> bytes | None:
        if tag not in self.languages():
            return None
        said = {"language": tag, **self.languages()[tag]["words"]}
        text = (WEB / "app" / "watchpost.webmanifest").read_text()
        return re.sub(r"\{([a-z]+(?:\.\w+)?)\}", lambda found: json.dumps(said[found[1]], ensure_ascii=False)[1:-1], text).encode()

    def worker(self, data: bytes) -> bytes:
        others = [f"/app/watchpost.{tag}.webmanifest" for tag in self.languages() if tag != "en"]
        kept = served({name: content for name, content in self.built.items() if name.split("/")[0] in KEPT})
        page = self.built["app/app.html"].decode()
        kept = sorted({*kept, *(one for one in served(self.built) if f'"{one}"' in page), *self.mine, *others})
        text = data.decode().replace('"development"', json.dumps(self.version))
        return text.replace("/*files*/", "".join(f", {json.dumps(one)}" for one in kept)).encode()
