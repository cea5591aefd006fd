"""What a designer is told: every fault with its line, what is accepted, and what was perhaps meant."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from actionroll.api import question
from actionroll.files import loads, read
from actionroll.files.flow import OWN_WORDS
from actionroll.files.source import MOST_BYTES, FileError
from actionroll.rules.steps import Throw

GAME = """\
id = "small"
title = "Small"
line = "One die."

[tracks]
luck = {high = 3, says = "Luck."}

[moves.action]
says = "Try."
tiers = ["no", "yes"]
facts = {shown = "The die."}
roll = '''
refuse "Too lucky." when luck > 3
throw
    one: skill d6
        shown = highest
decide again
    keep "Leave it."
    change "Once more." when luck > 0
    policy on-no: change when shown < 4
end
    yes when shown >= 4 or again is change
    no
    change luck by -1 "spent" when again is change
    why "{shown} shows"
'''

[moves.action.inputs]
skill = {kind = "number", low = 0, high = 9, says = "Dice."}
luck = {kind = "number", low = 0, high = 3, default = 0, reads = "luck", says = "Luck."}
"""


def faults(text: str) -> list[str]:
    with pytest.raises(FileError) as found:
        loads(text, "small.toml")
    return [str(fault) for fault in found.value.faults]


def line_of(text: str, words: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if words in line)


def test_the_game_itself_is_right() -> None:
    assert loads(GAME).id == "small"


WRONG = [
    ('id = "small"', 'id = "Small Game"', "id takes small letters"),
    ('title = "Small"', 'titel = "Small"', "did you mean title?"),
    ('title = "Small"', "title = 3", "title takes a text"),
    ("luck = {high = 3,", 'luck = {high = "three",', "three"),
    ('tiers = ["no", "yes"]', 'tiers = ["no", "no"]', "none of them twice"),
    ("[moves.action]", "[moves.acton]", "The first move is called action"),
    ("luck > 3", "luk > 3", "did you mean luck?"),
    ("luck > 3", "luck = 3", "compare numbers with =="),
    ("luck > 3", "luck", "a truth is needed"),
    ("luck > 3", "luck.real > 3", "Accepted are numbers"),
    ("luck > 3", "__import__('os')", "Only these are called"),
    ("luck > 3", "open('x')", "Only these are called"),
    ("luck > 3", "[n for n in luck]", "Accepted are numbers"),
    ("luck > 3", "(lambda: 1)() > 3", "Accepted are numbers"),
    ("luck > 3", "luck > 3 ** 9", "Numbers take + - *"),
    ("luck > 3", "luck // 0 > 3", "and not 0"),
    ("luck > 3", "luck > 99999999", "Numbers go up to"),
    ("luck > 3", "min(luck) > 3", "min(a, b)"),
    ("luck > 3", "highest(luck) > 3", "a list is needed"),
    ("luck > 3", "luck is big", "numbers take =="),
    ("skill d6", "skil d6", "did you mean skill?"),
    ("skill d6", "skill", "Dice are written as"),
    ("skill d6", "skill d0", "A die has 1 to 1000 sides"),
    ("shown = highest", "shown = heighest", "did you mean highest?"),
    ("shown = highest", "shown = top", "There is no reading"),
    ("shown = highest", "shown = highest beyond best", "There is no top or bottom"),
    ("shown = highest", "explode face == 6", "Dice explode up to a bound"),
    ("shown = highest", "tier = highest", "tier means something already"),
    ("    one: skill d6", "    one skill d6", "Dice are written as NAME: 2d6"),
    ("throw\n", "thorw\n", "did you mean throw?"),
    ("throw\n", "throw [XX-1]\n", "There is no rule 'XX-1'"),
    ("decide again\n", "decide again by nobody\n", "There is no part called 'nobody'"),
    ('    keep "Leave it."\n', "", "at least two options"),
    ('    keep "Leave it."', '    keep "Leave it." when luck > 0', "always there"),
    ("policy on-no: change", "policy on-no: chance", "did you mean change?"),
    ("    yes when shown", "    yess when shown", "did you mean yes?"),
    ("again is change\n    no", "again is chance\n    no", "did you mean change?"),
    ("    no\n", "    no when shown > 0\n", "The last tier stands without when"),
    ("change luck by", "change lock by", "did you mean luck?"),
    ("change luck by -1", "mark luck", "There is no mark"),
    ("change luck by -1", "change luck of each skill by -1", "There is no input through which others join"),
    ("{shown} shows", "{show} shows", "did you mean shown?"),
    ("end\n    yes when shown >= 4 or again is change\n    no\n", "go nowhere\n", "Nothing stands indented"),
    ('kind = "number", low = 0, high = 9', 'kind = "nummer", low = 0, high = 9', "did you mean number?"),
    ('kind = "number", low = 0, high = 9', 'kind = "number", low = 9, high = 0', "high takes a whole number from 9"),
    ('reads = "luck"', 'reads = "lock"', "did you mean luck?"),
    ('default = 0, reads = "luck"', 'default = 9, reads = "luck"', "default takes a whole number from 0 to 3"),
    ("skill = {kind", "skill = {kinds", "did you mean kind?"),
    ("skill = {kind", "class = {kind", "is no name for a value"),
    ("[moves.action]", '[rulings]\nA-1 = {reason = "No."}\n[moves.action]', "is no name for a value"),
    ('says = "Dice."}', 'says = "Dice."', "This is not TOML"),
    ('title = "Small"', 'title = "Small', "A quote is missing at the end of this line"),
    ('shows"\n\'\'\'', 'shows"\n', "never closed"),
    ("high = 9, says", "max = 9, says", "here it is called high"),
    ("skill = {kind", "trait = {kind", "it means something already, as do each, face, false, size, tier, trait, true"),
    ("facts = {shown", "facts = {shwon", "There is no value for the fact 'shwon' (did you mean shown?)"),
    ("again is change\n    no", "again == change\n    no", "Words are compared with is: again is change."),
    ("skill d6", "[skill] d6", "a number is needed"),
    ('"spent" when again is change', 'when again is change "spent"', "The words stand before when"),
    ('"Once more." when luck > 0', '"Once."\n    change "Twice."', "The option change is there twice"),
    ("policy on-no: change when", "policy on-no: change\n    policy on-no: change when", "is never reached"),
    ("policy on-no:", "policy keep:", "keep means something already here"),
    ("policy on-no:", "policy best:", "best means something already here"),
    ("= highest", "= highest\n    one: d6\n        two = sum", "Two pools of this throw are called one"),
    ("{shown} shows", "{shown shows", "A brace is never closed"),
    ("luck > 3", "luck > 3 && skill > 2", "write and for &&"),
    ("luck > 3", "luck > 3 || skill > 2", "write or for ||"),
    ("luck > 3", "luck => 3", "write >= for =>"),
    ("luck > 3", "max(luck, 2 > 3", "this bracket has no partner"),
    ("luck > 3", "luck, 2) > 3", "this bracket has no partner"),
    ("luck > 3", "maxx(luck, 2) > 3", "There is no call 'maxx' (did you mean max?)"),
    ("skill d6", "2000d6", "One throw takes at most 1000 dice, not 2000."),
    ('tiers = ["no", "yes"]', "tiers = []", "tiers takes one to 60 texts"),
    ('title = "Small"', 'title = "Small"\nid = "x"', "id is there twice"),
    ("[tracks]", "[moves.action]\n[tracks]", "moves.action is there twice"),
    ("low = 0, high = 9", "low = False, high = 9", "true or false in small letters"),
    ("shown = highest", "shown = count 6", "a truth is needed; compare that, such as face == 6"),
    ("shown = highest", "shown = highest of 1 if face > 2", "after if stands else"),
    ("shown = highest", "shown = highest of face except best", "read with beyond"),
    ("shown = highest", "shown-die = highest", "a name has small letters"),
    ("shown = highest", "change luck by 1", "as far to the right as the dice"),
    ("    one: skill d6", "    one against by gm: skill d6", "NAME by gm against: d8"),
    ("    one: skill d6", "one: skill d6", "Dice stand indented below throw."),
    ("    yes when shown", "yes when shown", "Tiers stand indented below end."),
    ('    keep "Leave it."', 'keep "Leave it."', "Options stand indented below decide."),
    ("        shown = highest", "    shown = highest", "What is read from dice stands indented below them."),
]  # fmt: skip


@pytest.mark.parametrize(("right", "wrong", "says"), WRONG, ids=range(len(WRONG)))
def test_a_fault_is_told_with_its_line_and_what_is_accepted(right: str, wrong: str, says: str) -> None:
    assert GAME.count(right) >= 1
    told = faults(GAME.replace(right, wrong, 1))
    assert any(says in each for each in told), told
    assert all(each.startswith("line ") for each in told)


def test_the_line_and_column_are_those_of_the_mistake() -> None:
    text = GAME.replace("shown < 4", "show < 4")
    (told,) = faults(text)
    assert told.startswith(f"line {line_of(text, 'show < 4')}, column 31: ")


def test_all_faults_are_told_at_once_in_their_order() -> None:
    text = GAME.replace("luck > 3", "luk > 3").replace("skill d6", "skil d6").replace("yes when", "yess when")
    told = faults(text)
    assert [each.split(",")[0] for each in told] == sorted(each.split(",")[0] for each in told)
    assert len(told) == 3


ONE = [
    ('kind = "number", low = 0, high = 9', 'kind = "pool"', "There is no kind called 'pool'"),
    ("luck = {high = 3,", "luck = {hight = 3, start = 2,", "did you mean high?"),
    ("tiers =", "teirs =", "did you mean tiers?"),
    ("roll = ", "rol = ", "did you mean roll?"),
    ("skill d6", "skil d6", "did you mean skill?"),
    ("shown = highest", "shown = heighest", "did you mean highest?"),
    ("decide again\n", "decide again by nobody\n", "There is no part called 'nobody'"),
    ('"Once more." when luck > 0', '"Once more." when luk > 0', "did you mean luck?"),
    ('change "Once more."', "change Once more.", "An option is written as"),
    ("yes when shown >= 4", "yes when shown = 4", "compare numbers with =="),
    ("end\n", "ende\n", "There is no step called 'ende'"),
    ("throw\n", "thorw\n", "There is no step called 'thorw'"),
    ("{shown} shows", "{show} shows", "did you mean shown?"),
]


@pytest.mark.parametrize(("right", "wrong", "says"), ONE, ids=range(len(ONE)))
def test_one_mistake_is_one_fault(right: str, wrong: str, says: str) -> None:
    (told,) = faults(GAME.replace(right, wrong, 1))
    assert says in told


def test_a_list_where_a_number_is_needed_is_named_with_a_remedy() -> None:
    told = faults(GAME.replace("shown = highest", "shown = top 2"))
    assert "shown is a list, and a number is needed; sum(shown), highest(shown) or nth(shown, 1) makes one." in told[0]


def test_a_fact_is_set_on_every_way_and_the_way_is_told_on_which_it_is_not() -> None:
    text = GAME.replace("throw\n", "go done when luck > 2\nthrow\n").replace("end\n", "label done\nend\n", 1)
    text = text.replace("yes when shown >= 4 or again is change", "yes when luck > 2")
    text = text.replace(" when again is change", "").replace('    why "{shown} shows"\n', "")
    (told,) = faults(text)
    way = f"The fact shown is not set on the way through go done in line {line_of(text, 'go done')}"
    assert told == f"line {line_of(text, 'end')}, column 1: {way}; set it before, such as shown = 0 at the top."
    assert loads(text.replace("go done when", "shown = 0\ngo done when")).id == "small"


def test_the_line_that_goes_round_is_told_and_not_one_that_goes_on() -> None:
    text = GAME.replace("end\n", "go done when luck > 2\nlabel x\ngo x when again is keep\nlabel done\nend\n", 1)
    (told,) = faults(text)
    assert told.startswith(f"line {line_of(text, 'go x')}, column 1: This goes round for ever")


def test_the_best_of_dice_that_explode_is_perhaps_not_what_was_meant() -> None:
    exploding = GAME.replace("shown = highest", "explode face == 6 upto 2\n        shown = highest")
    (told,) = read(exploding)[1]
    assert told.place.line == line_of(exploding, "= highest")
    assert told.says.startswith("highest reads single faces: a die that explodes adds another die to one")
    assert not read(exploding.replace("highest", "sum"))[1]
    assert not read(GAME)[1]


@pytest.mark.parametrize("first", ["", "other = 0\n"])
def test_pools_of_one_throw_do_not_see_each_other(first: str) -> None:
    text = GAME.replace("throw\n", f"{first}throw\n    two: d6\n        other = sum\n").replace(
        "highest", "highest of other"
    )
    (fault,) = faults(text)
    assert "other is read in this same throw, whose pools do not see each other; throw it before." in fault


def test_an_input_that_no_line_uses_is_perhaps_not_meant() -> None:
    spare = 'spare = {kind = "number", low = 0, high = 3, says = "Nothing."}\n'
    (told,) = read(GAME + spare)[1]
    assert (told.place.line, told.says) == (line_of(GAME + spare, "spare"), "No line of action uses the input spare.")
    text = 'said = {kind = "text", says = "Words."}\n'
    assert not read(GAME + text)[1]


FLOWS = [
    ("throw\n    one: 2d6\n        shown = highest\n", "The roll must end"),
    ("label here\ngo here\n", "goes round for ever"),
    ('label here\ndecide x\n    a "A."\n    b "B."\ngo here\n', "goes round for ever"),
    ("end\n    no\nx = 1\nend\n    no\n", "never reached"),
    ("go on when skill > 1\nx = 1\nlabel on\nend\n    yes when x > 0\n    no\n", "x is not set on the way through go"),
    ("x = 1\ngo on when skill > 1\nx = [1]\nlabel on\nend\n    yes when x > 0\n    no\n", "x is a different thing"),
    ("label a\nlabel a\nend\n    no\n", "a is there twice"),
    ('throw\n    one: 2d6\n        n = sum\nrefuse "No." when n > 3\nend\n    no\n', "before the first throw"),
    ("throw\n    one: 2d6\n        n = sum\n        n = highest\nend\n    no\n", "have the same name"),
    ("throw\n    one: 2d6\n        all n = sum\n        m = sum\nend\n    no\n", "all is for pools of a list"),
    ("throw\n    one for each [1, 2]: each d6\n        n = sum\nend\n    no\n", "Dice are written as NAME"),
    ("throw\nend\n    no\n", "Below throw stand its dice"),
    ("throw\n    one: 2d6\nend\n    no\n", "What is read from one"),
    ("end\n", "Below end stand the tiers"),
    ("end\n        no\n            yes\n", "Nothing stands indented"),
    ("x = 2d6\nend\n    no\n", "Put a blank between a number and a word"),
    ("x = " + "1 + " * 80 + "1\nend\n    no\n", "at most 300 characters"),
    ("x = " + "(" * 120 + "1" + ")" * 120, "The roll must end"),
    ("x = " + "-" * 140 + "1\nend\n    no\n", "too long"),
]  # fmt: skip


@pytest.mark.parametrize(("roll", "says"), FLOWS, ids=range(len(FLOWS)))
def test_how_lines_follow_each_other(roll: str, says: str) -> None:
    start, end = GAME.index("refuse"), GAME.index("'''\n\n[moves.action.inputs]")
    told = faults(GAME[:start] + roll + GAME[end:])
    assert any(says in each for each in told), told


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 5_000,
        "[" + ".".join("a" * 1 for _ in range(20_000)) + "]",
        ".".join("a" for _ in range(20_000)) + " = 1",
        "x = " + "9" * 50_000,
        "x" * (MOST_BYTES + 1),
        "a = 1\na = 2",
        "\x00",
        "id = '''",
        "x = " + "{a=" * 3_000,
        "\n".join(f"[t{n}]" for n in range(5_000)),
        "[moves.action]\nroll = '''\n" + "x = 1\n" * 5_000 + "'''",
        "",
    ],
    ids=range(12),
)
def test_no_text_is_too_strange_to_be_refused(text: str) -> None:
    assert faults(text)


GUIDE = (Path(__file__).parents[2] / "docs" / "guides" / "a-game-as-a-file.md").read_text(encoding="utf-8")


def test_the_guide_lists_the_words_that_no_value_can_be_called() -> None:
    listed = GUIDE.partition("anything but the language's own words")[2].partition("\n\n")[0]
    assert set(re.findall(r"[a-z]+", " ".join(re.findall(r"`([^`]+)`", listed)))) == set(OWN_WORDS)


def test_the_rolls_that_the_guide_shows_are_right() -> None:
    start, end = GAME.index("refuse"), GAME.index("'''\n\n[moves.action.inputs]")
    rolls = re.findall(r"^```text\n(throw\n.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    number = '"number", high = 3'
    kinds = [number, number, '"die"', number, number, number]
    for roll, kind in zip(rolls, kinds, strict=True):
        text = (
            GAME[:start]
            + ("" if "shown = " in roll else "shown = 1\n")
            + roll
            + "end\n    yes when shown > 2\n    no\n"
            + GAME[end:]
        )
        traits = 'traits = {kind = "dice", says = "Dice."}\n'
        hints = read(text.replace('"number", low = 0, high = 9', kind) + traits)[1]
        assert all("uses the input" in hint.says for hint in hints)


def test_all_that_is_wrong_in_one_line_is_told_at_once_each_at_its_place() -> None:
    wrong = GAME.replace("yes when shown >= 4 or again is change", "yess when shwn >= 4 or lukc > 2")
    wrong = wrong.replace('change luck by -1 "spent" when again is change', 'change lukc by -1 "spent" when shown = 2')
    line = line_of(wrong, "yess")
    assert [fault.partition(": ")[0] for fault in faults(wrong)] == [
        f"line {line}, column 5", f"line {line}, column 15", f"line {line}, column 28",
        f"line {line + 2}, column 5", f"line {line + 2}, column 42",
    ]  # fmt: skip
    both = faults(GAME.replace("shown >= 4 or again is change", "again >= 4 or shown is change"))
    assert len(both) == 2
    assert "Words are compared with is" in both[0]
    assert "stands a word" in both[1]


RULED = GAME.replace("[tracks]", '[rules]\nS-1 = "Throw."\nS-2 = "Lamps."\nS-3 = "Luck."\n\n[tracks]', 1).replace(
    "throw\n    one: skill d6", "lamp = 1 [S-2]\nthrow [S-1]\n    one: skill + lamp + luck d6"
)


def test_a_rule_without_a_step_is_named_by_what_it_settles() -> None:
    text = RULED.replace('reads = "luck", says', 'reads = "luck", rule = "S-3", says')
    start = question(loads(text), "action", {"skill": 2, "luck": 1}).start
    assert isinstance(start, Throw)
    assert [term.rule for term in start.pools[0].terms] == ["S-1", "S-2", "S-3"]
    assert "did you mean S-2" in faults(RULED.replace("lamp = 1 [S-2]", "lamp = 1 [S-22]"))[0]
    assert "S-9" in faults(text.replace('rule = "S-3"', 'rule = "S-9"'))[0]
    several = faults(RULED.replace("throw [S-1]", "throw [S-1, S-2]"))[0]
    assert "A line names one rule" in several
    assert "column 7" in several


def test_a_name_by_itself_that_is_a_word_too_is_hinted_at() -> None:
    mood = 'mood = {kind = "choice", words = ["dark", "luck"], says = "How you feel."}'
    words = GAME.replace("[moves.action.inputs]", f"[moves.action.inputs]\n{mood}")
    text = words.replace("throw\n", "way = luck if mood is dark else skill\nthrow\n", 1)
    found = [hint for hint in read(text)[1] if "in quotes" in hint.says]
    assert [(hint.place.line, hint.place.column) for hint in found] == [(line_of(text, "way = luck"), 7)]
    number = words.replace("throw\n", "way = luck + 1\nthrow\n", 1)
    assert not [hint for hint in read(number)[1] if "in quotes" in hint.says]


SLIPS = [
    ("        n = sum\nlots = tpo 2\n    other: d8\n        m = sum\n", 2, "did you mean top 2?"),
    ("        n = sum\nlots = n + 1\n    other: d8\n        m = sum\n", 2, "Nothing stands indented below this line"),
    ("        n = count >= 6\n", 1, "count face >= 6."),
    ("        n = sum\nx = 1 if n is 1 else 0\n", 2, "n is a number; numbers take ==, as in n == 1."),
    ("        n = sum\ngo on when > 3\nlabel on\n", 2, "before > stands what is compared, such as stat > 3."),
]


@pytest.mark.parametrize(("lines", "at", "says"), SLIPS, ids=range(len(SLIPS)))
def test_a_slip_is_told_at_its_own_line_in_a_true_sentence(lines: str, at: int, says: str) -> None:
    start, end = GAME.index("refuse"), GAME.index("'''\n\n[moves.action.inputs]")
    before = GAME[:start] + "throw\n    one: 2d6\n"
    told = faults(before + lines + "end\n    no\n" + GAME[end:])
    line = before.count("\n") + at
    assert any(f"line {line}," in each and says in each for each in told), told
