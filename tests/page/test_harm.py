"""Harm: how bad it is, where it flows over, whether it is resisted, and what is left of it."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.phones import DESKTOP, Phones, at_ease, seated
from tests.server import NewTable, RunningServer

pytestmark = pytest.mark.slow


def test_a_row_that_is_full_says_what_one_more_brings(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "illuminated-worlds", body=3, brain=1)
    roll = table.player.do("declare", character="c1", trait="sway")["number"]
    table.gm.do("set", roll=roll, inputs={"stakes": "Someone else pays."})
    table.player.do("throw", roll=roll, dice=[1, 1])
    table.player.do("decide", roll=roll, option="accept")
    gm = phones.at(table.gm)
    expect(gm.roll.locator(".phrases button").first).to_have_text("Someone else pays.")
    gm.roll.get_by_role("button", name="Brain marks", exact=True).click()
    expect(gm.roll.get_by_role("group", name="brain marks", exact=True).locator("p")).to_have_text("Brain marks")
    cell = gm.roll.locator(".cell", has_text="Nyx")
    expect(cell).to_have_text("Nyx1 → 2")
    more = gm.roll.get_by_role("button", name="more of brain marks")
    more.click()
    expect(cell).to_have_text("Nyx1 → 3")
    more.click()
    expect(cell).to_have_text("Nyxfull: scars 0 → 1, incapacitated")
    expect(gm.roll.locator("button.settle small")).to_have_text("Nyx: brain marks full: scars 0 → 1, incapacitated")
    more.click()  # a fifth stands in the row that was wiped
    more.click()
    expect(cell).to_have_text("Nyxfull: scars 0 → 1, incapacitated; then 2")
    gm.roll.get_by_role("button", name="Brain marks", exact=True).click()
    gm.roll.get_by_role("button", name="Body marks", exact=True).click()
    expect(gm.roll.locator(".cell", has_text="Nyx")).to_have_text("Nyxfull: scars 0 → 1, incapacitated")
    expect(gm.roll.locator("button.settle")).to_contain_text("scars 0 → 1, incapacitated")
    gm.settle()
    nyx = table.gm.see()["characters"][0]["values"]
    assert (nyx["scars"], nyx["incapacitated"]) == (1, True)
    player = phones.at(table.player)
    player.roll.get_by_role("button", name="Choose the scar →").click()
    expect(player.page.get_by_role("form", name="Take a scar")).to_be_visible()


@pytest.mark.parametrize(
    ("values", "way", "says"),
    [
        ({"minor_harm": 2}, "Minor harm", "full: moderate harm 0 → 1"),
        ({"minor_harm": 2, "moderate_harm": 2}, "Minor harm", "full: severe harm"),
        ({"moderate_harm": 1}, "Moderate harm", "1 → 2"),
    ],
)
def test_harm_that_flows_over_says_where_it_goes(
    phones: Phones, server: RunningServer, values: dict[str, int], way: str, says: str
) -> None:
    table = seated(server, "in-the-dark", **values)
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[1] * len(table.player.see(f"rolls/{roll}")["dice"]))
    gm = phones.at(table.gm)
    gm.roll.get_by_role("button", name=way, exact=True).click()
    expect(gm.roll.locator(".cell", has_text="Nyx")).to_contain_text(says)


def test_whose_turn_it_is_to_answer_is_theirs_on_whom_it_falls(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.gm.do("declare", character="c1", trait="skulk", move="teamwork", members=["c1", "c2"])["number"]
    dice = table.player.see(f"rolls/{roll}")["dice"]
    table.gm.do("throw", roll=roll, dice=[1] * len(dice))
    harm = [{"way": "minor harm", "amount": 1, "who": "c2"}]
    table.gm.do("name_due", roll=roll, due=0, answer=harm)
    player, other = phones.at(table.player), phones.at(table.other)
    expect(other.roll.locator(".turn")).to_have_text("Your turn")
    expect(player.roll).to_contain_text("Moth answers next.")
    expect(player.roll.locator(".turn")).to_have_count(0)


def test_harm_says_how_bad_it_is_and_from_where_it_is_worse(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=roll, dice=[1, 1])
    table.player.do("decide", roll=roll, option="keep")
    gm = phones.at(table.gm, viewport=DESKTOP)
    gm.roll.get_by_role("button", name="Harm", exact=True).click()
    row = gm.roll.get_by_role("group", name="harm", exact=True)
    more, settle = row.get_by_role("button", name="more of harm", exact=True), gm.roll.locator("button.settle")
    gm.page.wait_for_function(
        "([row, button]) => row.getBoundingClientRect().bottom <= button.getBoundingClientRect().top",
        arg=[row.element_handle(), settle.element_handle()],
    )
    expect(more).to_be_in_viewport()
    expect(row).to_contain_text(
        "Weakened: it hinders no roll, and adds nothing to a worse harm; from 2: minor harm; from 4: severe harm"
    )
    row.get_by_role("button", name="more of harm", exact=True).click()
    expect(row).to_contain_text(
        "Minor harm: a penalty of 1 where it hinders; only the worst harm counts; "
        "from 4: severe harm; from 6: major harm"
    )


def test_a_resistance_that_cost_nothing_says_so(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[1] * len(table.player.see(f"rolls/{roll}")["dice"]))
    table.gm.do("name_due", roll=roll, due=0, answer=[{"way": "minor harm", "amount": 1, "who": "c1"}])
    answer = table.player.do("declare", character="c1", move="resistance", trait="prowess")["number"]
    table.player.do("throw", roll=answer, dice=[6] * len(table.player.see(f"rolls/{answer}")["dice"]))
    player = phones.at(table.player)
    expect(player.roll.locator(".why")).to_contain_text("It costs no stress.")


def test_what_is_left_of_a_harm_is_taken_from_the_one_who_resisted(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    table.player.do("make", name="Nyx", values={"skulk": 2})
    table.other.do("make", name="Moth")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.other.do("offer", roll=roll, character="c2")
    table.player.do("throw", roll=roll, dice=[1] * len(table.player.see(f"rolls/{roll}")["dice"]))
    table.gm.do("name_due", roll=roll, answer=[{"way": "moderate harm", "amount": 1, "who": "c1"}], trait="prowess")
    resists = table.player.do("declare", character="c1", move="resistance", trait="prowess")["number"]
    table.player.do("throw", roll=resists, dice=[6] * len(table.player.see(f"rolls/{resists}")["dice"]))
    if table.player.see(f"rolls/{resists}")["asks"]:
        table.player.do("decide", roll=resists, option="resist")
    gm = phones.at(table.gm)
    gm.roll.get_by_role("button", name="Minor, not moderate").click()
    expect(gm.roll.locator(".cell[aria-pressed=true]")).to_contain_text("Nyx")


def test_harm_that_is_resisted_is_told_as_what_is_left_of_it(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[1, 1])
    harm = {"way": "moderate harm", "amount": 1, "who": "c1", "words": "Glass opens your arm."}
    table.gm.do("name_due", roll=roll, due=0, answer=[harm])
    player = phones.at(table.player)
    expect(player.roll.locator(".landing").first).to_contain_text("If it is taken")
    resists = table.player.do("declare", character="c1", move="resistance", trait="prowess")["number"]
    table.player.do("throw", roll=resists, dice=[3, 2, 1])
    table.player.do("decide", roll=resists, option="resist")
    in_full = re.compile("takes 1 moderate harm")
    player.tab("Log")
    story = player.page.locator("li.entry.story", has_text="Nyx rolls Skulk")
    expect(story).to_contain_text("what is left is still to be said")
    expect(story).not_to_contain_text(in_full)
    table.gm.do("settle", roll=resists, due=0, answer=[{"way": "minor, not moderate", "amount": 1, "who": "c1"}])
    expect(story).to_contain_text("Nyx takes 1 minor harm (now 1)")
    expect(story).not_to_contain_text(in_full)


def test_who_resists_here_is_not_sent_to_what_they_resist(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[1, 1])
    harm = {"way": "moderate harm", "amount": 1, "who": "c1", "words": "Glass opens your arm."}
    table.gm.do("name_due", roll=roll, due=0, answer=[harm])
    player = phones.at(table.player)
    resists = table.player.do("declare", character="c1", move="resistance", trait="prowess")["number"]
    table.player.do("throw", roll=resists, dice=[3, 2, 1])
    expect(player.roll).to_contain_text("Resist it")
    expect(player.page.locator(".stage .strip button")).to_have_count(0)
    expect(player.roll.locator(".also")).to_have_count(0)


def test_what_is_not_resisted_is_told_where_it_was_decided(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[1, 1])
    harm = {"way": "severe harm", "amount": 1, "who": "c1", "words": "Burning oil on your arm."}
    table.gm.do("name_due", roll=roll, due=0, answer=[harm])
    player = phones.at(table.player)
    resists = table.player.do("declare", character="c1", move="resistance", trait="prowess")["number"]
    table.player.do("throw", roll=resists, dice=[3, 2, 1])
    player.roll.get_by_role("button", name="Take it in full").click()
    expect(player.roll).to_contain_text("Not resisted")
    fell = player.roll.locator(".brought")
    expect(fell).to_contain_text("Burning oil on your arm.")
    expect(fell.locator("li")).to_have_text(re.compile("Nyx.*severe harm"))
    expect(player.roll).not_to_contain_text("the gm tells it")


def test_a_consequence_is_seen_before_it_falls_and_resisted_once(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[1, 2])
    player, gm = phones.at(table.player), phones.at(table.gm)
    gm.roll.locator(".due button.way", has_text="Moderate harm").click()
    gm.roll.locator(".due textarea").first.fill("A pane gives.")
    gm.roll.locator(".due button.settle").first.click()
    landing = player.roll.locator(".landing").first
    expect(landing).to_contain_text("A pane gives.")
    expect(landing).to_contain_text("Moderate harm0 → 1")
    assert table.gm.see()["characters"][0]["values"]["moderate_harm"] == 0
    expect(gm.roll.locator(".answers")).to_contain_text("Nyx takes it or answers it")
    expect(player.roll.get_by_role("button", name="Take it", exact=True)).to_be_visible()
    resist = player.roll.locator(".answer").get_by_role("button", name="Prowess")
    expect(resist).to_contain_text("3 dice, about 1.0 stress")
    resist.click()
    expect(player.roll).to_have_attribute("aria-label", re.compile("Resist"))
    expect(player.roll.locator(".spread li")).to_have_count(6)
    expect(player.roll).not_to_contain_text("0 % that it works")
    expect(player.roll.locator(".standing")).to_contain_text("You can always resist: it costs 0 to 5 stress")
    expect(gm.roll.locator(".standing")).to_contain_text("Nyx can always resist: it costs 0 to 5 stress")
    expect(gm.page.get_by_role("button", name="takes it")).to_have_count(0)
    table.player.do("throw", roll=table.player.see()["rolls"][-1]["roll"], dice=[5, 2, 1])
    expect(player.roll.locator(".now")).to_have_text("Resisting costs 1 stress")
    expect(player.roll.locator("button.option").first).to_contain_text("Moderate harm 0 → 1")
    expect(player.roll.locator("button.option").last).to_contain_text("stress 0 → 1")
    expect(gm.roll).to_have_attribute("aria-label", re.compile("Resist"))
    expect(gm.page.locator(".strip button")).to_have_count(0)  # nobody is sent to what is being resisted
    player.roll.get_by_role("button", name="Resist it").click()
    expect(player.roll.locator(".headline")).to_have_text("Resisted")
    expect(player.roll.locator(".effects")).to_contain_text("takes 1 stress")
    expect(gm.roll.locator(".due button.way")).to_have_text(["Minor, not moderate", "A lesser form"])


def test_resisting_says_what_it_brings_and_harm_is_told_once(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark", operate=0, study=0, tinker=0)
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[1] * len(table.player.see(f"rolls/{roll}")["dice"]))
    table.gm.do("name_due", roll=roll, due=0, answer=[{"way": "moderate harm", "amount": 1}])
    player, gm = phones.at(table.player), phones.at(table.gm)
    answers = player.roll.locator(".answers")
    expect(answers).to_contain_text("The consequence is reduced")
    expect(answers).to_contain_text("2 dice (without a die, the lower of two counts)")
    answers.get_by_role("button", name="Prowess").click()
    for phone in (player, gm):
        expect(phone.roll).to_have_attribute("aria-label", re.compile("Resist"))
    expect(player.roll.get_by_placeholder("What does Nyx do?")).to_have_count(0)
    expect(player.roll).not_to_contain_text("at stake")
    answer = table.player.see()["rolls"][-1]["roll"]
    table.player.do("throw", roll=answer, dice=[5] * len(table.player.see(f"rolls/{answer}")["dice"]))
    resist = player.roll.locator("button.option").last
    expect(resist).to_contain_text("stress 0 → 1")
    expect(resist).not_to_contain_text("stress +1")
    table.player.do("decide", roll=answer, option="resist")
    expect(gm.roll.locator(".due")).to_contain_text("Reduce the consequence")
    table.gm.do("undo", entry=answer)
    table.player.do("settle", roll=roll, due=0)
    lines = [line for line in gm.log() if "takes 1 moderate harm" in line]
    assert "".join(lines).count("Nyx takes 1 moderate harm") == 1


def test_a_consequence_is_resisted_from_its_card(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.gm.do("set", roll=roll, inputs={"position": "bad"})
    table.player.do("throw", roll=roll, dice=[1])
    share = {"way": "minor harm", "amount": 1, "who": "c1"}
    table.gm.do("name_due", roll=roll, due=0, answer=[share])
    player = phones.at(table.player)
    player.roll.locator(".answer").get_by_role("button", name="prowess").click()
    expect(player.roll.locator(".intent")).to_have_text("Nyx: Resist with prowess")
    expect(player.roll.locator(".who")).not_to_contain_text("Resist")  # which is said once


def test_what_resisting_costs_is_whole_at_a_desk_whatever_the_name(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    table.player.do("make", name="Orsolya Brackwater-Finch", values={"skulk": 1, "stress": 3})
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[1])
    table.gm.do("name_due", roll=roll, answer=[{"way": "moderate harm", "who": "c1"}])
    table.player.do("declare", character="c1", move="resistance", trait="prowess")
    gm = phones.at(table.gm, viewport=DESKTOP)
    promise = gm.roll.locator(".standing .works b")
    expect(promise).to_have_text("Orsolya Brackwater-Finch can always resist: it costs 0 to 5 stress")
    words, column = promise.bounding_box(), gm.roll.bounding_box()
    assert words
    assert column
    assert words["x"] + words["width"] <= column["x"] + column["width"]


def test_that_who_rolls_is_down_is_said_on_phone_and_desk(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "illuminated-worlds", read=2)
    player, gm = phones.at(table.player), phones.at(table.gm, viewport=DESKTOP)
    roll = table.player.do("declare", character="c1", trait="read")["number"]
    for phone in (player, gm):
        expect(phone.roll.locator(".who, .intent").first).to_be_visible()
        expect(phone.roll).not_to_contain_text("incapacitated")
    table.gm.do("edit", where="c1", values={"incapacitated": True})
    for phone in (player, gm):
        expect(phone.roll).to_contain_text("Nyx is incapacitated")
    player.throw()  # no rule forbids it
    expect(player.roll.locator(".dice.fallen").first).to_be_visible()
    assert table.gm.see(f"rolls/{roll}")["status"] != "open"


def test_what_a_mark_does_is_read_before_it_is_taken(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[2, 1])
    table.gm.do("name_due", roll=roll, answer=[{"way": "severe harm", "who": "c1"}])
    player = phones.at(table.player)
    expect(player.roll.locator(".change")).to_have_text("Nyx: Severe harmIncapacitated until treated.")


def failed_at(server: RunningServer, stress: int, **values: int) -> NewTable:
    """Nyx, with so much stress, has failed, and the gm has named severe harm."""
    table = seated(server, "in-the-dark", stress=stress, **values)
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[1] * len(table.player.see(f"rolls/{roll}")["dice"]))
    table.gm.do("name_due", roll=roll, answer=[{"way": "severe harm", "who": "c1"}])
    return table


def test_near_full_stress_a_resistance_is_no_promise(phones: Phones, server: RunningServer) -> None:
    table = failed_at(server, 8, attune=0, command=0)
    player = phones.at(table.player)
    resolve = player.roll.locator(".answer").get_by_role("button", name="Resolve")
    expect(resolve).to_contain_text("1 die: 33 % that you can, for 0 to 1 stress")
    resolve.click()
    standing = player.roll.locator(".standing")
    expect(standing).to_contain_text("33 % that you can resist: it costs 0 to 1 stress")
    expect(standing).not_to_contain_text("always")
    expect(standing.locator(".spread li")).to_have_text(["17 %none", "17 %+1", "67 %more stress than boxes are free"])
    expect(standing).to_contain_text("+1: it fills Nyx’s stress. Then Nyx is out of action")
    table.player.do("throw", roll=table.player.see()["rolls"][-1]["roll"], dice=[1])
    why = "The only die shows 1, against “severe harm”; resisting would cost 5 stress, and only 1 of 9 boxes is free."
    expect(player.roll.locator(".headline")).to_have_text("Not resisted")
    expect(player.roll.locator(".why")).to_contain_text(why)


def test_with_every_box_marked_only_what_costs_nothing_resists(phones: Phones, server: RunningServer) -> None:
    table = failed_at(server, 8)
    table.gm.do("edit", where="c1", values={"stress": 9})
    table.player.do("declare", character="c1", move="resistance", trait="prowess")
    standing = phones.at(table.player).roll.locator(".standing")
    expect(standing).to_contain_text("42 % that you can resist: it costs no stress")
    expect(standing).not_to_contain_text("may still choose not to pay")
