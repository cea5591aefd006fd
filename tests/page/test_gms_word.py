"""What the gm said of a roll stands until they say otherwise, and is asked anew where the roll becomes another."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.phones import DESKTOP, Phones, is_in_sight, seated
from tests.server import RunningServer, open_table

pytestmark = pytest.mark.slow

LOCKPICKS = {"kind": "gear", "name": "Lockpicks", "does": [{"use": "a good position"}]}


def test_gear_gives_a_position_until_the_gm_says_another(phones: Phones, server: RunningServer) -> None:
    """In the Dark: what a thing does is told as its own doing, and the gm's word takes its place on both screens."""
    table = seated(server, "in-the-dark", things=[LOCKPICKS])
    table.player.do("declare", character="c1", trait="tinker", inputs={"things": ["Lockpicks"]})
    player, gm = phones.at(table.player), phones.at(table.gm)
    placed = player.roll.locator(".control", has_text="Position")
    expect(placed).to_contain_text("Lockpicks")
    expect(placed).not_to_contain_text("the gm says so")
    expect(gm.roll.locator("button.throw")).to_contain_text("Throw 2 dice")
    for position, thrown in (("normal", "Throw the die"), ("bad", "Throw 2 dice")):
        gm.choose("position", position)
        expect(player.roll.locator(".using")).to_contain_text(f"The gm says position {position}")
        for phone in (player, gm):
            expect(phone.roll.locator("button.throw")).to_contain_text(thrown)
            expect(phone.roll.locator("button.throw")).to_be_enabled()
    expect(placed).to_contain_text("the gm says so")
    expect(player.roll.get_by_role("radio", name="both")).to_have_count(0)


def test_a_worse_position_is_proposed_with_the_next_action_and_the_gm_has_the_word(
    phones: Phones, server: RunningServer
) -> None:
    """In the Dark: a consequence that was settled stands on the sheet, and says itself why the position is bad."""
    table = seated(server, "in-the-dark")
    first = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=first, dice=[1, 2])
    table.gm.do("name_due", roll=first, answer=[{"way": "worse position"}])
    table.player.do("settle", roll=first)
    table.player.do("declare", character="c1", trait="skulk")
    player, gm = phones.at(table.player), phones.at(table.gm)
    placed = player.roll.locator(".control", has_text="Position")
    expect(placed).to_contain_text("bad")
    expect(placed).not_to_contain_text("the gm says so")
    expect(placed).to_contain_text("left from before")
    expect(player.roll.locator(".needs")).to_contain_text("Throw now, or let Gem say position")
    expect(player.roll.locator(".works")).to_contain_text("−1 bad position, left by the last consequence")
    expect(player.roll.locator(".works")).not_to_contain_text("Then")  # what is used up stands in the sum
    expect(player.roll.locator("button.throw")).to_contain_text("Throw the die")
    gm.choose("position", "normal")
    expect(player.roll.locator("button.throw")).to_contain_text("Throw 2 dice")
    player.throw()
    expect(player.roll.get_by_role("list", name="What it changed")).to_contain_text(
        "Nyx is no longer in a worse position"
    )


@pytest.mark.parametrize(
    ("game", "first", "other", "said"),
    [
        ("wherever-we-go", "stealth", "Mobility", {"expectations": "In, or known."}),
        (
            "illuminated-worlds",
            "hide",
            "Sway",
            {"intent": "Hide from it", "stakes": "It sees you.", "expectations": "In, or known."},
        ),
        ("in-the-dark", "skulk", "Attack", {"position": "bad"}),
        ("true-world", "athletics", "Climbing", {"difficulty": "d8", "position": "advantage"}),
    ],
)
def test_another_action_asks_the_gm_again_who_confirms_with_one_tap(
    phones: Phones, server: RunningServer, game: str, first: str, other: str, said: dict[str, str]
) -> None:
    table = open_table(server, game)
    table.player.do("make", name="Nyx")
    roll = table.player.do("declare", character="c1", trait=first)["number"]
    table.gm.do("set", roll=roll, inputs=said)
    player, gm = phones.at(table.player), phones.at(table.gm)
    expect(player.roll.locator("button.throw")).to_be_enabled()
    player.declare(other)
    expect(player.roll.locator("button.throw")).to_be_disabled()
    expect(player.roll.locator(".needs")).to_contain_text("The throw waits for Gem")
    expect(gm.roll.locator(".wish")).to_contain_text(f"Nyx picks {other.lower()} instead")
    if "position" in said:
        expect(gm.roll.locator(".wish")).to_contain_text(f"position {said['position']}")
        expect(gm.roll.get_by_role("radiogroup", name="position").locator("[aria-checked=true]")).to_have_count(0)
    gm.roll.get_by_role("button", name="Leave it so").click()
    expect(player.roll.locator("button.throw")).to_be_enabled()
    stands = table.gm.see(f"rolls/{roll}")["inputs"]
    kept = {name: value for name, value in said.items() if name != "intent"}
    assert {name: stands[name]["value"] for name in kept} == kept
    if "intent" in said:
        assert stands["intent"]["value"] == other


@pytest.mark.parametrize(
    ("game", "first", "other", "accepts"),
    [
        ("illuminated-worlds", "hide", "Sway", "it takes this action"),
        ("in-the-dark", "skulk", "Attack", "the action fits"),
    ],
)
def test_a_veto_is_read_at_once_and_falls_with_the_action(
    phones: Phones, server: RunningServer, game: str, first: str, other: str, accepts: str
) -> None:
    """The player reads it whatever else is still to be said, finds the way to another pick, and that helps."""
    table = open_table(server, game)
    table.player.do("make", name="Nyx")
    table.player.do("declare", character="c1", trait=first)
    player, gm = phones.at(table.player), phones.at(table.gm)
    gm.roll.locator("summary", has_text="More about this roll").click()
    gm.roll.get_by_role("switch", name=re.compile(accepts, re.IGNORECASE)).click()
    expect(player.roll.locator(".needs")).to_contain_text("pick")
    expect(player.roll.locator(".needs")).not_to_contain_text("Waiting")
    player.roll.get_by_role("button", name="Pick another").click()
    player.page.locator(".sheet").first.locator("button.trait", has_text=other).first.click()
    expect(player.roll.locator(".needs")).not_to_contain_text("pick")
    expect(gm.roll.locator(".needs")).not_to_contain_text("pick")


def test_what_is_not_named_is_not_to_be_resisted(phones: Phones, server: RunningServer) -> None:
    """In the Dark: the kind of roll that only answers is there once something waits for it, and not after."""
    table = seated(server, "in-the-dark")
    player = phones.at(table.player)
    player.tab("Me")
    resist = player.page.locator(".chooser option", has_text="Resist").first
    expect(resist).to_have_text("Resist (nothing to answer now)")
    expect(resist).to_be_disabled()
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[1, 2])
    table.gm.do("name_due", roll=roll, answer=[{"way": "minor harm"}])
    expect(resist).to_have_text("Resist")
    resistance = table.player.do("declare", character="c1", move="resistance", trait="prowess")["number"]
    table.player.do("throw", roll=resistance, dice=[6, 2, 1])
    expect(resist).to_be_disabled()


def test_an_easy_thing_spends_the_action_and_is_the_gms_to_tell(phones: Phones, server: RunningServer) -> None:
    """True World: the gm tells it, or with one tap lets the player; and the round knows that someone has acted."""
    table = seated(server, "true-world")
    table.gm.do("begin_round")
    table.gm.do("begin_actions", waits=True)
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"risk": "none"})
    player, gm = phones.at(table.player), phones.at(table.gm)
    player.throw()
    expect(gm.roll.locator(".due")).to_contain_text("let the player tell it")
    expect(player.roll.locator(".due button")).to_have_count(0)
    assert table.gm.see("sheets/c1")["values"]["acted"] is True
    gm.roll.locator(".due button", has_text="The player tells it").first.click()
    expect(gm.roll.locator(".due")).to_have_count(0)


def test_what_may_go_wrong_is_told_in_ready_words_until_the_gm_has_others(
    phones: Phones, server: RunningServer
) -> None:
    """True World: nobody waits for it, the player reads it before throwing, and a tap of the gm's says it otherwise."""
    table = seated(server, "true-world")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    player, gm = phones.at(table.player), phones.at(table.gm)
    expect(player.roll.locator(".quote")).to_have_text(re.compile("^A failure brings .* falls short[.]$"))  # no quote
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    expect(player.roll.locator("button.throw")).to_be_enabled()
    expect(player.roll.locator(".quote")).to_contain_text("A failure brings stress or trouble")
    gm.roll.locator(".phrases button", has_text="You are noticed.").click()
    expect(player.roll.locator(".quote")).to_contain_text("You are noticed.")
    expect(player.roll.locator(".quote")).not_to_contain_text("A failure brings")


def test_a_die_of_help_is_rolled_for_and_not_tapped(phones: Phones, server: RunningServer) -> None:
    """True World: neither the gm counts helpers for a roll, nor does anyone count dice on their own sheet."""
    table = seated(server, "true-world")
    table.player.do("declare", character="c1", trait="climbing")
    player, gm = phones.at(table.player), phones.at(table.gm)
    expect(gm.roll.locator("[role=radio][aria-label=d6]")).to_be_visible()
    gm.roll.locator("summary", has_text="More about this roll").click()
    expect(gm.roll.get_by_label("helpers", exact=False)).to_have_count(0)
    player.tab("Me")
    waiting = player.page.locator(".sheet .track", has_text="Help at hand")
    expect(waiting).to_be_visible()
    expect(waiting.locator("button:enabled", has_text="+")).to_have_count(0)
    for button in waiting.locator(".stepper button").all():
        expect(button).to_be_disabled()


@pytest.mark.parametrize(
    ("game", "trait"), [("illuminated-worlds", "hide"), ("in-the-dark", "skulk"), ("true-world", "climbing")]
)
def test_where_nothing_is_rolled_it_is_said_why_and_shown_as_no_chance(
    phones: Phones, server: RunningServer, game: str, trait: str
) -> None:
    """The gm says with one tap in front that no roll is needed; nobody reads 100 % or is asked what they do."""
    table = open_table(server, game)
    table.player.do("make", name="Nyx")
    roll = table.player.do("declare", character="c1", trait=trait)["number"]
    player, gm = phones.at(table.player), phones.at(table.gm)
    easy = gm.roll.get_by_role("button", name="Easy: no roll")
    edge = easy.evaluate("each => getComputedStyle(each).borderRightColor")
    assert edge != "rgba(0, 0, 0, 0)"  # it is a button, beside what is at stake
    easy.click()
    expect(player.roll.get_by_role("button", name="Take it back")).to_be_visible()  # no roll: none is taken back
    again = gm.roll.get_by_role("button", name="Roll it after all")
    expect(gm.roll.get_by_role("button", name="I throw real dice")).to_have_count(0)
    again.click()
    expect(again).to_have_count(0)
    gm.roll.get_by_role("button", name="Easy: no roll").click()
    for risk, tier, why, does in (
        ("none", "It just happens", "Nothing is at risk, so no dice are thrown", "Do it"),
        ("impossible", "It cannot be done", "There is no chance of success, so no dice are thrown", "Leave it"),
    ):
        if risk != "none":
            table.gm.do("set", roll=roll, inputs={"risk": risk})
        for phone in (player, gm):
            expect(phone.roll.locator(".works")).to_contain_text(tier)
            expect(phone.roll.locator(".works")).to_contain_text(why)
            expect(phone.roll).not_to_contain_text("100")
            expect(phone.roll.locator(".odds")).to_have_count(0)
            expect(phone.roll.locator("button.throw")).to_contain_text(does)
        expect(player.roll.locator("textarea")).to_have_count(0)
    table.gm.do("set", roll=roll, inputs={"risk": "none"})
    table.player.do("throw", roll=roll)
    player.tab("Log")
    expect(player.page.locator("li.entry.story .ink-works")).to_contain_text("It just happens")


def test_the_same_harm_falls_on_two_people(phones: Phones, server: RunningServer) -> None:
    """In the Dark: a tap moves it to another, and one more lets it fall on someone else too."""
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[1, 2])
    gm = phones.at(table.gm)
    gm.roll.locator(".due button.way", has_text="Minor harm").click()
    rows = gm.roll.get_by_role("group", name="minor harm")
    rows.first.get_by_role("button", name=re.compile("^Moth")).click()
    expect(rows.first.locator("[aria-pressed=true]")).to_contain_text("Moth")
    rows.first.get_by_role("button", name="+ another person").click()
    expect(rows).to_have_count(2)
    expect(rows.nth(1).locator("[aria-pressed=true]")).to_contain_text("Nyx")
    expect(rows.nth(1).get_by_role("button", name=re.compile("^Moth"))).to_be_disabled()
    gm.roll.locator(".due button.settle").click()
    expect(gm.roll.locator(".due")).not_to_contain_text("+ another person")
    (due,) = table.gm.see(f"rolls/{roll}")["open_dues"]
    assert sorted((share["way"], share["who"]) for share in due["named"]) == [
        ("minor harm", "c1"),
        ("minor harm", "c2"),
    ]


def test_of_harms_for_one_person_the_new_one_stands_in_for_the_other(phones: Phones, server: RunningServer) -> None:
    """Three harms were put to them by mistake: each chip was added to those before it."""
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[1, 2])
    gm = phones.at(table.gm, viewport=DESKTOP)
    expect(gm.roll.locator(".grid .hint")).to_contain_text("Several may be chosen")
    for kind in ("Complication", "Minor harm", "Severe harm"):
        gm.roll.locator(".due button.way", has_text=kind).click()
    pressed = gm.roll.locator(".due button.way[aria-pressed=true]")
    expect(pressed).to_have_text(["Complication", "Severe harm"])
    gm.roll.locator(".due textarea").first.fill("A tile cracks")
    gm.roll.locator(".due button.settle").click()
    gm.roll.get_by_text("Say it otherwise").click()
    again = gm.roll.locator("details.more[open] textarea")
    expect(again).to_be_in_viewport(ratio=1)
    bar = gm.roll.locator(".throwing").bounding_box()
    field = again.bounding_box()
    assert bar
    assert field
    assert field["y"] + field["height"] <= bar["y"]


def test_who_keeps_a_roll_is_not_told_of_gambles_any_more(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    player, gm = phones.at(table.player), phones.at(table.gm)
    roll = table.gm.do("declare", character="c1", trait="stealth")["number"]
    expect(player.page.locator(".news")).to_contain_text("asks you to roll Stealth")
    table.gm.do("set", roll=roll, inputs={"expectations": "You are in."})
    table.other.do("offer", roll=roll, character="c2", input="helpers", how="keeps watch")
    table.gm.do("throw", roll=roll, dice=[1, 7])
    expect(player.page.locator(".news")).to_have_count(0)  # somebody else threw it
    expect(player.page.get_by_text(re.compile("Your turn: Nyx · to decide: keep.* or gamble"))).to_be_visible()
    expect(gm.roll).to_contain_text("Gambles allowed")
    table.player.do("decide", roll=roll, option="keep")
    for phone in (player, gm):
        expect(phone.roll.locator(".why")).to_have_text("1 edge. Moth helps: “keeps watch”.")
        expect(phone.roll).not_to_contain_text("Gambles allowed")
    table.gm.do("settle", roll=roll, answer=[{"way": "nothing"}])
    gambled = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.gm.do("set", roll=gambled, inputs={"expectations": "You are in."})
    table.player.do("throw", roll=gambled, dice=[1, 7])
    table.player.do("decide", roll=gambled, option="gamble", dice=[1, 1, 2])
    expect(player.roll.locator(".headline")).to_be_visible()
    expect(player.roll).not_to_contain_text("ambles allowed")  # it is spent
    expect(gm.roll.locator(".late")).to_contain_text("More gambles allowed")
    expect(gm.roll.locator(".late output")).to_have_text("0")


def test_without_a_gm_no_sentence_speaks_of_one(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "wherever-we-go", with_gm=False)
    table.player.do("make", name="Nyx", values={"stress": 1})
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"})["number"]
    player = phones.at(table.player)
    table.player.do("throw", roll=roll, dice=[1, 7, 1])
    table.player.do("decide", roll=roll, option="keep")
    expect(player.roll).to_contain_text("the table says what it costs or what comes with it")
    expect(player.roll).to_contain_text("At the same time, you say the consequence")
    expect(player.roll).not_to_contain_text(re.compile(r"\bgm\b"))


def test_the_desk_says_whom_a_consequence_waits_for_and_all_that_is_left_to_say(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[2, 1])
    table.gm.do("name_due", roll=roll, answer=[{"way": "minor harm", "who": "c1"}])
    gm = phones.at(table.gm)
    gm.tab("Gm")
    expect(gm.page.locator(".evening-card")).to_contain_text("Still open: Nyx · to answer")
    other = seated(server, "true-world")
    other.gm.do("begin_evening")
    other.player.do("declare", character="c1", trait="climbing")
    desk = phones.at(other.gm)
    expect(desk.roll.locator(".needs")).to_have_text("Still to say: difficulty and position")
    desk.tab("Gm")
    expect(desk.page.locator(".evening-card")).to_contain_text("Nyx · to say: difficulty and position")


def test_a_dangerous_encounter_is_switched_where_the_gm_looks_in_play(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    gm = phones.at(table.gm)
    gm.tab("Gm")
    switch = gm.page.get_by_role("checkbox", name="Dangerous encounter")
    switch.check()
    expect(gm.page.get_by_text("Switched on. While it is on, a tie fails")).to_be_visible()
    assert table.gm.see()["rulings"]["ties"] == "failure"
    switch.uncheck()
    expect(gm.page.get_by_text("Switched off. While it is on, a tie fails")).to_be_visible()
    assert table.gm.see()["rulings"].get("ties", "success") == "success"


def test_what_the_gm_says_of_a_roll_stands_under_its_sentence(phones: Phones, server: RunningServer) -> None:
    """How it could end was told below all that one has, while the phone said that the gm had spoken."""
    table = seated(server, "starforged", edge=3)
    player, gm = phones.at(table.player), phones.at(table.gm, viewport=DESKTOP)
    roll = table.player.do("declare", character="c1", trait="edge", inputs={"sf_move": "enter_the_fray"})["number"]
    bar = gm.roll.get_by_role("textbox", name="stakes")  # though the move says what a miss brings
    expect(bar).to_have_attribute("placeholder", "As the move says, or more")
    room = player.roll.locator("header .room .clip")
    throw = player.roll.get_by_role("button", name="Throw 3 dice")
    expect(throw).to_be_visible()
    before = throw.bounding_box()
    ends = "Win: you pick the ground. Lose: they are upon you before you draw."
    table.gm.do("set", roll=roll, inputs={"expectations": ends})
    expect(room).to_have_text(f"How it could end “{ends}” ")
    assert is_in_sight(room)
    assert throw.bounding_box() == before
    expect(player.roll.get_by_text(ends)).to_have_count(1)
    bar.fill("Your good ship.")
    bar.press("Enter")
    expect(room).to_have_text(f"At stake “Your good ship.” How it could end “{ends}” ")
    assert throw.bounding_box() == before
