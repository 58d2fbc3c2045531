"""A small game for `make run`: one page of another origin, whose board lies on the appliance."""

from __future__ import annotations

import http.server
import pathlib
import subprocess
import threading
import time
import urllib.error
import urllib.request

PAGE = pathlib.Path(__file__).resolve().parent / "snake.html"
#: What the game has on the appliance; said again it changes nothing.
GAME = ("add", "snake", "name=Snake", "description=Eat the apples, and neither the wall nor yourself.")
BOARD = ("board", "snake", "apples", "name=Apples", "windows=day,week", "low=1", "high=286")
#: How long the appliance may take to start, in seconds.
PATIENCE = 60


def page(box: str, port: int) -> http.server.ThreadingHTTPServer:
    """The page on the loopback, which nobody serves yet; 0: on any free port."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # noqa: N802
            if self.path.split("?")[0] != "/":
                return self.send_error(404)
            body = PAGE.read_text(encoding="utf-8").replace("BOX", box).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Content-Security-Policy", (
                f"default-src 'none'; script-src 'unsafe-inline' {box}; style-src 'unsafe-inline'; connect-src {box}; img-src {box} data:; "
                "base-uri 'none'; form-action 'none'"))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Quiet: the panel has the terminal."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    return server


def begin(server: http.server.ThreadingHTTPServer, binary: pathlib.Path, config: pathlib.Path, box: str) -> None:
    """Serves the page, and gives the appliance the game once it is there; beside everything else."""
    threading.Thread(target=server.serve_forever, daemon=True).start()
    threading.Thread(target=_add, args=(binary, config, box), daemon=True).start()


def _add(binary: pathlib.Path, config: pathlib.Path, box: str) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not _is_there(f"{box}/v1/games"):
        time.sleep(0.2)
    if _is_there(f"{box}/v1/games/snake"):
        return
    for words in (GAME, BOARD):
        command = [str(binary), "game", *words, "--config", str(config)]
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def _is_there(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            return answer.status == 200
    except (urllib.error.URLError, OSError):
        return False
