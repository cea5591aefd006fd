"""What a third reader stumbled over: each was seen on the page, and is mended."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.page.phones import DESKTOP, DRAWN, Phones, at_ease
from tests.server import NewTable, RunningServer, open_table

pytestmark = pytest.mark.slow


def two(server: RunningServer, game: str, **values: int) -> NewTable:
    table = at_ease(server, game)
    table.player.do("make", name="Nyx", values=values)
    table.other.do("make", name="Moth")
    return table


def test_an_opponent_without_a_sheet_is_said_in_one_tap(phones: Phones, server: RunningServer) -> None:
    table = two(server, "wherever-we-go")
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


def test_what_is_known_is_drawn_before_the_gm_speaks(phones: Phones, server: RunningServer) -> None:
    table = two(server, "true-world")
    player = phones.at(table.player)
    player.declare("Climbing")
    expect(player.roll.get_by_role("img", name="Climbing d8")).to_be_visible()
    expect(player.roll.locator(".dice").get_by_role("button", name="difficulty not said yet")).to_be_visible()
    expect(player.roll.locator(".odds")).to_have_count(0)
    roll = table.gm.see()["rolls"][0]["roll"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d10"})
    expect(player.roll.locator(".dice").get_by_role("button", name="difficulty d10")).to_be_visible()


def test_harm_that_is_resisted_is_told_as_what_is_left_of_it(phones: Phones, server: RunningServer) -> None:
    table = two(server, "in-the-dark")
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


def test_a_vow_that_was_sworn_is_written_down_from_its_roll(phones: Phones, server: RunningServer) -> None:
    table = two(server, "starforged", heart=2)
    phone = phones.at(table.player)
    sworn = {"sf_move": "swear_an_iron_vow", "intent": "Bring the beacon home"}
    roll = table.player.do("declare", character="c1", trait="heart", inputs=sworn)["number"]
    gm = phones.at(table.gm)
    expect(gm.roll.locator("button.throw")).to_be_visible()
    expect(gm.roll).not_to_contain_text("What is at stake")  # the move says it
    table.player.do("throw", roll=roll, dice=[5, 1, 2])
    expect(phone.roll.locator(".effects")).to_contain_text("gains 2 momentum (now 4)")
    offer = phone.roll.get_by_role("form", name="The vow")
    expect(offer.get_by_label("Name")).to_have_value("Bring the beacon home")
    offer.get_by_label("Rank").select_option("formidable")
    offer.get_by_role("button", name="Write it down").click()
    expect(phone.roll.get_by_role("status")).to_contain_text("its track stands on the sheet")
    (vow,) = table.gm.see()["undertakings"]
    assert (vow["name"], vow["rank"], vow["character"]) == ("Bring the beacon home", "formidable", "c1")
    phone.tab("Me")
    expect(phone.page.get_by_role("button", name="Mark progress: Bring the beacon home")).to_be_visible()
    expect(phone.page.get_by_role("button", name="Swear an iron vow: roll heart")).to_have_count(0)  # it was sworn


def test_progress_has_one_measure(phones: Phones, server: RunningServer) -> None:
    table = two(server, "starforged")
    made = table.player.do("undertake", kind="vow", name="Beacon", rank="dangerous", character="c1")
    track = made["entries"][0]["entry"]["undertaking"]
    for _ in range(4):
        table.player.do("mark_progress", undertaking=track)
    phone = phones.at(table.player)
    roll = table.player.do("declare", character="c1", move="progress", undertaking=track)["number"]
    table.player.do("throw", roll=roll, dice=[2, 5])
    expect(phone.roll.locator(".effects")).to_contain_text("Nyx gains 2 ticks of quests")
    phone.tab("Log")
    expect(phone.page.locator("li.entry.story").first).to_contain_text("quests 0 boxes → 2 ticks")
    phone.tab("Me")
    expect(phone.page.get_by_role("img", name="quests: 2 ticks")).to_be_visible()


@pytest.mark.parametrize("game", ["illuminated-worlds", "wherever-we-go", "true-world"])
def test_who_helps_is_in_sight_on_a_laptop(game: str, phones: Phones, server: RunningServer) -> None:
    table = two(server, game)
    trait = {"illuminated-worlds": "read", "wherever-we-go": "stealth", "true-world": "climbing"}[game]
    roll = table.player.do("declare", character="c1", trait=trait)["number"]
    said = {"true-world": {"difficulty": "d8", "position": "neutral"}}.get(game, {"stakes": "They see you."})
    table.gm.do("set", roll=roll, inputs={"intent": "Nyx slips past the toll-house", **said})
    if game == "illuminated-worlds":
        table.gm.do("set", roll=roll, inputs={"expectations": "A name, or a chase"})
        table.player.do("set", roll=roll, inputs={"drive_spent": 1})
    table.other.do("offer", roll=roll, character="c2", how="Keeps watch")
    player = phones.at(table.player, viewport=DESKTOP)
    row = player.roll.locator(".offers .mod")
    expect(row).to_be_visible()
    box, bar = row.bounding_box(), player.roll.locator(".throwing").bounding_box()
    assert box
    assert bar
    assert box["y"] + box["height"] <= bar["y"]


def test_a_secret_roll_is_built_like_any_other(phones: Phones, server: RunningServer) -> None:
    table = two(server, "in-the-dark")
    gm = phones.at(table.gm)
    gm.tab("Gm")
    gm.page.locator("summary", has_text="Roll for the world").click()
    card = gm.page.locator(".card.secret")
    expect(card.get_by_label("Kind of roll")).to_contain_text("Leave it to fortune")
    expect(card.locator(".dice.building .die")).to_have_count(2)
    before = card.locator(".odds .bar").get_attribute("aria-label")
    card.get_by_role("button", name="more dice").click()
    expect(card.locator(".dice.building .die")).to_have_count(3)
    assert card.locator(".odds .bar").get_attribute("aria-label") != before
    card.get_by_label("What is it about?").fill("Do they hear her?")
    card.get_by_role("button", name="Roll in secret: 3 dice").click()
    expect(card.locator(".fallen .told")).to_have_text("Do they hear her?")
    expect(card.locator(".fallen .die")).to_have_count(3)
    expect(card.locator(".fallen .word")).to_be_visible()
    assert not [each for each in table.player.see()["log"] if "secret" in each["kind"]]
    call = gm.page.locator(".card.call")
    call.get_by_label("Kind of roll").select_option("fortune")
    call.get_by_label("What is it about?").fill("Will the guards come?")
    call.get_by_role("button", name="Call for it").click()
    player, ally = phones.at(table.player), phones.at(table.other)
    expect(ally.roll.locator("h2.intent")).to_have_text("Fortune: Will the guards come?")
    player.throw()
    expect(gm.roll.locator(".headline")).to_be_visible()
    expect(gm.roll.locator("h2.told")).to_have_text("Fortune: Will the guards come?")
    table.gm.do("declare", npc="The world", move="fortune", inputs={"dice": 1})
    expect(ally.roll.locator("h2.intent")).to_have_text("Fortune for the world")
    expect(gm.roll.get_by_placeholder("What is it about?")).to_be_visible()


def test_an_empty_push_is_greyed_against_an_opponent_too(phones: Phones, server: RunningServer) -> None:
    table = two(server, "wherever-we-go")
    player = phones.at(table.player)
    table.player.do("declare", character="c1", trait="stealth", move="opposed", against="c2")
    push = player.roll.get_by_role("group", name="Nyx", exact=True).get_by_role("switch", name="Push")
    expect(push).to_be_disabled()
    expect(push).to_contain_text("No stress")


def test_what_expectations_are_is_told_to_both(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Evelyn")
    gm, player = phones.at(table.gm), phones.at(table.player)
    table.player.do("declare", character="c1", trait="read")
    means = player.roll.get_by_text("What a success and a failure would look like")
    expect(means).to_be_visible()
    table.gm.do("set", roll=table.gm.see()["rolls"][0]["roll"], inputs={"expectations": "A name, or a chase"})
    expect(means).to_be_hidden()
    table.gm.do("set", roll=table.gm.see()["rolls"][0]["roll"], inputs={"expectations": ""})
    asked = gm.roll.locator(".asked", has=gm.page.get_by_role("textbox", name="how it could end"))
    expect(asked).to_contain_text("How it could end")
    expect(asked).to_have_attribute("title", "What a success and a failure would look like.")


def test_a_boost_that_cannot_be_paid_is_greyed_before_the_gm_speaks(phones: Phones, server: RunningServer) -> None:
    table = two(server, "true-world")
    grip = {"kind": "boost", "name": "Death grip", "does": [{"use": "lifts the effect for grit"}]}
    table.player.do("edit", where="c1", values={"things": [grip]})
    player = phones.at(table.player)
    player.declare("Climbing")
    boost = player.roll.get_by_role("switch", name="Death grip")
    expect(boost).to_be_disabled()
    expect(boost).to_contain_text("only 0 is there")


ON_ITS_CARD = """
() => {
  const paper = document.querySelector("#chart .ar-paper");
  const card = paper.closest(".card");
  return [getComputedStyle(paper).fill, getComputedStyle(card).backgroundColor];
}
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_chart_has_the_ground_of_its_card(scheme: str, phones: Phones) -> None:
    page = phones.phone(color_scheme=scheme).page
    page.goto(f"{phones.address}/odds/in-the-dark")
    expect(page.locator("#chart svg")).to_be_visible()
    paper, card = page.evaluate(ON_ITS_CARD)
    assert paper == card


def test_the_odds_of_a_file_are_in_sight_while_it_is_typed(phones: Phones) -> None:
    page = phones.phone(viewport={"width": 390, "height": 420}).page  # a phone with its keyboard
    page.goto(f"{phones.address}/workshop")
    odds = page.locator(".writing .in-sight .bar")
    expect(odds).to_be_visible()
    before = odds.get_attribute("aria-label")
    file = page.get_by_label("The game file")
    file.scroll_into_view_if_needed()
    file.fill(file.input_value().replace("total >= 10", "total >= 12"))
    expect(odds).not_to_have_attribute("aria-label", str(before))
    expect(odds).to_be_in_viewport()


def test_a_whole_game_is_changed_in_the_workshop(phones: Phones) -> None:
    page = phones.phone(viewport=DESKTOP).page
    page.goto(f"{phones.address}/workshop")
    page.get_by_label("Start from").select_option("starforged-house")
    expect(page.get_by_role("heading", name="Starforged, our way")).to_be_visible()
    expect(page.get_by_text("quests", exact=False).first).to_be_visible()
    page.get_by_role("button", name="Open a table with it").click()
    page.get_by_label("Name of the table").fill("Ours")
    page.get_by_label("Your name").fill("Gem")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("Ours").first).to_be_visible()


def test_no_tap_on_a_sheet_is_lost_while_an_earlier_one_is_on_its_way(phones: Phones, server: RunningServer) -> None:
    table = two(server, "starforged")
    player = phones.at(table.player)
    momentum = player.page.locator(".sheet").get_by_role("group", name="momentum", exact=True).last
    more = momentum.get_by_role("button", name="more momentum")
    held: list[Route] = []
    player.page.route("**/edit", lambda route: route.continue_() if held else held.append(route))
    for value in ("3", "4", "5", "6"):
        more.click()
        expect(momentum.locator("output")).to_have_text(value)
    with player.page.expect_response(lambda reply: reply.url.endswith(table.id)):
        table.gm.do("make_clock", name="Flood", size=4)
    player.page.evaluate(DRAWN)
    expect(momentum.locator("output")).to_have_text("6")  # though the table is told anew meanwhile
    held[0].continue_()
    player.tab("Log")
    expect(player.page.get_by_text("(now 6)").first).to_be_visible()
    assert table.gm.see()["characters"][0]["values"]["momentum"] == 6
    assert [each["kind"] for each in table.gm.see()["log"]].count("edited") == 2


def test_a_tap_that_is_refused_leaves_what_was_there(phones: Phones, server: RunningServer) -> None:
    table = two(server, "starforged")
    table.gm.do("make_clock", name="Alarm", size=6)
    gm = phones.at(table.gm)
    more = gm.page.get_by_role("button", name="more Alarm")
    for _ in range(2):
        with gm.page.expect_response("**/tick"):  # seen at once, and told a moment later
            more.click()
    expect(gm.page.get_by_role("img", name="Alarm: 2 of 6").first).to_be_visible()
    gm.page.route("**/tick", lambda route: route.fulfill(status=422, body='{"detail": "Not now."}'))
    more.click()
    expect(gm.page.get_by_text("Not now.").first).to_be_visible()
    expect(gm.page.get_by_role("img", name="Alarm: 2 of 6").first).to_be_visible()
    assert table.gm.see()["clocks"][0]["filled"] == 2
    phones.troubles = [each for each in phones.troubles if "422" not in each]
