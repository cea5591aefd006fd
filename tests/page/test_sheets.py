"""A character's sheet: what stands first, what a tap changes, what it says of rolls that go on elsewhere."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.page.phones import DESKTOP, DRAWN, KNOWS_ALL, Phones, at_ease, seated
from tests.server import RunningServer

pytestmark = pytest.mark.slow


def test_momentum_stands_before_assets_that_speak_in_words_and_moves_stand_in_groups(
    phones: Phones, server: RunningServer
) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    asset = {"kind": "asset", "name": "Old soldier", "does": [{"use": "add late", "value": 1}]}
    table.player.do("edit", where="c1", values={"things": [asset]})
    phone = phones.at(table.player)
    phone.tab("Me")
    sheet = phone.page.locator(".sheet")
    having = sheet.locator(".having li")
    expect(having).to_contain_text("Adds to the score, decided on after the throw: 1")
    expect(having).not_to_contain_text("add late")
    momentum = sheet.get_by_role("group", name=re.compile("^momentum: ")).bounding_box()
    things = having.bounding_box()
    assert momentum
    assert things
    assert momentum["y"] < things["y"]
    ready = sheet.get_by_role("button", name="+ Navigator")
    expect(ready).to_be_hidden()
    sheet.get_by_text("Add one").click()
    expect(ready).to_be_visible()

    moves = phone.page.get_by_label("Move", exact=True).first
    assert moves.locator("optgroup").count() == 6
    idle = moves.locator("optgroup").last  # nobody is in a fight or a scene
    expect(idle).to_have_attribute("label", "For what is not under way now")
    expect(idle.locator("option[value=strike]")).to_have_count(1)
    expect(moves.locator("optgroup[label=Fights] option")).to_have_count(2)
    assert moves.locator("optgroup option").count() == 36
    expect(moves.locator("option[value=gather_information]")).to_have_text("Gather information (wits)")
    moves.select_option("gather_information")
    expect(sheet.get_by_text("Investigate or search for clues.")).to_be_visible()
    expect(sheet.get_by_text("a new one, with these numbers")).to_be_visible()


def test_a_state_has_a_box_to_tick_and_a_command_has_a_frame(phones: Phones, server: RunningServer) -> None:
    phone = phones.at(seated(server, "starforged").player)
    phone.tab("Me")
    sheet = phone.page.locator(".sheet")
    state, command = sheet.get_by_role("switch", name="Wounded"), sheet.get_by_role("button", name="Ask the oracle")
    box = """(each) => {
      const { width, content } = getComputedStyle(each, "::before");
      return [parseFloat(width) || 0, content.replaceAll('"', "")];
    }"""
    clear = "rgba(0, 0, 0, 0)"
    expect(state).to_have_css("border-top-color", clear)
    expect(command).not_to_have_css("border-top-color", clear)
    assert state.evaluate(box) == [20, ""]
    assert command.evaluate(box) == [0, "none"]
    state.click()
    expect(state).to_be_checked()
    assert state.evaluate(box) == [20, "✓"]


def test_a_full_row_of_marks_says_what_it_means_and_a_scar_is_taken_from_there(
    phones: Phones, server: RunningServer
) -> None:
    table = at_ease(server, "illuminated-worlds")
    table.player.do("make", name="Evelyn")
    phone = phones.at(table.player)
    phone.tab("Me")
    sheet = phone.page.locator(".sheet")
    expect(sheet.get_by_label("Kind of roll").locator("option[value=scar]")).to_have_count(0)
    full = sheet.locator(".track .tells")
    expect(full).to_have_count(0)
    table.player.do("edit", where="c1", values={"bleed": 3})
    expect(full).to_have_text("Three marks; a fourth becomes a scar.")
    expect(sheet.get_by_role("form", name="Take a scar")).to_have_count(0)
    table.player.do("edit", where="c1", values={"scar_owed": True})
    form = sheet.get_by_role("form", name="Take a scar")
    expect(form.get_by_placeholder("What is it, in words?")).to_be_visible()
    form.get_by_label("Action that loses a point").select_option("sway")
    form.get_by_label("Action that gains it").select_option("move")
    form.get_by_role("button", name="So it is").click()
    gm = phones.at(table.gm)
    gm.tab("Table")
    expect(gm.roll.locator(".headline")).to_have_text("Shifted")
    expect(gm.page.get_by_text("at stake")).to_be_hidden()


def test_a_sheet_begins_with_what_is_rolled_and_what_is_at_hand(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    player = phones.at(table.player)
    player.tab("Me")
    sheet = player.page.locator(".sheet")
    expect(sheet.locator("> .meters > .meters")).to_contain_text(["momentum 2", "supply 5"])
    tops = "all => all.map((each) => each.getBoundingClientRect().top)"
    momentum, health, spirit, supply = sheet.locator("> .meters .small-track").evaluate_all(tops)
    assert (momentum, spirit) == (health, supply), "two in a row, theirs and what is shared"
    expect(sheet.locator(".trait", has_text="Connection rank")).to_have_count(0)
    place = sheet.locator(".trait", has_text="Edge").bounding_box()
    assert place
    assert place["y"] < 480
    sheet.get_by_label("Move", exact=True).select_option("develop_your_relationship")
    sheet.get_by_role("button", name="Ask the oracle").click()
    expect(player.roll.get_by_role("button", name="Throw the die")).to_be_enabled()


def test_no_tap_on_a_sheet_is_lost_while_an_earlier_one_is_on_its_way(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
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
    table = seated(server, "starforged")
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


def test_that_the_crew_is_off_the_job_is_said_where_rolls_are_chosen(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    player, gm = phones.at(table.player), phones.at(table.gm)
    player.tab("Me")
    gm.tab("Gm")
    chooser = player.page.locator(".chooser")
    expect(chooser).to_contain_text("Kind of roll")
    expect(chooser.get_by_text("Off the job")).to_have_count(0)
    does = "Between jobs, or when nothing presses, action rolls become fortune rolls."
    switch = gm.page.locator(".panel .card", has=gm.page.get_by_role("switch", name="Off the job"))
    expect(switch).to_contain_text(f"Switched off. {does}")
    expect(switch.locator("xpath=following-sibling::form[contains(@class, 'call')]")).to_have_count(1)  # it is above
    switch.get_by_role("switch").click()
    expect(switch).to_contain_text("Switched on.")
    expect(chooser).to_contain_text(f"Off the job. {does}")
    chooser.get_by_role("combobox").select_option("fortune")
    expect(chooser.get_by_text("Off the job")).to_have_count(0)  # it is left to fortune anyway


def test_harm_is_treated_in_downtime_and_where_it_keeps_someone_from_acting(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "in-the-dark", severe_harm=True)
    player = phones.at(table.player)
    player.tab("Me")
    downtime = player.page.get_by_role("region", name="Downtime")
    expect(downtime.get_by_role("button", name="Relax")).to_be_visible()
    table.player.do("declare", character="c1", trait="skulk")
    player.tab("Table")
    player.roll.get_by_role("button", name="Severe harm is treated").click()
    player.page.get_by_role("dialog").get_by_role("button", name="No").click()
    expect(player.roll.locator("button.throw")).to_be_disabled()
    player.tab("Me")
    downtime.get_by_role("button", name="Severe harm is treated").click()
    expect(downtime.get_by_role("button", name="Severe harm is treated")).to_have_count(0)
    player.tab("Table")
    expect(player.roll.locator("button.throw")).to_be_enabled()
    expect(player.roll.get_by_role("button", name="Severe harm is treated")).to_have_count(0)


def test_what_hurts_is_not_gone_with_one_touch(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark", severe_harm=True, worse_position=True)
    player = phones.at(table.player)
    player.tab("Me")
    severe, worse = (player.page.get_by_role("switch", name=name) for name in ("Severe harm", "Worse position"))
    dialog = player.page.get_by_role("dialog")
    severe.click()
    expect(dialog).to_contain_text("Nyx: severe harm is treated? Incapacitated until treated.")
    dialog.get_by_role("button", name="No").click()
    expect(severe).to_have_attribute("aria-checked", "true")
    severe.click()
    dialog.get_by_role("button", name="Yes").click()
    expect(severe).to_have_attribute("aria-checked", "false")
    worse.click()
    expect(dialog).to_contain_text("Nyx: clear worse position? A consequence left it: the next action")
    dialog.get_by_role("button", name="Yes").click()
    expect(worse).to_have_attribute("aria-checked", "false")
    worse.click()  # what hurts is set without a question
    expect(worse).to_have_attribute("aria-checked", "true")


def test_a_rating_of_zero_speaks_of_its_dice_and_not_of_its_chance(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "illuminated-worlds", sway=0, cunning_max=3, cunning=3)
    table.player.do("declare", character="c1", trait="sway")
    told = phones.at(table.player).roll.locator(".works .says > span").last
    expect(told).to_have_text("The lower of the two dice counts, unless drive, help or an ability adds a die")


def test_who_reads_their_sheet_sees_that_dice_fell_and_how(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    other = phones.at(table.other)
    other.tab("Me")
    line = other.page.locator(".call-back")
    table.gm.do("roll_at_once", character="c1", move="fortune", inputs={"dice": 1}, dice=[6])
    expect(line).to_have_text("Nyx · strong success, Gem says what it brings")
    (fortune,) = table.gm.see()["rolls"]
    table.gm.do("settle", roll=fortune["roll"], answer=[{"way": "told", "words": "Just as hoped."}])
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    expect(line).to_have_text("Nyx · to throw")
    table.player.do("throw", roll=roll, dice=[1, 1])
    expect(line).to_have_text("Nyx · failure, Gem says what it brings")
    line.click()
    expect(other.roll).to_have_attribute("aria-label", re.compile(f"^Roll {roll}:"))
    table.gm.do("name_due", roll=roll, due=0, answer=[{"way": "complication", "words": "A dog barks."}])
    table.player.do("settle", roll=roll)
    expect(other.roll).to_contain_text("A dog barks")
    other.tab("Me")
    expect(line).to_have_count(0)  # it was looked at


def test_dice_that_tumble_are_told_on_every_sheet(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    other = phones.at(table.other, reduced_motion="no-preference")
    other.tab("Me")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    expect(other.page.locator(".call-back")).to_contain_text("to throw")
    other.page.evaluate("""() => {
        window.told = [];
        const look = () => window.told.push(document.querySelector(".call-back")?.textContent);
        new MutationObserver(look).observe(document.body, {subtree: true, childList: true, characterData: true});
    }""")
    table.player.do("throw", roll=roll, dice=[6, 1])
    expect(other.page.locator(".call-back")).to_have_text("Nyx · full success")
    assert "Nyx · the dice fall" in other.page.evaluate("window.told")


def test_what_hurts_all_is_not_gone_with_one_touch(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    table.gm.do("edit", where="table", values={"battered": True})
    gm = phones.at(table.gm)
    battered = gm.page.get_by_role("switch", name="Battered")
    dialog = gm.page.get_by_role("dialog")
    battered.click()
    expect(dialog).to_contain_text("Shared: clear battered?")
    dialog.get_by_role("button", name="No").click()
    expect(battered).to_have_attribute("aria-checked", "true")
    battered.click()
    dialog.get_by_role("button", name="Yes").click()
    expect(battered).to_have_attribute("aria-checked", "false")


COUNTS_PAINTS = """
window.paints = 0;
Object.defineProperty(document, "title", { get: () => "", set: () => { window.paints += 1; } });
"""


def test_the_most_of_a_track_moves_as_soon_as_it_does(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    player = phones.phone()
    player.page.add_init_script(COUNTS_PAINTS)
    player.sit(table.player)
    rungs = player.page.locator(".ladder .rung")
    expect(rungs).to_have_count(17)
    player.page.wait_for_function(KNOWS_ALL)
    player.page.evaluate(DRAWN)
    # At first, with the part that is missed, with who is here and with what the phone promised; never for nothing.
    assert 0 < player.page.evaluate("window.paints") <= 4
    table.gm.do("edit", where="c1", values={"wounded": True})
    expect(rungs).to_have_count(16)


def test_a_change_starts_at_nothing(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    table.player.do("declare", character="c1", move="change")
    player = phones.at(table.player)
    amount = player.roll.get_by_role("group", name="by how much")
    expect(amount.locator("output")).to_have_text("0")
    amount.get_by_role("button", name="more by how much").click()
    expect(amount.locator("output")).to_have_text("1")


def test_a_move_is_chosen_before_its_stat_and_fate_takes_no_things(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx", values={"things": [{"kind": "asset", "name": "Quartermaster"}]})
    player = phones.at(table.player)
    player.tab("Me")
    sheet = player.page.locator(".sheet")
    expect(sheet.get_by_text("Choose the move above, then tap what it is rolled with")).to_be_visible()
    sheet.get_by_label("Move", exact=True).select_option("compel")
    expect(sheet.get_by_text("Tap to roll", exact=True)).to_be_visible()
    roll = table.player.do("declare", character="c1", move="price")["number"]
    expect(player.roll.locator("button.throw")).to_be_enabled()
    expect(player.roll.get_by_role("switch", name="Use Quartermaster")).to_have_count(0)
    table.player.do("withdraw", roll=roll)
    vow = table.player.do("undertake", kind="vow", name="Beacon", rank="dangerous", character="c1")
    made = vow["entries"][0]["entry"]["undertaking"]
    table.player.do("declare", character="c1", move="progress", undertaking=made, inputs={"may_recommit": True})
    expect(player.roll.get_by_text("Fulfill your vow").first).to_be_visible()
    for said in ("on a miss, ask whether to go on", "may recommit"):  # asked once the dice lie, whatever is set
        expect(player.roll.get_by_text(said)).to_have_count(0)


def test_what_changes_nothing_is_not_told(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    table.player.try_to("edit", where="c1", values={"stress": 0})
    player = phones.at(table.player)
    player.tab("Log")
    expect(player.page.locator("li.entry").first).to_be_visible()
    expect(player.page.locator("ar-log")).not_to_contain_text("changed nothing")


def test_a_ladder_moves_by_one(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    player = phones.at(table.player)
    player.page.get_by_role("button", name="more momentum", exact=True).click()
    expect(player.page.locator(".rung.here")).to_have_text("3")


def test_the_boxes_of_a_track_stand_in_one_line_on_the_desk(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    table.player.do("make", name="Nyx")
    gm = phones.at(table.gm, viewport=DESKTOP)
    boxes = gm.page.locator(".pc-line .small-track", has_text="stress").locator(".dots i")
    expect(boxes).to_have_count(9)
    assert len(set(boxes.evaluate_all("all => all.map((each) => each.getBoundingClientRect().top)"))) == 1


def test_a_scar_is_taken_on_the_sheet_with_what_the_game_asks(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "illuminated-worlds", scar_owed=True, sway=2, move=0, read=3)
    phone = phones.at(table.player)
    phone.tab("Me")
    form = phone.page.get_by_role("form", name="Take a scar")
    lose, gain = form.get_by_label("Action that loses a point"), form.get_by_label("Action that gains it")
    expect(lose.locator("option[value=move]")).to_have_count(0)
    expect(gain.locator("option[value=read]")).to_have_count(0)
    expect(lose.locator("option[value=sway]")).to_have_text("Sway 2 → 1")
    form.get_by_placeholder("What is it, in words?").fill("A hand that never warms.")
    lose.select_option("sway")
    gain.select_option("move")
    form.get_by_role("button", name="So it is").click()
    expect(phone.roll).to_contain_text("A hand that never warms.")
    nyx = table.gm.see()["characters"][0]["values"]
    assert (nyx["sway"], nyx["move"], nyx["scar_owed"]) == (1, 1, False)


def test_what_is_chosen_in_a_row_is_drawn_once_and_an_arrow_has_air(phones: Phones, server: RunningServer) -> None:
    """No outline of its letters smears what is chosen; the arrow of a list is the page's own, clear of its frame."""
    player = phones.at(seated(server, "starforged").player, viewport=DESKTOP)
    chosen = player.page.get_by_role("radio", name="Entries").or_(player.page.get_by_role("tab", name="Entries"))
    expect(chosen.first).to_have_css("-webkit-text-stroke-width", "0px")
    kinds = player.page.get_by_label("Kind of roll").first
    expect(kinds).to_have_css("appearance", "none")
    assert kinds.evaluate("(list) => parseFloat(getComputedStyle(list).paddingRight)") >= 28
