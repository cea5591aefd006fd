"""Named things on phones: boosts, gear, abilities and skills in words, from the sheet to the roll and its result."""

import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from actionroll import games
from tests.page.phones import DESKTOP, Phones, at_ease, seated
from tests.server import RunningServer, open_table

pytestmark = pytest.mark.slow


def test_a_bonus_is_asked_where_it_comes_from(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "wherever-we-go")
    table.player.do("make", name="Nyx")
    player = phones.at(table.player)
    player.declare("Stealth")
    source = player.roll.get_by_role("textbox", name="where the bonus comes from")
    expect(source).to_be_hidden()
    player.roll.get_by_role("button", name="add 1 to bonus").click()
    expect(source).to_be_visible()


def test_a_boost_that_is_named_is_said_once(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "true-world")
    thing = {"kind": "boost", "name": "Death grip", "does": [{"use": "shifts the odds"}]}
    table.player.do("make", name="Nyx", values={"things": [thing]})
    table.other.do("make", name="Moth")
    for seat, steppers in ((table.player, 0), (table.other, 1)):
        phone = phones.at(seat)
        phone.declare("Climbing")
        expect(phone.roll.locator(".mods > .side").get_by_role("group", name="boosts")).to_have_count(steppers)
        phone.roll.get_by_role("button", name="Take the roll back").click()


def test_a_skill_in_ones_own_words_is_rolled_from_the_sheet(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    table.gm.do("edit", where="c1", values={"things": [{"kind": "skill", "name": "piloting", "worth": "d12"}]})
    player = phones.at(table.player)
    player.declare("Piloting")
    (roll,) = table.gm.see()["rolls"]
    assert roll["trait"] == "piloting"
    table.gm.do("set", roll=roll["roll"], inputs={"difficulty": "d6", "position": "neutral"})
    expect(player.roll.get_by_role("img", name="Piloting d12")).to_be_visible()
    table.player.do("withdraw", roll=roll["roll"])
    player.tab("Me")
    player.page.get_by_label("Kind of roll").select_option("plain dice")  # which take no skill
    expect(player.page.locator("button.trait", has_text="Piloting")).to_have_count(0)


def test_a_boost_has_a_name_a_text_and_how_often_and_is_restored(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "true-world")
    table.player.do("make", name="Nyx")
    player = phones.at(table.player)
    player.tab("Me")
    sheet = player.page.locator(".sheet")
    sheet.locator(".things > summary").click()
    sheet.get_by_text("One of your own").click()
    choices = sheet.locator(".things form select")
    choices.first.select_option("boost")
    sheet.get_by_label("Name", exact=True).fill("High ground")
    sheet.get_by_label("In words").fill("When standing above them.")
    sheet.get_by_label("How often, if not always").fill("1")
    choices.nth(1).select_option("shifts the odds")
    sheet.get_by_role("button", name="Add it").click()
    expect(sheet.locator(".having li")).to_contain_text(
        "When standing above them. · One ability die more · to be used once"
    )
    player.declare("Climbing")
    player.roll.get_by_role("switch", name="Use High ground").click()
    expect(player.roll.locator(".using")).to_contain_text("boost: When standing above them. One ability die more.")
    roll = table.gm.see()["rolls"][-1]["roll"]
    expect(player.roll.get_by_role("textbox", name="how the boost is invoked")).to_be_hidden()
    said = table.gm.see(f"rolls/{roll}")["inputs"]["invoked"]["value"]
    assert said == "High ground: When standing above them."
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    player.throw()
    expect(player.roll.locator(".fallen .die").first).to_be_visible()
    expect(player.roll.locator(".why")).to_contain_text("Used High ground: When standing above them.")
    player.tab("Me")
    expect(sheet.locator(".having li")).to_contain_text("0 of 1 left")
    sheet.get_by_role("button", name="restore High ground").click()
    expect(sheet.locator(".having li")).to_contain_text("to be used once")


def test_a_boost_without_a_name_waits_for_its_words(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "true-world")
    table.player.do("make", name="Nyx")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    player = phones.at(table.player)
    expect(player.roll.get_by_role("textbox", name="how the boost is invoked")).to_be_hidden()
    player.roll.get_by_role("button", name="more boosts").click()
    expect(player.roll.locator(".needs")).to_have_text("Still to say: how the boost is invoked")
    expect(player.roll.locator("button.throw")).to_be_disabled()
    player.write("how the boost is invoked", "Run-up, after a turn of it.")
    player.throw()
    expect(player.roll.locator(".fallen .die").first).to_be_visible()


def test_an_ability_that_is_used_is_named_once_the_dice_lie(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "illuminated-worlds")
    eye = {"kind": "ability", "name": "Sharp eye", "does": [{"use": "gilds a die"}]}
    table.player.do("edit", where="c1", values={"things": [eye], "sway": 2})
    player = phones.at(table.player)
    roll = table.player.do("declare", character="c1", trait="sway")["number"]
    effect = player.roll.locator(".using .effect")
    expect(effect).to_have_text("same odds")  # another die falls, though drive is full and nothing can come back
    table.player.do("edit", where="c1", values={"cunning": 1})
    expect(effect).to_have_text("0 → 58 % cunning +1")
    table.player.do("withdraw", roll=roll)
    roll = table.player.do("declare", character="c1", trait="move", inputs={"things": ["Sharp eye"]})["number"]
    table.player.do("throw", roll=roll, dice=[3])
    if table.player.see(f"rolls/{roll}")["asks"]:
        table.player.do("decide", roll=roll, option="highest")
    phone = phones.at(table.other)
    expect(phone.roll.locator(".why")).to_contain_text("Used Sharp eye.")
    assert "Used Sharp eye." in phone.log()[-1]


def test_gear_that_is_worn_says_so_to_everyone(phones: Phones, server: RunningServer) -> None:
    rope = {"kind": "gear", "name": "Rope", "most": 3}
    table = at_ease(server, "wherever-we-go")
    table.player.do("make", name="Nyx", values={"stress": 2, "things": [rope]})
    table.other.do("make", name="Moth")
    player, ally = phones.at(table.player), phones.at(table.other)
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"})["number"]
    table.player.do("throw", roll=roll, dice=[6, 1, 1, 1])
    table.player.do("decide", roll=roll, option="keep")
    split = [{"way": "gear", "amount": 3, "thing": "Rope"}, {"way": "health", "amount": 1, "who": "c2"}]
    table.player.do("settle", roll=roll, answer=split)
    ally.tab("Table")
    expect(ally.roll).to_contain_text("Ann proposes: Nyx: Rope 3 → 0 and Moth: health 18 → 17 (weakened)")
    expect(ally.roll).to_contain_text("Waiting for the gm, who has the last word.")
    expect(ally.roll).not_to_contain_text("places the 4 damage")
    assert "proposes: 3 to Rope. Moth: 1 to health." in " ".join(ally.log())
    table.gm.do("settle", roll=roll)
    expect(player.page.locator(".news")).to_contain_text("loses 3 of Rope (broken)")
    assert "Nyx loses 3 of Rope (broken)" in " ".join(player.log())


THINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "wherever-we-go": ("stealth", {"kind": "talent", "name": "Night", "does": [{"use": "talent die", "value": "d8"}]}),
    "starforged": ("edge", {"kind": "asset", "name": "Night", "does": [{"use": "add", "value": 1}]}),
    "illuminated-worlds": ("sway", {"kind": "ability", "name": "Night", "does": [{"use": "adds a die"}]}),
    "in-the-dark": ("skulk", {"kind": "gear", "name": "Night", "does": [{"use": "a good position"}]}),
    "true-world": ("climbing", {"kind": "boost", "name": "Night", "does": [{"use": "shifts the odds"}]}),
}


@pytest.mark.parametrize("game", THINGS)
def test_what_a_thing_makes_of_the_odds_is_seen_before_it_is_used(
    phones: Phones, server: RunningServer, game: str
) -> None:
    trait, thing = THINGS[game]
    table = at_ease(server, game)
    table.player.do("make", name="Nyx", values={"things": [thing]})
    roll = table.player.do("declare", character="c1", trait=trait)["number"]
    if game == "true-world":
        table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    player = phones.at(table.player)
    tap = player.roll.get_by_role("switch", name="Use Night")
    effect = tap.locator(".effect b")
    expect(effect).to_have_text(re.compile(r"^\d+ → \d+ %$"))
    told = effect.inner_text()
    before, after = (f"{part.removesuffix(' %')} %" for part in told.split(" → "))
    expect(player.roll.locator(".works b").first).to_have_text(before)
    tap.click()
    expect(player.roll.locator(".works b").first).to_have_text(after)
    expect(effect).to_have_text(told)
    tap.click()
    expect(player.roll.locator(".works b").first).to_have_text(before)
    expect(effect).to_have_text(told)


def test_what_changes_no_odds_leaves_what_a_thing_makes_of_them(phones: Phones, server: RunningServer) -> None:
    """As long as its new alternatives had not come, a thing said nothing."""
    trait, thing = THINGS["illuminated-worlds"]
    table = at_ease(server, "illuminated-worlds")
    table.player.do("make", name="Nyx", values={"things": [thing]})
    roll = table.player.do("declare", character="c1", trait=trait)["number"]
    player = phones.at(table.player)
    effect = player.roll.locator(".using .effect b")
    expect(effect).to_have_text(re.compile(r"^\d+ → \d+ %$"))
    told = effect.inner_text()
    player.page.route(f"**/rolls/{roll}", lambda route: route.abort())
    table.gm.do("set", roll=roll, inputs={"stakes_level": "low"})
    expect(player.roll.locator(".says").first).to_contain_text("low stakes")
    expect(effect).to_have_text(told)


def test_a_thing_whose_work_is_done_already_says_so(phones: Phones, server: RunningServer) -> None:
    """In the Dark: a second piece of gear, or one beside the gm's own word, puts nobody in a better position."""
    table = at_ease(server, "in-the-dark")
    does = [{"use": "a good position"}]
    gear = [{"kind": "gear", "name": name, "does": does} for name in ("Lockpicks", "Soft boots")]
    table.player.do("make", name="Nyx", values={"things": gear})
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    player = phones.at(table.player)
    effects = player.roll.locator(".using .effect")
    in_vain, helps = "changes nothing now", re.compile("→")
    expect(effects).to_have_text([helps, helps])
    player.roll.get_by_role("switch", name="Use Lockpicks").click()
    expect(effects).to_have_text([helps, in_vain])
    table.gm.do("set", roll=roll, inputs={"position": "good"})
    expect(effects).to_have_text([in_vain, in_vain])
    assert player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_thing_in_words_alone_says_so(phones: Phones, server: RunningServer) -> None:
    """Whatever its own words are: off the job as well, where gear of use says that it is of none."""
    table = at_ease(server, "in-the-dark")
    gear = [{"kind": "gear", "name": "Grapnel"}, {"kind": "gear", "name": "Lamp", "text": "Burns blue."}]
    table.player.do("make", name="Nyx", values={"things": gear})
    table.gm.do("edit", where="table", values={"off_job": True})
    table.player.do("declare", character="c1", trait="skulk")
    told = phones.at(table.player).roll.locator(".using small")
    alone = "In words alone: it changes no dice."
    expect(told).to_have_text([f"gear: {alone}", f"gear: Burns blue. {alone}"])


@pytest.mark.parametrize("who", ["player", "gm"])
def test_adds_that_wait_behind_a_tap_are_read_and_tapped(phones: Phones, server: RunningServer, who: str) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Sable Orn", values={"iron": 3})
    table.player.do("declare", character="c1", trait="iron", inputs={"sf_move": "face_danger"})
    phone = phones.at(getattr(table, who), **({} if who == "player" else {"viewport": DESKTOP}))
    phone.roll.get_by_text("More about this roll").click()
    late = phone.roll.get_by_role("group", name="late adds")
    late.get_by_role("button", name="add 1 to late adds").click()
    expect(late.get_by_role("button", name="remove 1 from late adds")).to_be_visible()
    tall = phone.roll.get_by_text("Late adds", exact=True).bounding_box() or {"height": 999}
    assert tall["height"] < 40
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_helps_once_the_dice_lie_says_so_and_is_named_then(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    assets = [("Wreck diver", {"use": "reroll action"}), ("Dead reckoning", {"use": "add late", "value": 1})]
    things = [{"kind": "asset", "name": name, "does": [does]} for name, does in assets]
    table.player.do("make", name="Nyx", values={"things": things})
    roll = table.player.do("declare", character="c1", trait="edge", inputs={"sf_move": "face_danger"})["number"]
    player = phones.at(table.player)
    expect(player.roll.locator(".using .effect")).to_have_text(["tick now, use later"] * 2)
    player.roll.get_by_role("switch", name="Use Dead reckoning").click()
    table.player.do("throw", roll=roll, dice=[1, 9, 8])
    expect(player.roll.get_by_text("Also possible: add the asset’s bonus")).to_be_visible()


SPILLED = """(card) => [...card.querySelectorAll(".what > *, .effect")].filter((each) => {
  const [inner, outer] = [each, card].map((one) => one.getBoundingClientRect());
  return inner.bottom > outer.bottom || inner.top < outer.top || each.scrollHeight > each.clientHeight + 1;
}).map((each) => each.textContent)"""
"""What of a card lies outside of it, or is cut."""


def test_a_thing_keeps_its_name_at_the_desk_beside_words_in_the_place_of_odds(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "starforged")
    player = phones.at(table.player)
    player.tab("Me")
    player.page.locator(".things > summary").first.click()
    for name in ("Wreck diver", "Smooth talker"):
        player.page.get_by_role("button", name=f"+ {name}", exact=True).first.click()
        expect(player.page.locator(".having li", has_text=name)).to_be_visible()
    table.player.do("declare", character="c1", trait="iron")
    gm = phones.at(table.gm, viewport=DESKTOP)
    expect(gm.roll.locator(".using .effect", has_text="tick now")).to_have_count(2)
    names = gm.roll.locator(".using .what > b").evaluate_all("all => all.map((e) => [e.scrollWidth, e.clientWidth])")
    assert names
    assert all(needs <= has for needs, has in names)


@pytest.mark.parametrize(
    ("game", "name", "said"),
    [
        ("illuminated-worlds", "Evelyn Marsh", {"trait": "read"}),
        ("wherever-we-go", "Tamsin Reed", {"trait": "stealth", "move": "opposed"}),
        ("wherever-we-go", "Tamsin Reed", {"trait": "stealth"}),
    ],
    ids=["action", "contest", "skill"],
)
def test_what_a_thing_is_for_is_read_whole_at_the_desk(
    phones: Phones, server: RunningServer, game: str, name: str, said: dict[str, str]
) -> None:
    table = at_ease(server, game)
    face = games.game(game).face
    assert face
    (ready,) = [each for each in face.ready if each.name == name]
    table.player.do("make", name=name, values=ready.values)
    roll = table.player.do("declare", character="c1", **said)["number"]
    if "move" in said:
        table.gm.do("set", roll=roll, inputs={"defender_attribute": "d8", "defender_skill": "d8"})
    gm = phones.at(table.gm, viewport=DESKTOP)
    cards = gm.roll.locator(".using > .mod")
    expect(cards.first.locator(".effect")).to_be_visible()
    assert [card.evaluate(SPILLED) for card in cards.all()] == [[] for _ in cards.all()]
    heights = [card.evaluate("(card) => card.offsetHeight") for card in cards.all()]
    cards.first.click()
    expect(cards.first).to_have_attribute("aria-checked", "true")
    expect(cards.first.locator(".effect")).to_be_visible()
    assert [card.evaluate(SPILLED) for card in cards.all()] == [[] for _ in cards.all()]
    assert [card.evaluate("(card) => card.offsetHeight") for card in cards.all()] == heights


def test_odds_that_come_later_move_nothing(phones: Phones, server: RunningServer) -> None:
    """The words beside them broke anew when they came, and all below slid down under a finger."""
    table = at_ease(server, "starforged")
    soldier = {"use": "add", "value": 1}
    things = [("Old soldier", "When you have seen this fight before.", soldier)]
    things += [("Shieldwall", "When you stand between harm and someone else.", {"use": "reroll any"})]
    made = [{"kind": "asset", "name": name, "text": text, "does": [does]} for name, text, does in things]
    table.player.do("make", name="Nyx", values={"things": made})
    player = phones.at(table.player)
    held: list[Route] = []
    player.page.route("**/rolls/*", lambda asked: held.insert(0, asked))
    table.player.do("declare", character="c1", trait="edge")
    mods = player.roll.locator(".using > .mod")
    expect(mods).to_have_count(2)
    before = [each.bounding_box() for each in mods.all()]
    for each in held:
        each.continue_()
    player.page.unroute("**/rolls/*")
    expect(player.roll.locator(".using .effect:not(.to-come)").last).to_have_text("tick now, use later")
    assert [each.bounding_box() for each in mods.all()] == before


def test_the_rule_of_a_thing_is_read_at_the_desk_before_the_throw(phones: Phones, server: RunningServer) -> None:
    """It stands at the end of the words, and was cut there."""
    table = at_ease(server, "starforged")
    text = "When all instruments fail you."
    made = {"kind": "asset", "name": "Dead reckoning", "text": text, "does": [{"use": "add late", "value": 1}]}
    scrap = {"kind": "asset", "name": "Scrapwright", "text": text, "does": [{"use": "add", "value": 1}]}
    table.player.do("make", name="Nyx", values={"things": [scrap, made]})
    table.player.do("declare", character="c1", trait="edge")
    gm = phones.at(table.gm, viewport=DESKTOP)
    expect(gm.roll.locator(".using .effect", has_text="tick now, use later")).to_be_visible()
    cut = "all => all.map((each) => [each.scrollHeight - each.clientHeight, each.scrollWidth - each.clientWidth])"
    words = gm.roll.locator(".using small, .using .effect")
    assert [each for each in words.evaluate_all(cut) if each[0] > 1 or each[1] > 0] == []
