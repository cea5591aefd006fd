"""Schemathesis against the running server, on both stores: whatever is sent, no reply is a defect of ours."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.counts import LONG, count
from tests.server import Client, NewTable, RunningServer

pytestmark = pytest.mark.slow
COMMAND = Path(sys.executable).parent / "schemathesis"
CHECKS = "not_a_server_error,content_type_conformance"


def test_no_request_makes_a_server_error(server: RunningServer, database: str, table: NewTable, tmp_path: Path) -> None:
    table.player.do("make", name="Fox")
    document = Client(server).get("/openapi.json").json
    for path in list(document["paths"]):
        # The feed never ends, and after the others the seat or table would be gone; all have tests of their own.
        if path.endswith(("/feed", "/leave", "/end", "/hand_over", "/enter")):
            del document["paths"][path]
    narrowed = json.dumps(document).replace('"description": "The table\'s id."', f'"enum": ["{table.id}"]')
    schema = tmp_path / "openapi.json"
    schema.write_text(narrowed)
    sqlite = "postgresql" not in database
    phases, examples = "coverage,fuzzing" if LONG else "fuzzing", 2 if sqlite else 1
    done = subprocess.run(
        [
            *(str(COMMAND), "run", str(schema), "--url", f"http://127.0.0.1:{server.port}"),
            *("--phases", phases, "--max-examples", str(count(examples, 40 if sqlite else 20))),
            *("--checks", CHECKS, "--seed", "1", "--workers", "1", "--no-color", "--warnings", "off"),
            *("--header", f"Authorization: Bearer {table.gm.client.token}"),
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=count(300, 1500),
        cwd=tmp_path,
    )
    assert "Server error" not in done.stdout, done.stdout[-3000:]
    assert done.returncode == 0, done.stdout[-3000:]
