"""Before the throw: words are never lost, and nothing moves under a hand."""

import pytest
from playwright.sync_api import expect

from actionroll.games import game as game_of
from tests.page.phones import DESKTOP, Phones, at_ease, seated
from tests.server import RunningServer, open_table

pytestmark = pytest.mark.slow
WORDS = "Up the wet chimney before the tide"


def test_words_are_seen_as_they_are_typed_and_kept_whoever_throws(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "starforged")
    gm, player = phones.at(table.gm, viewport=DESKTOP), phones.at(table.player)
    player.declare("Edge")
    player.roll.get_by_label("intent").press_sequentially(WORDS[:10])
    expect(gm.roll.get_by_label("intent")).to_have_value(WORDS[:10].strip())
    player.roll.get_by_label("intent").press_sequentially(WORDS[10:])
    gm.throw()
    for phone in (gm, player):
        expect(phone.roll.locator("h2.told")).to_contain_text(WORDS)  # a phone names the character where it settles
    expect(player.page.locator(".refusal")).to_have_count(0)


ROWS = """() => [...document.querySelectorAll(
    ".called-for > *, .called-for .chip.add, .called-for .segments, .throwing .throw"
)].map((each) => [Math.round(each.getBoundingClientRect().top), each.getBoundingClientRect().height])"""


@pytest.mark.parametrize("game", ["wherever-we-go", "illuminated-worlds", "true-world"])
def test_no_row_of_the_gm_moves_when_chips_words_or_help_come(phones: Phones, server: RunningServer, game: str) -> None:
    table = open_table(server, game)
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    traits = {"wherever-we-go": "stealth", "illuminated-worlds": "read", "true-world": "climbing"}
    roll = table.player.do("declare", character="c1", trait=traits[game])["number"]
    gm = phones.at(table.gm, viewport=DESKTOP)
    expect(gm.roll.locator(".called-for")).to_be_visible()
    gm.page.wait_for_function("() => !document.querySelector('.waiting')")
    rows = gm.page.evaluate(ROWS)
    words = {"approach": WORDS} if game == "illuminated-worlds" else {"intent": WORDS}
    table.player.do("set", roll=roll, inputs=words)
    expect(gm.roll.locator("textarea[aria-label=intent]")).to_have_value(WORDS)
    assert gm.page.evaluate(ROWS) == rows, "a player wrote"
    gm.roll.locator(".called-for .phrases button").last.click()
    expect(gm.roll.locator(".called-for .asked.answered")).not_to_have_count(0)
    assert gm.page.evaluate(ROWS) == rows, "a chip was chosen"
    gm.roll.locator("textarea[aria-label=stakes]").fill("")
    gm.roll.locator("textarea[aria-label=stakes]").press_sequentially("They ring the bell")
    expect(gm.roll.locator(".asked.answered textarea[aria-label=stakes]")).to_have_value("They ring the bell")
    assert gm.page.evaluate(ROWS) == rows, "the gm writes"
    way = {"trait": "climbing"} if game == "true-world" else {"input": "helpers", "how": "keeps watch"}
    table.other.do("offer", roll=roll, character="c2", **way)
    expect(gm.roll.locator(".offers li")).to_have_count(1)
    assert gm.page.evaluate(ROWS) == rows, "help came"


def test_real_dice_are_typed_in_sight_and_a_face_that_cannot_fall_is_refused_beside_them(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "starforged")
    player = phones.at(table.player)
    table.player.do("declare", character="c1", move="oracle", inputs={"likelihood": "likely"})
    player.roll.get_by_role("button", name="I throw real dice").click()
    field, button = player.page.locator(".hand input"), player.page.locator("button.throw")
    expect(field).to_be_focused()
    assert field.bounding_box()["y"] + field.bounding_box()["height"] < button.bounding_box()["y"]  # type: ignore[index]
    before = button.bounding_box()
    button.click()  # and no bubble of the browser's lies over it
    expect(player.page.locator(".hand .wrong")).to_have_text("Type what each die shows.")
    expect(field).to_be_focused()
    player.page.keyboard.type("150")
    expect(field).to_have_value("150")
    expect(field).to_be_focused()
    expect(player.page.locator(".hand .wrong")).to_have_text("A d100 shows 1 to 100, not 150.")
    button.click()
    assert button.bounding_box() == before
    assert table.gm.see()["rolls"][0]["status"] == "open"
    field.fill("15")
    button.click()
    expect(player.page.locator(".fallen .die").first).to_be_visible()


def test_help_in_ones_own_words_is_sent_while_the_cursor_stands_in_them(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    for seat, name in ((table.player, "Nyx"), (table.other, "Moth")):
        seat.do("make", name=name)
    roll = table.player.do("declare", character="c1", trait="read")["number"]
    ally = phones.at(table.other)
    ally.roll.locator(".way-in summary").first.click()
    words = ally.roll.get_by_role("textbox", name="How Moth helps").first
    expect(ally.roll.get_by_role("button", name="Moth helps so").first).to_be_disabled()
    words.press_sequentially("I hold the lamp")
    expect(ally.roll.get_by_role("button", name="Moth helps so").first).to_be_enabled()
    expect(words).to_be_focused()
    words.press("Enter")
    expect(ally.roll.locator(".offers li")).to_contain_text("I hold the lamp")
    assert table.gm.see(f"rolls/{roll}")["offers"][0]["how"] == "I hold the lamp"


def test_the_roller_reads_why_something_is_so_who_helps_and_what_is_added(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "in-the-dark")
    tiles = {"words": "slick tiles", "input": "position", "value": "bad"}
    table.gm.do("begin_scene", name="The roof", conditions=[tiles])
    player = phones.at(table.player)
    player.tab("Table")
    roll = table.gm.do("declare", character="c1", trait="skulk")["number"]
    expect(player.page.locator(".roll .deed")).to_contain_text("asks you to roll")
    expect(player.page.locator(".news")).to_have_count(0)
    table.gm.do("set", roll=roll, inputs={"position": "bad"})
    expect(player.roll.locator(".said-by", has_text="Position")).to_contain_text("badSlick tiles")
    table.other.do("offer", roll=roll, character="c2", input="assist")
    expect(player.roll.locator(".says")).to_contain_text("Moth assists")
    space = seated(server, "starforged")
    other = phones.at(space.player)
    space.player.do("declare", character="c1", trait="iron")
    expect(other.roll.locator(".pill")).to_contain_text("doubles, such as 44: a twist")
    add = other.roll.get_by_role("button", name="add 1 to adds")
    before = add.bounding_box()
    add.click()
    expect(other.roll.get_by_role("button", name="remove 1 from adds")).to_have_text("+1×")
    assert add.bounding_box() == before


@pytest.mark.parametrize(
    ("game", "trait", "word"),
    [
        ("wherever-we-go", "stealth", "bane"),
        ("starforged", "edge", "match"),
        ("illuminated-worlds", "read", "gilded"),
        ("in-the-dark", "skulk", "position"),
        ("true-world", "climbing", "difficulty"),
    ],
)
def test_a_word_of_the_game_says_where_it_stands_what_it_is(
    phones: Phones, server: RunningServer, game: str, trait: str, word: str
) -> None:
    table = at_ease(server, game)
    table.player.do("make", name="Nyx")
    roll = table.player.do("declare", character="c1", trait=trait)["number"]
    player = phones.at(table.player)
    term = player.roll.locator("button.term, button.die").get_by_text(word).first
    before = term.bounding_box()
    term.click()
    face = game_of(game).face
    assert face
    says = face.glossary[word]
    expect(player.page.locator(".refusal")).to_contain_text(says)
    assert term.bounding_box() == before, "nothing moves under the finger"
    assert table.player.see(f"rolls/{roll}")["status"] == "open"
    player.tab("Me")
    player.page.get_by_text("Words of this game").click()
    expect(player.page.locator(".sheet details.more", has_text="Words of this game")).to_contain_text(says)


def test_a_die_that_was_typed_wrongly_is_told_until_it_is_right(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    player = phones.at(table.player)
    table.player.do("declare", character="c1", trait="skulk")
    player.roll.get_by_role("button", name="I throw real dice").click()
    first, second = player.page.locator(".hand input").all()
    first.fill("7")
    second.fill("3")
    for _ in range(2):
        expect(player.page.locator(".hand .wrong")).to_have_text("A d6 shows 1 to 6, not 7.")
        player.page.locator("button.throw").click()
    first.fill("4")
    expect(player.page.locator(".hand .wrong")).to_have_text("")


def test_no_word_that_is_explained_stands_in_a_button(phones: Phones, server: RunningServer) -> None:
    """A tap on it would decide."""
    table = at_ease(server, "wherever-we-go")
    table.player.do("make", name="Nyx", values={"stress": 2})
    roll = table.player.do("declare", character="c1", trait="stealth", decide={"push": "push"})["number"]
    table.player.do("throw", roll=roll, dice=[7, 3, 1, 1])
    player = phones.at(table.player)
    expect(player.roll.locator("button.option .pill").first).to_be_visible()
    expect(player.roll.locator("button.term").first).to_be_visible()
    expect(player.roll.locator("button button")).to_have_count(0)


def test_each_percentage_of_a_bar_is_right_by_itself(phones: Phones, server: RunningServer) -> None:
    """Whoever works one out finds that number, whatever the others make; what is equal is told as equal."""
    page = phones.at(open_table(server).gm).page
    script = "new URL('odds-bar.js', document.querySelector('script[type=module]').src).href"
    bars = [["3/8", "5/8"], ["1/7", "2/7", "4/7"], ["3/64", "10/64", "15/64", "21/64", "12/64", "3/64"]]
    bars += [["127/256", "128/256", "1/256"], ["1/8", "3/4", "1/8"], ["1/1", "0/1"]]
    told = page.evaluate(
        f"""bars => import({script}).then(({{ oddsBar }}) => bars.map((bar) => {{
            const drawn = oddsBar(Object.fromEntries(bar.map((part, place) => [`tier ${{place}}`, part])));
            return [...drawn.querySelectorAll(".chance")].map((each) => each.textContent);
        }}))""",
        bars,
    )
    assert told[0] == ["38 %", "62 %"]
    assert told[1] == ["14 %", "29 %", "57 %"]
    assert told[2] == ["5 %", "16 %", "23 %", "33 %", "19 %", "5 %"]
    assert told[3] == ["50 %", "50 %", "<1 %"]
    assert told[4] == ["12 %", "75 %", "12 %"]
    assert told[5] == ["100 %", "0 %"]


def test_what_is_announced_of_a_roll_is_said_as_a_person_would(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    onlooker = phones.at(table.onlooker)
    onlooker.page.evaluate(
        """() => {
            window.told = [];
            const place = document.getElementById("announcer");
            new MutationObserver(() => window.told.push(place.textContent)).observe(place, {childList: true});
        }"""
    )
    things = [{"kind": "ability", "name": "Nightwalker"}]
    table.player.do("make", name="Evelyn", values={"hide": 2, "hide_gilded": True, "things": things})
    table.player.do("describe", character="c1", words={"look": "Grey."})
    roll = table.player.do("declare", character="c1", trait="hide")["number"]
    left = {"intent": "Hide", "stakes": False, "expectations": False}
    table.gm.do("set", roll=roll, inputs=left)
    table.player.do("set", roll=roll, inputs={"lowers": True})
    table.gm.do("set", roll=roll, inputs={**left, "stakes_level": "low"})
    table.player.do("set", roll=roll, inputs={"things": ["Nightwalker"]})
    table.player.do("set", roll=roll, inputs={"things": []})
    table.player.do("throw", roll=roll, dice=[3, 5])
    table.player.do("decide", roll=roll, option="accept")
    expect(onlooker.roll.locator(".dice")).to_be_visible()
    onlooker.page.wait_for_function("window.told.some((each) => each.includes('it stand'))")
    assert onlooker.page.evaluate("window.told")[:10] == [
        "Evelyn joins the story.",
        "Evelyn is introduced.",
        "Evelyn rolls Hide.",
        "Gem leaves the rest unsaid.",
        "Ann asks for lower stakes.",
        "Gem set stakes low.",
        "Ann uses Nightwalker.",
        "Ann uses none of their things.",
        "Evelyn threw 3 5; now: mixed success.",
        "Evelyn lets it stand. More is to be chosen.",
    ]


def test_the_name_of_a_table_is_whole_on_a_phone_and_its_line_as_tall(phones: Phones, server: RunningServer) -> None:
    for name in ("Lantern Street", "Illuminated Worlds, tonight"):
        phone = phones.at(open_table(server, "illuminated-worlds", name=name).player)
        title = phone.page.get_by_role("heading", name=name, exact=True)
        within = "each => each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight"
        assert title.evaluate(within)
        assert phone.page.locator(".banner").evaluate("each => each.offsetHeight") <= 49


def test_a_trait_that_is_yes_or_no_is_had_and_not_been(phones: Phones, server: RunningServer) -> None:
    """The page says of it what the journal says: nobody "is" a gilded action."""
    table = seated(server, "illuminated-worlds", hide=2, hide_gilded=False)
    phone = phones.at(table.player)
    for is_gilded, words in ((True, "Nyx has hide gilded"), (False, "Nyx no longer has hide gilded")):
        table.player.do("edit", where="c1", values={"hide_gilded": is_gilded})
        assert words in phone.log()[-1]


def test_words_of_what_is_certain_stand_apart(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "illuminated-worlds", sway=2, sway_gilded=True)
    roll = table.player.do("declare", character="c1", trait="sway")["number"]
    table.player.do("throw", roll=roll, dice=[6, 4])
    sure = phones.at(table.player).roll.locator(".option .segment.sure").first
    expect(sure).to_have_text("full success")
    expect(sure).to_have_css("word-spacing", "0px")


def test_an_hour_is_told_as_people_write_it(phones: Phones, server: RunningServer) -> None:
    """No nought stands before it where the clock has twelve hours: 9:43 AM."""
    page = phones.at(open_table(server).gm).page
    script = "new URL('words.js', document.querySelector('script[type=module]').src).href"
    told = page.evaluate(f"import({script}).then(({{ timeOf }}) => timeOf(new Date(2026, 0, 5, 9, 43) / 1000))")
    assert told.split() == ["9:43", "AM"]


def test_what_explains_stands_clear_of_it_and_goes_with_its_place(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    table.player.do("declare", character="c1", trait="skulk")
    gm = phones.at(table.gm, viewport=DESKTOP)
    position = gm.roll.locator(".control", has=gm.page.get_by_role("radiogroup", name="Position"))
    position.locator("button.term").click()
    told = gm.page.locator(".refusal")
    expect(told).to_contain_text("How you stand before you act")
    rows = gm.roll.locator(".called-for .control")
    expect(rows).to_have_count(3)
    lies = told.bounding_box()
    assert lies
    for row in [rows.nth(place).bounding_box() for place in range(3)]:
        assert row
        assert lies["y"] >= row["y"] + row["height"] or lies["y"] + lies["height"] <= row["y"]
    gm.page.locator("button.term", has_text="Crew level").click()
    expect(told).to_contain_text("a die less for each level above")
    table.gm.do("make", name="Hollis")  # above it the party grows
    expect(gm.page.locator(".left, .column").first).to_contain_text("Hollis")
    expect(told).to_have_count(0)


def test_the_words_of_the_game_open_from_a_roll(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    table.player.do("declare", character="c1", trait="skulk")
    for seat in (table.player, table.gm):
        phone = phones.at(seat)
        phone.roll.locator(".asides details.more > summary").first.click()
        phone.roll.get_by_text("Words of this game").click()
        expect(phone.roll.locator("details", has_text="Words of this game").last).to_contain_text(
            "Bargain: One die more"
        )


def test_a_box_of_harm_says_what_a_whole_row_does(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk")["number"]
    table.player.do("throw", roll=roll, dice=[1] * len(table.player.see(f"rolls/{roll}")["dice"]))
    table.gm.do("name_due", roll=roll, answer=[{"way": "moderate harm", "who": "c1"}])
    change = phones.at(table.player).roll.locator(".landing .change").first
    expect(change).to_have_text("Nyx: Moderate harm0 → 1Both marked: one die less.")


def test_a_result_stands_before_what_it_cost(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "in-the-dark")
    roll = table.player.do("declare", character="c1", trait="skulk", inputs={"extra": "push"})["number"]
    table.player.do("throw", roll=roll, dice=[1, 4, 3][: len(table.player.see(f"rolls/{roll}")["dice"])])
    player = phones.at(table.player)
    (line,) = [each for each in player.log() if "Nyx rolls Skulk" in each]
    assert line.index("by hand") < line.index("Nyx takes 2 stress")
