"""Asks an appliance in turns for a kept answer and for one from its database, and prints how long each took.

Usage: prober.py URL ID.SECRET [KIND=PATH …]. It ends with its standard input; then it prints one JSON object: for each kind a
list of [when, milliseconds].
"""

from __future__ import annotations

import http.client
import json
import sys
import threading
import time
from urllib.parse import urlsplit

PAUSE = 0.002


def main() -> None:
    parts, credential = urlsplit(sys.argv[1]), sys.argv[2]
    ended = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
    headers = {"Authorization": f"Bearer {credential}"}
    paths = {"kept": "/v1/hash", "personal": f"/v1/devices/{credential.split('.')[0]}"}
    paths = dict(word.split("=", 1) for word in sys.argv[3:]) or paths
    taken: dict[str, list[tuple[float, float]]] = {kind: [] for kind in paths}
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
    while not ended.is_set():
        for kind, path in paths.items():
            begin = time.monotonic()
            connection.request("GET", path, headers=headers)
            reply = connection.getresponse()
            reply.read()
            if reply.status != 200:
                raise SystemExit(f"GET {path}: {reply.status}")
            taken[kind].append((begin, (time.monotonic() - begin) * 1000))
        time.sleep(PAUSE)
    print(json.dumps(taken))


if __name__ == "__main__":
    main()
