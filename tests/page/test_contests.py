"""A roll against someone: how the other side is said, whose a tie and a bane are, and who helps whom."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.page.phones import DESKTOP, LINES, PHONE, Phone, Phones, at_ease, is_in_sight, seated
from tests.server import RunningServer, open_table

pytestmark = pytest.mark.slow


def test_an_opponent_without_a_sheet_is_said_in_one_tap(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    gm = phones.at(table.gm)
    table.player.do("declare", character="c1", trait="stealth", move="opposed")
    expect(gm.roll.get_by_role("img", name="Stealth d8")).to_be_visible()
    expect(gm.roll.get_by_role("img", name="not said yet")).to_have_count(2)
    for hidden in ("bonus", "penalty"):
        expect(gm.roll.get_by_role("group", name=hidden).first).to_be_hidden()
    throw = gm.roll.locator(".throwing button.throw")
    expect(throw).to_be_disabled()
    gm.roll.get_by_role("radiogroup", name="Both dice").get_by_role("radio", name="d8").click()
    expect(throw).to_be_enabled()
    expect(gm.roll.get_by_role("img", name="not said yet")).to_have_count(0)
    gm.roll.get_by_text("More about the other side").click()
    gm.roll.get_by_role("radiogroup", name="attribute").get_by_role("radio", name="d10").click()
    expect(gm.roll.locator(".says")).to_contain_text("against d10 attribute + d8 skill")


def test_an_empty_push_is_greyed_against_an_opponent_too(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    player = phones.at(table.player)
    table.player.do("declare", character="c1", trait="stealth", move="opposed", against="c2")
    push = player.roll.get_by_role("group", name="Nyx", exact=True).get_by_role("switch", name="Push")
    expect(push).to_be_disabled()
    expect(push).to_contain_text("No stress")


def test_a_contest_tells_whose_gambles_and_whose_banes(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "wherever-we-go")
    table.player.do("make", name="Nyx", values={"stress": 1})
    table.other.do("make", name="Moth")
    player, gm = phones.at(table.player), phones.at(table.gm)
    roll = table.player.do("declare", character="c1", move="opposed", trait="stealth", against="c2")["number"]
    table.player.do("throw", roll=roll, dice=[6, 1, 6, 1])
    for phone in (player, gm):
        phone.tab("Table")
    expect(player.roll.locator(".why")).to_contain_text("a tie, which goes to Moth")
    expect(player.roll.locator("button.option", has_text=re.compile("^Gamble"))).to_contain_text("17 % a bane for Nyx")
    expect(gm.roll.locator(".option .figures").first).to_contain_text(re.compile(r"Moth wins \d+ %.*Nyx wins \d+ %"))
    expect(gm.roll.get_by_role("group", name="The last word on gambles allowed for Moth")).to_be_visible()
    while table.gm.see(f"rolls/{roll}")["asks"]:
        table.gm.do("decide", roll=roll, option="keep")
    story = player.log()[-1]
    assert "Nyx 6 1, Moth 6 1" in story  # whose dice showed what
    assert story.index("Nyx keeps the result.") < story.index("Moth wins")  # what was decided before what came of it


def test_what_is_good_for_a_player_looks_good_on_every_screen(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.gm.do("declare", npc="Toll guard", move="opposed", against="c1")["number"]
    dice = {f"{side}_{die}": "d8" for side in ("attacker", "defender") for die in ("attribute", "skill")}
    table.gm.do("set", roll=roll, inputs=dice)
    gm = phones.at(table.gm)
    expect(gm.roll.locator(".works").first).to_contain_text("70 % for Nyx")
    expect(gm.roll.locator(".standing .tiers .name")).to_have_text(["Toll guard wins", "Nyx wins"])
    table.gm.do("throw", roll=roll, dice=[1, 2, 8, 6])
    gamble = gm.roll.locator("button.option", has_text=re.compile("^Gamble"))
    expect(gamble.locator(".figures .ink-works")).to_have_text("Nyx wins 98 %")  # Nyx wins all the same


def test_what_losing_brings_is_bad_whoever_lost_and_nothing_else_is_told_where_something_came(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", move="opposed", trait="stealth")["number"]
    said = {"defender_name": "The toll captain", "defender_attribute": "d8", "defender_skill": "d8"}
    table.gm.do("set", roll=roll, inputs={**said, "expectations": "You are through."})
    player, gm = phones.at(table.player), phones.at(table.gm, viewport=DESKTOP)
    table.player.do("throw", roll=roll, dice=[6, 6, 1, 1])
    table.player.do("decide", roll=roll, option="keep")
    while table.gm.see(f"rolls/{roll}")["asks"]:
        table.gm.do("decide", roll=roll, option="keep")
    expect(gm.roll.locator(".headline")).to_have_text("Nyx wins")
    dues = {each["kind"]: each["due"] for each in table.gm.see(f"rolls/{roll}")["open_dues"]}
    table.gm.do("settle", roll=roll, due=dues["extra edges"], answer=[{"way": "nothing"}])
    expect(gm.roll.locator(".due-says")).to_contain_text("Name what losing brings the toll captain")
    expect(gm.roll.get_by_role("button", name="Complication")).to_be_visible()
    expect(gm.roll.get_by_role("button", name="Something good")).to_be_visible()
    expect(player.roll).not_to_contain_text("It brought nothing more")
    table.gm.do("settle", roll=roll, due=dues["consequence"], answer=[{"way": "complication", "words": "She calls."}])
    expect(player.roll.locator(".brought")).to_have_count(1)
    expect(player.roll.locator(".brought")).to_contain_text("She calls.")


def test_in_a_contest_it_is_said_whose_a_tie_is_and_no_button_promises_a_throw_too_soon(
    phones: Phones, server: RunningServer
) -> None:
    table = open_table(server, "wherever-we-go")
    table.player.do("make", name="Nyx")
    table.player.do("declare", character="c1", trait="stealth", move="opposed")
    gm, player = phones.at(table.gm), phones.at(table.player)
    leave = gm.roll.locator("button.as-usual")
    expect(leave).to_have_text("Leave it unsaid: how it could end")  # which leaves no dice unsaid
    alike = gm.roll.get_by_role("radio", name="d6").first
    stood = (alike.bounding_box() or {"y": 0})["y"]
    alike.click()
    expect(gm.roll.get_by_role("switch", name="Push")).to_have_count(2)
    assert abs((alike.bounding_box() or {"y": 0})["y"] - stood) < 1  # what arrives is added below
    expect(leave).to_have_text("Leave it unsaid")
    leave.click()
    expect(player.roll.locator("button.throw")).to_be_enabled()
    expect(player.roll.locator(".works")).to_contain_text("a tie goes to the other side")
    expect(player.roll).not_to_contain_text("You have no stress")


def test_who_helps_a_side_of_a_contest_is_told_whom(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth", move="opposed")["number"]
    ally = phones.at(table.other)
    expect(ally.roll.locator(".offer b").first).to_have_text("Moth helps Nyx")
    table.gm.do("demand_roll", roll=roll, character="c2")
    own = table.other.do("declare", character="c2", trait="observation")["number"]
    table.other.do("throw", roll=own, dice=[1, 1])
    table.other.do("decide", roll=own, option="keep")
    expect(ally.roll.get_by_text("Moth has rolled for it, and failed")).to_be_visible()
    expect(ally.roll.locator(".way-in")).to_have_count(0)
    again = table.other.do("declare", character="c2", trait="observation")["number"]
    table.other.do("throw", roll=again, dice=[6, 1])
    table.other.do("decide", roll=again, option="keep")
    expect(ally.roll.get_by_text("Moth helps Nyx by a roll of their own")).to_be_visible()


def test_both_dice_of_the_other_side_are_waited_for_in_one_breath(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "wherever-we-go")
    table.player.do("make", name="Nyx")
    table.player.do("declare", character="c1", trait="stealth", move="opposed")
    player = phones.at(table.player)
    told = "The throw waits for Gem: attribute and skill of the other side and how it could end"
    expect(player.roll.locator(".needs")).to_have_text(told)
    said = player.roll.locator("fieldset.side .said-by .locked")
    expect(said).to_have_count(2)
    whom = player.roll.get_by_role("button", name="Against one of us?")
    expect(whom).to_have_count(0)  # nobody else is there
    table.other.do("make", name="Moth")
    whom.click()
    expect(player.roll.locator(".against select")).to_be_focused()
    assert is_in_sight(player.roll.locator(".against select"))
    assert len(set(said.evaluate_all("all => all.map((each) => each.getBoundingClientRect().top)"))) == 1


CUT_SHORT = """(select) => {
  const style = getComputedStyle(select);
  const words = Object.assign(document.createElement("span"), { textContent: select.selectedOptions[0].text });
  words.style.cssText = `position: absolute; white-space: nowrap; font: ${style.font}`;
  document.body.append(words);
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const isCut = words.getBoundingClientRect().width > room;
  words.remove();
  return isCut;
}"""


def readies(defender: Phone) -> None:
    defender.roll.get_by_role("button", name="I am ready").click()
    expect(defender.roll.locator("button.throw small")).to_have_text("Nyx throws for both; a change takes it back")


def each_side_sees_how_it_stands(attacker: Phone, defender: Phone) -> None:
    """Nyx has won as it stands; what is good for one is bad for the other."""
    expect(defender.roll.locator(".now")).to_have_class(re.compile("ink-(fail|ruin|short)"))
    expect(attacker.roll.locator(".now")).to_have_class(re.compile("ink-(works|great)"))
    keep = defender.roll.locator("button.option").first
    expect(keep).to_contain_text("Still to come: the consequence for Moth")
    expect(keep).not_to_contain_text("penalty")  # which was Nyx's, and is used up in any case
    expect(defender.roll.locator("button.option", has_text="Gamble")).to_contain_text("Moth: stress 0 → 1")
    expect(defender.roll.locator("h2").first).to_have_text("Nyx against Moth: stealth against melee")


def test_both_sides_of_a_contest_are_at_it_on_their_own_phones(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    table.gm.do("edit", where="c1", values={"waiting_penalty": 1})
    talent = {"kind": "talent", "name": "Unbroken", "does": [{"use": "talent die", "value": "d8"}]}
    untrained = {"stealth": "0", "melee": "d8", "strength": "d10", "things": [talent]}
    table.other.do("edit", where="c2", values=untrained)
    attacker, defender, gm = phones.at(table.player), phones.at(table.other), phones.at(table.gm)
    attacker.page.get_by_label("Kind of roll").select_option("Oppose someone")
    attacker.page.locator("label.inline", has_text=re.compile("^against")).locator("select").select_option("Moth")
    attacker.declare("Stealth")
    expect(defender.page.locator(".call-back")).to_contain_text("Your turn: Nyx · with what do you answer?")
    defender.tab("Table")
    expect(defender.roll.locator("h2").first).to_have_text("Nyx opposes you: with what do you answer?")
    theirs = defender.roll.locator(".doing fieldset.side").first
    answers = theirs.get_by_role("group", name="Moth answers with").get_by_role("button")
    expect(answers.first).to_have_text("Meleed10 + d8")
    expect(answers.first).to_have_attribute("aria-pressed", "true")  # in what the other picked they are untrained
    expect(defender.roll.locator(".works").first).to_contain_text("that you hold")
    expect(attacker.roll.locator(".works").first).to_contain_text("that you win")
    expect(gm.roll.locator(".works").first).to_contain_text("for Nyx")
    expect(defender.roll.locator(".standing .tiers .name")).to_have_text(["Nyx wins", "Moth wins"])
    theirs.get_by_role("switch", name="Use Unbroken").click()
    expect(attacker.roll.get_by_label("Use Unbroken")).to_be_disabled()
    answers.filter(has_text="Observation").click()
    expect(attacker.roll.get_by_role("group", name="Moth", exact=True).locator(".locked").first).to_have_text(
        "observation"
    )
    expect(defender.roll.locator(".to-throw .source")).to_have_text(
        ["dexterity", "stealth", "wits", "observation", "talent"]
    )
    throw = attacker.roll.locator("button.throw")
    expect(throw).to_have_text("Throw for bothBo still chooses")
    readies(defender)
    expect(throw).to_have_text("Throw for bothBo is ready")
    answers.first.click()
    expect(throw).to_contain_text("Bo still chooses")  # what was ready is other now
    table.player.do("throw", roll=table.gm.see()["rolls"][-1]["roll"], dice=[6, 1, 1, 1, 1])
    table.player.do("decide", roll=table.gm.see()["rolls"][-1]["roll"], option="keep")
    each_side_sees_how_it_stands(attacker, defender)


def test_an_opposed_roll_is_told_with_names(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth", move="opposed", against="c2")["number"]
    table.player.do("throw", roll=roll, dice=[1, 1, 6, 6])
    gm = phones.at(table.gm)
    expect(gm.roll.locator(".now")).to_have_text("Moth wins")
    expect(gm.roll.locator(".option").first).to_contain_text("Then Moth wins")
    gm.roll.get_by_role("button", name="What is best?").click()
    expect(gm.roll.locator(".advice li").first).to_contain_text("Only “Gamble” can still bring Nyx wins")
    table.player.do("decide", roll=roll, option="keep")
    expect(gm.roll.locator(".headline")).to_have_text("Moth wins")
    expect(gm.roll.locator(".why")).to_have_text("Nyx has no edges (failure), Moth has 2 edges (success).")
    gm.tab("Me")
    gm.page.locator(".pc-line", has_text="Nyx").click()
    expect(gm.page.get_by_role("group", name="willpower: 3 of 6").first).to_be_visible()
    gm.tab("Log")
    expect(gm.page.locator("li.entry.story")).to_contain_text("Moth wins")
    expect(gm.page.locator("li.entry.story")).to_contain_text("Nyx keeps the result.")
    expect(gm.page.locator("li.entry.story")).not_to_contain_text("Moth keeps")  # who was not asked
    expect(gm.page.locator("li.entry.story")).to_contain_text(re.compile("Nyx rolls [A-Z][a-z]+ against Moth"))
    gm.page.get_by_text("Was it a bad night?").click()
    expect(gm.page.locator(".statistics [role=rowheader]")).to_have_text(["the other side wins", "Ann wins"])
    expect(gm.page.locator("body")).not_to_contain_text(re.compile("attacker|defender", re.IGNORECASE))


def test_whom_a_contest_is_against_is_read_whole_on_the_sheet(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    player = phones.at(table.player)
    player.tab("Me")
    player.page.get_by_label("Kind of roll").first.select_option("Oppose someone")
    against = player.page.locator(".chooser").get_by_label("against")
    expect(against.locator("option")).to_have_text(["someone the gm plays", "Moth"])
    assert against.evaluate(CUT_SHORT) is False


def test_whom_a_contest_is_against_is_said_on_its_card_until_the_dice_are_thrown(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "wherever-we-go")
    table.other.do("edit", where="c2", values={"stealth": "0", "melee": "d8", "strength": "d10"})
    roller, other, gm = phones.at(table.player), phones.at(table.other), phones.at(table.gm)
    roll = table.player.do("declare", character="c1", trait="stealth", move="opposed")["number"]
    against, leads = (phone.roll.get_by_role("combobox", name="Against") for phone in (roller, gm))
    expect(against.locator("option")).to_have_text(["someone the gm plays", "Moth"])
    expect(leads.locator("option")).to_have_text(["someone you play", "Moth"])
    called = gm.roll.get_by_label("What the other side is called")
    called.fill("The warden")
    called.blur()
    expect(roller.roll.locator(".needs")).to_contain_text("attribute and skill of The warden")
    expect(against.locator("option").first).to_have_text("The warden")
    expect(gm.roll.get_by_role("group", name="The warden", exact=True)).to_be_visible()
    gm.roll.get_by_role("radiogroup", name="Both dice").get_by_role("radio", name="d8").click()
    expect(roller.roll.locator(".standing .tiers .name")).to_have_text(["the warden wins", "Nyx wins"])
    other.tab("Me")
    expect(other.page.locator(".call-back")).not_to_contain_text("with what do you answer")
    against.select_option("Moth")
    expect(other.page.locator(".call-back")).to_contain_text("Your turn: Nyx · with what do you answer?")
    expect(roller.roll.locator(".to-throw .source")).to_have_text(["dexterity", "stealth", "strength", "melee"])
    expect(called).to_have_count(0)
    expect(leads).to_have_value("c2")
    leads.select_option("")
    expect(other.page.locator(".call-back")).not_to_contain_text("with what do you answer")
    expect(called).to_have_value("")
    table.gm.do(
        "set", roll=roll, inputs={"defender_name": "The clerk", "defender_attribute": "d6", "defender_skill": "d6"}
    )
    table.player.do("throw", roll=roll, dice=[1, 1, 6, 6])
    expect(roller.roll.locator(".now")).to_have_text("The clerk wins")
    expect(against).to_have_count(0)
    roller.tab("Log")
    expect(roller.page.locator("li.entry.story").first).to_contain_text("Nyx rolls Stealth against The clerk")


def test_another_pick_on_the_sheet_takes_the_place_in_the_contest_that_is_open(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth", move="opposed")["number"]
    player = phones.at(table.player)
    player.tab("Me")
    player.page.get_by_label("Kind of roll").select_option("Oppose someone")
    player.page.locator("label.inline", has_text=re.compile("^against")).locator("select").select_option("Moth")
    player.declare("Observation")
    expect(player.roll.get_by_role("combobox", name="Against")).to_have_value("c2")
    (seen,) = [each for each in table.player.see()["rolls"] if each["status"] == "open"]
    assert (seen["roll"], seen["trait"], seen["against"]) == (roll, "observation", "c2")


def test_what_a_contest_brings_someone_without_a_sheet_is_words_alone(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    said = {"defender_name": "Toll sergeant", "defender_attribute": "d8", "defender_skill": "d8"}
    texts = {"expectations": "You are through.", "stakes": "You get hurt."}
    gm = phones.at(table.gm, viewport=DESKTOP)
    for faces, due in (([6, 6, 1, 1], "consequence"), ([1, 1, 6, 6], "extra edges")):
        roll = table.player.do("declare", character="c1", move="opposed", trait="stealth")["number"]
        table.gm.do("set", roll=roll, inputs={**said, **texts})
        table.player.do("throw", roll=roll, dice=faces)
        while table.gm.see(f"rolls/{roll}")["asks"]:
            table.gm.do("decide", roll=roll, option="keep")
        for each in table.gm.see(f"rolls/{roll}")["open_dues"]:
            if each["kind"] != due:
                table.gm.do("settle", roll=roll, due=each["due"], answer=[{"way": "nothing"}])
        kinds = gm.roll.get_by_role("group", name="What it brings")
        expect(
            kinds.get_by_role("button", name="New opportunity").or_(kinds.get_by_text("Something good"))
        ).to_be_visible()
        expect(kinds.get_by_role("button", name="Harm", exact=True)).to_have_count(0)
        expect(kinds.get_by_role("button", name="Better situation")).to_have_count(0)
        expect(gm.roll.get_by_role("button", name="You get hurt.")).to_have_count(0)  # which was Nyx's stake, who won
        settle = gm.roll.locator("button.settle")
        expect(settle).to_be_disabled()
        if due == "consequence":
            expect(gm.roll.locator(".grid")).to_have_text("Toll sergeant has no sheet: what it brings is said in words")
        gm.roll.locator(".due textarea").fill("She lies in the reeds")
        settle.click()
        expect(settle).to_have_count(0)
        assert "She lies in the reeds" in " ".join(gm.log())


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP])
def test_a_contest_that_fell_is_one_screen_with_its_choices_and_says_when_its_chances_hold(
    phones: Phones, server: RunningServer, viewport: ViewportSize
) -> None:
    table = seated(server, "wherever-we-go")
    said = {"defender_name": "Sergeant Mott", "defender_attribute": "d8", "defender_skill": "d8"}
    texts = {"expectations": "You get there, or you are seen.", "stakes": "Someone sees you."}
    roll = table.player.do("declare", character="c1", move="opposed", trait="stealth")["number"]
    table.gm.do("set", roll=roll, inputs={**said, **texts})
    table.player.do("throw", roll=roll, dice=[1, 1, 6, 1])
    player = phones.at(table.player, viewport=viewport)
    options = player.roll.locator("button.option")
    expect(options).to_have_count(2)
    tops = player.roll.locator(".fallen .of-side").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect().top)"
    )
    assert len(tops) == 2
    assert tops[0] == tops[1]  # side by side, as before the throw
    for place in range(2):
        assert is_in_sight(options.nth(place))
    expect(options.last).to_contain_text("These chances hold if Sergeant Mott lets it stand.")
    expect(player.roll.locator(".quote p")).to_have_text(
        ["At stake “Someone sees you.”", "Could end “You get there, or you are seen.”"]
    )
    table.player.do("decide", roll=roll, option="keep")
    expect(player.roll.locator(".means")).to_contain_text("Sergeant Mott holds, and says how")


def test_on_a_phone_each_side_of_a_contest_lies_on_one_line_and_so_does_who_wins(
    phones: Phones, server: RunningServer
) -> None:
    """A gamble adds a stress die: it stands beside the others of its side, and the winner's name breaks nowhere."""
    table = seated(server, "wherever-we-go")
    roll = table.player.do("declare", character="c1", trait="stealth", move="opposed", against="c2")["number"]
    table.player.do("throw", roll=roll, dice=[10, 8, 1, 1])
    table.player.do("decide", roll=roll, option="keep")
    table.other.do("decide", roll=roll, option="gamble", dice=[1, 1, 2])
    player = phones.at(table.player)
    expect(player.roll.locator(".headline")).to_have_text("Nyx wins")
    dice = player.roll.locator(".of-side").last.locator(".die svg")
    expect(dice).to_have_count(3)
    bottoms = {round(box["y"] + box["height"]) for box in (each.bounding_box() for each in dice.all()) if box}
    assert len(bottoms) == 1
    assert player.roll.locator(".headline > span").evaluate(LINES) == 1
