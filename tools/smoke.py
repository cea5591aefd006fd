"""Start an installed program as its user would, open a table, join, roll, and stop it: `python -m tools.smoke COMMAND`.

Needs nothing but Python, so that it can try a wheel, an image or an executable on any system.
"""

import json
import os
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

PATIENCE = 60.0


def serves(command: list[str], database: str = "") -> str:
    """What was tried, or an error; tables are kept in a folder of this machine's unless a database is named."""
    with tempfile.TemporaryDirectory() as folder:
        kept = database or str(Path(folder) / "tables.db")
        return _tried([*command, "serve", "--local", "--port", "0", "--database", kept])


def _tried(command: list[str]) -> str:
    group = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # on Windows, where a Ctrl-C would reach us as well
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8", creationflags=group) as server:
        try:
            assert server.stdout
            found = re.search(r"http://\S+:\d+", server.stdout.readline())
            if found is None:
                raise SystemExit(f"{command[0]} told no address.")
            told = _evening(found[0].rstrip("."))
        finally:
            server.send_signal(getattr(signal, "CTRL_BREAK_EVENT", signal.SIGINT))
            status = server.wait(PATIENCE)
    if status and os.name != "nt":
        raise SystemExit(f"{command[0]} stopped with {status}.")
    return told


def _evening(address: str) -> str:
    opened = _post(f"{address}/api/tables", {"game": "in-the-dark", "name": "Friday", "nickname": "Gia"})
    table, at = opened["table"], f"{address}/api/tables/{opened['table']}"
    secret = opened["links"]["player"].partition("#")[2]
    player = _post(f"{at}/join", {"secret": secret, "nickname": "Ben"})["token"]
    _post(f"{at}/make", {"name": "Nyx", "values": {"skulk": 2}}, player)
    roll = _post(f"{at}/declare", {"character": "c1", "trait": "skulk"}, player)["rolls"][0]["roll"]
    _post(f"{at}/set", {"roll": roll, "inputs": {"position": "good"}}, opened["token"])
    done = _post(f"{at}/throw", {"roll": roll}, player)["rolls"][0]
    odds = _post(f"{address}/api/odds", {"game": "in-the-dark", "attempt": {"dots": 2}, "near": True})
    if odds["tiers"]["failure"] != "1/4":
        raise SystemExit(f"{address} tells wrong odds: {odds['tiers']}")
    return f"{address}: table {table} was opened and joined, and Nyx rolled: {done['status']}."


def _post(url: str, body: Any, token: str = "") -> Any:
    headers = {"Content-Type": "application/json", "Idempotency-Key": secrets.token_hex(16)}
    asked = Request(url, json.dumps(body).encode(), headers | ({"Authorization": f"Bearer {token}"} if token else {}))
    ends = time.monotonic() + PATIENCE
    while True:
        try:
            with urlopen(asked, timeout=PATIENCE) as reply:
                return json.load(reply)
        except HTTPError as error:
            raise SystemExit(f"{url}: {error.read().decode()}") from None
        except ConnectionError:
            if time.monotonic() > ends:
                raise
            time.sleep(0.05)


if __name__ == "__main__":
    print(serves(sys.argv[1:] or ["actionroll"]))
