"""What changed, told to whom it concerns: once, in time, and in nobody's way."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.phones import DESKTOP, PHONE, Phones, acted, at_ease, fight, seated
from tests.server import RunningServer

pytestmark = pytest.mark.slow


def test_what_is_everyones_comes_to_each_player(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    player = phones.at(table.player)
    table.gm.do("edit", where="table", values={"supply": 4})
    expect(player.page.locator(".news")).to_contain_text("Supply5 → 4")
    assert "the party loses 1 supply (now 4)" in player.log()[-1].replace("The", "the")


def test_a_bonus_is_told_of_the_one_who_gets_it(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged", heart=3)
    own = table.player.do("declare", character="c1", trait="edge", inputs={"sf_move": "face_danger"})["number"]
    aid = table.other.do("declare", character="c2", trait="heart", inputs={"sf_move": "aid_your_ally"})["number"]
    table.other.do("throw", roll=aid, dice=[1, 2, 9])
    player = phones.at(table.player)
    expect(player.roll).to_have_attribute("aria-label", re.compile(f"Roll {own}:"))
    due = next(each["due"] for each in table.other.see()["rolls"][-1]["open_dues"] if each["kind"] == "choice")
    table.other.do("settle", roll=aid, due=due, answer=[{"way": "next", "amount": 1, "who": "c1"}])
    news = player.page.get_by_role("button", name=re.compile("bonus on the next move 0 → 1"))
    expect(news).to_have_text("Nyx: bonus on the next move 0 → 1 (from Moth)")


def test_a_card_without_words_waits_in_the_strip_by_its_title(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    easy = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=easy, inputs={"risk": "none"})
    table.player.do("throw", roll=easy)
    table.player.do("declare", character="c1", trait="stealth")
    player = phones.at(table.player)
    expect(player.roll).to_contain_text("Stealth")
    table.gm.do("settle", roll=easy, due=0, answer=[{"way": "theirs", "amount": 1}])
    expect(player.page.get_by_role("button", name="It is yours to tell how it goes").first).to_be_visible()


def test_what_the_gm_begins_moves_and_ends_is_told_to_all_once(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    player, gm = phones.at(table.player), phones.at(table.gm)
    news = player.page.locator(".news-card")
    ours = fight(table)
    expect(news).to_contain_text("Gem began the fight “Scrap pirates” (dangerous).")
    news.get_by_role("button", name="To the fight").click()
    expect(news).to_have_count(0)
    expect(player.page.locator(".of-all strong")).to_be_in_viewport()
    player.tab("Me")
    table.gm.do("change_undertaking", undertaking=ours, ended=True)
    expect(news).to_contain_text("Gem ended “Scrap pirates”.")
    news.get_by_role("button", name="All right").click()
    clock = table.gm.do("make_clock", name="Patrol", size=6)["entries"][0]["entry"]["clock"]
    expect(news).to_contain_text("Gem started the clock “Patrol” (0 of 6).")
    news.get_by_role("button", name="All right").click()
    for by in (1, 2):  # what was not looked at yet is told as one
        table.gm.do("tick", clock=clock, by=by)
    expect(news).to_have_count(0)  # and covers nothing
    expect(player.page.locator(".news.slim")).to_contain_text("The clock “Patrol” moves: 0 → 3 of 6")
    table.player.do("undertake", kind="vow", name="Mine", rank="epic", character="c1")
    table.player.do("undertake", kind="expedition", name="To the relay", rank="epic")
    expect(gm.page.locator(".news-card")).to_contain_text("began the expedition “To the relay” (epic).")


def test_what_began_is_no_news_once_it_was_rolled_on(phones: Phones, server: RunningServer) -> None:
    """It lay over a gm's calls, and over half a sheet, through all rolls that came of it."""
    table = seated(server, "starforged")
    gm = phones.at(table.gm, viewport=DESKTOP)
    begun = table.player.do("undertake", kind="vow", name="The last light", rank="dangerous")
    expect(gm.page.locator(".news-card")).to_contain_text("The last light")
    inputs, on = {"sf_move": "swear_an_iron_vow"}, begun["entries"][0]["entry"]["undertaking"]
    roll = table.player.do("declare", character="c1", trait="heart", undertaking=on, inputs=inputs)["number"]
    table.player.do("throw", roll=roll, dice=[6, 1, 2])
    expect(gm.page.locator(".news-card")).to_have_count(0)


def test_a_card_of_what_all_share_waits_while_a_roll_is_played(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    table.player.do("declare", character="c1", trait="edge")
    player, desk = phones.at(table.player), phones.at(table.gm, viewport=DESKTOP)
    expect(player.roll.locator("button.throw")).to_be_visible()
    throw = desk.roll.locator("button.throw")
    expect(throw).to_be_visible()
    before = throw.bounding_box()
    table.other.do("undertake", kind="fight", name="Scrap pirates", rank="dangerous")
    expect(desk.page.locator(".news-card")).to_contain_text("Bo began the fight")  # over the log, beside the roll
    assert throw.bounding_box() == before
    expect(player.page.locator(".news.slim")).to_have_text("Bo began the fight “Scrap pirates” (dangerous).")
    expect(player.page.locator(".news-card")).to_have_count(0)


def test_what_others_do_to_me_comes_to_my_screen_once(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    inputs = {"intent": "Nyx crosses the roof"}
    roll = table.player.do("declare", character="c1", trait="climbing", inputs=inputs)["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d8", "position": "neutral", "stakes": "You fall."})
    table.player.do("throw", roll=roll, dice=[1, 8])
    player, gm = phones.at(table.player), phones.at(table.gm)
    expect(player.roll).to_contain_text("Nyx crosses the roof")
    due = gm.roll.locator(".due").first
    due.get_by_role("textbox").fill("A pane gives.")
    touched = due.locator("button.way", has_text="Stress")
    before = touched.evaluate("each => each.getBoundingClientRect().top")
    touched.click()
    assert touched.evaluate("each => each.getBoundingClientRect().top") == before
    expect(due.get_by_role("textbox")).to_have_value("A pane gives.")
    due.locator("button.settle").click()
    card = player.page.locator(".news")
    expect(card).to_contain_text("A pane gives.")
    expect(card).to_contain_text("Stress0 → 3")  # of a critical failure
    expect(card.get_by_text("Stress", exact=True)).to_have_count(1)  # the kind is called as what it moves
    card.get_by_role("button").click()
    expect(card).to_have_count(0)
    player.page.reload()
    expect(player.page.locator(".banner")).to_be_visible()
    expect(player.page.locator(".news")).to_have_count(0)


def test_who_begins_the_next_roll_has_seen_what_changed(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    player = phones.at(table.player)
    table.gm.do("edit", where="c1", values={"stress": 3})
    expect(player.page.locator(".news")).to_contain_text("Stress")
    player.declare("Skulk")
    expect(player.roll.locator("button.throw")).to_be_visible()
    expect(player.page.locator(".news-card")).to_have_count(0)


def test_a_loss_taken_back_before_it_was_seen_is_no_news(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    roll = table.player.do("declare", character="c1", trait="edge")["number"]
    player = phones.at(table.player)
    table.player.do("throw", roll=roll, dice=[1, 9, 10])
    expect(player.roll.locator(".word")).to_be_visible()
    (due, *_) = table.gm.see(f"rolls/{roll}")["open_dues"]
    table.gm.do("settle", roll=roll, due=due["due"], answer=[{"way": "endure stress", "amount": 1}])
    expect(player.page.locator(".news")).to_contain_text("Spirit5 → 4")
    table.gm.do("undo", entry=roll)
    expect(player.roll).to_contain_text("Taken back")
    expect(player.page.locator(".news")).to_have_count(0)


def test_a_loss_that_stands_open_says_that_it_was_taken_back(phones: Phones, server: RunningServer) -> None:
    """It does not go without a word where only the loss is taken back, and the roll stands."""
    table = seated(server, "starforged")
    roll = table.player.do("declare", character="c1", trait="edge")["number"]
    player = phones.at(table.player)
    table.player.do("throw", roll=roll, dice=[1, 9, 10])
    expect(player.roll.locator(".word")).to_be_visible()
    (due, *_) = table.gm.see(f"rolls/{roll}")["open_dues"]
    told = table.gm.do("settle", roll=roll, due=due["due"], answer=[{"way": "endure stress", "amount": 1}])
    expect(player.page.locator(".news")).to_contain_text("Spirit5 → 4")
    table.gm.do("undo", entry=told["number"])
    expect(player.page.locator(".news")).to_contain_text("Gem takes back: your spirit 4 → 5")


MIDDLES = "all => all.map((each) => each.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2)"


def test_a_line_of_what_changed_covers_nothing_of_the_roll_and_goes_with_its_dice(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "illuminated-worlds")
    roll = table.player.do("declare", character="c1", trait="sway", inputs={"approach": "Find out more."})["number"]
    player = phones.at(table.player)
    expect(player.roll.locator("button.throw")).to_be_visible()
    table.gm.do("edit", where="c1", values={"bleed": 1})
    line = player.page.locator(".news.slim")
    expect(line).to_have_text("Gem: your bleed marks 0 → 1")
    expect(line.locator("svg")).to_have_count(2)  # of whom it tells, and that it opens
    right = line.evaluate("(each) => each.getBoundingClientRect().right")
    assert right <= player.page.locator(".banner ul.here").evaluate("(each) => each.getBoundingClientRect().left")
    middles = line.locator(".docked, .docked span").evaluate_all(MIDDLES)
    assert abs(middles[0] - middles[1]) <= 1
    low = line.evaluate("(each) => each.getBoundingClientRect().bottom")
    assert low <= player.roll.evaluate("(each) => each.getBoundingClientRect().top")
    table.player.do("throw", roll=roll, dice=[1] * len(table.player.see(f"rolls/{roll}")["dice"]))
    expect(player.roll.locator(".word")).to_be_visible()
    expect(line).to_have_count(0)


BOTH_AT_ONCE = """() => {
  window.both = 0;
  const isMelee = () => /Melee/.test(document.querySelector(".roll").innerText);
  const isCovered = () => document.querySelector(".news-card") && isMelee();
  new MutationObserver(() => { window.both += isCovered() ? 1 : 0; }).observe(document.body, {
    childList: true, subtree: true, characterData: true,
  });
}"""
UNDER = """(each) => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  const apart = (box) => box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom;
  return [...document.querySelectorAll(".banner .home, .banner h1, .banner .here li, article.roll")]
    .filter((other) => other.checkVisibility() && !other.closest(".visually-hidden"))
    .filter((other) => !apart(other.getBoundingClientRect())).map((other) => other.textContent);
}"""
AT_EVERY_HOLD = (PHONE, {"width": 844, "height": 390}, {"width": 320, "height": 568}, {"width": 195, "height": 422})


def test_what_waits_to_be_read_stands_in_the_header_over_nothing_and_says_who_and_that_it_opens(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "starforged")
    table.player.do("declare", character="c1", trait="edge")
    player = phones.at(table.player)
    expect(player.roll.locator("button.throw")).to_be_visible()
    table.gm.do("keep", what="handout", fields={"title": "A map of the hold", "text": "Three doors."})
    table.gm.do("hand_out", card=table.gm.see()["cards"][0]["card"])
    table.player.do("throw", roll=table.player.see()["rolls"][-1]["roll"], dice=[6, 1, 2])
    line = player.page.locator(".docked:visible")
    expect(line).to_have_text("Gem hands out: A map of the hold")
    assert line.evaluate("(each) => getComputedStyle(each, '::after').content") == '"Read"'
    for size in AT_EVERY_HOLD:
        player.page.set_viewport_size(size)  # type: ignore[arg-type]
        expect(line).to_have_count(1)
        assert line.evaluate(UNDER) == [], size
    line.click()
    expect(player.page.locator(".news-card")).to_contain_text("Three doors.")
    expect(player.page.get_by_role("heading", level=1)).to_be_visible()


def test_a_card_gives_way_in_the_moment_in_which_the_next_roll_comes(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    first = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=first, dice=[1, 1])
    table.player.do("decide", roll=first, option="keep")
    player = phones.at(table.player)
    expect(player.roll.locator(".headline")).to_have_text("Failure")
    table.gm.do("settle", roll=first, due=0, answer=[{"way": "stress", "amount": 1, "words": "Glass breaks."}])
    expect(player.page.locator(".news-card")).to_contain_text("Glass breaks.")
    player.page.evaluate(BOTH_AT_ONCE)
    table.other.do("declare", character="c2", trait="melee")
    expect(player.page.locator(".docked:visible")).to_have_text("Gem: your stress 0 → 1")
    assert player.page.evaluate("window.both") == 0


IN_SIGHT = """(each) => {
    const { x, y } = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint(x + 20, y + 20));
}"""


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_a_card_about_a_roll_that_is_over_waits_in_the_strip(
    phones: Phones, server: RunningServer, size: dict[str, int]
) -> None:
    table = seated(server, "wherever-we-go")
    first = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=first, dice=[1, 1])
    table.player.do("decide", roll=first, option="keep")
    player = phones.at(table.player, viewport=size)
    expect(player.roll.locator(".headline")).to_have_text("Failure")
    second = table.player.do("declare", character="c1", trait="melee")["number"]
    throw = player.page.locator(f"[aria-label^='Roll {second}'] .throwing button.throw")
    expect(throw).to_be_visible()
    stress = {"way": "stress", "amount": 1, "words": "Glass breaks underfoot."}
    table.gm.do("settle", roll=first, due=0, answer=[stress])
    docked = player.page.locator(".docked:visible")
    expect(docked).to_have_text("Gem: your stress 0 → 1")
    expect(docked).to_be_in_viewport()
    assert docked.evaluate(IN_SIGHT), "nothing lies over it"
    expect(player.page.locator(".news-card")).to_have_count(0)
    docked.click()
    expect(player.page.locator(".news-card")).to_contain_text("Glass breaks underfoot.")
    player.page.get_by_role("button", name="All right").click()
    expect(docked).to_have_count(0)
    expect(throw).to_be_visible()


def test_a_card_that_was_seen_does_not_come_back(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go")
    first = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=first, dice=[1, 1])
    table.player.do("decide", roll=first, option="keep")
    player = phones.at(table.player)
    expect(player.roll.locator(".headline")).to_have_text("Failure")
    table.gm.do("settle", roll=first, due=0, answer=[{"way": "stress", "amount": 1, "words": "Glass breaks."}])
    card = player.page.locator(".news-card")
    expect(card).to_contain_text("Glass breaks.")
    second = table.other.do("declare", character="c2", trait="melee")["number"]
    expect(player.page.locator(".docked:visible")).to_have_text("Gem: your stress 0 → 1")
    table.other.do("withdraw", roll=second)
    expect(player.page.locator(".docked")).to_have_count(0)
    expect(card).to_have_count(0)


def test_what_belongs_to_an_older_roll_gives_way_when_dice_fall(phones: Phones, server: RunningServer) -> None:
    """A roll that is over as soon as it falls is covered by nothing; what was not read yet is a line above it."""
    table = seated(server, "starforged", edge=3)
    player = phones.at(table.player)
    first = table.player.do("declare", character="c1", trait="edge")["number"]
    table.player.do("throw", roll=first, dice=[1, 9, 8])
    expect(player.roll.locator(".headline")).to_have_text("Miss")
    table.gm.do("settle", roll=first, answer=[{"way": "in words", "words": "They close in."}])
    table.gm.do("begin_scene", name="The hold, in the dark")
    card = player.page.locator(".news-card")
    expect(card).to_contain_text("They close in.")
    player.roll.get_by_role("button", name="challenge").click()
    expect(player.page.locator(".refusal")).to_contain_text("Two ten-sided dice")
    table.player.do("roll_at_once", character="c1", trait="edge", dice=[6, 1, 2])
    expect(player.roll.locator(".headline")).to_have_text("Strong hit")
    expect(card.or_(player.page.locator(".refusal"))).to_have_count(0)
    line = player.page.locator(".docked:visible")
    expect(line).to_have_text("A scene begins: The hold, in the dark")  # the newest of them
    line.click()
    expect(card).to_contain_text("The hold, in the dark")
    card.get_by_role("button").click()
    expect(line).to_have_text("Gem: They close in.")
    player.tab("Me")
    expect(player.page.locator(".sheet h2").first).to_be_visible()
    expect(card).to_have_count(0)  # which was read before the dice fell


def test_news_that_is_no_longer_true_or_older_than_the_roll_before_goes(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    first = table.player.do("declare", character="c1", trait="edge")["number"]
    table.player.do("throw", roll=first, dice=[1, 9, 8])
    open_one = table.other.do("declare", character="c2", trait="edge")["number"]
    player = phones.at(table.player)
    expect(player.roll.locator(".to-throw")).to_be_visible()
    line = player.page.locator(".docked:visible")
    table.gm.do("edit", where="c1", values={"health": 4})
    expect(line).to_have_text("Gem: your health 5 → 4")
    table.gm.do("edit", where="c1", values={"health": 5})
    expect(line).to_have_text("Gem: your health 4 → 5")
    table.gm.do("settle", roll=first, answer=[{"way": "in words", "words": "They close in."}])
    expect(line).to_have_text("Gem: They close in.")  # before all that is older
    table.other.do("throw", roll=open_one, dice=[6, 1, 2])
    expect(player.roll.locator(".headline")).to_have_text("Strong hit")
    expect(line).to_have_text("Gem: They close in.")
    table.other.do("roll_at_once", character="c2", trait="edge", dice=[1, 9, 8])
    expect(player.roll.locator(".headline")).to_have_text("Miss")
    expect(line).to_have_count(0)
    player.tab("Me")
    expect(player.page.locator(".sheet h2").first).to_be_visible()
    expect(player.page.locator(".news-card")).to_have_count(0)


def test_a_card_names_a_track_that_moves_once(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "illuminated-worlds")
    table.player.do("make", name="Evelyn")
    roll = table.player.do("declare", character="c1", trait="hide")["number"]
    table.gm.do("throw", roll=roll, dice=[1] * len(table.gm.see(f"rolls/{roll}")["dice"]))
    while asks := table.player.see(f"rolls/{roll}")["asks"]:
        table.player.do("decide", roll=roll, option=asks["options"][0]["option"])
    player = phones.at(table.player, viewport=DESKTOP)
    table.gm.do(
        "settle", roll=roll, answer=[{"way": "brain marks", "amount": 1, "who": "c1", "words": "It looks back."}]
    )
    card = player.page.locator(".news-card")
    expect(card).to_contain_text("It looks back.")
    expect(card.get_by_text("Brain marks")).to_have_count(1)


def test_marks_of_one_track_are_told_as_one_and_not_after_its_end(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    table.gm.do("begin_evening")
    begun = table.gm.do("undertake", kind="vow", name="Find the lost colony", rank="dangerous")
    vow = begun["entries"][0]["entry"]["undertaking"]
    player = phones.at(table.player)
    player.tab("Me")
    for _ in range(3):
        table.gm.do("mark_progress", undertaking=vow)
    card = player.page.locator(".news-card")
    expect(card).to_contain_text("0 → 6 boxes")
    expect(card.get_by_role("button")).to_have_text("All right")  # one card, and no more behind it
    table.gm.do("change_undertaking", undertaking=vow, ticks=40)
    table.gm.do("change_undertaking", undertaking=vow, ended=True)
    expect(card).to_contain_text("Gem ended “Find the lost colony”.")
    expect(card.get_by_role("button")).to_have_text("All right")
    table.gm.do("end_evening")
    expect(card).to_contain_text("The evening is over")
    card.get_by_role("button", name="Read the recap").click()
    expect(card).to_have_count(0)


def test_harm_is_read_before_the_end_of_an_evening_takes_its_place(phones: Phones, server: RunningServer) -> None:
    """A card without words was gone under a finger, and came to nobody's eyes again."""
    table = seated(server, "wherever-we-go", dexterity="d8", stealth="d8")
    table.gm.do("begin_evening")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=roll, dice=[1, 1])
    table.player.do("decide", roll=roll, option="keep")
    player = phones.at(table.player)
    table.gm.do("settle", roll=roll, due=0, answer=[{"way": "stress"}])
    card = player.page.locator(".news-card")
    expect(card).to_contain_text("Stress0 → 1")
    table.gm.do("end_evening")
    expect(card.get_by_role("button")).to_have_text("Next (1 more)")
    expect(card).to_contain_text("Stress0 → 1")
    card.get_by_role("button").click()
    expect(card).to_contain_text("The evening is over")
    table.other.do("declare", character="c2", trait="stealth")
    expect(card).to_have_count(0)  # it would lie on what is rolled next


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_a_beginning_can_be_closed_covers_no_roll_and_leads_to_what_began(
    phones: Phones, server: RunningServer, size: dict[str, int]
) -> None:
    table = seated(server, "starforged")
    roll = table.other.do("declare", character="c2", trait="heart", inputs={"sf_move": "swear_an_iron_vow"})["number"]
    table.other.do("throw", roll=roll, dice=[6, 1, 2])
    player = phones.at(table.player, viewport=size)
    expect(player.roll.locator(".headline")).to_have_text("Strong hit")
    for name in ("An old debt", "The relay"):
        table.other.do("undertake", kind="vow", name=name, rank="dangerous")
    card = player.page.locator(".news-card")
    if size == PHONE:
        expect(player.page.locator(".news.slim")).to_contain_text("The relay")  # a line, beside the result
        expect(card).to_have_count(0)
        player.tab("Me")
        assert card.evaluate("(each) => getComputedStyle(each.parentElement, '::before').content") == "none"
    expect(card).to_contain_text("An old debt")
    card.get_by_role("button", name="Next (1 more)").click()
    expect(card).to_contain_text("The relay")
    expect(card.get_by_role("button", name="Close")).to_be_visible()
    card.get_by_role("button", name="To the vow").click()
    expect(card).to_have_count(0)
    expect(player.page.locator(".undertaking", has_text="The relay").first).to_be_in_viewport()


@pytest.mark.parametrize(("way", "comes"), [("complication", True), ("nothing", False)])
def test_a_consequence_without_words_comes_as_a_card_too(
    phones: Phones, server: RunningServer, way: str, comes: bool
) -> None:
    table = seated(server, "wherever-we-go", dexterity="d8", stealth="d8")
    roll = table.player.do("declare", character="c1", trait="stealth")["number"]
    table.player.do("throw", roll=roll, dice=[1, 1])
    table.player.do("decide", roll=roll, option="keep")
    player, other = phones.at(table.player), phones.at(table.other)
    table.gm.do("settle", roll=roll, due=0, answer=[{"way": way}])
    card = player.page.locator(".news-card")
    if comes:
        expect(card).to_contain_text("Gem says what it brings")
        expect(card).to_contain_text("Complication")
    assert len(player.log()) == len(other.log())  # all of it has come to both
    expect(card).to_have_count(int(comes))
    expect(other.page.locator(".news-card")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_what_falls_on_one_of_several_is_no_card_of_another(
    phones: Phones, server: RunningServer, size: dict[str, int]
) -> None:
    """A trauma of who took part came to who rolled, and named nobody."""
    table = seated(server, "in-the-dark")
    table.gm.do("edit", where="c2", values={"stress": 8})
    roll = table.player.do("declare", character="c1", trait="skulk", move="teamwork", members=["c1"])["number"]
    table.other.do("offer", roll=roll, character="c2", input="members")
    table.player.do("throw", roll=roll, dice=[1, 2, 3, 1])
    dues = {due["kind"]: due["due"] for due in table.gm.see()["rolls"][-1]["open_dues"]}
    player, other = phones.at(table.player, viewport=size), phones.at(table.other, viewport=size)
    expect(player.roll.locator(".headline")).to_have_text("Failure")
    table.gm.do("settle", roll=roll, due=dues["trauma"], answer=[{"way": "trauma", "words": "You never sleep."}])
    expect(other.page.locator(".news")).to_contain_text("You never sleep.")
    expect(player.roll.locator(".brought")).to_contain_text("You never sleep.")  # it has come to both
    expect(player.page.locator(".news")).to_have_count(0)


def test_of_what_falls_on_two_each_reads_and_takes_their_own_first(phones: Phones, server: RunningServer) -> None:
    """Both read the roller's lines first, over a button that seemed to take all of it."""
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk", move="teamwork", members=["c1"])["number"]
    table.other.do("offer", roll=roll, character="c2", input="members")
    table.player.do("throw", roll=roll, dice=[1, 2, 3, 1])
    harm = [{"way": "minor harm", "amount": 1, "who": who} for who in ("c1", "c2")]
    table.gm.do("name_due", roll=roll, due=0, answer=harm)
    names = {each["character"]: each["name"] for each in table.gm.see()["characters"]}
    for seat, own in ((table.player, names["c1"]), (table.other, names["c2"])):
        phone = phones.at(seat)
        expect(phone.roll.get_by_role("button", name="Take yours")).to_be_visible()
        expect(phone.roll.locator(".landing .change").first).to_contain_text(own)
        answers = phone.roll.locator(".due > .landing.answers, .due > .hint.waits")
        expect(answers.first.get_by_role("button", name="Take yours")).to_be_visible()


def test_no_card_lies_over_what_is_mine_to_decide(phones: Phones, server: RunningServer) -> None:
    """It covered what the same roll asked: to take it, or to resist."""
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk", inputs={"extra": "bargain"})["number"]
    table.gm.do("set", roll=roll, inputs={"position": "normal"})
    table.player.do("throw", roll=roll, dice=[1, 1, 1])
    dues = {due["kind"]: due["due"] for due in table.gm.see()["rolls"][-1]["open_dues"]}
    table.gm.do(
        "name_due", roll=roll, due=dues["consequence"], answer=[{"way": "minor harm", "amount": 1, "who": "c1"}]
    )
    player = phones.at(table.player)
    take = player.roll.get_by_role("button", name="Take it")
    expect(take).to_be_visible()
    table.gm.do("settle", roll=roll, due=dues["bargain"], answer=[{"way": "bargain", "words": "The lamp is lost."}])
    line = player.page.locator(".news.slim")
    expect(line).to_have_text("Gem: The lamp is lost.")
    expect(player.page.locator(".news-card")).to_have_count(0)
    assert take.evaluate(IN_SIGHT), "nothing lies over it"
    line.get_by_role("button").click()
    expect(player.page.locator(".news-card")).to_contain_text("The lamp is lost.")


def test_a_ruling_in_the_middle_of_play_comes_to_players_and_words_follow_it(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "true-world")
    acted(table, table.player, "c1")
    player, gm = phones.at(table.player), phones.at(table.gm)
    table.gm.do("rule", rulings={"ties": "failure"})
    news = player.page.locator(".news-card")
    expect(news).to_contain_text("This is a dangerous encounter now: a tie fails.")
    expect(news).not_to_contain_text("house rules")
    assert news.evaluate("each => getComputedStyle(each.parentElement, '::before').content") == "none"  # nothing dims
    news.get_by_role("button", name="All right").click()
    player.tab("Me")
    player.page.get_by_text("Words of this game").click()
    words = player.page.locator(".sheet details.more", has_text="Words of this game")
    expect(words).to_contain_text("your highest has to be higher, a tie fails")
    expect(gm.page.locator(".news")).to_have_count(0)
    roll = table.player.do("declare", character="c1", trait="climbing", inputs={"intent": "Up the wall."})["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    for phone in (gm, player):
        phone.tab("Table")
        expect(phone.roll.locator(".standing")).to_contain_text("Very challenging; dangerous: a tie fails")
    table.gm.do("rule", rulings={"ties": "success", "texts": "called"})
    player.tab("Log")
    line = player.page.locator("li.of-ruled").first
    expect(line).to_have_text(
        "The encounter is dangerous no longer: a tie succeeds. Gem settled house rules: "
        "Does a roll wait until intentions and risks are written? Yes, nobody throws before."
    )


def test_no_card_hides_that_a_roll_opened(phones: Phones, server: RunningServer) -> None:
    """Off the stage the line that says so stood under a card of news, and the roll was missed."""
    table = seated(server, "starforged")
    player = phones.at(table.player)
    player.tab("Me")
    table.other.do("undertake", kind="expedition", name="Across the drift", rank="dangerous")
    card, line = player.page.locator(".news-card"), player.page.locator(".call-back")
    expect(card).to_contain_text("Across the drift")
    before = card.bounding_box()
    table.other.do("declare", character="c2", trait="iron", inputs={"sf_move": "face_danger"})
    expect(line).to_contain_text("Moth · to throw")
    assert card.bounding_box() == before
    line.click()  # which nothing lies over
    expect(player.roll).to_have_attribute("aria-label", re.compile("Moth: Face danger with iron"))
