"""A gm and three players on four phones play a scene of each game, and all four see the same."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from actionroll.games import games
from tests.counts import LONG
from tests.page.phones import Phone, Phones
from tests.server import RunningServer, join, open_table

pytestmark = pytest.mark.slow


def says_position(gm: Phone) -> None:
    gm.choose("position", "good")
    gm.choose("effect", "great")
    expect(gm.roll.locator(".works")).to_contain_text("great effect")


def says_difficulty(gm: Phone) -> None:
    gm.choose("difficulty", "d6")
    gm.choose("position", "neutral")


def says_stakes(gm: Phone) -> None:
    """A ready phrase for each thing that has to be said first."""
    expect(gm.roll.locator(".asked.wanted").first).to_be_visible()
    while (wanted := gm.roll.locator(".asked.wanted .phrases")).count():
        left = wanted.count()
        wanted.first.get_by_role("button").first.click()
        expect(wanted).to_have_count(left - 1)


def says_nothing(gm: Phone) -> None:
    """This game's gm need not say anything first."""


def carries(thing: str) -> Callable[[Phone, Phone], None]:
    """Something ready-made, with a name and a text, goes onto the sheet."""

    def takes(_gm: Phone, roller: Phone) -> None:
        roller.tab("Me")
        roller.page.locator(".things > summary").first.click()
        roller.page.get_by_role("button", name=f"+ {thing}", exact=True).first.click()
        expect(roller.page.locator(".having li", has_text=thing)).to_be_visible()

    return takes


def swears_a_vow(_gm: Phone, roller: Phone) -> None:
    roller.tab("Me")
    card = roller.page.locator(".undertakings")
    card.get_by_text("Swear a vow").first.click()
    card.locator("[name=kind]").select_option("vow")
    card.locator("[name=name]").fill("Find the lost beacon")
    card.locator("[name=rank]").select_option("dangerous")
    card.get_by_role("button", name="Begin", exact=True).click()
    card.get_by_role("button", name="mark progress: Find the lost beacon").click()
    expect(card.get_by_role("img", name="Find the lost beacon: 2 boxes")).to_be_visible()


def says_what_it_intends(gm: Phone, roller: Phone) -> None:
    for phone in (gm, roller):
        phone.tab("Table")
    gm.page.get_by_role("button", name="Begin a round").click()
    box = roller.page.get_by_role("textbox", name="What Nyx is about to do")
    box.fill("Climb the wall.")
    box.press("Enter")
    rounds = gm.page.locator(".rounds")
    expect(rounds).to_contain_text("Climb the wall.")
    rounds.get_by_role("button", name="Begin the actions").click()


def uses(thing: str) -> Callable[[Phone], None]:
    def taps(roller: Phone) -> None:
        use = roller.roll.get_by_role("switch", name=f"Use {thing}")
        use.click()
        expect(use).to_have_attribute("aria-checked", "true")

    return taps


@dataclass(frozen=True)
class Scene:
    title: str
    trait: str
    call: Callable[[Phone], None]
    helped: bool = True
    before: Callable[[Phone, Phone], None] = lambda gm, roller: None
    """What the gm and the roller do before the roll."""
    with_it: Callable[[Phone], None] = says_nothing
    """What the roller adds to it."""


SCENES = (
    Scene("Wherever We Go", "Stealth", says_stakes, True, carries("Nightwalker"), uses("Nightwalker")),
    Scene("Ironsworn: Starforged", "Edge", says_nothing, False, swears_a_vow),
    Scene("Illuminated Worlds", "Sway", says_stakes, True, carries("Steady hands"), uses("Steady hands")),
    Scene("In the Dark", "Skulk", says_position, True, carries("Grapnel and line")),
    Scene("True World", "", says_difficulty, True, says_what_it_intends),
)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.title)
def test_a_scene_on_four_phones(scene: Scene, phones: Phones, server: RunningServer) -> None:
    gm, players = met(phones, scene.title) if LONG or scene is SCENES[0] else seated(phones, server, scene.title)
    roller, ally, _third = players
    scene.before(gm, roller)
    roller.declare(scene.trait)
    scene.with_it(roller)
    scene.call(gm)
    if scene.helped:
        ready = ally.roll.locator(".way-in").first.locator(".phrases button")
        expect(ally.roll.locator(".way-in").first).to_be_visible()
        (ready if ready.count() else ally.roll.locator(".offer")).first.click()
        expect(roller.roll.locator(".offers li")).to_have_count(1)
    thrown(roller, ally)
    decided(roller)
    settled(gm, roller)
    undone_by(gm)
    for phone in players:
        phone.tab("Log")
        expect(phone.page.locator(".entry.undone").first).to_be_visible()  # the last that happens comes last to each
    logs = [without_buttons(phone.log()) for phone in (gm, *players)]
    assert len({tuple(log) for log in logs}) == 1
    assert any("took back the roll" in line for line in logs[0])


def without_buttons(log: list[str]) -> list[str]:
    """What was changed by hand can be undone by whose it is; the words are the same for all."""
    return [line.removesuffix("Take back").strip() for line in log]


def seated(phones: Phones, server: RunningServer, title: str) -> tuple[Phone, list[Phone]]:
    """They sat down and made someone before: how that is done is no other in another game."""
    table = open_table(server, next(game.id for game in games() if game.title == title))
    seats = [table.player, table.other, join(server, table.id, table.links["player"], "Di")]
    for seat, name in zip(seats, ("Nyx", "Moth", "Wren"), strict=True):
        seat.do("make", name=name)
    gm, *players = [phones.at(seat) for seat in (table.gm, *seats)]
    expect(gm.page.locator(".here li.here")).to_have_count(4)
    return gm, players


def met(phones: Phones, title: str) -> tuple[Phone, list[Phone]]:
    """From the front page on, as people do it."""
    gm = phones.phone()
    link = gm.open_table(title)
    players = [phones.phone().join(link, nickname) for nickname in ("Bo", "Cy", "Di")]
    for phone, name in zip(players, ("Nyx", "Moth", "Wren"), strict=True):
        phone.make(name)
    expect(gm.page.locator(".here li.here")).to_have_count(4)
    return gm, players


def thrown(roller: Phone, ally: Phone) -> None:
    """A helper who has to roll first does so from their own phone; then the roller throws."""
    first = roller.roll.locator(".needs", has_text=re.compile("Waiting for .* dice"))
    expect(first.or_(roller.roll.locator(".throwing button.throw:enabled")).first).to_be_visible()
    if first.count():
        ally.throw()
    roller.throw()
    expect(roller.roll.locator(".fallen:not(.tumble) .die").first).to_be_visible()  # what tumbles has not fallen


def decided(roller: Phone) -> None:
    """Take the second option where one is asked, then let the roll stand."""
    place = 1
    for _ in range(6):
        expect(roller.roll.locator(".decision, .headline").first).to_be_visible()
        options = roller.roll.locator("button.option")
        if not options.count():
            break
        asked = roller.roll.locator(".decision").element_handle()
        if (folded := roller.roll.locator(".decision summary")).count():
            folded.click()  # as the dice fell there is no need to do anything else, but one may
        options.nth(min(place, options.count() - 1)).click()
        roller.page.wait_for_function("asked => !asked.isConnected", arg=asked)
        place = 0
    expect(roller.roll.locator(".headline")).to_be_visible()


def settled(*phones: Phone) -> None:
    """Whoever may settle a due does, once what is asked has come to the page."""
    for phone in phones:
        expect(phone.roll.locator(".headline, .due").first).to_be_visible()
        if phone.roll.locator(".who .turn", has_text="Your turn").count():
            expect(phone.roll.locator(".due").first).to_be_visible()
        for _ in range(8):
            due = phone.roll.locator(".due", has=phone.page.locator("button:not([disabled])")).first
            if not due.count():
                break
            settle_one(phone)


def settle_one(phone: Phone) -> None:
    due = phone.roll.locator(".due", has=phone.page.locator("button:not([disabled])")).first
    if due.locator(".targets").count():
        expect(due.locator(".unassigned")).to_have_text(
            re.compile("^Not yet applied: tap “(Propose it|So it happens)” below$")
        )
    else:
        due.locator("textarea").first.fill("as the story wants it")
        kinds, chosen = due.locator("button.chip.way"), due.locator("button.chip.way[aria-pressed=true]")
        if kinds.count() and not chosen.count():
            kinds.first.click()
    phone.settle()


def undone_by(gm: Phone) -> None:
    gm.roll.get_by_text("Take the roll back", exact=True).click()
    gm.roll.get_by_role("button", name="Yes, take it back").click()
    gm.tab("Log")
    expect(gm.page.locator(".entry.undone").first).to_be_visible()
