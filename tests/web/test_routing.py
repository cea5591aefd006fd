"""Several processes behind nginx, as hosting/ sets it up: each table lives in one, so that all know who is here."""

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.server import Client, RunningServer, open_table
from tests.sixth_game import ROOT

WORKERS = 4
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(NGINX is None, reason="nginx is not installed")]


@dataclass(frozen=True)
class Proxy:
    host: str
    port: int


def free_ports(many: int) -> int:
    """The first of so many ports in a row that are free."""
    for first in range(20_000, 30_000, 16):
        held = [socket.socket() for _ in range(many)]
        try:
            for place, each in enumerate(held):
                each.bind(("127.0.0.1", first + place))
        except OSError:
            continue
        else:
            return first
        finally:
            for each in held:
                each.close()
    raise AssertionError("no ports are free")


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    folder, first = tmp_path_factory.mktemp("nginx"), free_ports(WORKERS + 1)
    own = first + WORKERS
    many = (ROOT / "hosting" / "nginx-many.conf").read_text()
    place = (ROOT / "hosting" / "nginx.conf").read_text().replace("http://127.0.0.1:8000", "http://actionroll")
    for worker in range(WORKERS):
        many = many.replace(f"127.0.0.1:{8000 + worker}", f"127.0.0.1:{first + worker}")
    temporary = "".join(
        f"{each}_temp_path {folder}/{each};" for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log stderr warn; events {{}}\n"
        f"http {{ access_log off; {temporary}\n{many}\nserver {{ listen 127.0.0.1:{own};\n{place}\n}} }}\n"
    )
    flags = ("--workers", str(WORKERS), "--port-each", "--no-limits")
    with RunningServer(folder / "tables.db", *flags, port=first):
        assert NGINX
        running = subprocess.Popen([NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf")])
        made = Proxy("127.0.0.1", own)
        try:
            wait_until_served(made)
            yield made
        finally:
            running.terminate()
            running.wait(20)


def wait_until_served(proxy: Proxy) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            if all(Client(proxy).get("/healthz").status == 200 for _ in range(8)):
                return
        except OSError:
            pass
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_everyone_at_a_table_sees_who_is_here_through_whatever_connection(proxy: Proxy) -> None:
    for _ in range(6):
        table = open_table(proxy)
        feeds = [each.feed() for each in (table.gm, table.player, table.other)]
        assert [each.status for each in feeds] == [200, 200, 200]
        assert [each["here"] for each in table.gm.see()["seats"]] == [True, True, True, False]
        for feed in feeds:
            feed.cut()


def test_tables_are_spread_over_the_processes(proxy: Proxy) -> None:
    tables = [open_table(proxy) for _ in range(24)]
    served = [metric(proxy.port - WORKERS + worker, "actionroll_tables_open") for worker in range(WORKERS)]
    assert sum(each > 0 for each in served) >= 3, served
    assert sum(served) <= len(tables) + 6 + WORKERS, served


def metric(port: int, name: str) -> int:
    found = re.search(rf"^{name} (\d+)", Client(Proxy("127.0.0.1", port)).get("/metrics").raw.decode(), re.MULTILINE)
    assert found, name
    return int(found[1])


def test_the_files_for_hosting_name_as_many_processes_as_the_guide() -> None:
    for name in ("nginx-many.conf", "Caddyfile-many"):
        text = (ROOT / "hosting" / name).read_text()
        assert sorted(set(re.findall(r"127\.0\.0\.1:(\d+)", text))) == [str(8000 + each) for each in range(WORKERS)]
