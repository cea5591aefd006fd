"""What several do on one card, and the gm's side: joint rolls, answers to dues, rulings, seats."""

import json
import re

import pytest
from playwright.sync_api import expect

from actionroll import games
from tests.page.phones import DESKTOP, Phone, Phones, seated
from tests.server import RunningServer, open_table

pytestmark = pytest.mark.slow


def test_a_due_that_speaks_of_several_ways_is_settled_by_several(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.gm.do("set", roll=roll, inputs={"position": "normal"})
    table.player.do("throw", roll=roll, dice=[1, 1])
    gm = phones.at(table.gm)
    due = gm.roll.locator(".due")
    settle = due.locator("button.settle")
    expect(settle).to_be_disabled()
    due.get_by_role("textbox").fill("A dog barks.")
    due.locator("button.way", has_text="Complication").click()
    due.locator("button.way", has_text="Minor harm").click()
    expect(due.get_by_role("textbox")).to_have_value("A dog barks.")
    due.get_by_role("group", name="minor harm").get_by_role("button", name="Nyx").click()
    expect(settle.locator("b")).to_have_text("Put it to them")  # Nyx may still resist it
    expect(settle.locator("small")).to_have_text("Nyx: complication and Nyx: minor harm 0 → 1")
    gm.settle()
    expect(due).to_have_count(0)
    answer = next(each["answer"] for each in reversed(table.gm.see()["log"]) if each["kind"] == "settled")
    assert [(share["way"], share.get("words")) for share in answer] == [
        ("complication", "A dog barks."),
        ("minor harm", None),
    ]


def test_all_members_join_a_teamwork_roll(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    player = phones.at(table.player)
    ally = phones.at(table.other)
    player.page.get_by_label("Kind of roll").select_option("Work as one")
    player.declare("Skulk")
    expect(player.roll.locator(".to-throw .source").first).to_have_text("skulk")
    expect(player.roll).to_contain_text("Moth may still join")
    expect(ally.roll.locator(".way-in .lab")).to_have_text("Or join and say how:")
    joins = ally.roll.get_by_role("button", name="Moth takes part")
    expect(joins).to_contain_text("With your own dice. Skulk 2. It costs Moth 1 stress.")
    expect(joins).to_contain_text(re.compile(r"75 → 94 %"))
    ally.roll.get_by_role("group", name="How Moth helps").get_by_role("button", name="keeps watch").click()
    expect(player.roll).to_contain_text("It costs Nyx and Moth 1 stress each.")
    for phone in (player, ally):
        expect(phone.roll.locator(".offers li")).to_contain_text(re.compile("Moth takes part.*keeps watch"))
    expect(ally.roll.locator(".to-throw .side-name")).to_have_text(["Nyx", "Moth"])
    player.throw()
    expect(player.roll.locator(".effects li")).to_have_text(
        ["Nyx takes 1 stress (now 1)", "Moth takes 1 stress (now 1)"]
    )
    player.tab("Log")
    expect(player.page.locator("li.entry.story")).to_contain_text("Nyx rolls Skulk: work as one, with Moth")
    table.gm.do("declare", npc="The world", move="fortune", inputs={"dice": 1})
    expect(player.page.locator("li.entry.story h3").first).to_have_text("Fortune for the world")


def opened_rules(gm: Phone) -> None:
    """The house rules with the questions under every heading."""
    gm.page.locator("summary", has_text="House rules").click()
    for heading in gm.page.locator(".topic > summary").all():
        heading.click()


def test_rulings_show_their_effect_before_they_are_made(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    table.player.do("declare", character="c1", trait="attune", inputs={})
    gm = phones.at(table.gm)
    gm.choose("position", "normal")
    gm.tab("Gm")
    opened_rules(gm)
    gm.page.get_by_role("radiogroup", name="What is thrown when no die is left?", exact=True).get_by_role(
        "radio", name="Nothing: it has failed"
    ).click()
    now, then = gm.page.locator(".preview .odds").all()
    expect(then.locator(".chance").first).to_have_text("100 %")
    assert now.locator(".chance").first.inner_text() != "100 %"
    assert table.gm.see()["rulings"]["zero_pool"] == "lowest_of_two"
    gm.page.get_by_role("button", name="Rule so").click()
    expect(gm.page.locator(".preview")).to_have_count(0)
    assert table.gm.see()["rulings"]["zero_pool"] == "fail"


def test_a_ruling_is_shown_with_a_roll_in_which_it_matters(phones: Phones, server: RunningServer) -> None:
    gm = phones.at(seated(server, "in-the-dark").gm)
    gm.tab("Gm")
    opened_rules(gm)
    rule = gm.page.locator(".house-rule")
    rule.get_by_role("radio", name="Nothing: it has failed").click()
    preview = gm.page.locator(".preview")
    expect(preview).to_contain_text("For example, no dots at all:")
    now, then = preview.locator(".odds").all()
    expect(then.locator(".chance").first).to_have_text("100 %")
    assert now.locator(".chance").first.inner_text() != "100 %"
    rule.get_by_role("button", name="more How much stress does a push cost?").click()
    expect(preview).to_contain_text("With “3 stress”")
    expect(preview).to_contain_text("It changes no odds of the usual rolls")


UNSEEN_IN_ODDS = {
    "wherever-we-go": ("split_severity", "total"),
    "illuminated-worlds": ("gain_overflow", "bank"),
    "in-the-dark": ("consequences", "at_once"),
    "true-world": ("intentions", "free"),
    "starforged": ("vehicle_impacts", "scene_end"),
}


@pytest.mark.parametrize("game", UNSEEN_IN_ODDS)
def test_a_ruling_that_moves_no_odds_can_be_made_as_well(phones: Phones, server: RunningServer, game: str) -> None:
    """At a table where nobody has rolled yet."""
    table = seated(server, game)
    gm = phones.at(table.gm)
    gm.tab("Gm")
    opened_rules(gm)
    name, value = UNSEEN_IN_ODDS[game]
    face = games.game(game).face
    assert face is not None
    question = face.questions[name]
    group = gm.page.get_by_role("radiogroup", name=question.asks.replace("'", "’"), exact=True)
    group.get_by_role("radio", name=question.answers[value].replace("'", "’")).click()
    expect(gm.page.locator(".preview")).to_contain_text("It changes no odds of the usual rolls")
    gm.page.get_by_role("button", name="Rule so").click()
    expect(gm.page.locator(".preview")).to_have_count(0)
    assert table.gm.see()["rulings"][name] == value


def test_the_gm_calls_answers_and_gives_back_a_seat(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "starforged")
    table.player.do("make", name="Nyx", values={"momentum": 8})
    gm = phones.at(table.gm)
    gm.tab("Gm")
    gm.page.get_by_role("button", name="Call for it").click()
    expect(gm.roll.locator(".who")).to_contain_text("Ann")
    table.player.do("throw", roll=table.gm.see()["rolls"][0]["roll"], dice=[1, 7, 4])
    expect(gm.roll).to_contain_text("You may answer for Ann")
    expect(gm.roll.get_by_role("button", name="What is best?")).to_have_count(0)  # nothing is left to chance
    gm.roll.locator("button.option", has_text="Burn").click()
    expect(gm.roll.locator(".headline")).to_have_text("Strong hit")
    gm.tab("Gm")
    gm.page.locator("summary", has_text="seats and links").click()
    gm.page.get_by_role("button", name="link for a new device: Ann").click()
    link = gm.page.get_by_label("Link for Ann link").input_value()
    found = phones.phone()
    found.page.goto(link)
    found.page.get_by_role("button", name="Join the table").click()
    expect(found.page.locator(".sheet h2", has_text="Nyx")).to_be_visible()


def test_sheets_and_logs_leave_and_come_back(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    table.player.do("throw", roll=roll, dice=[8, 1])
    player = phones.at(table.player)
    saved = {"name": "Wren", "values": {**table.player.see("sheets/c1")["values"], "blades": "d12"}}
    player.tab("Me")
    player.page.locator("summary", has_text="Another character").click()
    file = {"name": "wren.json", "mimeType": "application/json", "buffer": json.dumps(saved).encode()}
    player.page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    expect(player.page.locator(".sheet", has_text="Wren").locator(".trait", has_text="blades")).to_contain_text("d12")
    player.tab("Log")
    player.page.locator("summary", has_text="Was it a bad night?").click()
    expect(player.page.locator(".bars svg").first).to_be_visible()
    player.page.evaluate("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve() }")
    player.page.locator("summary", has_text="Copy, filter, export").click()
    player.page.get_by_role("button", name="Copy as Markdown").click()
    expect(player.page.get_by_role("button", name="Copied")).to_be_visible()
    copied = player.page.evaluate("window.copied")
    assert "- Nyx rolls Climbing: critical success (8 1)." in copied


def test_a_character_is_renamed_on_its_sheet_and_the_gm_takes_it_back(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    player, gm = phones.at(table.player), phones.at(table.gm)
    player.page.get_by_role("button", name="Change this sheet").click()
    player.page.get_by_label("Name of Nyx").fill("Night")
    player.page.get_by_role("button", name="Rename", exact=True).first.click()
    gm.tab("Log")
    renamed = gm.page.locator("li.entry", has_text="Nyx is now called Night.")
    expect(renamed).to_be_visible()
    later = table.player.do("rename_character", character="c1", name="Owl")["number"]
    renamed.get_by_role("button", name="take back").click()
    expect(gm.page.get_by_role("alert")).to_have_text(re.compile("build on it: “Night is now called Owl.”; undo those"))
    phones.troubles = [each for each in phones.troubles if "409" not in each]
    table.gm.do("undo", entry=later)
    renamed.get_by_role("button", name="take back").click()
    expect(gm.page.locator("li.entry").first).to_contain_text("Night is called Nyx again.")
    expect(player.page.locator(".sheet h2").first).to_have_text("Nyx")


def test_an_ally_rolls_first_to_help(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    player, ally, gm = phones.at(table.player), phones.at(table.other), phones.at(table.gm)
    player.declare("Climbing")
    gm.choose("difficulty", "d6")
    gm.choose("position", "neutral")
    ally.roll.get_by_label("Moth rolls").select_option("athletics")
    ally.roll.get_by_role("button", name="Moth rolls first to help").click()
    expect(player.roll.locator(".offers")).to_contain_text("Moth rolls first to help")
    expect(player.roll.locator(".offers")).to_contain_text("with athletics")
    expect(player.roll).to_contain_text("Waiting for Moth’s dice.")
    expect(player.roll).not_to_contain_text("afterwards it is too late")  # nothing is there to be used
    expect(player.roll.locator("button.throw")).to_have_count(0)
    ally.throw()
    expect(ally.roll).to_contain_text("Waiting for Nyx’s dice.")
    player.throw()
    expect(ally.roll.locator(".headline")).to_be_visible()
    expect(ally.roll).not_to_contain_text("Moth marks acted")
    expect(ally.roll.locator("h2.told")).to_have_text("Nyx: Climbing")  # what was declared, whoever helped
    ally.tab("Log")
    expect(ally.page.locator("li.entry.story h3").first).to_have_text("Nyx rolls Climbing")
    expect(ally.page.locator("li.entry.story").first).not_to_contain_text("acted")


def test_an_ended_table_is_read_by_whoever_has_its_link(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    table.gm.do("note", text="It rains.")
    table.gm.do("end")
    reader = phones.phone()
    reader.page.goto(phones.address + table.links["player"])
    reader.page.get_by_role("button", name="Read it").click()
    expect(reader.page.locator(".banner")).to_contain_text("ended, to be read only")
    assert any("It rains." in line for line in reader.log())
    reader.tab("Me")
    expect(reader.page.locator(".pc-line", has_text="Nyx")).to_be_visible()
    expect(reader.page.get_by_role("button", name="Change this sheet")).to_have_count(0)


def test_who_has_to_say_how_they_take_part_is_asked_once(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    table.player.do("declare", character="c1", trait="strike", move="group")
    part = phones.at(table.other).roll.locator(".way-in", has_text="Moth takes part")
    expect(part).to_contain_text("Say how:")
    expect(part.locator(".phrases .lab")).to_have_count(0)


def test_a_group_sees_all_dice_before_and_whose_level_counted_after(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world", climbing="d10", athletics="d6")
    roll = table.player.do("declare", character="c1", trait="climbing", move="group", members=["c1"])["number"]
    table.other.do("offer", roll=roll, character="c2")
    player, gm = phones.at(table.player), phones.at(table.gm)
    expect(player.roll.locator(".to-throw .side-name")).to_have_text(["Nyx, first", "Moth, then"])
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    expect(player.roll.locator(".to-throw .later .die").first).to_have_attribute("aria-label", re.compile("d8"))
    expect(player.roll.locator(".to-throw .side-name")).to_have_text(["Nyx, first", "Moth, then"])
    table.player.do("throw", roll=roll, dice=[6, 2])
    table.other.do("throw", roll=roll, dice=[1, 2])
    why = "Nyx has +2 (complete success), Moth has −1 (marginal failure): together +1."
    expect(player.roll).to_contain_text(why)
    expect(gm.roll.locator(".due-says")).to_have_text("Name what the group’s success brings.")
    gm.roll.locator(".due").get_by_role("button", name="A way opens.").click()
    gm.settle()
    expect(player.page.locator(".news-card, .brought, .roll").filter(has_text="A way opens.").first).to_be_visible()


def test_whoever_throws_second_sees_their_dice_the_odds_and_how_the_first_stands(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "true-world", climbing="d10", athletics="d6")
    roll = table.player.do("declare", character="c1", trait="climbing", move="group", members=["c1"])["number"]
    ally, gm = phones.at(table.other), phones.at(table.gm)
    assert "A sum of 0 is a tie" in games.game("true-world").move("group").says
    table.other.do("offer", roll=roll, character="c2")
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    table.player.do("throw", roll=roll, dice=[4, 3])
    expect(ally.roll.locator(".to-throw .side-name")).to_have_text("Moth")
    expect(ally.roll.locator(".to-throw .die")).to_have_count(2)
    expect(ally.roll.locator(".works")).to_have_text(re.compile(r"\d+ % that it works now"))
    expect(ally.roll.locator(".odds .bar")).to_be_visible()
    expect(ally.roll.locator(".throwing .hint")).to_have_text(
        "Moth’s roll: Nyx has +1 (marginal success); very challenging"
    )
    expect(ally.roll.get_by_role("button", name="Throw 2 dice")).to_be_visible()
    expect(ally.roll.locator(".works .says")).to_have_count(0)  # told once
    player = phones.at(table.player)  # who threw reads what their own dice brought, and why the odds are what they are
    expect(player.roll.locator(".works .says")).to_contain_text("Nyx has +1 (marginal success)")
    gm.tab("Gm")
    expect(gm.page.locator(".evening-card")).to_contain_text("Still open: Moth · to throw")


def test_stress_begins_with_the_level_and_a_success_offers_no_stake(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world", climbing="d10", athletics="d6")
    gm = phones.at(table.gm)
    for dice, usual in (([1, 6], 2), ([4, 4], 0)):
        roll = table.player.do("declare", character="c1", trait="climbing")["number"]
        said = {"difficulty": "d6", "position": "neutral", "stakes": "You are noticed."}
        table.gm.do("set", roll=roll, inputs=said)
        table.player.do("throw", roll=roll, dice=dice)
        due = gm.roll.locator(".due")
        stake = due.get_by_role("button", name="You are noticed.")
        expect(due.get_by_role("group", name="ready words")).to_be_visible()
        expect(stake).to_have_count(1 if usual else 0)
        if usual:
            due.locator("button.way", has_text="Stress").click()
            expect(due.locator("button.settle small")).to_have_text(f"Nyx: stress 0 → {usual}")
            gm.settle()


def test_who_is_out_of_action_takes_no_part_unless_the_gm_lets_them(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    table.gm.do("edit", where="c2", values={"severe_harm": True})
    roll = table.player.do("declare", character="c1", trait="skulk", move="teamwork", members=["c1"])["number"]
    ally = phones.at(table.other)
    joins = ally.roll.get_by_role("button", name="Moth takes part")
    joins.click()
    expect(ally.page.get_by_text("Severe harm: out of action until treated, unless the gm lets them")).to_be_visible()
    phones.troubles = [each for each in phones.troubles if "422" not in each]  # it was refused
    table.gm.do("set", roll=roll, inputs={"despite_harm": True})
    joins.click()
    expect(ally.roll.locator(".to-throw .side-name")).to_have_text(["Nyx", "Moth"])


def test_dice_of_several_lie_side_by_side_and_what_came_of_them_is_in_sight(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "in-the-dark")
    table.gm.do("make", name="Hollis")
    roll = table.player.do("declare", character="c1", trait="skulk", move="teamwork", members=["c1"])["number"]
    table.other.do("offer", roll=roll, character="c2", input="members")
    table.gm.do("offer", roll=roll, character="c3", input="members")
    table.player.do("throw", roll=roll, dice=[3, 5, 2, 1, 2, 1])
    for screen in (phones.at(table.player), phones.at(table.gm, viewport=DESKTOP)):
        expect(screen.roll.locator(".of-side")).to_have_count(3)
        tops = screen.roll.locator(".of-side").evaluate_all("all => all.map((each) => each.offsetTop)")
        assert len(set(tops)) == 1, tops
        expect(screen.roll.locator(".effects")).to_be_in_viewport(ratio=1)


def test_who_is_out_of_action_reads_why_and_what_brings_them_back(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    table.gm.do("edit", where="c1", values={"stress": 9})
    table.player.do("declare", character="c1", trait="maneuver")
    player = phones.at(table.player)
    says = "Out of action: nothing is rolled until downtime, where relaxing brings the character back."
    expect(player.roll.locator(".needs")).to_have_text(says)
    expect(player.roll.locator(".to-throw")).to_have_count(0)  # no room for dice that will not come


def test_whoever_would_fill_their_stress_by_taking_part_is_warned_before_the_tap(
    phones: Phones, server: RunningServer
) -> None:
    warned = "It fills Moth’s stress. Then Moth is out of action: until downtime, with a new trauma. "
    table = seated(server, "in-the-dark")
    table.gm.do("make", name="Old Tam of the Lower Gate")
    table.gm.do("edit", where="c2", values={"stress": 8})
    ally, gm = phones.at(table.other), phones.at(table.gm, viewport=DESKTOP)
    for move, members, way in (("action", [], "assists"), ("teamwork", ["c1"], "takes part")):
        roll = table.player.do("declare", character="c1", trait="skulk", move=move, members=members)["number"]
        offer = ally.roll.get_by_role("button", name=f"Moth {way}")
        expect(offer.locator("small b")).to_have_text(warned)
        if move == "action":
            table.player.do("withdraw", roll=roll)
    table.gm.do("offer", roll=roll, character="c3", input="members")
    expect(offer.locator("small b")).to_have_text(warned)
    offer.click()
    told = "It costs Nyx, Old Tam of the Lower Gate and Moth 1 stress each. " + warned.partition(". ")[2].strip()
    for screen in (ally, gm):
        expect(screen.roll.locator(".costs")).to_have_text(told)
        cut = screen.roll.locator(".works .clip").evaluate("each => each.scrollHeight - each.clientHeight")
        assert cut < 5, "what is the heaviest of it is not cut"


def test_who_cannot_take_part_is_not_offered_it_and_reads_why(phones: Phones, server: RunningServer) -> None:
    """A live box said what it costs them, three ways asked how, and the server refused it."""
    table = seated(server, "in-the-dark")
    table.gm.do("make", name="Hollis")
    table.gm.do("edit", where="c2", values={"stress": 9})
    player, ally, gm = phones.at(table.player), phones.at(table.other), phones.at(table.gm)
    for move, members in (("action", []), ("teamwork", ["c1"])):
        roll = table.player.do("declare", character="c1", trait="skulk", move=move, members=members)["number"]
        expect(ally.roll.get_by_text("Moth is out of action: no part in this.", exact=True)).to_be_visible()
        expect(ally.roll.locator(".way-in, .mod.offer, .phrases button")).to_have_count(0)
        expect(gm.roll.locator(".npcs summary").first).to_have_text("Hollis could help")
        expect(player.roll).not_to_contain_text("Moth and Hollis may still join")
        if move == "action":
            table.player.do("withdraw", roll=roll)
    table.gm.do("edit", where="c2", values={"stress": 3, "out_of_action": False})
    expect(ally.roll.get_by_role("button", name="Moth takes part")).to_be_visible()
    expect(player.roll).to_contain_text("Moth and Hollis may still join")


def test_what_one_uses_is_chosen_before_who_helps_first_has_thrown(phones: Phones, server: RunningServer) -> None:
    boost = {"kind": "boost", "name": "Run-up", "text": "With speed.", "does": [{"use": "shifts the odds"}]}
    table = seated(server, "true-world", things=[boost])
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    table.other.do("offer", roll=roll, character="c2", trait="athletics", input="helper_abilities")
    player = phones.at(table.player)
    warns = "Waiting for Moth’s dice. Choose what you use before they fall: afterwards it is too late."
    expect(player.roll.locator(".needs")).to_have_text(warns)
    table.player.do("set", roll=roll, inputs={"things": ["Run-up"]})
    expect(player.roll.locator(".needs")).to_have_text("Waiting for Moth’s dice.")


def test_stress_that_was_taken_can_be_soaked_with_one_tap_where_there_is_grit(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "true-world", grit=2)
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    table.player.do("throw", roll=roll, dice=[1, 6])
    player, ally = phones.at(table.player), phones.at(table.other)
    expect(player.roll.locator(".headline")).to_be_visible()
    hurt = [{"way": "stress", "amount": 2, "who": "c1"}, {"way": "stress", "amount": 1, "who": "c2"}]
    table.gm.do("settle", roll=roll, answer=hurt)
    for phone in (player, ally):
        phone.page.locator(".news").get_by_role("button", name="All right").click()
    soak = player.roll.get_by_role("button", name="Nyx: soak stress with grit (2)")
    expect(ally.roll.get_by_role("button", name="soak")).to_have_count(0)  # who has no grit is offered nothing
    soak.click()
    expect(player.roll.locator("button.deed")).to_have_text("Soak stress with grit: grit 2 → 1, stress 2 → 1")


def test_a_gm_reads_who_plays_whom_and_what_another_does_is_no_main_button(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "true-world", grit=1)
    table.gm.do("edit", where="c1", values={"stress": 2})
    gm = phones.at(table.gm, viewport=DESKTOP)
    expect(gm.page.locator(".pc-line .name")).to_have_text(["Nyx Ann", "Moth Bo"])
    player = phones.at(table.player)
    table.player.do("declare", character="c1", move="soak")
    expect(gm.roll.locator("button.throw")).to_have_class("throw deed for-another")
    expect(player.roll.locator("button.throw")).to_have_class("throw deed")


def test_ready_words_that_are_cut_are_reached_with_a_wheel(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    table.player.do("declare", character="c1", trait="climbing")
    gm = phones.at(table.gm, viewport=DESKTOP)
    row = gm.roll.locator(".asked .phrases").first
    last = row.locator("button").last
    cut = "each => each.getBoundingClientRect().right > each.parentElement.getBoundingClientRect().right"
    assert last.evaluate(cut)
    row.hover()
    gm.page.mouse.wheel(0, 600)
    gm.page.wait_for_function("each => each.scrollLeft > 0", arg=row.element_handle())
    assert not last.evaluate(cut)
