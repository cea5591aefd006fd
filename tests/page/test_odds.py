"""Odds as bars, tables and charts: no number is torn, and nothing moves under a finger."""

import re

import pytest
from playwright.sync_api import Route, expect

from actionroll.games import games
from actionroll.rules.game import Game
from tests.page.phones import DESKTOP, LINES, Phones, at_ease
from tests.server import RunningServer

pytestmark = pytest.mark.slow


def test_a_table_of_odds_breaks_no_word_and_no_number_on_a_phone(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/starforged?stat=2")
    page.get_by_role("button", name="Compare with another").click()
    page.get_by_role("button", name="A stat of 3 and an add").click()
    expect(page.locator(".beside .hint", has_text="Compared with 67 %")).to_be_visible()
    page.locator(".exact summary").click()
    cells = page.locator(".exact td, .exact thead th:nth-child(-n+2)").all()
    assert cells
    assert {cell.evaluate(LINES) for cell in cells} == {1}
    adds = page.locator(".inputs .control .label span", has_text="adds").first
    assert adds.evaluate(LINES) == 1
    throws = page.get_by_role("button", name="Throw it")
    throws.evaluate("(each) => each.scrollIntoView({ block: 'end' })")
    before = throws.bounding_box()
    throws.click()
    came = page.locator(".result .came")
    expect(came.locator(".word")).to_be_in_viewport(ratio=1)  # what falls is seen where it was thrown
    assert page.get_by_role("button", name="Throw again").bounding_box() == before
    assert came.evaluate("(each) => each.scrollHeight <= each.clientHeight")


def test_while_odds_are_counted_no_number_stands_for_them(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/starforged?stat=2")
    said = page.locator("section.card", has_text="As one thing changes").locator("p.hint")
    expect(said).to_have_text("With 2 stat: 67 %.")
    held: list[Route] = []
    page.route("**/api/odds", lambda asked: held.insert(0, asked))
    page.get_by_role("button", name="A stat of 3 and an add").click()
    expect(said).to_have_text("With 3 stat: …")
    held[0].continue_()
    expect(said).to_have_text("With 3 stat: 85 %.")


def test_what_changes_names_only_what_changes_these_odds(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/starforged?stat=2")
    changes = page.get_by_role("radiogroup", name="what changes").get_by_role("radio")
    told = ["stat", "bonus on the next move", "action die set by an asset", "penalty"]
    expect(changes).to_have_text([re.compile(each, re.IGNORECASE) for each in told])
    page.get_by_role("button", name="Momentum 7, burned where it helps").click()
    expect(changes.filter(has_text=re.compile("momentum", re.IGNORECASE))).to_have_count(1)


def test_two_set_ups_are_two_bars_each_under_its_own_line(phones: Phones) -> None:
    page = phones.phone(viewport=DESKTOP).page
    page.goto(f"{phones.address}/odds/true-world")
    page.get_by_role("button", name="Compare with another").click()
    beside, bars = page.locator(".beside"), page.locator(".result .bar")
    expect(beside.locator(".hint + .odds")).to_have_count(1)
    expect(bars).to_have_count(2)
    tapped = [page.get_by_role("button", name=name) for name in ("Stop comparing", "Throw it", "Save the comparison")]
    before = [each.bounding_box() for each in tapped]
    page.get_by_role("radiogroup", name="difficulty").get_by_role("radio", name="d12").click()
    expect(page.locator(".difference")).to_have_text("38 %, −18 points")
    expect(page.locator(".works .says")).to_contain_text("d12 difficulty")
    expect(beside.locator(".hint", has_text="Compared with 56 %").locator("+ .odds")).to_have_count(1)
    expect(bars).to_have_count(2)
    expect(bars.first.locator(".chance:not(.tight)")).to_have_text(["22 %", "24 %", "17 %", "22 %", "12 %"])
    assert [each.bounding_box() for each in tapped] == before  # nothing moves
    expect(tapped[1]).to_be_in_viewport(ratio=1)


def test_what_is_changed_comes_into_sight_on_a_phone_and_each_bar_says_when_it_was(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/true-world")
    page.get_by_role("button", name="Compare with another").click()
    asked = page.get_by_role("radiogroup", name="difficulty")
    expect(asked).to_be_in_viewport(ratio=1)
    seen = page.locator(".in-sight")
    expect(seen.locator("b")).to_have_text("Now change something")
    asked.get_by_role("radio", name="d12").click()
    expect(seen.locator("b")).to_have_text("38 %, −18 points")
    expect(seen.locator(".when")).to_have_text(["now", "before"])
    covered = seen.evaluate("each => each.getBoundingClientRect().bottom")
    assert page.locator(".inputs .kinds").evaluate("each => each.getBoundingClientRect().top") >= covered


def test_every_die_to_add_lies_on_the_screen_of_a_phone(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/true-world")
    largest = page.locator(".inputs").get_by_role("button", name="add d12 to").first
    largest.scroll_into_view_if_needed()
    expect(largest).to_be_in_viewport(ratio=1)
    assert page.locator(".inputs .list").first.evaluate("each => each.scrollWidth <= each.clientWidth")


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


def test_an_input_of_the_odds_page_stays_where_it_is_touched(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/wherever-we-go?decide.push=push")
    more = page.locator(".inputs details.more")
    more.locator("summary").first.click()
    for _ in range(3):
        more.get_by_role("button", name="more stress", exact=True).click()
    expect(more.get_by_role("group", name="stress").locator("output")).to_have_text("3")
    page.get_by_role("button", name="Compare with another").click()
    expect(page.locator(".difference")).to_have_text(re.compile("Now change something"))
    more.get_by_role("button", name="less stress", exact=True).click()
    expect(page.locator(".difference")).to_have_text(re.compile(r"\d+ %, ([+−]\d+ points?|the same)"))


def test_what_an_outcome_that_is_sure_costs_is_the_picture_and_is_compared(phones: Phones) -> None:
    """A consequence is resisted for sure: a full bar said nothing, and three dice looked just like two."""
    page = phones.phone(viewport=DESKTOP).page
    page.goto(f"{phones.address}/odds/in-the-dark")
    page.get_by_role("button", name="What resisting costs with two dice").click()
    card = page.get_by_role("region", name="Odds")
    expect(card.locator(".works")).to_contain_text("1.5 stress on average")
    expect(card.locator(".spread li")).to_have_text(["31 %none", "25 %+1", "19 %+2", "14 %+3", "8 %+4", "3 %+5"])
    expect(card.locator(".bar")).to_have_count(0)
    card.get_by_role("button", name="Compare with another").click()
    expect(card.locator(".difference")).to_have_text("Now change something")
    page.get_by_role("button", name="more dice", exact=True).click()
    expect(card.locator(".difference")).to_have_text("1.0 stress on average, 0.5 less")
    expect(card.locator(".beside .hint")).to_contain_text("Compared with 1.5 stress on average")
    expect(card.locator(".spread")).to_have_count(2)
    page.get_by_role("button", name="less dice", exact=True).click()
    page.get_by_role("button", name="more stress", exact=True).click()
    expect(card.locator(".difference")).to_have_text("1.5 stress on average, the same")  # it is seen as a change


def test_a_thin_part_of_the_odds_tells_its_chance_in_the_key(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    table.player.do("make", name="Nyx", values={"skulk": 1})
    player = phones.at(table.player)
    player.declare("Skulk")
    parts = player.roll.locator(".standing .segment .chance").all_inner_texts()
    thin = player.roll.locator(".standing .segment .chance.tight").all_inner_texts()
    key = player.roll.locator(".standing .tiers")
    assert len(thin) < len(parts)
    for chance in thin:
        expect(key).to_contain_text(chance)


TEXT_HEIGHTS = """
() => [...document.querySelectorAll(".odds .tiers b, .pill b")].map(
  (each) => each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).fontSize),
)
"""


def test_no_number_is_torn_and_nothing_possible_goes_without(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "true-world")
    table.player.do("make", name="Nyx")
    player = phones.at(table.player)
    roll = table.player.do("declare", character="c1", trait="athletics")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "advantage"})
    told = player.roll.locator(".odds .tiers")
    expect(told).to_contain_text("critical success0 %")
    heights = player.page.evaluate(TEXT_HEIGHTS)
    assert heights
    assert max(heights) < 1.7
    expect(player.roll.locator(".locked small").first).to_have_text("the gm says so")
    lines = "each => [each.previousSibling, each].map((part) => part.getBoundingClientRect())"
    value, reason = player.roll.locator(".locked small").first.evaluate(lines)
    assert value["top"] >= reason["bottom"] - 2  # each on a line of its own
    assert reason["height"] < 1.5 * value["height"]


@pytest.mark.parametrize("game", ["wherever-we-go", "starforged", "illuminated-worlds", "in-the-dark", "true-world"])
def test_each_kind_of_roll_says_what_it_is_for_before_it_is_chosen(phones: Phones, game: str) -> None:
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/{game}")
    kinds = page.get_by_role("radiogroup", name="kind of roll").get_by_role("radio")
    expect(kinds.first).to_be_visible()
    notes = [each.locator(".note").inner_text() for each in kinds.all()]
    assert len(set(notes)) == len(notes) > 1
    assert all(notes)
    assert notes == [each.get_attribute("aria-description") for each in kinds.all()]
    page.set_viewport_size({"width": 320, "height": 568})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("game", "name"), [("illuminated-worlds", "take"), ("wherever-we-go", "gamble")])
def test_each_rule_of_thumb_says_what_it_does(phones: Phones, game: str, name: str) -> None:
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/{game}?decide.{name}=best")
    ways = page.locator(f"[aria-labelledby='in-decide-{name}'] [role=radio]")
    expect(ways.and_(page.get_by_label("best", exact=True))).to_contain_text("what gives the highest tier")
    assert all(ways.evaluate_all("all => all.map((each) => each.querySelector('.note')?.textContent ?? '')"))
    expect(page.get_by_text("A rule of thumb")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_saved_chart_says_what_is_set_and_wears_the_colours_of_the_page(phones: Phones) -> None:
    page = phones.phone(viewport=DESKTOP).page
    page.goto(f"{phones.address}/odds/starforged?stat=2&momentum=7&decide.burn=any")
    expect(page.locator("#chart svg")).to_be_visible()
    said = "Ironsworn: Starforged: action by stat; momentum 7; burn whenever it helps"
    expect(page.locator("#chart svg > title")).to_have_text(said)
    with page.expect_download() as saved:
        page.get_by_role("button", name="SVG").click()
    name = "ironsworn-starforged-action-by-stat-momentum-7-burn-whenever-it-helps.svg"
    assert saved.value.suggested_filename == name
    shades = page.locator("#chart [class*='ar-f']")
    fills = shades.evaluate_all("all => all.map((each) => getComputedStyle(each).fill)")
    drawn = saved.value.path().read_text()
    assert fills
    assert all(f'fill="{fill}"' in drawn for fill in fills)


def test_advice_says_what_it_is_about_and_aims_at_what_most_want(phones: Phones) -> None:
    page = phones.phone(viewport=DESKTOP).page
    page.goto(f"{phones.address}/odds/starforged?stat=2&momentum=7")
    aims, advised = page.get_by_role("radiogroup", name="to reach, or better"), page.locator(".advised li")
    expect(aims.get_by_role("radio", name="weak hit")).to_be_checked()
    expect(advised.first).to_contain_text("If it is a miss that can still be changed, burn momentum.")
    page.goto(f"{phones.address}/odds/wherever-we-go?attribute=d8&skill=d8&stress=2")
    expect(aims.get_by_role("radio", name="mixed success")).to_be_checked()  # what counts as working
    expect(advised.filter(has_text="keep the")).not_to_have_count(0)
    expect(page.locator(".advised")).not_to_contain_text(", for the gamble")
    page.goto(f"{phones.address}/odds/illuminated-worlds?rating=2&gilded=yes&drive=2&drive_max=4")
    expect(advised.filter(has_text="keep the mixed success rather than take the gilded die")).not_to_have_count(0)
    expect(page.get_by_role("radio", name="never", exact=True)).to_be_hidden()  # is chosen less often
    page.get_by_text("Chosen less often").click()
    page.get_by_role("radio", name="never", exact=True).click()
    expect(page.get_by_role("radio", name="never", exact=True)).to_be_checked()


def test_what_is_asked_first_is_marked_and_the_last_odds_stay_until_the_next_are_counted(phones: Phones) -> None:
    page = phones.phone(viewport=DESKTOP).page
    page.goto(f"{phones.address}/odds/starforged?stat=2")
    expect(page.get_by_role("button", name="Throw it")).to_be_enabled()
    said = page.locator(".result .works .says").inner_text()
    held: list[Route] = []
    page.route("**/api/odds", lambda asked: held.insert(0, asked))
    chip = page.get_by_role("button", name="A stat of 3 and an add")
    expect(chip).to_have_attribute("aria-pressed", "false")
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".room.last .works .says")).to_have_text(said)
    expect(page.locator(".room.last .works .says")).to_be_visible()
    expect(page.get_by_role("button", name="Throw it")).to_be_disabled()
    held[0].continue_()
    expect(page.locator(".result .works b")).to_have_text("85 %")
    expect(page.locator(".room")).to_have_count(0)


def test_what_asks_different_things_is_not_compared_in_numbers(phones: Phones) -> None:
    """A cost beside a chance said "100 %, +25 points", with a flat chart of what is sure."""
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/in-the-dark?dots=2")
    page.get_by_role("button", name="Compare with another").click()
    page.get_by_role("button", name="What resisting costs with two dice").click()
    said = "The two ask different things: no number compares them"
    expect(page.locator(".difference")).to_have_text(said)
    expect(page.locator(".in-sight b").first).to_have_text(said)
    expect(page.locator(".in-sight .odds")).to_have_count(0)
    expect(page.get_by_role("button", name="Save the comparison")).to_be_disabled()
    expect(page.get_by_role("heading", name="As one thing changes")).to_be_hidden()


def test_of_two_sides_it_is_said_who_wins_whose_the_dice_are_and_what_was_set_is_kept(phones: Phones) -> None:
    """Another kind of roll keeps the dice of whoever acts; of two sides neither is at least what the other is."""
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/wherever-we-go?attribute=d12&skill=d10")
    page.get_by_role("radio", name="Oppose someone").click()
    expect(page.locator(".result .works")).to_contain_text("that the attacker wins")
    expect(page.locator(".result .says")).to_contain_text("d12 attribute + d10 skill against")
    expect(page.locator(".result .side-name")).to_have_text(["Attacker", "Defender"])
    expect(page.locator(".exact thead th")).to_have_text(["outcome", "exactly"])
    page.get_by_role("radio", name="Act", exact=False).first.click()
    expect(page.locator(".result .says")).to_contain_text("d12 attribute + d10 skill")
    expect(page.locator(".result .works")).to_contain_text("that it works")


def test_plain_dice_say_all_that_is_rolled_and_leave_no_empty_card(phones: Phones) -> None:
    page = phones.phone(viewport=DESKTOP).page
    page.goto(f"{phones.address}/odds/2d6+3 vs 9")
    expect(page.locator(".result .says")).to_have_text("2d6+3 vs 9")
    expect(page.get_by_role("heading", name="As one thing changes")).to_have_count(0)
    expect(page.locator(".card:visible summary")).to_have_text(
        ["Exactly, and at least", "What else it brings", "House rules"]
    )


def test_dice_are_typed_on_the_list_of_odds(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(f"{phones.address}/odds")
    dice = page.get_by_label("Dice", exact=True)
    dice.fill("3d6kk")
    page.get_by_role("button", name="See their odds").click()
    expect(page.get_by_role("alert")).to_contain_text("accepted are dice such as 3d6kh2+1")
    dice.fill("2d6+1 vs 8")
    page.get_by_role("button", name="See their odds").click()
    expect(page.get_by_role("heading", name="2d6+1 vs 8: exact odds")).to_be_visible()
    phones.troubles[:] = [trouble for trouble in phones.troubles if "422" not in trouble]


def test_advice_goes_from_the_worst_to_the_best_and_is_found_before_there_is_any(phones: Phones) -> None:
    page = phones.phone(viewport=DESKTOP).page
    page.goto(f"{phones.address}/odds/wherever-we-go?attribute=d8&skill=d8")
    told = page.locator(".advised li")
    expect(told.first).to_be_visible()
    worst = [each for each in told.all_inner_texts() if each.startswith("If it is")]
    kinds = [re.sub(r"If it is a (.*?) that can.*", r"\1", each, flags=re.DOTALL) for each in worst]
    assert kinds == [each for each in ("failure", "mixed success", "success", "great success") if each in kinds]
    page.goto(f"{phones.address}/odds/starforged?stat=2")
    expect(page.locator(".advised")).to_contain_text("Nothing can be decided as it is set up.")
    expect(page.get_by_text("Good first questions")).to_be_visible()


def test_a_comparison_says_of_a_number_that_nobody_set_it(phones: Phones) -> None:
    page = phones.phone(viewport=DESKTOP).page
    page.goto(f"{phones.address}/odds/starforged?stat=2")
    page.get_by_role("button", name="Compare with another").click()
    page.get_by_role("button", name="Momentum 7, burned where it helps").click()
    expect(page.locator(".works .says")).to_contain_text("momentum 7; burn whenever it helps")
    expect(page.locator(".beside .hint")).to_contain_text("Compared with 67 %")
    expect(page.locator(".beside .hint")).to_contain_text("momentum 2, which nobody set")


def test_what_can_take_no_more_says_that_it_is_full(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/wherever-we-go?attribute=d8&skill=d8&decide.gamble=on-failure")
    willpower = page.locator(".facts > div", has_text="Willpower")
    expect(willpower.locator("dd")).to_have_text("none, as it is set up: with 6 it is full, and takes no more")
    page.get_by_role("button", name="Always gamble on a failure").click()
    expect(willpower.locator("dd")).to_have_text("0: 93.5 % · 1: 6.5 %")


def test_what_works_as_often_says_what_differs(phones: Phones) -> None:
    page = phones.phone(viewport=DESKTOP).page
    page.goto(f"{phones.address}/odds/starforged?stat=2&momentum=4&decide.burn=keep")
    expect(page.locator(".works")).to_contain_text("67 %")
    page.get_by_role("button", name="Compare with another").click()
    expect(page.locator(".difference")).to_have_text("Now change something")
    page.goto(page.url.replace("momentum=4&decide.burn=keep", "momentum=4&decide.burn=to-strong", 1))
    told = re.compile(r"^67 % as before, but strong hit \d+ %, [+]\d+ points?$")
    expect(page.locator(".difference")).to_have_text(told)


def test_at_a_desk_all_that_is_set_is_reached_by_scrolling_the_page_alone(phones: Phones) -> None:
    page = phones.phone(viewport=DESKTOP).page
    page.goto(f"{phones.address}/odds/starforged")
    page.get_by_role("button", name="Momentum 7, burned where it helps").click()
    expect(page.locator(".inputs .control", has_text="burn").first).to_be_attached()
    expect(page.get_by_role("region", name="Chart")).to_be_visible()
    inputs = page.locator(".inputs")
    assert inputs.evaluate("each => each.scrollHeight <= each.clientHeight + 1")
    page.mouse.wheel(0, 700)
    expect(page.locator(".in-sight")).to_be_visible()  # the odds go along


def test_a_table_of_prices_has_whole_numbers_apart_from_their_words(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/starforged?move=price")
    rows = page.locator(".tiers.rows").first
    expect(rows).to_be_visible()
    assert "." not in "".join(rows.locator(".chance").all_inner_texts())
    for row in rows.locator("li").all():
        name, chance = (row.locator(each).bounding_box() for each in (".name", ".chance"))
        assert name
        assert chance
        assert chance["x"] - name["x"] - name["width"] >= 8


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_ready_made_question_and_every_kind_of_roll_is_answered_as_the_page_asks_it(
    phones: Phones, game: Game
) -> None:
    """ "Unskilled" stood beside the die with which the page opens, and the answer was a refusal."""
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/{game.id}")
    assert game.face
    throws = page.get_by_role("button", name="Throw it")
    for each in game.face.asked:
        chip = page.get_by_role("button", name=each.asks, exact=True)
        chip.click()
        expect(chip).to_have_attribute("aria-pressed", "true")
        expect(throws).to_be_enabled()
        expect(page.locator(".refused")).to_have_count(0)
    kinds = page.get_by_role("radiogroup", name="kind of roll").get_by_role("radio")
    kinds.first.click()  # one that stands there only while it is asked goes
    expect(throws).to_be_enabled()
    for name in [each.get_attribute("aria-label") for each in kinds.all()]:
        kinds.and_(page.get_by_label(str(name), exact=True)).click()
        expect(throws).to_be_enabled()
        expect(page.locator(".refused")).to_have_count(0)


def test_of_what_excludes_each_other_on_the_odds_page_the_last_word_stands(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/true-world?difficulty=d6&ability=d8&unskilled=yes")
    chance, unskilled = (
        page.locator(".result .works b"),
        page.get_by_role("switch", name="unskilled"),
    )
    expect(chance).to_have_text("21 %")
    page.locator(".inputs").get_by_role("button", name="add d8 to ability").click()
    page.locator(".inputs details.more summary").first.click()
    expect(unskilled).not_to_be_checked()
    expect(chance).to_have_text("69 %")
    page.locator(".inputs").get_by_role("button", name="remove d8 from ability").click()
    expect(unskilled).to_be_checked()
    expect(chance).to_have_text("21 %")
    unskilled.click()
    expect(chance).not_to_have_text("21 %")
    expect(page.locator(".refused")).to_have_count(0)


def test_people_whom_nobody_named_are_told_by_their_place(phones: Phones) -> None:
    """The page spoke of member-1, and of a pool that reads +2."""
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/in-the-dark?move=teamwork&pools=2&pools=1")
    result = page.locator(".result")
    expect(result.locator(".works")).to_contain_text("2d6 first person")
    expect(result.locator(".costs")).to_have_text(
        "It takes stress +1 for the first person and stress +1 for the second person."
    )
    expect(result.locator(".die .source").last).to_have_text("second person")
    expect(page.locator(".inputs .list .has").first).to_contain_text(re.compile("^2"))
    page.get_by_role("button", name="Throw it").click()
    expect(result.locator(".came .word")).to_be_visible()
    expect(result).not_to_contain_text(re.compile("member", re.IGNORECASE))
