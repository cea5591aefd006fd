"""What hurt in evenings that were played, where the page stood against the rules: each is to stay gone."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones, at_ease
from tests.page.test_moments import seated
from tests.server import RunningServer, open_table

pytestmark = pytest.mark.slow


def test_a_price_that_was_rolled_is_not_asked_for_again(phones: Phones, server: RunningServer) -> None:
    """Starforged: to roll the price is a button of its own, and its outcome settles the miss that called for it."""
    table = seated(server, "starforged")
    roll = table.player.do("declare", character="c1", trait="edge")["number"]
    table.player.do("throw", roll=roll, dice=[1, 9, 10])
    gm = phones.at(table.gm)
    expect(gm.roll.locator(".due button.way", has_text="Rolled")).to_have_count(0)
    gm.roll.get_by_role("button", name=re.compile("roll the price", re.IGNORECASE)).click()
    expect(gm.roll).to_have_attribute("aria-label", re.compile("price", re.IGNORECASE))
    price = next(each["roll"] for each in table.gm.see()["rolls"] if each["move"] == "price")
    table.gm.do("throw", roll=price, dice=[50])
    answered = table.gm.see(f"rolls/{roll}")
    assert not [due for due in answered["open_dues"] if due["kind"] == "price"]


def test_the_unskilled_have_no_position_to_be_told(phones: Phones, server: RunningServer) -> None:
    """True World: where the rules settle the position, the gm is not asked for one that would be overridden."""
    table = seated(server, "true-world")
    roll = table.player.do("declare", character="c1", trait="locks")["number"]
    gm = phones.at(table.gm)
    expect(gm.roll.locator("[role=radio][aria-label=d6]")).to_be_visible()
    gm.roll.locator("[role=radio][aria-label=d6]").click()
    told = table.gm.see(f"rolls/{roll}")
    free = gm.roll.get_by_role("radiogroup", name="position")
    assert bool(free.count()) is ("position" not in told["moot"])
    if free.count():
        free.get_by_role("radio", name=re.compile("^advantage")).click()
        expect(gm.roll.locator(".to-throw, .works, .needs").first).to_be_visible()
        says = table.gm.see(f"rolls/{roll}")["says"]
        assert "position" in says or "advantage" in says


def test_who_has_acted_is_not_offered_to_help(phones: Phones, server: RunningServer) -> None:
    """True World, in rounds: someone who acted in this round gives no die."""
    table = seated(server, "true-world")
    table.gm.do("begin_round")
    table.gm.do("begin_actions", unsaid="waits and sees")
    table.gm.do("edit", where="c2", values={"acted": True})
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    refused = table.other.try_to("offer", roll=roll, character="c2", how="Lends a hand")
    assert refused.status == 422
    assert "action of this round is already spent" in refused.json["detail"]


def test_off_the_job_nobody_is_asked_for_a_position(phones: Phones, server: RunningServer) -> None:
    """In the Dark: neither position, nor push, nor bargain, on either screen."""
    table = seated(server, "in-the-dark")
    table.gm.do("edit", where="table", values={"off_job": True})
    table.player.do("declare", character="c1", trait="skulk")
    player, gm = phones.at(table.player), phones.at(table.gm)
    expect(player.roll.locator("button.throw")).to_be_enabled()
    for phone in (player, gm):
        expect(phone.roll).not_to_contain_text(re.compile("position|push|bargain", re.IGNORECASE))


def test_intent_stakes_and_move_are_told_after_the_throw_and_words_are_never_lost(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "starforged")
    inputs = {"sf_move": "face_danger", "intent": "Nyx threads the debris"}
    roll = table.player.do("declare", character="c1", trait="edge", inputs=inputs)["number"]
    table.gm.do("set", roll=roll, inputs={"stakes": "The drive overheats."})
    table.player.do("throw", roll=roll, dice=[1, 9, 10])
    gm = phones.at(table.gm)
    for words in ("Nyx threads the debris", "The drive overheats.", "Face danger"):
        expect(gm.roll).to_contain_text(words)
    gm.roll.locator(".due textarea").first.fill("The hull groans.")
    for _ in range(2):
        gm.roll.locator(".due button.way").first.click()
        expect(gm.roll.locator(".due textarea").first).to_have_value("The hull groans.")
    gm.page.reload()
    expect(gm.roll.locator(".due textarea").first).to_have_value("The hull groans.")


def test_a_name_that_is_cut_says_so_wherever_it_is_typed(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    gm, guest = phones.at(table.gm), phones.phone()
    gm.tab("Gm")
    gm.page.locator("summary", has_text="Start a clock").click()
    guest.page.goto(phones.address)
    guest.page.locator(".game").first.get_by_role("button", name="Open a table").click()
    for page, label in ((gm.page, "Name of the clock"), (guest.page, "Name of the table")):
        page.get_by_label(label).fill("")
        page.get_by_label(label).press_sequentially("x" * 41)
        expect(page.get_by_role("alert").filter(has_text="40 letters")).to_be_visible()
        expect(page.get_by_label(label)).to_have_value("x" * 40)


def test_what_changes_nothing_is_not_told(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    table.player.try_to("edit", where="c1", values={"stress": 0})
    player = phones.at(table.player)
    player.tab("Log")
    expect(player.page.locator("li.entry").first).to_be_visible()
    expect(player.page.locator("ar-log")).not_to_contain_text("changed nothing")


def test_every_rule_that_is_named_opens_its_sentence(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[6, 5])
    player = phones.at(table.player)
    player.roll.get_by_text("Step by step, with the rules").click()
    for rule in player.roll.locator("button.rule").all():
        rule.click()
        expect(rule).to_have_attribute("aria-expanded", "true")
        expect(player.roll.locator(".rule-says")).to_contain_text(re.compile(r"\w{3,}"))
    assert player.roll.locator("button.rule").count() >= 2


def test_a_refusal_names_no_ruling_by_its_identifier(phones: Phones, server: RunningServer) -> None:
    """What people read is "a house rule", in every sentence of the games that speaks of one."""
    said = r'"([^"]*\bthe rulings? [a-z]+_[^"]*)"'
    games = Path(__file__).parents[2].glob("src/actionroll/games/*/*.py")
    sentences = [found for path in games for found in re.findall(said, path.read_text()) if not found.startswith('"')]
    page = phones.at(open_table(server).gm).page
    words = "new URL('words.js', document.querySelector('script[type=module]').src).href"
    told = page.evaluate(f"said => import({words}).then(({{ worded }}) => said.map(worded))", sentences)
    assert len(told) > 10
    assert not [each for each in told if re.search(r"the ruling|=|_", each)]


def test_every_outcome_says_what_it_means_and_a_match_what_it_is(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    player = phones.at(table.player)
    roll = table.player.do("declare", character="c1", trait="edge", inputs={"sf_move": "face_danger"})["number"]
    table.player.do("throw", roll=roll, dice=[6, 1, 2])
    player.tab("Table")
    expect(player.roll.locator(".effects")).to_contain_text("gains 1 momentum")
    expect(player.roll.locator("p.means")).to_contain_text("It works. Say how.")
    roll = table.player.do("declare", character="c1", trait="edge")["number"]
    table.player.do("throw", roll=roll, dice=[1, 3, 3])
    expect(player.roll.locator("p.means")).to_contain_text("The dice match: the miss takes a turn for the worse")
    expect(player.roll.locator(".why")).to_contain_text("a tie goes to the challenge die")


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
    assert "proposes: Rope 3, Moth: Health 1." in " ".join(ally.log())
    table.gm.do("settle", roll=roll)
    expect(player.page.locator(".news")).to_contain_text("loses 3 of Rope (broken)")
    assert "Nyx loses 3 of Rope (broken)" in " ".join(player.log())


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
    expect(player.roll.locator("button.option", has_text="Gamble")).to_contain_text("17 % a bane for Nyx")
    expect(gm.roll.get_by_role("group", name="The last word on gambles allowed for Moth")).to_be_visible()


def test_willpower_that_is_thrown_again_is_not_called_another(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "wherever-we-go")
    table.player.do("make", name="Nyx", values={"stress": 2})
    player = phones.at(table.player)
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"})["number"]
    table.player.do("throw", roll=roll, dice=[6, 1, 1, 6])
    player.tab("Table")
    gamble = player.roll.locator("button.option", has_text="Gamble")
    expect(gamble).to_contain_text("31 % another bane")
    expect(gamble).to_contain_text("31 % willpower +1")


def test_what_the_gm_denies_is_told(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "wherever-we-go")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    player = phones.at(table.player)
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.other.do("offer", roll=roll, character="c2", how="holds the rope")
    table.gm.do("set", roll=roll, inputs={"help_allowed": False})
    player.tab("Table")
    expect(player.roll.locator(".says")).to_contain_text("the gm does not accept the help")
    expect(player.page.get_by_text("set help allowed no")).to_be_attached()
