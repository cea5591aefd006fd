"""`serve` says who can come in and what to do next; `doctor` says what is not well."""

from __future__ import annotations

import socket
from pathlib import Path
from unittest.mock import patch

import pytest

from actionroll.cli import parse
from actionroll.cli.screen import Screen
from actionroll.cli.serve import OPTIONS, _tell, settings_from
from actionroll.web import Settings
from tests.command_line import is_refused, run
from tests.server import StartedServer

OWN = "actionroll.web.own_address"


def settings(*words: str) -> Settings:
    return settings_from(parse(words, OPTIONS))


def told(capsys: pytest.CaptureFixture[str], *words: str, address: str = "192.168.1.20") -> str:
    with patch(OWN, return_value=address):
        _tell(settings(*words), Screen(width=120))
    return capsys.readouterr().out.replace("\n", " ")


def test_without_options_the_room_can_join(capsys: pytest.CaptureFixture[str]) -> None:
    assert settings().host == "0.0.0.0"
    said = told(capsys)
    assert said.startswith("Tables are served at http://192.168.1.20:8000. ")
    assert "Phones in the same network open http://192.168.1.20:8000" in said
    assert "can read along" in said
    assert "Next: open it, choose a game" in said
    assert "Stop with Ctrl-C." in said


def test_local_is_for_this_machine_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert settings("--local").host == "127.0.0.1"
    assert settings("--local").names == ()
    assert "Only this machine can open it" in told(capsys, "--local")


def test_behind_a_proxy_the_port_stays_on_this_machine(capsys: pytest.CaptureFixture[str]) -> None:
    made = settings("--public-url", "https://dice.example.org/")
    assert (made.host, made.public_url) == ("127.0.0.1", "https://dice.example.org")
    assert settings("--public-url", "https://dice.example.org", "--host", "0.0.0.0").host == "0.0.0.0"
    said = told(capsys, "--public-url", "https://dice.example.org")
    assert "https://dice.example.org, listening at http://127.0.0.1:8000." in said
    assert "through your proxy" in said


def test_without_a_network_that_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert "in no network now" in told(capsys, address="127.0.0.1")


@pytest.mark.parametrize("more", [("--host", "10.0.0.1"), ("--public-url", "https://dice.example.org")])
def test_local_beside_what_contradicts_it_is_refused(more: tuple[str, ...]) -> None:
    assert is_refused(run("serve", "--local", *more))


def test_doctor_finds_a_usual_machine_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket() as probe:
        probe.bind(("", 0))
        port = probe.getsockname()[1]
    found = {each["what"]: each for each in run("doctor", "--port", str(port), "--json").told}
    assert list(found) == ["version", "extras", "store", "disk", "descriptors", "network", "port", "clock"]
    assert {found[what]["how"] for what in ("version", "extras", "store", "port", "clock")} == {"well"}
    assert not list(tmp_path.iterdir())


def test_doctor_says_what_is_ill_and_the_way_out(tmp_path: Path) -> None:
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"not a database at all, by far" * 100)
    ran = run("doctor", "--database", str(broken))
    assert ran.status == 1
    assert "\nill   store" in ran.out
    missing = run("doctor", "--database", str(tmp_path / "nowhere" / "tables.db"))
    assert missing.status == 1
    assert "name another place with --database" in missing.out.replace("\n" + " " * 19, " ")


def test_doctor_sees_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("", 0))
        taken.listen()
        ran = run("doctor", "--port", str(taken.getsockname()[1]), "--database", str(tmp_path / "tables.db"))
    assert "\nlook  port" in ran.out


def test_doctor_asks_through_the_proxy(tmp_path: Path) -> None:
    place = tmp_path / "tables.db"
    with StartedServer(place) as server:
        url = f"http://127.0.0.1:{server.port}"
        ran = run("doctor", "--public-url", url, "--database", str(place))
        assert "\nwell  proxy" in ran.out
        assert "opens and holds 0 tables" in ran.out
    gone = run("doctor", "--public-url", url, "--database", str(place))
    assert gone.status == 1
    assert "\nill   proxy" in gone.out
    assert is_refused(run("doctor", "--public-url", "dice.example.org"))
