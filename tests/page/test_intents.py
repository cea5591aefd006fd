"""What someone does and what is at stake: whose words they are, who may still change them, and where they stand."""

import pytest
from playwright.sync_api import expect

from tests.page.phones import DESKTOP, LINES, Phones, at_ease, seated
from tests.server import RunningServer, open_table
from tests.waiting_for import wait_for

pytestmark = pytest.mark.slow


def test_what_is_picked_says_what_is_done_and_words_of_ones_own_take_its_place(
    phones: Phones, server: RunningServer
) -> None:
    table = seated(server, "in-the-dark")
    player, gm = phones.at(table.player), phones.at(table.gm)
    player.declare("Skulk")
    own = player.roll.get_by_role("textbox", name="intent")
    for field in (own, gm.roll.get_by_role("textbox", name="intent")):  # no words that nobody wrote
        expect(field).to_have_value("")
        expect(field).to_have_attribute("placeholder", "What does Nyx do?")
    expect(phones.at(table.other).roll.locator("h2.intent")).to_have_text("Nyx: Skulk")
    for words in ("Over the roofs, to the vault.", "", "Over the roofs, to the vault."):
        own.fill(words)
        own.blur()
        expect(gm.roll.get_by_role("textbox", name="intent")).to_have_value(words)
        expect(player.roll.locator("button.throw")).to_be_enabled()  # the pick says it where nobody does
    player.throw()
    expect(player.roll.locator(".told")).to_have_text("Over the roofs, to the vault.")


def test_the_roller_is_told_that_approach_and_stakes_may_still_change(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Nyx")
    player, gm = phones.at(table.player), phones.at(table.gm)
    player.declare("Sway")
    player.write("What I do", "I flatter the clerk.")
    roll = table.gm.see()["rolls"][-1]["roll"]
    wait_for(lambda: table.gm.see(f"rolls/{roll}")["texts"] == {"approach": "I flatter the clerk."})
    said = {"intent": "You flatter him.", "stakes": "He calls the guard.", "expectations": "You are in, or known."}
    table.gm.do("set", roll=roll, inputs=said)
    expect(player.roll).to_contain_text("Until you throw you may do it another way, or ask for lower stakes")
    assert player.roll.get_by_role("button", name="Ask for lower stakes").evaluate(LINES) == 2  # beside the stakes
    player.roll.get_by_role("button", name="Ask for lower stakes").click()
    expect(player.roll.locator("button.throw")).to_be_disabled()
    expect(gm.roll.locator(".wish")).to_have_text("Nyx asks to lower the stakes")
    expect(player.roll.get_by_role("textbox", name="What I do")).to_have_value("I flatter the clerk.")
    table.gm.do("set", roll=roll, inputs={**said, "stakes": "He smiles, and remembers you."})
    player.write("What I do", "I walk past.")
    expect(player.roll.locator(".needs")).to_have_text("The throw waits for Gem: what is at stake and how it could end")
    table.gm.do("set", roll=roll, inputs=said)
    player.throw()
    expect(player.roll.locator(".fallen .die").first).to_be_visible()


def test_a_headline_is_what_somebody_wrote_or_plainly_what_is_rolled(phones: Phones, server: RunningServer) -> None:
    table = seated(server, "true-world")
    roll = table.player.do("declare", character="c1", trait="climbing")["number"]
    table.gm.do("set", roll=roll, inputs={"difficulty": "d6", "position": "neutral"})
    other = phones.at(table.other)
    expect(other.roll.locator("h2.intent")).to_have_text("Nyx: Climbing")
    table.player.do("throw", roll=roll, dice=[8, 1])
    expect(other.roll.locator("h2.told")).to_have_text("Nyx: Climbing")
    assert other.log()[-1].startswith("Nyx rolls Climbing")
    table.gm.do("settle", roll=roll, answer=[{"way": "told", "amount": 1, "words": "A way opens."}])
    table.gm.do("begin_round")
    table.gm.do("begin_actions", waits=True)
    table.player.do("declare", character="c1", trait="stealth")
    other.tab("Table")
    expect(other.roll.locator("h2.intent")).to_have_text("Nyx: Stealth")  # which is not what someone does who waits


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


def test_what_expectations_are_is_told_to_both(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Evelyn")
    gm, player = phones.at(table.gm), phones.at(table.player)
    table.player.do("declare", character="c1", trait="read")
    means = player.roll.get_by_text("What a success and a failure would look like")
    expect(means).to_be_visible()
    table.gm.do("set", roll=table.gm.see()["rolls"][0]["roll"], inputs={"expectations": "A name, or a chase"})
    expect(means).to_be_hidden()
    table.gm.do("set", roll=table.gm.see()["rolls"][0]["roll"], inputs={"expectations": ""})
    asked = gm.roll.locator(".asked", has=gm.page.get_by_role("textbox", name="how it could end"))
    expect(asked).to_contain_text("How it could end")
    expect(asked).to_have_attribute("title", "What a success and a failure would look like.")


def test_what_a_player_wrote_is_proposed_to_the_gm_and_stands_once(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Nyx")
    player, gm = phones.at(table.player), phones.at(table.gm)
    player.declare("Hide")
    words = player.roll.get_by_role("textbox", name="What I do")
    words.fill("Slip past the guard")
    words.press("Enter")
    expect(gm.roll.locator(".intent textarea")).to_have_value("Slip past the guard")
    boxes = gm.roll.locator("textarea").all()
    assert [each.input_value() for each in boxes].count("Slip past the guard") == 1
    expect(player.roll.locator(".needs")).to_contain_text(
        "The throw waits for Gem: what is at stake and how it could end"
    )
    throw = gm.roll.locator("button.throw")
    assert throw.evaluate("each => getComputedStyle(each).borderTopStyle") == "dashed"
    needs = [need["input"] for need in table.gm.see()["rolls"][0]["needs"]]
    assert "intent" in needs  # written above, and agreed to with whatever else is said
    assert gm.roll.locator(".asked.wanted").count() == len(needs) - 1
    gm.roll.get_by_role("group", name="ready phrases: how it could end").get_by_role("button").first.click()
    expect(player.roll.locator(".needs")).not_to_contain_text("how it could end")
    gm.roll.get_by_role("button", name="Leave it unsaid").click()
    expect(player.roll.locator("button.throw")).to_be_enabled()
    assert table.gm.see()["rolls"][0]["inputs"]["intent"]["value"] == "Slip past the guard"
    assert throw.evaluate("each => getComputedStyle(each).borderTopStyle") == "solid"
    expect(player.roll.locator(".quote, h2.told")).to_have_count(0)


SAID = {"intent": "You flatter him.", "stakes": "He calls the guard.", "expectations": "You are in, or known."}


def test_a_wish_to_lower_the_stakes_wipes_out_nothing(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Nyx")
    roll = table.player.do("declare", character="c1", trait="sway", inputs={"approach": "I smile at the clerk"})[
        "number"
    ]
    table.gm.do("set", roll=roll, inputs=SAID)
    player, gm = phones.at(table.player), phones.at(table.gm)
    player.roll.get_by_role("button", name="Ask for lower stakes").click()
    boxes = gm.roll.locator(".intent textarea, .asked.proposed textarea")
    expect(boxes).to_have_count(3)
    assert [boxes.nth(place).input_value() for place in range(3)] == list(SAID.values())
    expect(gm.roll.locator(".wish")).to_contain_text("Nyx asks to lower the stakes")
    expect(gm.roll.locator(".wish")).not_to_contain_text("“")  # nobody wrote a word
    expect(player.roll.locator(".quote")).to_contain_text("He calls the guard.")
    expect(player.roll.locator(".said-by", has_text="How it could end")).to_contain_text("You are in, or known.so far")
    expect(player.roll.locator("button.throw")).to_be_disabled()
    gm.roll.get_by_role("button", name="Lower them").click()
    expect(player.roll.locator("button.throw")).to_be_enabled()
    expect(player.roll.locator(".says").first).to_contain_text("low stakes")
    texts = table.gm.see(f"rolls/{roll}")["texts"]
    assert {name: texts[name] for name in SAID} == SAID
    table.player.do("set", roll=roll, inputs={"lowers": False})
    table.gm.do("set", roll=roll, inputs={**SAID, "stakes_level": "standard"})
    player.roll.get_by_role("button", name="Ask for lower stakes").click()
    gm.write("stakes", "He remembers your face.")
    expect(player.roll.locator(".quote")).to_contain_text("He remembers your face.")
    expect(gm.roll.locator(".wish")).to_contain_text("Nyx asks to lower the stakes")  # words alone are no answer
    expect(player.roll.locator("header .room")).to_contain_text("You asked for lower stakes")
    expect(player.roll.locator(".says").first).not_to_contain_text("low stakes")
    gm.roll.get_by_role("button", name="They stay").click()
    expect(player.roll.locator("header .room")).to_contain_text("Gem leaves the stakes as they are.")
    expect(player.roll.locator("button.throw")).to_be_enabled()
    expect(player.roll.locator(".quote")).to_contain_text("He remembers your face.")
    expect(gm.roll.locator(".wish")).to_have_count(0)
    assert table.gm.see(f"rolls/{roll}")["texts"] == {
        **SAID,
        "stakes": "He remembers your face.",
        "approach": "I smile at the clerk",
    }


def test_where_nothing_waits_for_words_lower_stakes_are_still_asked_for_and_agreed_to_with_one_tap(
    phones: Phones, server: RunningServer
) -> None:
    table = at_ease(server, "illuminated-worlds")
    table.player.do("make", name="Nyx")
    roll = table.player.do("declare", character="c1", trait="sway")["number"]
    table.gm.do("set", roll=roll, inputs=SAID)
    player, gm = phones.at(table.player), phones.at(table.gm)
    player.roll.get_by_role("button", name="Ask for lower stakes").click()
    expect(player.roll.locator("header .room")).to_contain_text("You asked for lower stakes")  # nothing else waits
    expect(gm.roll.locator(".wish")).to_contain_text("Nyx asks to lower the stakes")
    gm.roll.get_by_role("button", name="Lower them").click()
    expect(player.roll.locator(".says").first).to_contain_text("low stakes, so what goes wrong is milder")
    expect(gm.roll.locator(".wish")).to_have_count(0)
    texts = table.gm.see(f"rolls/{roll}")["texts"]
    assert {name: texts[name] for name in SAID} == SAID
    table.player.do("throw", roll=roll, dice=[1] * len(table.gm.see(f"rolls/{roll}")["dice"]))
    expect(gm.roll.locator(".quote")).to_contain_text("At stake, low stakes “He calls the guard.”")


def test_lower_stakes_are_granted_or_refused_with_one_tap_before_all_is_said(
    phones: Phones, server: RunningServer
) -> None:
    """What was never said is still asked for afterwards: an answer to one thing leaves no other unsaid."""
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Nyx")
    for answer, told in (("Lower them", "Gem agrees: low stakes"), ("They stay", "Gem leaves the stakes as they are")):
        roll = table.player.do("declare", character="c1", trait="sway")["number"]
        table.gm.do("set", roll=roll, inputs={"intent": "Sway", "stakes": "He calls the guard."})
        player, gm = phones.at(table.player), phones.at(table.gm)
        player.roll.get_by_role("button", name="Ask for lower stakes").click()
        expect(gm.roll.locator(".still button")).to_have_text(["Lower them", "They stay"])
        gm.roll.get_by_role("button", name=answer).click()
        expect(player.roll.locator("header .room")).to_contain_text(told)
        assert table.gm.see(f"rolls/{roll}")["texts"]["stakes"] == "He calls the guard."
        expect(gm.roll.locator(".needs")).to_contain_text("Still to say: how it could end")
        table.player.do("withdraw", roll=roll)


def test_what_the_gm_only_agreed_to_gives_way_to_another_approach(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Nyx")
    roll = table.player.do("declare", character="c1", trait="sway", inputs={"approach": "I smile at the clerk"})[
        "number"
    ]
    table.gm.do("set", roll=roll, inputs={**SAID, "intent": "I smile at the clerk"})
    player, gm = phones.at(table.player), phones.at(table.gm)
    player.write("What I do", "I walk past.")
    expect(gm.roll.locator(".wish")).to_contain_text("Nyx does it another way: “I walk past.”")
    boxes = gm.roll.locator(".intent textarea, .asked.proposed textarea")
    expect(boxes.first).to_have_value("I walk past.")
    expect(boxes.nth(1)).to_have_value(SAID["stakes"])
    gm.roll.get_by_role("button", name=f"Still so: {SAID['stakes']}").click()
    gm.roll.get_by_role("button", name=f"Still so: {SAID['expectations']}").click()
    expect(player.roll.locator("button.throw")).to_be_enabled()
    assert table.gm.see(f"rolls/{roll}")["texts"]["intent"] == "I walk past."


def test_the_first_words_of_a_player_lock_nothing_and_stand_above_the_roll(
    phones: Phones, server: RunningServer
) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Nyx")
    roll = table.player.do("declare", character="c1", trait="sway")["number"]
    player, gm = phones.at(table.player), phones.at(table.gm)
    expect(player.roll.locator(".needs")).to_have_text("The throw waits for Gem: what is at stake and how it could end")
    for _ in range(2):
        gm.roll.locator(".asked.wanted .phrases button").first.click()
    expect(player.roll.locator("button.throw")).to_be_enabled()
    player.write("What I do", "I flatter the clerk.")
    expect(gm.roll.locator(".intent textarea")).to_have_value("I flatter the clerk.")
    expect(player.roll.locator("button.throw")).to_be_enabled()
    expect(player.roll.locator(".quote")).to_contain_text("It notices you.")
    table.player.do("throw", roll=roll, dice=[5, 2])
    expect(player.roll.locator("h2")).to_have_text("I flatter the clerk.")
    player.tab("Log")
    expect(player.page.locator("li.entry.story").first).to_contain_text("I flatter the clerk.")


def test_what_the_gm_called_for_stands_where_the_player_would_write_it(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Nyx")
    said = {"intent": "Find out more.", "stakes": "He calls the guard.", "expectations": "A name, or a chase."}
    table.gm.do("declare", character="c1", trait="read", inputs=said)
    player = phones.at(table.player)
    expect(player.roll.get_by_role("textbox", name="What I do")).to_have_value("Find out more.")
    expect(player.roll.locator("h2")).to_have_count(0)


def test_the_roller_hears_whether_lower_stakes_were_agreed_to_and_both_read_the_same_deed(
    phones: Phones, server: RunningServer
) -> None:
    """Words that nobody said are no words: what is left unsaid is said to be so, and can still be said."""
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Tobias")
    player, gm = phones.at(table.player), phones.at(table.gm, viewport=DESKTOP)
    for answer, told in (
        ("Lower them", "Gem agrees: low stakes."),
        ("They stay", "Gem leaves the stakes as they are."),
    ):
        player.declare("Strike")
        gm.roll.get_by_role("button", name="Leave it unsaid").click()
        expect(player.roll.locator(".of-text").first).to_contain_text("not said")
        expect(player.roll).not_to_contain_text("as usual")
        player.write("What I do", "Get past.")
        expect(gm.roll.locator(".intent textarea")).to_have_value("Get past.")
        expect(player.roll.locator("header .room")).to_contain_text("What is at stake was left unsaid.")
        player.roll.get_by_role("button", name="Ask for lower stakes").click()
        expect(player.roll.locator("header .room")).to_contain_text("You asked for lower stakes.")
        expect(gm.roll.locator(".wish")).to_contain_text("Tobias asks to lower the stakes")
        expect(gm.roll.locator(".intent textarea")).to_have_value("Get past.")
        answers = gm.roll.locator(".still button")
        expect(answers).to_have_text(["Lower them", "They stay"])
        assert len({box["y"] for each in answers.all() if (box := each.bounding_box())}) == 1  # side by side
        expect(gm.roll.get_by_role("button", name="Still so")).to_have_count(0)
        gm.roll.get_by_role("button", name=answer).click()
        expect(player.roll.locator("header .room")).to_contain_text(told)
        expect(player.roll.get_by_role("button", name="Take it back")).to_have_count(0)
        stakes = gm.roll.get_by_role("textbox", name="stakes")
        expect(stakes).to_have_value("")
        expect(stakes).to_have_attribute("placeholder", "Not said")
        expect(player.roll.locator("button.throw")).to_be_enabled()
        expect(player.roll).to_contain_text("Until you throw you may do it another way, at no cost")
        player.roll.get_by_role("button", name="Take the roll back").click()


def test_words_that_were_left_unsaid_can_still_be_said_with_a_tap(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Tobias")
    table.player.do("declare", character="c1", trait="strike")
    player, gm = phones.at(table.player), phones.at(table.gm, viewport=DESKTOP)
    gm.roll.get_by_role("button", name="Leave it unsaid").click()
    expect(player.roll.locator("button.throw")).to_be_enabled()
    gm.roll.locator(".asked", has_text="What is at stake").locator(".phrases button").first.click()
    expect(player.roll.locator(".quote")).to_contain_text("It notices you.")


def test_what_a_player_wrote_after_the_gm_let_them_throw_stays_while_lower_stakes_are_asked_for(
    phones: Phones, server: RunningServer
) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Tobias")
    roll = table.player.do("declare", character="c1", trait="strike")["number"]
    table.gm.do("set", roll=roll, inputs={"intent": "Strike", "stakes": False, "expectations": False})
    table.player.do("set", roll=roll, inputs={"approach": "Get past."})
    gm = phones.at(table.gm)
    expect(gm.roll.locator(".intent textarea")).to_have_value("Get past.")
    table.player.do("set", roll=roll, inputs={"lowers": True})
    expect(gm.roll.locator(".wish")).to_contain_text("Tobias asks to lower the stakes")
    expect(gm.roll.locator(".intent textarea")).to_have_value("Get past.")
    gm.roll.get_by_role("button", name="Lower them").click()
    expect(gm.roll.locator(".wish")).to_have_count(0)
    assert table.gm.see(f"rolls/{roll}")["texts"]["intent"] == "Get past."


def test_who_may_help_reads_who_rolls_what_above_their_words(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Evelyn Marsh", values={"read": 2})
    table.other.do("make", name="Moth")
    roll = table.player.do("declare", character="c1", trait="read")["number"]
    other = phones.at(table.other)
    expect(other.roll.locator("h2")).to_have_text("Evelyn Marsh: Read")
    table.player.do("set", roll=roll, inputs={"approach": "I read the widow's hands"})
    expect(other.roll.locator("h2")).to_have_text("I read the widow’s hands")
    expect(other.roll.locator(".who")).to_contain_text("Evelyn Marsh · Read")


def test_who_is_asked_for_lower_stakes_is_told_that_alone_is_open(phones: Phones, server: RunningServer) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Nyx", values={"read": 2})
    roll = table.player.do("declare", character="c1", trait="read")["number"]
    said = {"intent": "Read", "stakes": "It notices you.", "expectations": "You learn it, or it learns of you."}
    table.gm.do("set", roll=roll, inputs=said)
    gm, player = phones.at(table.gm, viewport=DESKTOP), phones.at(table.player)
    player.roll.get_by_role("button", name="Ask for lower stakes").click()
    expect(gm.roll.locator(".needs")).to_have_text("Still to say: whether the stakes are lowered")
    expect(player.roll.locator(".needs")).to_have_text("The throw waits for Gem: whether the stakes are lowered")
    gm.roll.get_by_role("button", name="They stay").click()
    expect(player.roll.locator("button.throw")).to_be_enabled()


def test_names_and_headlines_lose_nothing_of_their_letters_and_a_phrase_is_read_beside_the_field(
    phones: Phones, server: RunningServer
) -> None:
    table = open_table(server, "illuminated-worlds")
    table.player.do("make", name="Nyx")
    table.other.do("make", name="Moth")
    gm = phones.at(table.gm)
    whole = "each => getComputedStyle(each).textBoxTrim === 'none' && each.scrollHeight <= each.clientHeight + 1"
    assert gm.page.locator(".titles h1").evaluate(whole)
    inputs = {"approach": "listen for the thing under the floor"}
    roll = table.player.do("declare", character="c1", trait="read", inputs=inputs)["number"]
    chips = gm.roll.locator(".asked", has_text="What is at stake").locator(".phrases button")
    row = gm.roll.locator(".asked .phrases").first.bounding_box()
    second = chips.nth(1).bounding_box()
    assert row
    assert second
    assert row["x"] + row["width"] - second["x"] >= 40, "less than a word of it"
    table.gm.do("set", roll=roll, inputs={"risk": "none"})
    expect(gm.roll).to_contain_text("It just happens")
    assert gm.roll.locator("h2.intent .clip").evaluate("each => each.scrollHeight <= each.clientHeight + 1")
