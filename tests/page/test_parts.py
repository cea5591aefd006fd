"""What a phone gives to dice: contributions that it promised, a nonce a throw; what it counts and asks about."""

from typing import Any

import pytest

from actionroll.ledger import verify
from actionroll.table import traces
from actionroll.table.fairness import promise_of
from tests.page.devices import FORTUNE, NODE, SEAT, SHOWN, Device, Room, room_of

pytestmark = pytest.mark.skipif(
    NODE is None, reason="Node is not installed; as root, tools/system_packages.py does it."
)


def test_a_phone_takes_part_and_promises_anew_before_it_runs_out(device: Device) -> None:
    room = room_of(device)
    for _ in range(40):
        room.roll()
    room.end()
    kinds = [each["kind"] for each in room.log()]
    assert kinds.count("committed") >= 6
    assert [each["by"] for each in room.log() if each["kind"] == "contributed"] == [SEAT, "s1"] * 40
    assert all("seen" in each for each in room.log() if each["kind"] == "contributed")
    verdict = verify(room.table.lines())
    assert (verdict.contributions, verdict.missing, verdict.other_logs, device.alarms) == (80, 0, 0, [])


def test_a_second_device_of_a_seat_is_asked_about_once_and_raises_no_alarm(device: Device) -> None:
    room = room_of(device)
    room.roll()
    room.open("tablet", SEAT)
    room.hear()
    for name in ("phone", "tablet") * 15:
        roll = room.declared()
        room.call(roll, name)
        room.hear()
        room.fall(roll, name)
        room.hear()
    room.end()
    asked = device.ask("questions")
    assert device.alarms == []
    assert sorted(each.partition(":")[0] for each in asked) == ["phone", "tablet"]
    assert verify(room.table.lines()).contributions > 40


def forge_a_promise(room: Room) -> None:
    """A host promises afresh in the name of the phone's seat, so that it knows the next contributions."""
    contributions = [promise_of("evening", SEAT, f"ground {place}") for place in range(8)]
    room.table.do(SEAT, "commit", commitments=contributions, afresh=True)


def test_a_promise_that_a_host_forges_is_asked_about_and_one_tap_tells_all(device: Device) -> None:
    room = room_of(device)
    room.roll()
    forge_a_promise(room)
    room.hear()
    [asked] = device.ask("questions")
    assert asked.startswith("phone: Something is promised in this phone’s name that it did not promise.")
    assert device.alarms == []
    saved = device.ask("saved", page="phone")
    device.ask("disown", page="phone", words="Something is promised in this phone’s name.")
    room.hear()
    assert device.alarms == ["phone: Something is promised in this phone’s name."]
    counted = {each["trace"]: each["seats"] for each in traces(room.table.table)}
    assert counted["afresh"] == {SEAT: 2}, "the host's, and then the phone's own"
    roll = room.roll()
    assert [each["by"] for each in room.log() if each["kind"] == "contributed" and each["roll"] == roll] == [SEAT, "s1"]
    forge_a_promise(room)
    room.hear()
    assert len(device.alarms) == 2, "what is forged again is an alarm at once"
    assert set(saved["promises"]).isdisjoint(room.log()[-1]["commitments"])


def test_a_promise_that_was_forged_while_the_phone_was_away_is_asked_about_when_it_is_back(device: Device) -> None:
    room = room_of(device)
    room.roll()
    room.pages["phone"].sleeps = True
    room.listen()
    forge_a_promise(room)
    room.open("phone", SEAT)
    room.hear()
    [asked] = device.ask("questions")
    assert asked.startswith("phone: While this phone was away, something was promised in its name.")
    room.roll()
    assert device.alarms == []


def test_a_page_that_is_opened_shows_no_part_for_a_call_that_stands_in_no_log(device: Device) -> None:
    """What falls is told with the table; a host could say so of any roll, and learn the contribution."""
    room = room_of(device)
    roll = room.declared()
    asked: list[str] = []

    def acts(seat: str, operation: str, body: dict[str, Any]) -> dict[str, Any]:
        asked.append(operation)
        return room.acts(seat, operation, body)

    device.acts = acts
    falling = [{"roll": roll, "phones": room.log()[roll - 1]["phones"], "given": [], "falling": True}]
    room.open("phone", SEAT, rolls=falling)
    forged = {"kind": "called", "by": "s1", "roll": roll, "number": len(room.log()) + 1, "hash": "ab" * 32}
    log = [{**each, "hash": sha} for each, sha in zip(room.log(), room.hashes, strict=True)]
    room.open("phone", SEAT, rolls=falling, log=[*log, forged])
    assert asked == []
    room.call(roll)
    room.open("phone", SEAT)
    assert asked == ["contribute"], "to a call that stands in the log it answers"


def test_a_part_that_was_shown_in_vain_is_not_asked_for_again(device: Device) -> None:
    """The host hears the contribution and answers that the dice fell already."""
    room = room_of(device)
    roll = room.declared()
    room.call(roll)
    device.acts = lambda _seat, _operation, _body: {"ok": True, "told": {"entries": []}}
    room.hear()
    device.acts = room.acts
    room.table.do("s1", "declare", **FORTUNE)
    room.forged("phone", phones=room.log()[roll - 1]["phones"])
    assert any("showed before" in alarm for alarm in device.alarms)


@pytest.mark.parametrize("which", ["none", "one of before", "one for another roll"])
def test_a_throw_carries_the_nonce_that_was_sent_for_it(device: Device, which: str) -> None:
    """A host who leaves out all phones would know the dice with a nonce that was known before."""
    room = room_of(device)
    room.roll()
    known = next(each["nonce"] for each in room.log() if each["kind"] == "thrown")
    room.table.here = ()
    roll, other = (room.table.do(SEAT, "declare", **FORTUNE) for _ in range(2))
    room.hear()
    nonces = {"none": None, "one of before": known, "one for another roll": room.nonce(other)}
    room.nonce(roll)
    room.table.do(SEAT, "throw", roll=roll, nonce=nonces[which])
    room.hear()
    assert ["did not send for it" in alarm for alarm in device.alarms] == [True]


def test_parts_and_nonces_are_sixteen_random_bytes(device: Device) -> None:
    room = room_of(device)
    for _ in range(10):
        room.roll()
    drawn = [each["contribution"] for each in room.log() if each["kind"] == "contributed"]
    drawn += [each["nonce"] for each in room.log() if each["kind"] == "called"]
    assert all(len(bytes.fromhex(each)) == 16 for each in drawn)
    assert len(set(drawn)) == len(drawn) == 30


def test_a_throw_keeps_its_nonce_until_its_dice_lie(device: Device) -> None:
    """A host who knows the dice by it and refuses or loses the throw is sent the same one, also after a reload."""
    room = room_of(device)
    room.table.here = ()
    roll = room.table.do(SEAT, "declare", **FORTUNE)
    room.hear()
    first = room.nonce(roll)
    assert room.nonce(roll) == first
    device.ask("sent", page="phone", nonce=first, told=None)
    assert room.nonce(roll) == first
    for _ in range(SHOWN):
        room.table.do("s3", "note", text="…")
    room.open("phone", SEAT)
    room.open("second tab", SEAT)
    room.table.here = ()
    assert [room.nonce(roll), room.nonce(roll, "second tab")] == [first, first]
    assert room.nonce(room.table.do(SEAT, "declare", **FORTUNE)) != first
    device.ask("sent", page="second tab", nonce=first, told={"entries": []})
    room.table.do(SEAT, "throw", roll=roll, nonce=first)
    room.hear()
    assert room.nonce(roll) != first, "it serves one throw"
    assert (device.alarms, first in device.ask("saved", page="phone")["nonces"]) == ([], True)


@pytest.mark.parametrize("heard", ["the reply", "the view"])
def test_a_nonce_is_used_up_by_its_throw_however_the_phone_hears_of_it(device: Device, heard: str) -> None:
    room = room_of(device)
    room.table.here = ()
    roll = room.table.do(SEAT, "declare", **FORTUNE)
    room.hear()
    first = room.nonce(roll)
    number = room.table.do(SEAT, "throw", roll=roll, nonce=first)
    if heard == "the reply":
        entries = [{"number": number, "entry": room.log()[number - 1]}]
        device.ask("sent", page="phone", nonce=first, told={"entries": entries})
    else:
        room.open("phone", SEAT)
    assert room.nonce(roll) != first
    room.hear()
    assert device.alarms == []


def test_a_nonce_is_drawn_anew_under_another_seed(device: Device) -> None:
    """Who knows a nonce could look for a seed that suits it; one that was refused under the old seed is not taken."""
    room = room_of(device)
    roll = room.declared()
    first = room.nonce(roll)
    device.ask("sent", page="phone", nonce=first, told=None)
    room.table.do("s1", "rotate_seed")
    room.hear()
    assert room.nonce(roll) != first
    assert device.alarms == []
    room.table.do(SEAT, "throw", roll=roll, nonce=first)
    room.hear()
    assert any("did not send for it" in alarm for alarm in device.alarms)


def test_a_throw_from_elsewhere_is_counted_by_the_phone_and_no_alarm(device: Device) -> None:
    """Who plays from Discord, too, sends no nonce there; nor does a nonce matter that called for no dice."""
    room = room_of(device)
    roll = room.declared()
    device.ask("sent", page="phone", nonce=room.nonce(roll), told={"entries": [{"entry": {"kind": "decided"}}]})
    room.table.do(SEAT, "throw", roll=roll)
    room.hear()
    room.fall(roll)
    room.hear()
    assert (device.alarms, device.ask("kept", page="phone")["elsewhere"]) == ([], 1)


def test_a_phone_counts_the_rolls_that_outran_its_promises(device: Device) -> None:
    """Who declares faster than phones promise anew, or hinders them, has dice without their contributions."""
    room = room_of(device)
    device.acts = lambda _seat, _operation, _body: {"ok": False, "told": {"detail": "Not now."}}
    rolls = [room.declared() for _ in range(30)]
    without = sum(SEAT not in room.log()[roll - 1].get("phones", {}) for roll in rolls)
    assert (without, device.ask("kept", page="phone")["leftOut"]) == (6, 6)


def test_a_phone_counts_how_often_it_was_left_out(device: Device) -> None:
    """A host who says of a phone that it did not listen: only that phone can know."""
    room = room_of(device)
    room.roll()
    room.table.here = ("s1",)
    room.roll()
    assert device.ask("kept", page="phone")["leftOut"] == 1
    assert device.alarms == []


def test_a_part_that_was_shown_before_is_not_asked_for_again(device: Device) -> None:
    room = room_of(device)
    first = room.log()[room.roll() - 1]
    room.table.do("s1", "declare", **FORTUNE)
    room.forged("phone", phones=first["phones"])
    assert any("showed before" in alarm for alarm in device.alarms)
