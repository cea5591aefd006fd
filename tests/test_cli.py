"""The command line: every command, every option, and what they tell."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any
from unittest.mock import patch

import pytest

from actionroll import __version__
from actionroll.api import odds
from actionroll.cli import COMMANDS, available
from actionroll.cli.odds import ADVISE, ODDS
from actionroll.cli.questions import Place, options_of
from actionroll.cli.roll import ROLL
from actionroll.games import BUILT_IN, game, games
from actionroll.rules.inputs import inputs_of, rulings_of
from actionroll.rules.kinds import Kind, Many, Whole
from tests.command_line import is_refused, run, run_line

GAMES = list(BUILT_IN)
MOVES = [(name, move.name) for name in GAMES for move in game(name).moves]

DARK_TWO_DOTS = """\
In the Dark, action
To be rolled: 2 dots = 2 dice.

failure           25.0 %   1/4  ████████████
partial success   44.4 %   4/9  █████████████████████▍
full success      27.8 %  5/18  █████████████▍
critical success   2.8 %  1/36  █▍

highest  1: 2.8 %   2: 8.3 %   3: 13.9 %   4: 19.4 %   5: 25.0 %   6: 30.6 %
"""


def test_help_lists_the_commands_that_are_there() -> None:
    shown = run("--help")
    assert shown.status == 0
    assert {"games", "show", "odds", "roll", "advise", "batch", "completion"} <= set(available()) <= set(COMMANDS)
    assert all(f"\n  {name} " in shown.out for name in available())
    assert run().out == run("help").out == shown.out


def test_a_command_whose_module_is_not_there_is_not_listed() -> None:
    with patch.dict(COMMANDS, {"absent": ("absent", "a command that nobody wrote")}):
        assert "absent" not in available()
        assert "absent" not in run("--help").out
        assert is_refused(run("absent"))


@pytest.mark.parametrize("name", ["games", "show", "odds", "roll", "advise", "batch", "completion"])
def test_every_command_has_help(name: str) -> None:
    shown = run(name, "--help")
    assert shown.status == 0
    assert shown.out.startswith(f"actionroll {name}")


def test_version() -> None:
    assert run("--version").out == f"actionroll {__version__}\n"


def test_games_one_line_each() -> None:
    shown = run("games")
    assert [line.split()[0] for line in shown.out.splitlines()] == [each.id for each in games()]
    assert [each["game"] for each in run("games", "--json").told] == [each.id for each in games()]


@pytest.mark.parametrize("name", GAMES)
def test_show_tells_everything_within_eighty_columns(name: str) -> None:
    shown = run("show", name)
    played = game(name)
    assert shown.status == 0
    assert max(map(len, shown.out.splitlines())) <= 80
    flags = [f"--{each.replace('_', '-')}" for move in played.moves for each in inputs_of(move.attempt)]
    decisions = [f"decision {each.name}" for move in played.moves for each in move.decisions]
    for words in [*flags, *decisions, *rulings_of(played.rulings), *played.rules]:
        assert words in shown.out
    assert run("show", name, "--json").told["game"] == name
    assert run("show", name, "--rules").out.count(f"{next(iter(played.rules))} ") == 1


@pytest.mark.parametrize(("name", "move"), MOVES)
def test_show_of_a_move(name: str, move: str) -> None:
    assert run("show", name, move).out.startswith(f"move {move}:")
    assert run("show", name, move, "--json").told["move"] == move


@pytest.mark.parametrize(("name", "move"), MOVES)
def test_every_input_is_an_option_and_in_the_help(name: str, move: str) -> None:
    played = game(name)
    declared = {each.name: each for each in options_of(Place(played, played.move(move)), ODDS.options)}
    shown = run("odds", name, move, "--help").out
    for each in inputs_of(played.move(move).attempt).values():
        option = declared[each.name.replace("_", "-")]
        assert option.many == isinstance(each.kind, Many)
        assert f"--{option.name} {option.value}" in shown


@pytest.mark.parametrize(("name", "move"), MOVES)
def test_no_input_hides_an_option_but_dice(name: str, move: str) -> None:
    inputs = {each.replace("_", "-") for each in inputs_of(game(name).move(move).attempt)}
    own = {each.name for command in (ODDS, ROLL, ADVISE) for each in command.options}
    assert inputs & own <= {"dice"}


def test_odds_in_text() -> None:
    assert run_line("odds in-the-dark --dots 2") == (0, DARK_TWO_DOTS, "")


def test_odds_as_json_are_the_contract() -> None:
    told = run_line("odds in-the-dark --dots 2 --extra push --json").told
    assert list(told) == ["game", "move", "attempt", "rulings", "decide", "tiers", "facts", "joint"]
    expected = odds("in-the-dark", dots=2, extra="push")
    assert {tier: Fraction(chance) for tier, chance in told["tiers"].items()} == dict(expected)
    assert list(told["tiers"]) == list(expected)
    assert told["facts"]["highest"]["6"] == "91/216"
    assert {"who": "roller", "track": "stress", "by": 2} in told["joint"][0]["effects"]
    assert sum(Fraction(each["chance"]) for each in told["joint"]) == 1


def test_options_may_stand_anywhere_and_take_an_equals_sign() -> None:
    plain = run_line("odds in-the-dark action --dots 2 --position bad --json").out
    assert run_line("odds --json --dots=2 in-the-dark --position=bad action").out == plain


def test_yes_or_no_with_and_without_a_value() -> None:
    def severe(words: str) -> Any:
        ruling = "--ruling severe=ignore --json"
        return run_line(f"odds in-the-dark --dots 1 {words} {ruling}").told["attempt"]["severe_harm"]

    assert severe("--severe-harm") is severe("--severe-harm yes") is severe("--severe-harm=true") is True
    assert severe("--severe-harm no") is severe("") is False


def test_lists_are_repeated() -> None:
    told = run_line("odds in-the-dark teamwork --pools 1 --pools 2 --json").told
    assert told["attempt"]["pools"] == [1, 2]


def test_negative_numbers_are_values() -> None:
    assert run_line("odds starforged --stat 2 --momentum -3 --json").told["attempt"]["momentum"] == -3


def test_rulings_decisions_and_aims() -> None:
    line = "odds starforged --stat 2 --momentum 6 --json --decide"
    kept, burned = (run_line(f"{line} burn={how}").told for how in ("keep", "any"))
    assert kept["decide"] == {"burn": "keep"}
    assert Fraction(burned["tiers"]["miss"]) < Fraction(kept["tiers"]["miss"])
    best = run(
        "odds", "starforged", "--stat=2", "--momentum=6", "--json", "--decide=burn=best", "--aim", "weak hit"
    ).told
    assert best["tiers"]["miss"] == burned["tiers"]["miss"]
    ruled = run_line("odds in-the-dark --dots 0 --ruling zero_pool=fail --json").told
    assert ruled["tiers"]["failure"] == "1/1"
    assert ruled["rulings"]["zero_pool"] == "fail"


def test_decisions_that_come_up_are_told() -> None:
    assert "Decided: burn=keep." in run_line("odds starforged --stat 2 --momentum 6").out
    assert "Decided" not in run_line("odds starforged --stat 2 --momentum 0").out


def test_an_id_of_a_rule_is_told_as_its_sentence() -> None:
    assert run("show", "true-world", "TW-31")[1].startswith("TW-31  The gm")
    assert run("show", "in-the-dark", "ITD-A1")[1].startswith("ITD-A1  Below one die, two are rolled")


def test_explain_adds_the_rules() -> None:
    shown = run_line("odds in-the-dark --dots 1 --explain").out
    assert "ITD-18  The single highest die is read" in shown
    assert "ITD-18  The single highest die is read" in run_line("roll in-the-dark --dots 1 --seed 1 --explain").out


def test_no_roll_is_an_answer() -> None:
    shown = run_line("odds in-the-dark --dots 1 --risk none").out
    assert "it just happens" in shown
    assert "no dice are thrown" in shown


def test_vary_one_input() -> None:
    shown = run_line("odds in-the-dark --vary dots=0..2").out
    assert "\n2      25.0 %   44.4 %   27.8 %     2.8 %\n" in shown
    told = run_line("odds in-the-dark --vary dots=0,2 --json").told
    assert told["vary"] == {"dots": ["0", "2"]}
    assert [cell["attempt"]["dots"] for cell in told["cells"]] == [0, 2]
    assert told["cells"][1]["tiers"]["failure"] == "1/4"


def test_vary_two_makes_a_matrix() -> None:
    shown = run(
        "odds", "in-the-dark", "--vary", "dots=1..2", "--vary", "position=bad,good", "--aim", "full success"
    ).out
    assert shown.splitlines()[2:] == [
        "at least full success; position across",
        "dots     bad    good",
        "1      2.8 %  30.6 %",
        "2     16.7 %  42.1 %",
    ]


def test_vary_dice_lists_rulings_and_decisions() -> None:
    dice = run_line("odds true-world --ability d6 --vary difficulty=d4..d8 --json").told
    assert [cell["attempt"]["difficulty"] for cell in dice["cells"]] == ["d4", "d6", "d8"]
    lists = run_line("odds starforged --stat 1 --vary adds=none,1,1+2 --json").told
    assert [cell["attempt"]["adds"] for cell in lists["cells"]] == [[], [1], [1, 2]]
    rulings = run_line("odds in-the-dark --dots 0 --vary zero_pool=fail,min_one --json").told
    assert [cell["rulings"]["zero_pool"] for cell in rulings["cells"]] == ["fail", "min_one"]
    decisions = run_line("odds starforged --stat 1 --momentum 5 --vary burn=keep,any --json").told
    assert [cell["decide"]["burn"] for cell in decisions["cells"]] == ["keep", "any"]


@pytest.mark.parametrize(("name", "move"), MOVES)
def test_output_is_plain_and_narrow(name: str, move: str) -> None:
    shown = run("odds", name, move, *_needed(name, move))
    assert shown.status == 0, shown.err
    assert max(map(len, shown.out.splitlines())) <= 80
    assert "\x1b" not in shown.out


ONE_OF_SEVERAL = {
    "unskilled": ("action", "quick", "assist", "assisted"),
    "boxes=3": ("progress",),
    "grit=5": ("soak",),
    "stress=5": ("soak",),
}
"""What a move needs besides its required inputs, because one of several is."""


def _needed(name: str, move: str) -> list[str]:
    played = game(name)
    options = {each.name: each for each in options_of(Place(played, played.move(move)), ())}
    required = [each for each in inputs_of(played.move(move).attempt).values() if each.required]
    flags = [
        f"--{each.name.replace('_', '-')}={_accepted(each.kind, place)}" for place, each in enumerate(required, start=1)
    ]
    more = [each for each, moves in ONE_OF_SEVERAL.items() if move in moves and each.partition("=")[0] in options]
    return flags + [f"--{each}" for each in more]


def _accepted(kind: Kind, place: int) -> str:
    """A value that an input takes, another one for each input of the same kind."""
    match kind:
        case Whole():
            return str(max(kind.low, min(kind.high, place)))
        case Many():
            return _accepted(kind.of, place)
        case _:
            return kind.choices()[place]


@pytest.mark.parametrize(("name", "command"), list(product(GAMES, ["odds", "roll", "advise"])))
def test_every_game_goes_through_every_command(name: str, command: str) -> None:
    needed = _needed(name, "action")
    assert run(command, name, *needed).status == 0
    assert run(command, name, *needed, "--json").told["game"] == name
