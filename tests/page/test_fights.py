"""A fight as an undertaking of all: begun, joined, named on its moves, and won."""

import pytest
from playwright.sync_api import Locator, expect

from tests.page.phones import DESKTOP, Phones, at_ease, fight, seated
from tests.page.test_fits import SPILLS
from tests.server import RunningServer

FRAY = {"sf_move": "enter_the_fray", "intent": "Into their blind side"}
pytestmark = pytest.mark.slow


def test_who_enters_the_fray_joins_the_fight_that_goes_on(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged", edge=3)
    started = fight(table)
    player = phones.at(table.player)
    fray = {"sf_move": "enter_the_fray", "intent": "Into their blind side"}
    roll = table.player.do("declare", character="c1", trait="edge", inputs=fray)["number"]
    assert table.gm.see()["rolls"][0]["undertaking"] == started
    table.player.do("throw", roll=roll, dice=[6, 1, 2])
    expect(player.roll.locator(".headline")).to_be_visible()
    expect(player.page.locator("form.begun")).to_have_count(0)
    gm = phones.at(table.gm, viewport=DESKTOP)
    party = gm.page.locator(".party")
    expect(party.locator(".condition")).to_have_text(["in control"])
    table.gm.do("edit", where="c1", values={"bad_spot": True})
    expect(party.locator(".condition")).to_have_text(["bad spot"])
    table.gm.do("change_undertaking", undertaking=started, ended=True)
    expect(party.locator(".condition")).to_have_count(0)


def test_how_one_stands_in_a_fight_is_what_was_chosen(phones: Phones, server: RunningServer) -> None:
    """Unknown before the first roll and what it asks for: the page took no mark for control."""
    table = seated(server, "starforged", edge=3)
    started = fight(table)
    player = phones.at(table.player)
    player.tab("Me")
    card = player.page.locator(".undertakings:visible")
    expect(card.locator(".on-it > span").locator("visible=true")).to_have_text(["Enter the fray"])
    card.get_by_role("button", name="Enter the fray with edge: Scrap pirates").click()
    expect(player.roll.get_by_role("button", name="Throw 3 dice")).to_be_visible()
    roll = table.gm.see()["rolls"][0]["roll"]
    table.player.do("throw", roll=roll, dice=[3, 3, 9])
    expect(player.roll).to_contain_text("You are half ready.")
    expect(player.roll.get_by_role("group", name="What it brings")).to_be_in_viewport(ratio=1)
    expect(player.roll).not_to_contain_text("What fits now")
    expect(player.page.locator(".condition")).to_have_count(0)
    table.player.do("settle", roll=roll, answer=[{"way": "momentum"}])
    expect(player.roll).to_contain_text("You are in a bad spot. What fits now:")
    player.tab("Me")
    expect(card.locator(".on-it > span").locator("visible=true")).to_have_text(["React under fire", "Clash"])
    clash = {"sf_move": "clash"}
    made = table.player.do("declare", character="c1", trait="edge", inputs=clash, undertaking=started)["number"]
    table.player.do("edit", where="c1", values={"momentum": 8})
    table.player.do("throw", roll=made, dice=[1, 5, 9])
    player.tab("Table")
    burn = player.roll.get_by_role("button", name="Burn momentum")
    expect(burn).to_contain_text("Still to come: the price")  # better, and not for nothing
    burn.click()
    expect(player.roll).to_contain_text("are hit back and stay in a bad spot")
    expect(player.roll).not_to_contain_text("You are in control")


def test_a_fight_that_begins_is_named_by_people_and_is_everyones(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged", edge=3)
    player = phones.at(table.player)
    fray = {"sf_move": "enter_the_fray", "intent": "Into their blind side"}
    roll = table.player.do("declare", character="c1", trait="edge", inputs=fray)["number"]
    table.player.do("throw", roll=roll, dice=[6, 1, 2])
    player.tab("Table")
    form = player.page.locator("form.begun")
    expect(form.get_by_label("Name")).to_have_value("")
    form.get_by_label("Name").fill("Pirates")
    form.get_by_role("button", name="Write it down").click()
    expect(form).to_have_count(0)
    assert [each["character"] for each in table.gm.see()["undertakings"]] == [""]


def test_moves_of_a_fight_say_where_they_belong(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged", edge=3)
    started = fight(table)
    player = phones.at(table.player)
    player.tab("Me")
    player.page.locator("summary", has_text="Another move").first.click()
    moves = player.page.locator("p.on-it")
    expect(moves.get_by_role("button", name="Take decisive action: Scrap pirates")).to_be_visible()
    expect(moves.filter(has_text="Strike")).to_contain_text("In control, assault a foe.")
    expect(moves.filter(has_text="Clash")).to_contain_text("In a bad spot, fight back.")
    strike = {"sf_move": "strike"}
    made = table.player.do("declare", character="c1", trait="iron", inputs=strike, undertaking=started)
    table.player.do("throw", roll=made["number"], dice=[1, 9, 8])
    expect(player.roll).to_contain_text("You are in a bad spot. What fits now:")
    fitting = player.roll.get_by_role("group", name="What fits now")
    expect(fitting.locator(".on-it > span")).to_have_text(["React under fire", "Clash"])
    owed = player.roll.get_by_text("Next, the gm says the price.")
    assert top_of(owed) < top_of(fitting), "what is owed comes first"
    fitting.get_by_role("button", name="Clash with iron").click()
    expect(player.roll.locator(".who")).to_contain_text("Clash with iron on “Scrap pirates”")
    table.player.do("withdraw", roll=table.gm.see()["rolls"][-1]["roll"])
    table.gm.do("settle", roll=made["number"], answer=[{"way": "in words", "words": "They close in."}])
    lost = table.player.do("declare", character="c1", move="progress", undertaking=started)["number"]
    table.player.do("throw", roll=lost, dice=[8, 9])
    expect(player.roll).to_contain_text("the fight for it is over")
    expect(player.roll).not_to_contain_text("What fits now")
    player.tab("Me")
    expect(player.page.locator(".undertaking")).to_have_count(0)
    expect(player.page.get_by_role("switch", name="Bad spot")).to_have_attribute("aria-checked", "false")


def top_of(part: Locator) -> float:
    box = part.bounding_box()
    assert box is not None
    return box["y"]


def test_a_fight_is_brought_to_its_end_from_the_moves_that_fit(phones: Phones, server: RunningServer) -> None:
    """In control, with a box or more; in a bad spot it counts less, and stands among the others."""
    table = seated(server, "starforged", edge=3)
    started = fight(table)
    player = phones.at(table.player)
    strike = {"sf_move": "strike"}
    made = table.player.do("declare", character="c1", trait="iron", inputs=strike, undertaking=started)
    table.player.do("throw", roll=made["number"], dice=[6, 1, 2])
    fitting = player.roll.get_by_role("group", name="What fits now")
    expect(fitting.locator(".on-it > span").last).to_have_text("Take decisive action")
    player.tab("Me")
    end = player.page.locator(".undertakings").get_by_role("button", name="Take decisive action: Scrap pirates")
    expect(end).to_have_text("4 boxes")
    table.player.do("edit", where="c1", values={"bad_spot": True})
    expect(end).to_be_hidden()
    table.player.do("edit", where="c1", values={"bad_spot": False})
    player.roll.get_by_role("button", name="Take decisive action: Scrap pirates").click()
    expect(player.roll.locator(".who")).to_contain_text("Take decisive action, “Scrap pirates”, 4 boxes")
    expect(player.roll.get_by_role("button", name="Throw 2 dice")).to_be_visible()
    player.roll.locator("summary", has_text="More").first.click()
    expect(player.roll.get_by_role("radio", name="discoveries")).to_be_visible()  # asked for behind More
    assert player.page.evaluate(SPILLS) == []


def test_a_fight_that_begins_badly_is_told_and_written_down_too(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged", edge=3)
    player, gm = phones.at(table.player), phones.at(table.gm)
    fray = {"sf_move": "enter_the_fray"}
    roll = table.player.do("declare", character="c1", trait="edge", inputs=fray)["number"]
    table.player.do("throw", roll=roll, dice=[1, 9, 8])
    for phone in (player, gm):
        expect(phone.roll.locator(".due-says")).to_contain_text("Say how the fight begins")
    player.roll.get_by_role("textbox", name="in words").fill("They were waiting for us.")
    player.roll.locator("button.settle").click()
    expect(player.roll).to_contain_text("They were waiting for us.")
    player.roll.get_by_label("Name").fill("Ambush")
    player.roll.get_by_role("button", name="Write it down").click()
    expect(player.roll).to_contain_text("You are in a bad spot. What fits now:")
    assert [each["name"] for each in table.gm.see()["undertakings"]] == ["Ambush"]


def test_a_fight_that_is_won_stays_so_when_the_page_is_opened_anew(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    table.gm.do("undertake", kind="fight", name="Scrap pirates", rank="dangerous")
    track = table.gm.see()["undertakings"][0]["undertaking"]
    for _ in range(5):
        table.gm.do("mark_progress", undertaking=track)
    roll = table.player.do("declare", character="c1", move="progress", undertaking=track)["number"]
    table.player.do("throw", roll=roll, dice=[1, 2])
    for _ in range(12):
        other = table.other.do("declare", character="c2", trait="edge")["number"]
        table.other.do("throw", roll=other, dice=[6, 1, 2])
    table.gm.do("undertake", kind="fight", name="Ambush", rank="dangerous")
    ambush = table.gm.see()["undertakings"][1]["undertaking"]
    lost = table.player.do("declare", character="c1", move="progress", undertaking=ambush)["number"]
    table.player.do("throw", roll=lost, dice=[10, 9])
    player = phones.at(table.player)
    expect(player.page.get_by_text("It is done.").first).to_be_visible()
    expect(player.page.get_by_role("button", name="Take decisive action")).to_have_count(0)
    player.tab("Log")
    expect(player.page.locator("li.entry.story").first).to_contain_text("“Ambush” is over.")


def test_of_two_fights_one_is_tapped_before_the_dice(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    for name in ("Dock thugs", "The captain"):
        table.player.do("undertake", kind="fight", name=name, rank="dangerous", character="c1")
    roll = table.player.do("declare", character="c1", trait="iron", inputs={"sf_move": "strike"})["number"]
    phone = phones.at(table.player)
    captain = phone.roll.get_by_role("button", name="The captain, 0 boxes")
    captain.click()
    expect(captain).to_have_attribute("aria-pressed", "true")
    table.player.do("throw", roll=roll, dice=[6, 1, 2])
    assert [each["ticks"] for each in table.gm.see()["undertakings"]] == [0, 16]


BROKEN = """() => {
  const shown = [...document.querySelectorAll(".on-it > span")].filter((each) => each.checkVisibility());
  const range = document.createRange();
  const isBroken = (each, word) => {
    const from = each.textContent.indexOf(word);
    range.setStart(each.firstChild, from);
    range.setEnd(each.firstChild, from + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  };
  const words = shown.flatMap((each) => each.textContent.split(" ").map((word) => [each, word]));
  return words.filter(([each, word]) => isBroken(each, word)).map(([each]) => each.textContent);
}"""


@pytest.mark.parametrize("size", [(390, 844), (820, 1180), (1280, 800), (1920, 1000)], ids=str)
def test_no_word_of_a_move_breaks_beside_what_it_is_rolled_with(
    phones: Phones, server: RunningServer, size: tuple[int, int]
) -> None:
    table = seated(server, "starforged", edge=3)
    begun = table.player.do("undertake", kind="fight", name="Raider skiff", rank="troublesome", character="c1")
    started = begun["entries"][0]["entry"]["undertaking"]
    roll = table.player.do("declare", character="c1", trait="edge", undertaking=started, inputs=FRAY)["number"]
    table.player.do("throw", roll=roll, dice=[6, 1, 2])
    for due in table.player.see(f"rolls/{roll}")["open_dues"]:
        table.player.do("settle", roll=roll, due=due["due"], answer=[{"way": due["ways"][0]["name"]}])
    on_a_desk = size[0] > 900
    device = phones.at(table.gm if on_a_desk else table.player, viewport={"width": size[0], "height": size[1]})
    if not on_a_desk:
        device.tab("Me")
    expect(device.page.locator(".on-it > span").locator("visible=true").first).to_be_visible()
    device.page.locator(".undertaking summary", has_text="Another move").locator("visible=true").first.click()
    assert device.page.evaluate(BROKEN) == []


def test_in_the_fight_of_another_one_acts_too(phones: Phones, server: RunningServer) -> None:
    """It stood on the sheet of who did not begin it without a button, and a roll asked as if there were none."""
    table = seated(server, "starforged", edge=3)
    named = {"kind": "fight", "name": "Raider skiff", "rank": "troublesome", "character": "c1"}
    fought = table.player.do("undertake", **named)["entries"][0]["entry"]["undertaking"]
    table.player.do("undertake", kind="vow", name="My own", rank="epic", character="c1")
    other = phones.at(table.other)
    other.tab("Me")
    skiff = other.page.locator(".sheet .undertaking", has_text="Raider skiff")
    expect(skiff.get_by_role("button", name="Enter the fray with edge: Raider skiff")).to_be_visible()
    expect(skiff.get_by_role("button", name="Mark progress")).to_have_count(0)
    expect(other.page.locator(".sheet .undertaking", has_text="My own").get_by_role("button")).to_have_count(0)
    roll = table.other.do("declare", character="c2", trait="iron", inputs={"sf_move": "clash"})["number"]
    which = other.roll.get_by_role("group", name="On which fight?")
    chip = which.get_by_role("button", name="Raider skiff, Nyx’s fight, 0 boxes")
    expect(other.roll.get_by_text("Another? Write it down")).to_be_visible()
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")
    expect(other.roll.locator(".who")).to_contain_text("Clash with iron on “Raider skiff”")
    table.other.do("throw", roll=roll, dice=[6, 1, 2])
    table.gm.do("edit", where="c2", values={"bad_spot": True})
    table.gm.do("change_undertaking", undertaking=fought, ended=True)
    assert table.gm.see()["characters"][1]["values"]["bad_spot"] is False, "it ends for whoever was in it"


def test_who_begins_a_fight_is_told_what_sharing_it_does(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged", edge=3)
    player = phones.at(table.player)
    player.tab("Me")
    player.page.get_by_text("Swear a vow, or begin").click()
    maker = player.page.locator(".undertakings form")
    shared = maker.get_by_label("Shared by all")
    expect(shared).not_to_be_checked()
    expect(maker).to_contain_text("everyone rolls in it and marks it. Otherwise it is yours; others read it on theirs.")
    maker.get_by_label("Kind").select_option("fight")
    expect(shared).to_be_checked()
    maker.get_by_label("What it is called").fill("Raider skiff")
    maker.get_by_role("button", name="Begin").click()
    expect(player.page.locator(".undertaking", has_text="Raider skiff").first).to_contain_text("shared by all")
    assert [each["character"] for each in table.gm.see()["undertakings"]] == [""]


def test_what_an_option_changes_is_told_from_where_it_stands(phones: Phones, server: RunningServer) -> None:
    """The track of the fight, not one that nobody has; and no cost that would change nothing."""
    table = seated(server, "starforged", edge=3, momentum=9)
    started = fight(table)
    table.player.do("change_undertaking", undertaking=started, ticks=24)
    table.player.do("edit", where="c1", values={"bad_spot": True})
    clash = {"sf_move": "clash"}
    made = table.player.do("declare", character="c1", trait="edge", inputs=clash, undertaking=started)["number"]
    player = phones.at(table.player)
    table.player.do("throw", roll=made, dice=[1, 5, 8])
    options = player.roll.locator("button.option")
    expect(options.filter(has_text="Burn momentum")).to_contain_text("progress 6 → 10 boxes")
    expect(options.filter(has_text="Burn momentum")).to_contain_text("momentum 9 → 2")
    expect(options.filter(has_text="Burn momentum")).to_contain_text("is no longer in a bad spot")
    expect(options.filter(has_text="Let it stand")).not_to_contain_text("bad spot", ignore_case=False)


def test_who_never_entered_a_fight_of_all_does_not_stand_in_it(phones: Phones, server: RunningServer) -> None:
    """A roll that is taken back leaves them out of it, whatever the others marked since."""
    table = seated(server, "starforged", edge=3)
    started = fight(table)
    for seat, who in ((table.player, "c1"), (table.other, "c2")):
        roll = seat.do("declare", character=who, trait="edge", inputs=FRAY, undertaking=started)["number"]
        seat.do("throw", roll=roll, dice=[6, 1, 2])
    table.gm.do("undo", entry=roll)
    strike = table.player.do(
        "declare", character="c1", trait="iron", inputs={"sf_move": "strike"}, undertaking=started
    )["number"]
    table.player.do("throw", roll=strike, dice=[6, 1, 2])
    other = phones.at(table.other)
    expect(other.page.locator(".party .condition")).to_have_text(["in control"])  # of Nyx
    other.tab("Me")
    card = other.page.locator(".undertakings:visible")
    expect(card.locator(".on-it > span").locator("visible=true")).to_have_text(["Enter the fray"])


def test_that_a_fight_is_over_is_said_with_what_ends_for_others(phones: Phones, server: RunningServer) -> None:
    """The track and everyone's bad spot went without a word, and a weak hit did not say what it means."""
    table = seated(server, "starforged")
    started = fight(table)
    table.player.do("change_undertaking", undertaking=started, ticks=24)
    table.other.do("edit", where="c2", values={"bad_spot": True})
    player = phones.at(table.player)
    made = table.player.do("declare", character="c1", move="progress", undertaking=started)["number"]
    table.player.do("throw", roll=made, dice=[3, 9])
    expect(player.roll).to_contain_text("You get what you fought for: bear a cost of 2, or say who pays.")
    expect(player.roll.locator(".over")).to_have_text("The fight is over. Moth is no longer in a bad spot.")
    table.player.do("settle", roll=made, answer=[{"way": "endure harm", "amount": 2}])
    expect(player.roll.locator(".over")).to_be_visible()
    other = phones.at(table.other)
    table.gm.do("undo", entry=made)
    expect(other.page.locator(".news-card .change")).to_contain_text("Stands again.")
    expect(player.roll.locator(".over")).to_have_count(0)


def test_help_in_a_fight_is_the_move_of_the_fight_for_who_is_in_control(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    strike = {"sf_move": "strike"}
    table.player.do("declare", character="c1", trait="iron", inputs=strike, undertaking=fight(table))
    ally = phones.at(table.other)
    offer = ally.roll.locator(".mod.offer b")
    expect(offer).to_have_text("Moth helps: aid in a fight")
    table.other.do("edit", where="c2", values={"bad_spot": True})
    expect(offer).to_have_text("Moth helps: aid your ally")
