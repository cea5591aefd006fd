"""What a host watches: every number that is promised, in Prometheus' text form, and nothing that is a secret."""

import re
from pathlib import Path

import pytest

from tests.server import Client, RunningServer, new_key, open_table, secret_of

pytestmark = pytest.mark.slow
SAMPLE = re.compile(r'actionroll_[a-z_]+(\{([a-z]+="[^"]*",?)+\})? [0-9.e+-]+')


def read(server: RunningServer) -> str:
    reply = Client(server).get("/metrics")
    assert (reply.status, reply.headers["content-type"].partition(";")[0]) == (200, "text/plain")
    return reply.raw.decode()


def value(told: str, sample: str) -> float:
    return float(next(line.rpartition(" ")[2] for line in told.splitlines() if line.rpartition(" ")[0] == sample))


def test_metrics_count_what_happens(tmp_path: Path) -> None:
    with RunningServer(tmp_path / "tables.db") as server:
        table = open_table(server)
        feed = table.player.feed()
        before = read(server)
        for number in range(5):
            table.player.do("note", text=f"note {number}")
        assert table.player.try_to("nonsense").status == 404
        assert Client(server, new_key()).get(f"/api/tables/{table.id}").status == 401
        after = read(server)
        feed.cut()
    assert value(after, 'actionroll_requests_total{operation="note",status="200"}') == 5
    assert value(after, 'actionroll_refusals_total{status="401"}') == 1
    assert value(after, 'actionroll_refusals_total{status="404"}') == 1
    assert value(after, "actionroll_batches_total") - value(before, "actionroll_batches_total") == 5
    assert value(after, "actionroll_tables_open") == 1
    assert value(after, "actionroll_listeners") == 1
    assert value(after, "actionroll_commit_queue") == value(after, "actionroll_question_queue") == 0
    assert value(after, "actionroll_connections") >= 2
    assert value(after, "actionroll_request_seconds_count") > value(before, "actionroll_request_seconds_count")
    assert value(after, 'actionroll_request_seconds_bucket{le="+Inf"}') == value(
        after, "actionroll_request_seconds_count"
    )


def test_metrics_are_lines_that_prometheus_reads_without_a_secret(sqlite_server: RunningServer) -> None:
    table = open_table(sqlite_server)
    table.player.do("note", text="hush")
    told = read(sqlite_server)
    for line in told.splitlines():
        assert line.startswith(("# HELP actionroll_", "# TYPE actionroll_")) or SAMPLE.fullmatch(line), line
    secrets = [table.id, table.gm.client.token, "hush", "Ann", "127.0.0.1", *map(secret_of, table.links.values())]
    assert not [each for each in secrets if each in told]


def test_metrics_are_for_the_host_alone(sqlite_server: RunningServer) -> None:
    assert Client(sqlite_server, source="127.0.0.9").get("/metrics").status == 404
    assert Client(sqlite_server).get("/metrics", x_forwarded_for="10.0.0.1").status == 404
    assert "/metrics" not in Client(sqlite_server).get("/openapi.json").json["paths"]
