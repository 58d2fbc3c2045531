"""Writes the lists of the app's files where they are needed: `python shelllists.py` after a file came or went."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "Sources" / "Appliance" / "Web"
APP = WEB / "app"
#: Loaded by the worker itself, or never by a page.
OF_WORKER = {"worker.js", "notices.js", "wordsworker.js"}
#: In the folder, but not worth keeping on a phone.
NOT_KEPT = OF_WORKER | {"app.html", "icon-512.png", "icon-maskable-512.png", "icon-maskable.svg"}


def imports(name: str, folder: Path, seen: set[str]):
    """Every module that a page loads, by its address."""
    for text in re.findall(r'(?:from|import) "((?:/|\./)[^"\s]+\.js)"', (folder / name).read_text()):
        path = text if text.startswith("/") else f"/assets/{text.removeprefix('./')}"
        if path not in seen:
            seen.add(path)
            imports(path.rsplit("/", 1)[1], WEB if path.startswith("/assets/") else APP, seen)


def wrapped(names: list[str], indent: str) -> str:
    """Names as the elements of a list, in lines of at most 108 characters."""
    lines, line = [], indent
    for name in names:
        piece = f'"{name}", '
        if len(line) + len(piece) > 109:
            lines.append(line.rstrip())
            line = indent
        line += piece
    return "\n".join([*lines, line.rstrip()])


def replaced(path: Path, pattern: str, text: str):
    old = path.read_text()
    new, count = re.subn(pattern, lambda _: text, old, flags=re.S)
    assert count == 1, (path, pattern)
    path.write_text(new)


def main():
    names = sorted(one.name for one in APP.iterdir())
    replaced(ROOT / "Package.swift", r"let appFiles = \[\n.*?\n\]", f"let appFiles = [\n{wrapped(names, '    ')}\n]")
    rows = "\n".join(f'        ("{one}", PackageResources.{re.sub("[^a-z0-9]", "_", one)}),' for one in names)
    replaced(WEB / "PageFiles+App.swift", r"bytes: \[UInt8\]\)\] = \[\n.*?\n    \]", f"bytes: [UInt8])] = [\n{rows}\n    ]")
    seen: set[str] = set()
    imports("app.js", APP, seen)
    links = "\n".join(f'    <link rel="modulepreload" href="{one}">' for one in sorted(seen))
    page = APP / "app.html"
    replaced(page, r'    <link rel="modulepreload".*modulepreload" href="[^"]+">', links)
    styles = re.findall(r'href="/assets/([a-z]+\.css)"', page.read_text())
    shared = sorted([*styles, "favicon.svg", *(one.rsplit("/", 1)[1] for one in seen if one.startswith("/assets/"))])
    kept = [one for one in names if one not in NOT_KEPT]
    worker = APP / "worker.js"
    replaced(worker, r"const app = \[.*?\];", f"const app = [\n{wrapped(kept, '    ')}\n];")
    replaced(worker, r"const shared = \[.*?\];", f"const shared = [\n{wrapped(shared, '    ')}\n];")
    text = page.read_text()
    text = text.replace("<title>Watchpost</title>", "<title>Realm · Watchpost</title>")
    text = re.sub(r"<noscript>.*?</noscript>", "<noscript><!--realm--></noscript>", text, flags=re.S)
    (APP / "realm.html").write_text(text)


if __name__ == "__main__":
    main()
