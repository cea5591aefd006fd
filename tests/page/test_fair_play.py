"""Fair play as people at a table see it: what was done, whether all see the same, who is let in, and an alarm."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from actionroll.table.fairness import promise_of
from tests.page.phones import Phones, at_ease
from tests.server import RunningServer, open_table
from tests.waiting_for import wait_for

pytestmark = pytest.mark.slow
VERIFIER = Path(__file__).parents[2] / "tools" / "verify_log.py"


def test_who_knocks_waits_until_they_are_let_in(phones: Phones, server: RunningServer) -> None:
    table = open_table(server)
    gm = phones.at(table.gm)
    gm.tab("Gm")
    gm.page.locator("summary", has_text="Settings of the table").click()
    gm.page.get_by_label("Who joins waits until they are let in").check()
    expect(gm.page.get_by_label("Who joins waits until they are let in")).to_be_checked()
    late, sent_away = phones.phone(), phones.phone()
    for phone, name in ((late, "Moth"), (sent_away, "Crow")):
        phone.page.goto(f"{phones.address}{table.links['player']}")
        expect(phone.page.get_by_text("You will be let in.")).to_be_visible()
        phone.page.get_by_label("Your name at the table").fill(name)
        phone.page.get_by_role("button", name="Join the table").click()
        expect(phone.page.get_by_text("This page opens as soon as they let you in")).to_be_visible()
    gm.page.get_by_role("button", name="let Moth in").click()
    expect(late.page.locator(".banner")).to_be_visible()
    gm.page.get_by_role("button", name="send Crow away").click()
    expect(sent_away.page.get_by_text("You knocked")).to_have_count(0)
    expect(gm.page.locator(".knocking")).to_have_count(0)
    phones.troubles = [each for each in phones.troubles if "403" not in each]


def test_phones_show_what_was_done_the_same_mark_and_save_what_they_know(
    phones: Phones, server: RunningServer, tmp_path: Path
) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    gm, player = phones.at(table.gm), phones.at(table.player)
    player.declare("Edge")
    player.throw()
    expect(player.roll.locator(".headline")).to_be_visible()
    table.gm.do("undo", entry=next(each["number"] for each in table.gm.see()["log"] if each["kind"] == "declared"))
    table.player.do("roll_at_once", character="c1", trait="edge", dice=[6, 1, 2])
    marks = []
    for phone in (gm, player):
        phone.tab("Log")
        phone.page.locator("summary", has_text="Were the dice fair?").click()
        traces = phone.page.locator(".traces")
        expect(traces).to_contain_text("1 × a roll was taken back after its dice fell")
        expect(traces).to_contain_text("1 × a roll was made again")
        expect(traces).to_contain_text("1 × a throw was entered by hand")
        phone.page.locator("summary", has_text="Check it yourself").click()
        marks.append(phone.page.locator(".mark code").inner_text())
    assert marks[0] == marks[1]
    assert re.fullmatch(r"\d+:(\n([0-9a-f]{4} ){4}[0-9a-f]{4}){2}", marks[0]), "ten groups of four, in two lines"
    fits = "code => code.getBoundingClientRect().right <= code.closest('.card').getBoundingClientRect().right"
    player.page.set_viewport_size({"width": 320, "height": 640})
    assert player.page.locator(".mark code").evaluate(fits), "also on a narrow phone"
    with player.page.expect_download() as saving:
        player.page.get_by_role("button", name="Save what this phone promised and saw").click()
    saved, log = tmp_path / "phone.json", tmp_path / "log.jsonl"
    saving.value.save_as(saved)
    table.gm.do("end")
    log.write_bytes(table.player.export())
    checked = [sys.executable, str(VERIFIER), str(log), str(saved), marks[0]]
    assert subprocess.run(checked, capture_output=True, text=True, check=False).stderr == ""
    ours = [sys.executable, "-m", "actionroll", "verify", str(log), "--receipt", marks[0]]
    assert subprocess.run(ours, capture_output=True, text=True, check=False).returncode == 0
    told = json.loads(saved.read_text())
    saved.write_text(json.dumps({**told, "nonces": []}))
    assert "never sent this nonce" in subprocess.run(checked, capture_output=True, text=True, check=False).stderr


def test_a_throw_that_is_refused_or_lost_is_sent_again_with_the_same_nonce(
    phones: Phones, server: RunningServer
) -> None:
    """A host who knows the dice by the nonce and dislikes them gets no others by refusing, losing or waiting."""
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    player = phones.at(table.player)
    player.declare("Edge")
    sent: list[tuple[str, str]] = []
    replies = [422, 503, 503]

    def lose(route: Route) -> None:
        headers, body = route.request.headers, json.loads(route.request.post_data or "")
        sent.append((headers["idempotency-key"], body["nonce"]))
        if not replies:
            return route.continue_()
        return route.fulfill(status=replies.pop(0), content_type="application/json", body='{"detail": "Not now."}')

    player.page.route("**/throw", lose)
    player.throw()
    expect(player.page.get_by_role("alert")).to_contain_text("Not now.")
    player.page.reload()
    player.throw()
    expect(player.roll.locator(".headline")).to_be_visible()
    (_, refused), *again = sent
    assert len(again) == 3
    assert {nonce for _, nonce in again} == {refused}
    assert len({key for key, _ in again}) == 1, "what gets no answer is sent again as the same request"
    log = table.gm.see()["log"]
    assert [each["nonce"] for each in log if each["kind"] == "thrown"] == [refused]
    assert not [each for each in log if each["kind"] == "alarmed"]
    phones.troubles = [each for each in phones.troubles if "422" not in each and "503" not in each]


def test_a_table_without_dice_by_hand_or_undoing_alone_says_so(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    gm, player = phones.at(table.gm), phones.at(table.player)
    gm.tab("Gm")
    gm.page.locator("summary", has_text="Settings of the table").click()
    gm.page.get_by_label("Real dice may be typed in").uncheck()
    gm.page.get_by_label("The gm takes rolls back alone").uncheck()
    player.declare("Edge")
    expect(player.roll.get_by_role("button", name="Take the roll back")).to_be_visible()
    expect(player.roll.get_by_role("button", name="I throw real dice")).to_have_count(0)
    player.throw()
    expect(gm.roll.get_by_role("button", name="Ask to take the roll back")).to_be_visible()
    player.roll.get_by_role("button", name="Ask to take the roll back").click()
    gm.page.get_by_role("button", name="Take the roll back").click()
    expect(gm.roll).to_contain_text("Taken back")
    assert [each["kind"] for each in table.gm.see()["log"]].count("undone") == 1


def test_a_feed_that_does_not_follow_raises_an_alarm_here_and_in_the_log(phones: Phones, server: RunningServer) -> None:
    table = open_table(server)
    gm, player = phones.at(table.gm), phones.phone()
    number = table.gm.see()["number"] + 1
    forged = {
        "number": number,
        "hash": "ab" * 32,
        "entry": {"kind": "noted", "by": "s1", "text": "Trust me."},
        "rolls": [],
    }

    def lie(route: Route) -> None:
        body = f"id: {number}\nevent: entry\ndata: {json.dumps(forged)}\n\n"
        route.fulfill(status=200, content_type="text/event-stream", body=body)

    player.page.route("**/feed?*", lie)
    cookie = {"name": f"seat-{table.id}", "value": table.player.client.token, "url": phones.address}
    player.page.context.add_cookies([cookie])  # type: ignore[list-item]
    player.page.goto(f"{phones.address}/t/{table.id}")
    expect(player.page.locator(".refused")).to_contain_text("does not follow from the log")
    gm.tab("Log")
    expect(gm.page.locator(".entry", has_text="raises an alarm")).to_be_visible()


def test_what_another_device_does_from_a_seat_is_an_alarm_if_its_person_says_so(
    phones: Phones, server: RunningServer
) -> None:
    table = open_table(server)
    gm, first = phones.at(table.gm), phones.at(table.player)
    gm.tab("Log")
    seat = table.player.see()["you"]["seat"]
    wait_for(lambda: any((each["kind"], each["by"]) == ("committed", seat) for each in table.gm.see()["log"]))
    phones.at(table.player)
    asked = first.page.locator(".refused", has_text="If you did that on another device, all is well")
    expect(asked).to_be_visible()
    expect(gm.page.locator(".entry", has_text="raises an alarm")).to_have_count(0)
    asked.get_by_role("button", name="It was not me").click()
    expect(gm.page.locator(".entry", has_text="raises an alarm")).to_be_visible()
    expect(first.page.get_by_role("button", name="It was not me")).to_have_count(0)


def test_a_host_who_promises_in_someones_name_is_shown_to_them_and_then_to_all(
    phones: Phones, server: RunningServer, tmp_path: Path
) -> None:
    """The host holds every token's seat: what it sends in a seat's name comes from no phone."""
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    gm, player = phones.at(table.gm), phones.at(table.player)
    seat = table.player.see()["you"]["seat"]
    wait_for(lambda: any((each["kind"], each["by"]) == ("committed", seat) for each in table.gm.see()["log"]))
    known = promise_of(table.id, seat, "known to the host")
    table.player.do("commit", commitments=[known], afresh=True)
    gm.tab("Log")
    expect(gm.page.locator(".entry", has_text="Another device of Ann adds to the dice now")).to_be_visible()
    asked = player.page.locator(".refused", has_text="promised in this phone’s name that it did not promise")
    tap = asked.get_by_role("button", name="It was not me").bounding_box()
    assert tap is not None
    assert tap["width"] > 2 * tap["height"], "the words stand in one line"
    asked.get_by_role("button", name="It was not me").click()
    expect(gm.page.locator(".entry", has_text="raises an alarm")).to_be_visible()
    gm.page.locator("summary", has_text="Were the dice fair?").click()
    expect(gm.page.locator(".traces")).to_contain_text("2 × a phone’s promises were put aside")
    player.tab("Log")
    player.page.locator("summary", has_text="Were the dice fair?").click()
    player.page.locator("summary", has_text="Check it yourself").click()
    with player.page.expect_download() as saving:
        player.page.get_by_role("button", name="Save what this phone promised and saw").click()
    saved, log = tmp_path / "phone.json", tmp_path / "log.jsonl"
    saving.value.save_as(saved)
    table.gm.do("end")
    log.write_bytes(table.gm.export())
    checked = [sys.executable, str(VERIFIER), str(log), str(saved)]
    assert (
        "the phone never promised this" in subprocess.run(checked, capture_output=True, text=True, check=False).stderr
    )
    told = subprocess.run(
        [sys.executable, "-m", "actionroll", "verify", str(log)], capture_output=True, text=True, check=True
    )
    words = " ".join(told.stdout.split())
    assert "2 × a phone's promises were put aside for others" in words
    assert "1 × a phone raised an alarm" in words


def test_a_table_of_many_rows_drowns_no_other_result_of_the_evening(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    for move, dice in (("action", [6, 1, 2]), ("price", [80])):
        trait = {"trait": "edge"} if move == "action" else {}
        roll = table.player.do("declare", character="c1", move=move, **trait)["number"]
        table.player.do("throw", roll=roll, dice=dice)
    player = phones.at(table.player)
    player.tab("Log")
    player.page.locator("summary", has_text="Was it a bad night?").click()
    rows = player.page.locator(".statistics .bars .row [role=rowheader]")
    expect(rows).to_have_text(["miss", "weak hit", "strong hit"])


def test_what_only_a_checker_reads_is_folded(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    player = phones.at(table.player)
    player.tab("Log")
    player.page.locator("summary", has_text="Were the dice fair?").click()
    receipt = player.page.locator(".receipt")
    expect(receipt).to_be_hidden()
    player.page.locator("summary", has_text="Check it yourself").click()
    expect(receipt).to_be_visible()
