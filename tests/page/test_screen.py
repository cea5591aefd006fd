"""Screens that come late: a television joins with one tap, and a log read anew says the same."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tools.screenshots import SCENES, Scene, built, decided, prepared, thrown

from tests.page.phones import Phones, at_ease, from_here, looked_at
from tests.page.test_fits import UNEVEN
from tests.server import RunningServer

pytestmark = pytest.mark.slow


def test_a_screen_for_the_stage_joins_without_a_name(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    link = table.links["onlooker"].replace("#", "?stage#")
    for name in ("Screen", "Screen 2"):
        page = phones.phone(viewport={"width": 1280, "height": 720}).page
        page.goto(f"{phones.address}{link}")
        expect(page.get_by_label("Your name at the table")).to_have_count(0)
        expect(page.locator(".door")).to_contain_text("For a television")
        page.get_by_role("button", name="Show it on this screen").click()
        expect(page.locator(".tv-room")).to_be_visible()
        assert name in [each["name"] for each in table.gm.see()["seats"]]


def test_the_log_says_the_same_after_a_reload(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx", values={"momentum": 10})
    phone = phones.at(table.player)  # it listens, so that it takes part in the dice of what is declared
    expect(phone.page.locator(".banner")).to_be_visible()
    roll = table.player.do("declare", character="c1", trait="edge")["number"]
    table.player.do("throw", roll=roll, dice=[1, 8, 9])
    table.player.do("decide", roll=roll, option="burn")
    for due in table.player.see(f"rolls/{roll}")["open_dues"]:
        table.gm.do("settle", roll=roll, due=due["due"], answer=[{"way": due["ways"][0]["name"], "amount": 1}])
    assert table.player.see(f"rolls/{roll}")["status"] == "done"
    later = table.player.do("declare", character="c1", trait="edge")["number"]
    table.player.do("throw", roll=later, dice=[6, 1, 2])
    assert roll not in [each["roll"] for each in table.player.see()["rolls"]]
    before = phone.log()
    assert any("Nyx" in line for line in before)
    phone.page.reload()
    after = phone.log()
    assert [line.split("\n")[0] for line in after] == [line.split("\n")[0] for line in before]
    assert not any("oller" in line for line in after), after


def test_a_television_is_no_person_and_shows_all_who_are_played(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    for number in range(10):
        table.player.do("make", name=f"Hand {number}")
    table.gm.do("make", name="The warden")
    screen = phones.phone(viewport={"width": 1280, "height": 720}).page
    screen.goto(f"{phones.address}{table.links['onlooker'].replace('#', '?stage#')}")
    screen.get_by_role("button", name="Show it on this screen").click()
    expect(screen.locator(".tv-party .name")).to_have_count(10)
    below = screen.locator(".tv-party").evaluate("each => each.getBoundingClientRect().bottom - innerHeight")
    assert below <= 0
    gm = phones.at(table.gm)
    assert "Screen" in [each["name"] for each in table.gm.see()["seats"]]
    expect(gm.page.locator(".here li")).to_have_count(4)


def test_a_handout_for_all_is_on_the_television_until_the_next_roll(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "in-the-dark")
    table.player.do("make", name="Nyx")
    fields = {"title": "A torn letter", "text": "Meet me where the bells are cast."}
    table.gm.do("keep", what="handout", fields=fields)
    card = table.gm.see()["cards"][0]["card"]
    screen = phones.at_screen(table.onlooker)
    table.gm.do("hand_out", card=card)
    expect(screen.locator(".tv-handout")).to_contain_text("Meet me where the bells are cast.")
    table.player.do("declare", character="c1", trait="skulk")
    expect(screen.locator(".tv-handout")).to_have_count(0)
    expect(screen.locator(".roll")).to_be_visible()


SMALLEST = """
() => {
  const told = [...document.querySelectorAll(".tv-room *")].filter(
    (each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
      && each.checkVisibility() && !each.closest("svg, .visually-hidden, .tv-party"),
  );
  return Math.min(...told.map((each) => parseFloat(getComputedStyle(each).fontSize) / innerHeight));
}
"""
INSIDE = """
() => [...document.querySelectorAll(".tv-room .roll > *, .tv-room .brought")].every(
  (each) => each.getBoundingClientRect().bottom <= document.querySelector(".tv-party").getBoundingClientRect().top,
)
"""


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160)])
def test_a_television_is_read_from_a_sofa(size: tuple[int, int], phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "true-world")
    table.player.do("make", name="Kestrel")
    table.other.do("make", name="Maud Harrow")
    screen = phones.at_screen(table.onlooker)
    screen.set_viewport_size({"width": size[0], "height": size[1]})
    expect(screen.locator(".tv-join")).to_contain_text("type a code, which the gm can show")
    table.gm.do("begin_round")
    table.player.do("intend", character="c1", intention="climbs the tower wall")
    expect(screen.locator(".tv-table")).to_contain_text("Round 1: intentions")
    expect(screen.locator(".tv-intentions .intends")).to_have_text(["climbs the tower wall", "has not said yet"])
    table.gm.do("begin_actions", waits=True)
    said = ["climbs the tower wall", "waits and sees"]
    expect(screen.locator(".tv-intentions .intends")).to_have_text(said)
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d8", "position": "neutral", "stakes": "You are noticed."})
    expect(screen.locator(".roll .odds .tiers")).to_be_visible()
    assert screen.evaluate(SMALLEST) > 0.02
    assert screen.evaluate(INSIDE)
    words = screen.locator(".die .source").evaluate_all("all => all.map((each) => each.getClientRects().length)")
    assert set(words) == {1}
    table.player.do("throw", roll=roll, dice=[2, 8])
    fell = {"way": "stress", "amount": 2, "who": "c1", "words": "A stone comes loose."}
    table.gm.do("settle", roll=roll, answer=[fell])
    expect(screen.locator(".brought")).to_contain_text("A stone comes loose.")
    expect(screen.locator(".effects")).not_to_contain_text("acted")
    expect(screen.locator(".tv-party .intends")).to_have_text(said)
    assert screen.evaluate(SMALLEST) > 0.02
    assert screen.evaluate(INSIDE)
    table.gm.do("begin_round")  # what is over makes room, with nothing to open where nobody taps
    expect(screen.locator(".tv-intentions .intends")).to_have_text(["has not said yet"] * 2)
    expect(screen.locator(".tv-room details")).to_have_count(0)


LONG = ("The lamplighters of the old harbour wake", "Donaudampfschifffahrtsgesellschaftskapit")


def test_clocks_and_what_all_undertook_are_on_the_television(phones: Phones, server: RunningServer) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    screen = phones.at_screen(table.onlooker)
    expect(screen.locator(".empty-stage h2")).to_have_text("Lantern Street")  # nothing of taps, where nobody taps
    table.gm.do("begin_scene", name="The drifting hulk")
    expect(screen.locator(".tv-handout h2")).to_have_text("The drifting hulk")
    expect(screen.locator(".tv-table")).to_have_text("Lantern Street · The drifting hulk")
    expect(screen.locator(".tv-clocks .meters")).to_have_text("supply 5")
    table.gm.do("make_clock", name="Patrol arrives", size=6)
    fight = table.gm.do("undertake", kind="fight", name="Pirate boarders", rank="dangerous")
    table.gm.do("mark_progress", undertaking=fight["entries"][0]["entry"]["undertaking"])
    clocks = screen.locator(".tv-clocks")
    expect(clocks.get_by_role("img", name="Patrol arrives: 0 of 6")).to_be_in_viewport()
    expect(clocks.get_by_role("img", name="Pirate boarders: 2 boxes")).to_be_in_viewport()
    table.player.do("declare", character="c1", trait="edge", inputs={"sf_move": "strike"})
    expect(screen.locator("h2.intent")).to_have_text("Nyx: Strike with edge on “Pirate boarders”")
    for name in LONG:
        table.gm.do("make_clock", name=name, size=8)
    expect(clocks.get_by_text(LONG[-1])).to_be_visible()
    for width, height in ((1280, 720), (844, 390)):  # long names leave the room to the roll
        screen.set_viewport_size({"width": width, "height": height})
        assert clocks.evaluate("each => each.offsetHeight / innerHeight") < 0.35, (width, height)
        assert screen.evaluate(CUT) == [], (width, height)
    table.gm.do("begin_scene", name="Fire")
    expect(screen.locator(".tv-table")).to_have_text("Lantern Street · Fire")
    expect(screen.locator("h2.intent")).to_be_visible()  # a roll that is played is covered by nothing


CUT = """
() => {
  const box = (each) => each.getBoundingClientRect();
  const party = box(document.querySelector(".tv-party"));
  const clocks = [...document.querySelectorAll(".tv-clocks *, .tv-table")].map(box);
  const meets = (one, other) =>
    one.left < other.right - 1 && other.left < one.right - 1 &&
    one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const told = [...document.querySelectorAll(".tv-room .roll *")].filter(
    (each) => each.checkVisibility() && !each.closest(".visually-hidden") && !each.matches(".tight, .tight *")
      && (each.tagName === "svg" ||
        [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())),
  );
  return told.filter((each) => {
    const mine = box(each);
    const outside = mine.bottom > party.top + 1 || mine.left < 0 || mine.right > innerWidth;
    return outside || clocks.some((one) => meets(one, mine));
  }).map((each) => `${each.className.baseVal ?? each.className}: ${each.textContent}`);
}
"""
IN_VIEW = "() => document.querySelector('.tv-party').getBoundingClientRect().bottom <= innerHeight + 1"


TELEVISIONS = tuple(
    ViewportSize(width=width, height=height)
    for width, height in ((1280, 720), (1920, 1080), (1080, 1920), (1024, 768), (820, 1180), (844, 390))
)


def looks_whole(screen: Page, ready: str, game: str) -> None:
    """Nothing of the roll lies under the party, beside the screen or over a clock, however the television hangs."""
    for size in from_here(screen, looked_at(game, TELEVISIONS, 2)):
        if screen.viewport_size != size:
            screen.set_viewport_size(size)
        expect(screen.locator(ready).first).to_be_visible()
        screen.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert screen.evaluate(CUT) == [], size
        assert screen.evaluate(IN_VIEW), size
        assert screen.evaluate(UNEVEN) == [], size


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.game)
def test_nothing_is_cut_on_a_television(phones: Phones, server: RunningServer, scene: Scene) -> None:
    table = at_ease(server, scene.game)
    roller, ally = prepared(table, scene)
    screen = phones.at_screen(table.onlooker)
    roll = table.player.do("declare", character=roller, trait=scene.trait)["number"]
    built(table, scene, roll, ally)
    looks_whole(screen, ".roll .odds .bar", scene.game)
    thrown(table, scene, roll)
    looks_whole(screen, ".dice.fallen .die", scene.game)
    decided(table, roll)
    expect(screen.locator(".word.headline")).to_be_visible()
    looks_whole(screen, ".word.headline", scene.game)
    due, *_ = table.gm.see(f"rolls/{roll}")["open_dues"]
    ways = [way for way in due["ways"] if not way.get("who")] or due["ways"]
    table.gm.try_to(
        "settle", roll=roll, due=due["due"], answer=[{"way": ways[0]["name"], "words": "The bar springs back."}]
    )
    looks_whole(screen, ".word.headline", scene.game)


def test_a_television_that_comes_late_is_asked_in_large_letters_and_rests_after_an_evening(
    phones: Phones, server: RunningServer
) -> None:
    table = at_ease(server, "starforged")
    screen = phones.phone(viewport={"width": 1920, "height": 1080}).page
    screen.goto(f"{phones.address}{table.links['onlooker'].replace('#', '?stage#')}")
    door = screen.locator(".door")
    assert door.evaluate("each => each.getBoundingClientRect().width") > 800
    table.player.do("make", name="Nyx")
    table.gm.do("begin_evening")
    roll = table.player.do("declare", character="c1", trait="edge")["number"]
    table.player.do("throw", roll=roll, dice=[6, 1, 2])
    table.gm.do("end_evening")
    table.gm.do("begin_evening")
    screen.get_by_role("button", name="Show it on this screen").click()
    expect(screen.locator(".empty-stage h2")).to_have_text("Lantern Street")
    expect(screen.locator(".tv-room")).not_to_contain_text("Nobody rolls")


def test_what_is_at_stake_stands_in_the_middle_and_each_outcome_under_its_part(
    phones: Phones, server: RunningServer
) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx")
    screen = phones.at_screen(table.onlooker)
    roll = table.player.do("declare", character="c1", trait="edge", inputs={"intent": "Slip past the drones"})["number"]
    table.gm.do("set", roll=roll, inputs={"stakes": "They see you."})
    clip = screen.locator("header div.room > .clip")
    expect(clip).to_contain_text("They see you.")
    assert clip.evaluate("each => getComputedStyle(each).borderLeftWidth") == "0px"
    middle = "each => { const at = each.getBoundingClientRect(); return at.left + at.width / 2; }"
    assert abs(clip.locator(".quote").evaluate(middle) - screen.viewport_size["width"] / 2) < 4  # type: ignore[index]
    parts = screen.locator(".roll .odds .bar > *").evaluate_all(f"all => all.map({middle})")
    keys = screen.locator(".roll .odds .tiers > *").evaluate_all(f"all => all.map({middle})")
    assert all(abs(part - key) < 24 for part, key in zip(parts, keys, strict=True)), (parts, keys)


def test_a_new_throw_takes_the_screen_from_what_waits_and_nothing_waits_on_it_after_the_evening(
    phones: Phones, server: RunningServer
) -> None:
    table = at_ease(server, "starforged")
    table.player.do("make", name="Nyx", values={"momentum": 10})
    table.other.do("make", name="Moth")
    table.gm.do("begin_evening")
    screen = phones.at_screen(table.onlooker)
    title, line = screen.locator(".roll .told, .roll .intent"), screen.locator(".tv-waits")
    first = table.player.do("declare", character="c1", trait="edge", inputs={"intent": "Slips past"})["number"]
    table.player.do("throw", roll=first, dice=[1, 8, 9])
    expect(screen.locator(".turn")).to_have_text("Ann decides")
    table.player.do("decide", roll=first, option="keep")
    expect(screen.locator(".turn")).to_have_text("Gem says what it brings")
    second = table.other.do("declare", character="c2", trait="iron", inputs={"intent": "Holds the door"})["number"]
    expect(title).to_have_text("Holds the door")
    expect(line).to_have_text("Waiting: Nyx · Gem says what it brings")
    third = table.player.do("declare", character="c1", trait="wits", inputs={"intent": "Looks around"})["number"]
    expect(line).to_contain_text("to throw")
    table.player.do("throw", roll=third, dice=[6, 1, 2])
    expect(title).to_have_text("Looks around")
    table.other.do("throw", roll=second, dice=[1, 8, 9])
    expect(title).to_have_text("Holds the door")
    table.gm.do("end_evening")
    expect(screen.locator(".empty-stage")).to_contain_text("The evening is over.")
    expect(line).to_have_count(0)
