"""The front door and the odds page: a roll to try, set-ups to compare, and a page for what does not exist."""

import base64
import csv
import re
from fractions import Fraction
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Page, Route, expect

from actionroll.web.pages import rendered
from tests.page.phones import DESKTOP, Phones, at_ease
from tests.server import Client, RunningServer

pytestmark = pytest.mark.slow


def test_a_roll_can_be_tried_at_the_front(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(phones.address)
    card = page.get_by_role("region", name="Try a roll")
    card.get_by_role("button", name="Throw", exact=True).click()
    expect(card.locator(".word")).to_be_visible()
    expect(card.locator(".die")).to_have_count(2)
    card.get_by_role("button", name="Wherever We Go", exact=True).click()
    card.get_by_role("button", name="Pushed with two stress").click()
    expect(card.locator(".die")).to_have_count(4)
    assert page.locator(".game .emblem").count() == 5
    stood = page.evaluate("scrollY")
    page.get_by_role("button", name=re.compile("^Open a table of")).click()
    expect(page.locator(".try").get_by_label("Name of the table")).to_be_focused()
    assert abs(page.evaluate("scrollY") - stood) < 844, "the form opens where it was asked for"
    expect(page.get_by_label("Name of the table")).to_have_count(1)


def test_odds_are_compared_thrown_and_told_in_sentences(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/wherever-we-go?attribute=banana&stress=nothing")
    expect(page.locator("#chart svg")).to_be_visible()
    assert "NaN" not in page.url
    page.get_by_role("button", name="Compare with another").click()
    page.get_by_role("button", name="Pushed with two stress").click()
    expect(page.locator(".beside .bar").first).to_be_visible()
    page.locator(".exact summary").click()
    expect(page.locator(".exact tbody tr").first).to_contain_text("great success")
    page.get_by_role("button", name="Throw it").click()
    expect(page.locator(".result .word")).to_be_visible()
    expect(page.locator(".advised li").first).to_have_text("Before the throw, push.")
    expect(page.locator(".advised li").nth(1)).to_contain_text(re.compile(r"That comes up in \d+ % of rolls\.$"))
    lines = page.locator(".advised li").all_inner_texts()
    assert len(lines) == len(set(lines)) <= 8
    drawn, pixels, numbers = (saved_as(page, kind) for kind in ("SVG", "PNG", "CSV"))
    chart = ET.fromstring(drawn)
    told = " ".join(chart.itertext())
    assert "Wherever We Go: action by attribute" in told
    assert "you are here" in told
    size = [2 * int(chart.attrib[side]) for side in ("width", "height")]
    assert page.evaluate(LOOKED_AT, base64.b64encode(pixels).decode()) == [*size, True]
    head, *rows = csv.reader(numbers.decode().splitlines())
    assert head[:3] == ["attribute", "failure", "mixed success"]
    assert [row[0] for row in rows] == ["0", "d4", "d6", "d8", "d10", "d12"]
    tiers = len(head) // 2
    for row in rows:
        exact = [Fraction(each.replace(" of ", "/")) for each in row[1 + tiers :]]
        assert sum(exact) == 1
        assert [f"{float(each):.6f}" for each in exact] == row[1 : 1 + tiers]


LOOKED_AT = """async (bytes) => {
  const picture = new Image();
  picture.src = `data:image/png;base64,${bytes}`;
  await picture.decode();
  const canvas = Object.assign(document.createElement("canvas"), {width: picture.width, height: picture.height});
  const paper = canvas.getContext("2d");
  paper.drawImage(picture, 0, 0);
  const colours = new Set(new Uint32Array(paper.getImageData(0, 0, picture.width, picture.height).data.buffer));
  return [picture.width, picture.height, colours.size > 20];
}"""
"""How large a picture is, and whether anything is drawn on it."""


def saved_as(page: Page, kind: str) -> bytes:
    """What the odds page saves as a file of this kind."""
    with page.expect_download() as saved:
        page.get_by_role("button", name=kind).click()
    assert saved.value.suggested_filename.endswith(f".{kind.lower()}")
    return saved.value.path().read_bytes()


def test_a_shared_comparison_is_compared_there_too(phones: Phones) -> None:
    page, other = phones.phone().page, phones.phone().page
    page.goto(f"{phones.address}/odds/true-world")
    page.get_by_role("button", name="Compare with another").click()
    page.get_by_role("button", name="more boosts").first.click()
    expect(page.locator(".difference")).to_contain_text("points")
    other.goto(page.url)
    for what in (".difference", ".beside .hint", ".works b", ".works .says"):
        expect(other.locator(what)).to_have_text(page.locator(what).all_inner_texts())
    result = other.locator(".facts dd").first.inner_text()
    found = [int(each.split(":")[0].replace("−", "-")) for each in result.split(" · ")]
    assert found == sorted(found)
    assert found[0] < 0
    with other.expect_download() as saved:
        other.get_by_role("button", name="Save the comparison").click()
    head, *rows = saved.value.path().read_text().split("\n")
    assert head.startswith('"outcome","before: d8 skill against d8 difficulty (hard); boosts 0"')
    assert ',"now: d8 skill + d8 boost against' in head
    assert "; boosts 1" in head
    assert not [row for row in rows if "/" in row]  # a spreadsheet reads 3/16 as a day of March
    other.get_by_role("button", name="Stop comparing").click()
    assert "beside" not in other.url


def test_a_comparison_says_what_differs_and_only_rolls_have_odds(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/starforged")
    page.get_by_role("button", name="Compare with another").click()
    page.get_by_role("group", name="Good first questions").get_by_role("button", name=re.compile("urn")).first.click()
    beside = page.locator(".beside")
    expect(beside.locator(".hint")).to_have_text(re.compile(r"Compared with \d+ %: .*momentum \d"))
    expect(page.locator(".works .says")).to_contain_text("2d10 challenge; momentum 7; burn whenever it helps")
    page.set_viewport_size({"width": 1280, "height": 800})
    ends = page.locator(".inputs").evaluate("each => each.getBoundingClientRect().bottom")
    assert ends <= 800  # where it goes on is in sight
    captions = page.locator(".beside .hint a, .works .says").all_inner_texts()
    assert len(captions) == len(set(captions)) == 2
    kinds = page.get_by_role("radiogroup", name="kind of roll").get_by_role("radio")
    expect(kinds.first).to_be_visible()
    assert "Change momentum or a meter" not in kinds.all_inner_texts()
    page.get_by_role("button", name="Stop comparing").click()
    page.get_by_role("button", name="Compare with another").click()
    whole = "d6 action (+ 2 stat) against 2d10 challenge; momentum 7; burn whenever it helps"
    expect(beside.locator(".hint a")).to_have_text(whole)  # with nothing changed yet, and by its own address
    page.locator(".inputs").get_by_role("button", name="more stat").first.click()
    page.reload()
    expect(beside.locator(".hint a")).to_have_text(whole)
    expect(page.locator(".works .says")).to_have_text(whole.replace("2 stat", "3 stat"))


def test_what_a_set_up_does_without_is_said_in_words(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/in-the-dark?dots=2")
    page.get_by_role("button", name="Compare with another").click()
    page.get_by_role("button", name="Two dots and a push").click()
    expect(page.locator(".beside .hint a")).to_have_text("2 dots = 2 dice; without one die more")


def test_two_kinds_of_roll_are_compared_by_their_dice_alone(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/starforged?stat=2")
    expect(page.locator("#chart svg")).to_be_visible()
    assert not [each for each in page.locator(".facts dd").all_inner_texts() if "100 %" in each]
    page.get_by_role("button", name="Compare with another").click()
    kinds = page.get_by_role("radiogroup", name="kind of roll")
    kinds.get_by_role("radio", name="Ask the oracle").click()
    expect(page.locator(".beside .hint")).to_have_text(
        "Compared with 67 %: d6 action (+ 2 stat) against 2d10 challenge"
    )
    expect(page.locator(".works .says")).to_have_text("d100 oracle")
    expect(page.locator(".facts dd").first).to_have_text("1 to 100, 50.5 on average")
    page.locator(".exact summary").click()
    expect(page.locator(".exact thead th")).to_have_text(["outcome", "exactly", "at least"])
    expect(page.locator("#chart svg")).to_contain_text("small chance")


def test_odds_stand_above_the_inputs_once_they_are_out_of_sight(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/wherever-we-go")
    expect(page.locator("#chart svg")).to_be_visible()
    expect(page.locator(".in-sight")).to_be_hidden()
    page.locator(".inputs").get_by_text("What else may count").scroll_into_view_if_needed()
    page.mouse.wheel(0, 900)
    expect(page.locator(".in-sight .bar")).to_be_in_viewport()
    expect(page.locator(".in-sight")).to_contain_text(page.locator(".result .works b").inner_text())
    page.get_by_role("button", name="Compare with another").click()
    page.get_by_role("group", name="Good first questions").get_by_role("button").nth(2).click()
    page.mouse.wheel(0, 1200)
    expect(page.locator(".in-sight b").first).to_have_text(re.compile(r"\d+ %, [+−]\d+ points?"))
    expect(page.locator(".in-sight b").first).to_be_in_viewport()
    expect(page.locator(".in-sight .bar")).to_have_count(2)


def test_a_roll_is_tried_without_scrolling_a_wide_screen(phones: Phones) -> None:
    page = phones.phone(viewport={"width": 1280, "height": 800}).page
    page.goto(phones.address)
    expect(page.locator(".try .throw")).to_be_in_viewport(ratio=1)
    page.locator(".try .throw").click()
    expect(page.locator(".try .word")).to_be_in_viewport(ratio=1)


def test_a_chart_fits_a_phone_is_read_there_and_says_where_one_is(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/illuminated-worlds")
    expect(page.locator("#chart svg")).to_contain_text("you are here")
    wide, room = page.locator(".chart-scroll").evaluate("each => [each.scrollWidth, each.clientWidth]")
    assert wide <= room
    heights = page.locator("#chart svg text").evaluate_all("all => all.map(e => e.getBoundingClientRect().height)")
    assert min(heights) >= 12
    here = page.locator("#chart").get_by_text("you are here").evaluate("e => e.getBoundingClientRect().bottom")
    lines = page.locator("#chart .ar-grid").evaluate_all("all => all.map(e => e.getBoundingClientRect().top)")
    assert here <= min(lines)  # no line goes through it


def test_no_number_of_a_bar_is_cut_and_nothing_is_said_while_odds_are_counted(phones: Phones) -> None:
    page = phones.phone().page
    held: list[Route] = []
    page.route("**/api/odds", lambda asked: held.insert(0, asked))
    page.goto(f"{phones.address}/odds/true-world")
    throw, other = page.locator(".actions button.primary"), page.get_by_role("button", name="Compare with another")
    expect(throw).to_be_disabled()  # while there are no odds
    places = [each.bounding_box() for each in (throw, other, page.locator(".inputs"))]
    held[0].continue_()
    expect(throw).to_be_enabled()
    page.unroute_all()
    assert [each.bounding_box() for each in (throw, other, page.locator(".inputs"))] == places  # nothing drops
    throw.click()
    expect(throw).to_have_text("Throw again")
    assert [each.bounding_box() for each in (throw, other)] == places[:2]
    other.click()
    expect(page.locator(".difference")).to_contain_text("Now change something")
    page.route("**/api/odds", lambda asked: None)
    page.get_by_role("button", name="With the advantage").click()
    expect(page.get_by_text("Counting the odds")).to_be_visible()
    expect(page.locator(".difference")).to_have_text("…")
    page.unroute_all()
    page.goto(f"{phones.address}/odds/true-world?position=advantage")
    expect(page.locator(".odds .tiers").first).to_contain_text("complete failure10 %")
    cut = """all => all.filter((each) => !each.matches(".tight")
        && each.offsetWidth > each.parentElement.offsetWidth).map((each) => each.textContent)"""
    assert page.locator(".segment .chance").evaluate_all(cut) == []


def test_front_and_odds_have_previews(server: RunningServer) -> None:
    for path, words in (("/", "actionroll"), ("/odds/starforged", "Starforged")):
        page = Client(server).get(path, accept="text/html").raw.decode()
        (title,) = re.findall(r'og:title" content="([^"]*)"', page)
        (picture,) = re.findall(r'og:image" content="https?://[^/]*(/[^"]*)"', page)
        assert words in title
        assert Client(server).get(picture).headers["content-type"] == "image/png"


def test_gilded_dice_earn_something_at_first_sight(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/illuminated-worlds")
    earned = page.locator(".facts div", has_text="Points earned")
    expect(earned).to_contain_text("1: ")


def test_what_never_comes_is_said_once_and_no_number_is_torn_from_its_sign(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/wherever-we-go")
    expect(page.locator(".facts dd").last).to_have_text("never, as it is set up")
    expect(page.locator(".facts div").last).to_contain_text("Banes and gambles made")
    assert "0:\u00a039.1\u00a0%" in (page.locator(".facts dd").first.text_content() or "")


def test_what_does_not_exist_has_a_page_and_scripts_get_a_problem(server: RunningServer) -> None:
    for path in ("/nowhere", "/odds/nope"):
        seen = Client(server).get(path, accept="text/html,*/*")
        assert (seen.status, seen.headers["content-type"].split(";")[0]) == (404, "text/html")
        assert b"To the front page" in seen.raw
        assert b'<a href="/odds/starforged">' in seen.raw
        assert b"accepted" not in seen.raw
        assert Client(server).get(path).headers["content-type"] == "application/problem+json"


def test_a_try_is_thrown_and_kept_nowhere(server: RunningServer) -> None:
    told = Client(server).post("/api/try", {"game": "in-the-dark", "attempt": {"dots": 2}})
    assert told.status == 200
    assert told.json["outcome"]["tier"] in {"failure", "partial success", "full success", "critical success"}
    refused = Client(server).post("/api/try", {"game": "in-the-dark", "attempt": {"dots": 99}})
    assert refused.status == 422


def test_a_chart_wears_the_colours_of_the_bars(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(f"{phones.address}/odds/in-the-dark")
    expect(page.locator("#chart svg")).to_be_visible()
    bars = page.locator(".odds .bar .segment").evaluate_all("all => all.map(e => getComputedStyle(e).backgroundColor)")
    shades = "all => all.map(e => getComputedStyle(e).fill).concat(all.map(e => getComputedStyle(e).stroke))"
    drawn = page.locator("#chart [class*='ar-f'], #chart [class*='ar-l']").evaluate_all(shades)
    assert set(bars[:4]) <= set(drawn)


def test_the_front_says_where_the_source_is_if_that_is_known() -> None:
    told = rendered("start.html", origin="", source="https://example.org/actionroll").decode()
    assert '<a href="https://example.org/actionroll">its source</a>' in told
    assert "source" not in rendered("start.html", origin="", source="").decode().partition("<footer")[2]


def test_what_falls_at_the_front_door_is_read_whole(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(phones.address)
    page.locator(".try-games button").nth(1).click()
    page.locator(".try .throw").click()
    came = page.locator(".try .came")
    expect(came.locator(".word")).to_be_visible()
    longest = "3 + 2 stat = 5 beats neither of the challenge dice; a tie goes to the challenge die."
    came.evaluate("(came, words) => { [...came.querySelectorAll('p')].at(-1).textContent = words; }", longest)
    assert came.evaluate("came => came.scrollHeight <= came.clientHeight + 1")


def test_what_was_seen_is_no_news_even_if_the_page_was_never_left_in_peace(
    phones: Phones, server: RunningServer
) -> None:
    table = at_ease(server, "in-the-dark")
    player = phones.at(table.player)
    table.gm.do("note", text="Rain on the roofs.")
    player.tab("Log")
    expect(player.page.get_by_text("Rain on the roofs.").first).to_be_visible()
    front = player.page.context.new_page()  # as after the phone ended the page without a word
    with front.expect_response(f"**/api/tables/{table.id}"):
        front.goto(phones.address)
    row = front.locator(".known li").first
    expect(row).to_contain_text("In the Dark")
    front.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(row.get_by_text("new since you were here")).to_have_count(0)
    player.page.close()
    table.gm.do("note", text="The lamps go out.")
    front.reload()
    expect(row).to_contain_text("new since you were here")


def test_a_table_that_was_hidden_by_mistake_comes_back(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    page = phones.at(table.player).page
    page.goto(phones.address)
    page.get_by_role("button", name="hide Lantern Street").click()
    expect(page.locator(".known li")).to_have_count(0)
    page.get_by_role("button", name="Show it again").click()
    expect(page.locator(".known li")).to_have_count(1)


def test_the_way_to_a_table_that_was_opened_is_in_sight_at_a_desk(phones: Phones) -> None:
    gm = phones.phone(viewport=DESKTOP)
    gm.page.goto(phones.address)
    card = gm.page.locator(".game", has=gm.page.get_by_role("heading", name="Illuminated Worlds", exact=True))
    card.get_by_role("button", name="Open a table").click()
    gm.page.get_by_label("Your name").fill("Ana")
    gm.page.get_by_role("button", name="Start").click()
    expect(gm.page.locator(".coming .typed-code b")).to_be_visible()
    box = gm.page.get_by_role("link", name="Go to the table").bounding_box()
    assert box
    assert box["y"] + box["height"] <= DESKTOP["height"]
    gm.page.get_by_role("link", name="Go to the table").click()
    gm.page.get_by_role("button", name="Gm", exact=True).click()
    name = gm.page.get_by_label("Name of the evening").bounding_box()
    assert name
    assert name["width"] >= 200


def test_the_games_odds_are_chosen_on_a_page_of_their_own_and_lead_to_a_table(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(phones.address)
    page.get_by_role("link", name="The odds of all games").click()
    expect(page).to_have_url(f"{phones.address}/odds")
    expect(page.locator("main h2")).to_have_count(6)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="Ironsworn: Starforged").click()
    expect(page.locator("#chart svg")).to_be_visible()
    expect(page.get_by_role("link", name="All odds")).to_be_visible()
    page.get_by_role("link", name="Open a table").click()
    expect(page.locator(".game.chosen h2")).to_have_text("Ironsworn: Starforged")
    expect(page.get_by_label("Name of the table")).to_be_focused()
    expect(page.get_by_label("Name of the table")).to_be_in_viewport(ratio=1)
    page.goto(f"{phones.address}/odds/4d6")
    expect(page.get_by_role("link", name="All odds")).to_be_visible()
    expect(page.get_by_role("link", name="Open a table")).to_have_count(0)


def test_what_is_confirmed_keeps_off_the_edges_of_a_phone(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Sable Orn")
    table.player.do("undertake", kind="vow", name="Find the lost beacon", rank="dangerous", character="c1")
    phone = phones.at(table.player)
    phone.tab("Me")
    phone.page.get_by_role("button", name="Give it up").click()
    box = phone.page.locator("dialog[open]").bounding_box()
    assert box
    assert box["x"] >= 12
    assert box["x"] + box["width"] <= 390 - 12


def test_the_roll_to_try_is_thrown_on_the_first_screen_of_a_phone(phones: Phones) -> None:
    page = phones.phone().page
    page.goto(phones.address)
    throw = page.locator(".try").get_by_role("button", name="Throw", exact=True)
    expect(throw).to_be_in_viewport(ratio=1)
    before = throw.bounding_box()
    throw.click()
    expect(page.locator(".try .came .word")).to_be_in_viewport(ratio=1)
    assert page.locator(".try").get_by_role("button", name="Throw again").bounding_box() == before


def test_the_room_of_a_roll_to_try_is_there_before_it(phones: Phones) -> None:
    phone = phones.phone()
    held: list[Route] = []
    phone.page.route("**/api/odds", lambda route: held.append(route))  # noqa: PLW0108
    phone.page.goto(phones.address)
    card = phone.page.locator(".try")
    expect(card).to_have_attribute("aria-busy", "true")
    before = card.bounding_box()
    for route in held:
        route.continue_()
    expect(card.locator(".odds")).to_be_visible()
    after = card.bounding_box()
    assert before
    assert after
    assert abs(before["height"] - after["height"]) < 48, (before, after)
