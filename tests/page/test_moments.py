"""A roll on stage, moment by moment: few taps, nothing moves, nothing tells too early, all of it fits a screen."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.phones import DRAWN, Phone, Phones, seated
from tests.server import NewTable, RunningServer, open_table

pytestmark = pytest.mark.slow

SHIFTS = """() => {
  window.shifted = [];
  new PerformanceObserver((list) => {
    for (const { value, sources, hadRecentInput } of list.getEntries())  // what a tap moves has moved too
      window.shifted.push([value, hadRecentInput, ...sources.map(({ node }) => node?.textContent ?? "gone")]);
  }).observe({type: "layout-shift", buffered: true});
}"""

PHRASE = ".wanted .phrases button"
COUNTS = """() => {
  window.taps = 0;
  addEventListener("click", () => window.taps++, true);
  window.shaken = [];
  navigator.vibrate = (pattern) => window.shaken.push(pattern);
}"""


def top_of(phone: Phone, target: str) -> float:
    return float(phone.page.locator(target).first.evaluate("each => each.getBoundingClientRect().top"))


@pytest.mark.parametrize(
    ("game", "trait", "calls", "dice", "brings"),
    [
        ("wherever-we-go", "Stealth", [PHRASE], [1, 1], "Harm"),
        ("starforged", "Edge", [], [1, 9, 8], "Lose momentum"),
        ("illuminated-worlds", "Sway", [PHRASE, PHRASE], [2, 1], "Body marks"),
        ("in-the-dark", "Skulk", [], [2, 1], "Minor harm"),
        (
            "true-world",
            "Climbing",
            ["[role=radio][aria-label=d6]", "[role=radio][aria-label=neutral]"],
            [1, 6],
            "Stress",
        ),
    ],
)
def test_two_taps_of_the_roller_and_two_of_the_gm_at_most(
    phones: Phones, server: RunningServer, game: str, trait: str, calls: list[str], dice: list[int], brings: str
) -> None:
    """At the game's defaults: a trait, the throw; what the gm must say first is said by tapping, and what the roll
    brings is settled by tapping. Nothing on the gm's screen moves meanwhile."""
    table = open_table(server, game)
    table.player.do("make", name="Nyx")
    player, gm = phones.at(table.player), phones.at(table.gm)
    for phone in (player, gm):
        phone.page.evaluate(COUNTS)
    player.page.locator(".sheet button.trait", has_text=trait).first.click()
    expect(gm.page.locator(".roll")).to_be_visible()
    (roll,) = [each["roll"] for each in table.gm.see()["rolls"]]
    gm.page.evaluate(SHIFTS)
    for call in calls:
        gm.page.locator(f".roll {call}").first.click()
    expect(gm.page.locator("button.throw")).to_be_enabled()
    is_still(gm, "([, tapped]) => !tapped")  # ready words give way to those that were tapped
    player.page.locator("button.throw").click()
    expect(player.page.locator(".fallen .die").first).to_be_visible()
    expect(player.page.locator(".roll .word").first).to_be_visible()
    assert player.page.evaluate("window.taps") == 2
    assert gm.page.evaluate("window.taps") == len(calls) <= 2
    (pattern,) = player.page.evaluate("window.shaken")  # the phone of who throws, once and for a moment
    assert 0 < sum(pattern) < 700
    table.gm.do("undo", entry=roll)
    settled_by_two_taps(table, gm, player, fallen_badly(table, trait.lower(), dice), brings)


def fallen_badly(table: NewTable, trait: str, dice: list[int]) -> int:
    """A roll that failed, all decisions made."""
    roll = int(table.player.do("declare", character="c1", trait=trait)["number"])
    said = {"difficulty": "d6", "position": "neutral"}
    for need in table.gm.see(f"rolls/{roll}")["needs"]:
        table.gm.do("set", roll=roll, inputs={need["input"]: said.get(need["input"], "As ever.")})
    table.player.do("throw", roll=roll, dice=dice)
    while asks := table.player.see(f"rolls/{roll}")["asks"]:
        table.player.do("decide", roll=roll, option=asks["options"][0]["option"])
    return roll


def settled_by_two_taps(table: NewTable, gm: Phone, player: Phone, roll: int, brings: str) -> None:
    """From dice that lie there: the kind, and the button that says what will happen."""
    form = gm.page.locator(f"article[aria-label^='Roll {roll}:'] .due")
    expect(form).to_be_visible()
    gm.page.evaluate(DRAWN)
    gm.page.evaluate("window.taps = 0; window.shifted = []")
    form.get_by_role("button", name=brings, exact=True).click()
    expect(form.locator("button.settle small")).to_contain_text("Nyx")
    is_still(gm)
    form.locator("button.settle").click()
    expect(form.locator("button.settle:visible")).to_have_count(0)
    assert gm.page.evaluate("window.taps") == 2
    if (named := table.gm.see(f"rolls/{roll}")["open_dues"]) and named[0]["answered_by"]:
        player.roll.get_by_role("button", name=re.compile("^Take it")).click()  # who might have resisted it
    expect(player.roll.locator(".effects, .brought").first).to_contain_text("Nyx")
    assert not table.gm.see(f"rolls/{roll}")["open_dues"]


def is_still(phone: Phone, counted: str = "() => true") -> None:
    """What moved on a screen since it was last asked is next to nothing, what its own taps moved counted too."""
    phone.page.evaluate(DRAWN)
    shifted = phone.page.evaluate(f"window.shifted.filter({counted})")
    assert sum(value for value, *_ in shifted) < 0.02, shifted
    phone.page.evaluate("window.shifted = []")


def test_whoever_leads_may_leave_all_words_unsaid_with_one_tap(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Nyx")
    player, gm = phones.at(table.player), phones.at(table.gm)
    player.page.locator(".sheet button.trait", has_text="Sway").first.click()
    gm.roll.get_by_role("button", name="Leave it unsaid").click()
    player.page.locator("button.throw").click()
    expect(player.page.locator(".fallen .die").first).to_be_visible()


def test_what_is_touched_stays_where_it_is(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go", stress=2)
    player, ally = phones.at(table.player), phones.at(table.other)
    player.declare("Stealth")
    push = ".roll [role=switch]"
    expect(player.page.locator(f"{push} .effect b")).to_be_visible()
    player.page.evaluate(SHIFTS)
    before, throw = top_of(player, push), top_of(player, "button.throw")
    player.page.locator(push).click()
    expect(player.page.locator(".pill.hurt")).to_contain_text("a bane")
    assert (top_of(player, push), top_of(player, "button.throw")) == (before, throw)
    ally.roll.locator(".offer").first.click()
    expect(player.page.locator(".offers li")).to_have_count(1)
    other = table.other.do("declare", character="c2", trait="insight")["number"]
    expect(player.page.locator(".strip button")).to_have_count(1)
    assert (top_of(player, push), top_of(player, "button.throw")) == (before, throw)
    shifted = player.page.evaluate("window.shifted")
    assert sum(value for value, *_ in shifted) < 0.02, shifted
    player.page.locator(".strip button").click()
    expect(player.page.locator(f"article[aria-label^='Roll {other}:']")).to_be_visible()


def test_dice_are_large_and_all_that_is_needed_is_in_sight(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "wherever-we-go", stress=2)
    third = table.gm.do("make", name="Wren")["entries"][0]["entry"]["character"]
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"})["number"]
    table.player.do("set", roll=roll, inputs={"intent": "Nyx slips past the toll-house"})
    table.other.do("offer", roll=roll, character="c2")
    table.gm.do("offer", roll=roll, character=third)
    player = phones.at(table.player)
    lowest = player.page.locator(".tabs").evaluate("each => each.getBoundingClientRect().top")
    expect(player.roll.locator(".offers li")).to_have_count(2)
    for needed in (".intent", ".dice", ".odds", "[role=switch]", "button.throw"):
        box = player.page.locator(f".roll {needed}").first.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= lowest, needed
    sizes = player.page.locator(".to-throw .die svg").evaluate_all("all => all.map(each => each.clientWidth)")
    assert min(sizes) >= 72
    table.player.do("throw", roll=roll, dice=[7, 3, 1, 1])
    expect(player.roll.locator("button.option")).to_have_count(2)
    bottoms = player.page.locator("button.option").evaluate_all("all => all.map(e => e.getBoundingClientRect().bottom)")
    assert max(bottoms) <= lowest


def test_nothing_tells_the_result_while_dice_tumble(phones: Phones, server: RunningServer) -> None:
    """All that names the outcome waits until the dice lie: words, numbers, tracks, title, log, screen reader."""
    table = seated(server, "wherever-we-go", stress=2)
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"})["number"]
    watcher = phones.at(table.other, reduced_motion="no-preference", viewport={"width": 1280, "height": 800})
    expect(watcher.roll.locator("button.mod, .mod").first).to_be_visible()
    page = watcher.page
    page.evaluate("""() => {
        window.told = [];
        const whole = () => document.body.innerText + document.title + document.getElementById("announcer").textContent;
        const before = whole();
        const look = () => {
            const tumbling = document.querySelector(".tumble");
            const die = tumbling?.querySelector(".thrown svg");
            if (die && !window.large) {
                const [thrown] = die.getAnimations();
                const at = thrown.currentTime;
                thrown.currentTime = 0;
                window.large = die.getBoundingClientRect().width;
                thrown.currentTime = at;
            }
            if (tumbling) window.told.push([whole().includes("success") && !before.includes("Nyx: "),
                document.querySelectorAll(".headline, .now, .decision, .tumble text.face").length]);
            if (!document.querySelector(".fallen:not(.tumble)")) requestAnimationFrame(look);
        };
        look();
    }""")
    table.player.do("throw", roll=roll, dice=[7, 3, 1, 1])
    expect(page.locator(".now")).to_have_text("Mixed success")
    told = page.evaluate("window.told")
    assert told
    assert not any(tells for _, tells in told)
    assert page.evaluate("window.large") >= 150  # from where the hand is, and as large as a hand


def test_the_focus_is_never_lost(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "in-the-dark")
    player, gm = phones.at(table.player), phones.at(table.gm)
    player.page.locator("[name=name]").fill("Nyx")
    player.page.keyboard.press("Enter")
    expect(player.page.locator(".sheet")).to_be_visible()
    focused(player)
    player.declare("Skulk")
    gm.choose("position", "bad")
    gm.page.keyboard.press("ArrowLeft")
    expect(gm.roll.get_by_role("radio", name="good", exact=True)).to_have_attribute("aria-checked", "true")
    (open_roll,) = table.gm.see()["rolls"]
    player.roll.locator("button.throw").focus()
    player.page.keyboard.press("Enter")
    expect(player.roll.locator(".headline")).to_be_visible()
    focused(player)
    table.gm.do("undo", entry=open_roll["roll"])
    player.declare("Skulk")
    player.roll.get_by_role("button", name="I throw real dice").focus()
    player.page.keyboard.press("Enter")
    expect(player.roll.locator(".hand input").first).to_be_focused()
    player.page.keyboard.type("21")
    player.roll.get_by_role("button", name="These dice fell").focus()
    player.page.keyboard.press("Enter")
    expect(player.roll.locator(".headline")).to_have_text("Failure")
    focused(player)
    due = gm.roll.locator(".due")
    due.get_by_role("button", name="Minor harm").click()
    due.locator("button.settle").focus()
    gm.page.keyboard.press("Enter")
    takes = gm.roll.get_by_role("button", name="takes it")
    expect(takes).to_be_visible()
    focused(gm)
    takes.focus()
    gm.page.keyboard.press("Enter")
    expect(gm.roll.locator(".landing, .due")).to_have_count(0)
    focused(gm)


def focused(phone: Phone) -> None:
    phone.page.wait_for_function("() => document.activeElement !== document.body")


def test_a_television_shows_the_stage_alone(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    screen = phones.phone(viewport={"width": 1280, "height": 720})
    cookie: Any = {"name": f"seat-{table.id}", "value": table.onlooker.client.token, "url": phones.address}
    screen.page.context.add_cookies([cookie])
    screen.page.goto(f"{phones.address}/t/{table.id}?stage")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.gm.do("set", roll=roll, inputs={"position": "normal"})
    table.player.do("throw", roll=roll, dice=[6, 6])
    expect(screen.page.locator(".headline")).to_be_visible()
    expect(screen.page.locator(".headline")).to_have_text("Critical success")
    expect(screen.page.locator(".tv-party")).to_contain_text("Moth")
    assert screen.page.locator(".die.forward svg").first.evaluate("each => each.clientWidth") > 150
    assert not screen.page.locator("button:visible").count()
