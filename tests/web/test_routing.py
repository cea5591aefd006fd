"""Several processes behind nginx and Caddy, as hosting/ sets it up: each table lives in one and knows who is here."""

import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from tests.server import Client, RunningServer, free_ports, open_table
from tests.sixth_game import ROOT

WORKERS = 4
PROXIES = {name: shutil.which(name) or shutil.which(name, path="/usr/sbin") for name in ("nginx", "caddy")}
pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Proxy:
    host: str
    port: int
    first: int = 0
    """The port of the first of the processes behind it; the others have those that follow."""


def nginx(folder: Path, first: int, port: int) -> list[str]:
    """The words that start it in front of the processes, at a port of its own."""
    many = (ROOT / "hosting" / "nginx-many.conf").read_text()
    place = (ROOT / "hosting" / "nginx.conf").read_text().replace("http://127.0.0.1:8000", "http://actionroll")
    for worker in range(WORKERS):
        many = many.replace(f"127.0.0.1:{8000 + worker}", f"127.0.0.1:{first + worker}")
    temporary = "".join(
        f"{each}_temp_path {folder}/{each};" for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log stderr warn; events {{}}\n"
        f"http {{ access_log off; {temporary}\n{many}\nserver {{ listen 127.0.0.1:{port};\n{place}\n}} }}\n"
    )
    return ["-p", str(folder), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, _first: int, _port: int) -> list[str]:
    """The same; its file stands as it is, and without its administration, which has one port for all."""
    many = (ROOT / "hosting" / "Caddyfile-many").read_text()
    (folder / "Caddyfile").write_text("{\n\tadmin off\n}\n" + many)
    return ["run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


@pytest.fixture(scope="module")
def processes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of the first of them; behind theirs is one for each proxy."""
    first, store = free_ports(WORKERS + len(PROXIES)), tmp_path_factory.mktemp("routing") / "tables.db"
    with RunningServer(store, "--workers", str(WORKERS), "--port-each", "--no-limits", port=first):
        yield first


@pytest.fixture(scope="module", params=[nginx, caddy], ids=lambda made: str(made.__name__))
def proxy(request: pytest.FixtureRequest, processes: int, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    name = request.param.__name__
    program = PROXIES[name]
    if program is None:
        pytest.skip(f"{name} is not installed")
    folder = tmp_path_factory.mktemp(name)
    made = Proxy("127.0.0.1", processes + WORKERS + list(PROXIES).index(name), processes)
    told = {
        "HOME": str(folder),
        "DOMAIN": f"http://127.0.0.1:{made.port}",
        "PROCESSES": " ".join(f"127.0.0.1:{processes + worker}" for worker in range(WORKERS)),
    }
    running = subprocess.Popen([program, *request.param(folder, processes, made.port)], env=told)
    try:
        wait_until_served(made)
        yield made
    finally:
        running.terminate()
        running.wait(60)


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
    before = tables_open(proxy)
    tables = [open_table(proxy) for _ in range(24)]
    served = [now - then for now, then in zip(tables_open(proxy), before, strict=True)]
    assert sum(each > 0 for each in served) >= 3, served
    assert sum(served) <= len(tables) + WORKERS, served


def tables_open(proxy: Proxy) -> list[int]:
    """How many each of the processes has."""
    return [metric(proxy.first + worker, "actionroll_tables_open") for worker in range(WORKERS)]


def metric(port: int, name: str) -> int:
    found = re.search(rf"^{name} (\d+)", Client(Proxy("127.0.0.1", port)).get("/metrics").raw.decode(), re.MULTILINE)
    assert found, name
    return int(found[1])


def test_the_files_for_hosting_name_as_many_processes_as_the_guide() -> None:
    for name in ("nginx-many.conf", "Caddyfile-many"):
        text = (ROOT / "hosting" / name).read_text()
        assert sorted(set(re.findall(r"127\.0\.0\.1:(\d+)", text))) == [str(8000 + each) for each in range(WORKERS)]


def test_compose_sends_each_table_to_one_of_its_processes() -> None:
    services = yaml.safe_load((ROOT / "hosting/compose.yaml").read_text(encoding="utf-8"))["services"]
    command, proxy = services["actionroll"]["command"], services["proxy"]
    (workers,) = (int(word.partition("=")[2]) for word in command if word.startswith("--workers="))
    assert "--port-each" in command
    assert proxy["environment"]["PROCESSES"].split() == [f"actionroll:{8000 + each}" for each in range(workers)]
    assert (ROOT / "hosting" / proxy["volumes"][0].partition(":")[0]).samefile(ROOT / "hosting/Caddyfile-many")
