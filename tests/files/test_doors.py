"""Game files through the doors of the prompt: by their paths, checked, and written for a start."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from actionroll import errors, games
from actionroll.api import odds
from actionroll.cli import check
from actionroll.errors import InputError, Patience
from actionroll.files import loads
from actionroll.files.flow import faults_of, faults_of_step
from actionroll.rules.inputs import rulings_of
from actionroll.rules.sheet import starting_values
from actionroll.shelf import core, games_in, load, starts
from tests.command_line import batch, run
from tests.files.grammar import plain

TWO_DICE = starts()["two-dice"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "my.toml").write_text(TWO_DICE.replace('id = "two-dice"', 'id = "my-game"'), encoding="utf-8")
    return tmp_path / "my.toml"


def test_a_path_stands_where_a_games_name_goes(file: Path) -> None:
    told = json.loads(run("odds", str(file), "--stat", "1", "--json").out)
    assert told["game"] == "my-game"
    assert told["tiers"] == {"miss": "5/18", "weak hit": "4/9", "strong hit": "5/18"}
    assert "strong hit" in run("odds", str(file), "--stat", "1", "--vary", "edge=none,advantage").out
    assert "Two Dice, action" in run("roll", str(file), "--stat", "1", "--dice", "3 4").out
    assert "move action" in run("show", str(file)).out


def test_a_faulty_file_is_told_line_by_line(file: Path) -> None:
    file.write_text(TWO_DICE.replace("total >= 10", "totl >= 10").replace("many d6", "mny d6"), encoding="utf-8")
    told = run("odds", str(file), "--stat", "1")
    assert told.status == 2
    assert "my.toml, line" in told.err
    assert "did you mean total?" in told.err
    assert "did you mean many?" in told.err


@pytest.mark.parametrize("text", ["x" * 70_000, None, b"\xff\xfe"])
def test_what_cannot_be_read_is_told(tmp_path: Path, text: str | bytes | None) -> None:
    path = tmp_path / "odd.toml"
    if text is not None:
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert run("odds", str(path)).status == 2


def test_plain_dice_at_the_prompt() -> None:
    assert "above  58.3 %" in run("odds", "2d6+3", "vs", "9").out
    assert run("odds", "3d").status == 2
    assert "12 in all" in run("roll", "3d6kh2+1", "--dice", "2 5 6").out


def test_check_tells_whether_a_game_holds_together(file: Path) -> None:
    told = run("check", str(file), "--attempts", "20")
    assert told.status == 0
    assert "Names agree" in told.out
    shown = json.loads(run("check", "in-the-dark", "--attempts", "20", "--json").out)
    assert shown["faults"] == []
    assert run("check").status == 2
    assert run("check", "in-the-dark", "--attempts", "many").status == 2


def test_check_groups_what_cannot_be_counted_and_says_what_helps(tmp_path: Path) -> None:
    pools = "".join(f"    p{at}: 30d20\n        r{at} = faces\n" for at in range(3))
    path = tmp_path / "many.toml"
    path.write_text(plain(f"throw\n{pools}shown = length(r0 + r1 + r2) + points\nend\n    worst\n"), encoding="utf-8")
    told = run("check", str(path), "--attempts", "20")
    assert told.status == 1
    assert "5 of 5 attempts cannot be counted, such as with" in told.out
    assert "dice repeat(6, a) + repeat(8, b)" in told.out.replace("\n", " ")
    assert "Names agree" not in told.out


def test_check_counts_each_attempt_once_and_says_how_many_claims_hold(tmp_path: Path) -> None:
    path, claims = tmp_path / "small.toml", tmp_path / "claims.toml"
    path.write_text(
        plain("throw\n    one: 1 + points dF\n        shown = sum\nend\n    best when shown > 0\n    worst\n"),
        encoding="utf-8",
    )
    claim = '[[claim]]\nrule = "ACTION"\nsays = "It is read."\nanswers = [[{}]]\ntier = "best"\n'
    claims.write_text(claim.format("1") + claim.format("0"), encoding="utf-8")
    told = run("check", str(path), str(claims))
    assert "5 attempts counted" in told.out, "the default, and each of 0 to 3"
    assert "1 of 2 claims hold." in told.out
    assert "Claim 2" in told.out
    claims.write_text(claim.format("1") * 2, encoding="utf-8")
    assert "Every claim holds." in run("check", str(path), str(claims)).out


ALIKE_ROWS = """
throw
    one: d6
        low = highest
shown = 1
decide keep_it
    keep "Keep."
    turn "Turn."
end
    best when keep_it is turn and low > 3 or keep_it is keep and low > 5
    worst
"""


def test_advice_tells_states_apart_by_what_the_roll_knew(tmp_path: Path) -> None:
    path = tmp_path / "rows.toml"
    path.write_text(plain(ALIKE_ROWS), encoding="utf-8")
    told = run("advise", str(path), "--aim", "best").out
    rows = [line for line in told.splitlines() if line.startswith("worst")]
    assert len({row.split("  ")[0] for row in rows}) == len(rows) == 2, told
    assert "low 4–5" in told


def test_help_knows_the_inputs_of_a_file(file: Path) -> None:
    assert "--stat" in run("odds", str(file), "--help").out


def test_a_batch_takes_the_paths_of_files(file: Path) -> None:
    asked, shown, wrong = batch(
        {"do": "odds", "game": str(file), "attempt": {"stat": 1}},
        {"do": "show", "game": str(file)},
        {"do": "odds", "game": "none.toml"},
    )
    assert asked["tiers"] == {"miss": "5/18", "weak hit": "4/9", "strong hit": "5/18"}
    assert shown["game"] == "my-game"
    assert "cannot be read as a game file" in wrong["error"]


@pytest.mark.parametrize(
    "typed", [["d6+d8+d8"], ["d6,d8,d8"], ["d6", "--dice-list", "d8", "--dice-list", "d8"]], ids=range(3)
)
def test_a_list_is_written_in_one_word_or_given_again(tmp_path: Path, typed: list[str]) -> None:
    path = tmp_path / "pool.toml"
    path.write_text(starts()["step-pool"], encoding="utf-8")
    told = json.loads(run("odds", str(path), "--dice-list", *typed, "--json").out)
    assert told["attempt"]["dice_list"] == ["d6", "d8", "d8"]


def test_a_matrix_is_one_table_of_csv_that_names_each_figure(file: Path) -> None:
    told = run(*f"odds {file} --vary stat=0,1 --vary edge=none,advantage --format csv --show tiers".split()).out
    head, *rows = [line.split(",") for line in told.splitlines()]
    assert head == ["figure", "stat", "none", "advantage"]
    assert [row[:2] for row in rows] == [
        [tier, stat] for tier in ("miss", "weak hit", "strong hit") for stat in ("0", "1")
    ]


def test_check_goes_on_until_enough_attempts_are_accepted(tmp_path: Path) -> None:
    text = starts()["step-pool"].replace(
        "throw [ST-1]", 'refuse "Two." when length(opposition) != 2 or length(dice_list) < 2\nthrow [ST-1]', 1
    )
    path = tmp_path / "pool.toml"
    path.write_text(text, encoding="utf-8")
    shown = json.loads(run("check", str(path), "--attempts", "20", "--json").out)
    assert shown["moves"]["action"]["counted"] == 20
    assert shown["moves"]["action"]["refused"] > 20


ALIKE = """id = "alike"
title = "Alike"
line = "A roll that reads more than it needs."
[moves.action]
says = "Try."
tiers = ["no", "yes"]
roll = '''
throw
    one: 2d6
        best = highest
decide again
    keep "Leave it."
    turn "Once more."
go done when again is keep
throw
    one: d6
        best = highest
label done
end
    yes when best >= 5
    no
'''
"""


def test_check_tells_which_states_cannot_be_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "alike.toml"
    path.write_text(ALIKE, encoding="utf-8")
    told = " ".join(run("check", str(path), "--attempts", "5").out.split())
    assert re.search(r"Whether best is [1-4] or [1-4] makes no difference from again on\.", told)
    path.write_text(ALIKE.replace("tiers =", 'facts = {best = "It."}\ntiers ='), encoding="utf-8")
    assert "makes no difference" not in run("check", str(path), "--attempts", "5").out


def test_check_hints_at_what_is_perhaps_not_meant(tmp_path: Path) -> None:
    path = tmp_path / "wild.toml"
    path.write_text(starts()["wild-die"].replace("own = sum", "own = highest"), encoding="utf-8")
    told = run("check", str(path), "--attempts", "5")
    assert told.status == 0
    assert "Perhaps not meant, line 25, column 9: highest reads single faces" in " ".join(told.out.split())


def test_check_tells_what_is_never_reached(file: Path) -> None:
    file.write_text(TWO_DICE.replace("weak hit when total >= 7", "weak hit when total >= 99"), encoding="utf-8")
    assert "Never reached: the tier weak hit" in run("check", str(file), "--attempts", "20").out


def test_the_core_of_a_built_in_game_is_a_file_to_start_from() -> None:
    written = run("show", "starforged", "--toml").out
    assert written.strip() == core(games.game("starforged")).strip()
    assert loads(written).moves[0].tiers == games.game("starforged").moves[0].tiers


def test_an_id_that_is_taken_is_refused(file: Path) -> None:
    file.write_text(TWO_DICE.replace('id = "two-dice"', 'id = "starforged"'), encoding="utf-8")
    assert "give the file another id" in run("odds", str(file), "--stat", "1").err


def test_a_folder_of_games(file: Path) -> None:
    assert [each.id for each in games_in(file.parent)] == ["my-game"]
    with pytest.raises(InputError):
        games_in(file)
    with pytest.raises(InputError):
        load(file.parent / "none.toml")


HOUSE = """changes = "in-the-dark"
id = "our-dark"

[rulings]
push_cost = 1

[traits]
skulk = 3

[tracks.stress]
start = 2

[words]
stress = "strain"

[rules]
ITD-18 = "Read the highest."

[moves.action]
says = "Go on, dare."
"""


def test_house_rules_change_named_things_of_a_game() -> None:
    ours, theirs = loads(HOUSE), games.game("in-the-dark")
    assert (ours.id, ours.title) == ("our-dark", theirs.title)
    values = starting_values(ours.sheet)
    assert (values["skulk"], values["stress"]) == (3, 2)
    assert (ours.label("stress"), ours.rules["ITD-18"], ours.moves[0].says) == (
        "strain",
        "Read the highest.",
        "Go on, dare.",
    )
    pushed = odds(ours, dots=2, extra="push")
    assert dict(pushed) == dict(odds(theirs, dots=2, extra="push"))
    assert {effect.by for outcome in pushed.joint for effect in outcome.effects} == {1}
    assert rulings_of(ours.rulings)["push_cost"].default == 1
    assert rulings_of(theirs.rulings)["push_cost"].default == 2


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ('"in-the-dark"', '"in-the-dork"', "did you mean in-the-dark?"),
        ("push_cost", "push_cots", "did you mean push_cost?"),
        ("push_cost = 1", "push_cost = 99", "a whole number from 0 to 9"),
        ("skulk", "skullk", "did you mean skulk?"),
        ("skulk = 3", "skulk = 33", "skulk takes"),
        ("[tracks.stress]", "[tracks.stres]", "did you mean stress?"),
        ("start = 2", "high = 2", "There is no key"),
        ("ITD-18", "ITD-81", "There is no rule"),
        ("[moves.action]", "[moves.acton]", "did you mean action?"),
        ("[words]", "[wrods]", "did you mean words?"),
    ],
    ids=range(10),
)
def test_house_rules_name_what_is_there(right: str, wrong: str, says: str) -> None:
    with pytest.raises(InputError, match=re.escape(says)):
        loads(HOUSE.replace(right, wrong, 1))


def test_a_scene_of_a_file_is_solved_as_any(tmp_path: Path) -> None:
    path = tmp_path / "pool.toml"
    path.write_text(starts()["highest-of-a-pool"], encoding="utf-8")
    told = json.loads(run("scene", str(path), "break_in", "--json").out)
    chances = {"failure": Fraction(1, 4), "partial success": Fraction(4, 9), "success": Fraction(10, 36)}
    adds = {"failure": 0, "partial success": 1, "success": 2, "critical success": 3}
    chances["critical success"] = Fraction(1) - sum(chances.values(), Fraction(0))
    ways = {0: Fraction(1)}
    for _ in range(10):
        following: dict[int, Fraction] = {}
        for way, chance in ways.items():
            for tier, own in chances.items() if way < 6 else {"failure": Fraction(1)}.items():
                to = min(6, way + adds[tier])
                following[to] = following.get(to, Fraction(0)) + chance * own
        ways = following
    assert Fraction(told["endings"]["inside"]) == ways[6]


def test_a_file_has_a_face() -> None:
    face = loads(starts()["highest-of-a-pool"]).face
    assert face is not None
    assert (face.letters, face.tracks["stress"].tone) == ("slab", "hurt")


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ("way >= 6", "wey >= 6", "did you mean way?"),
        ('"inside"]', '"insid"]', "order takes every ending once"),
        ("dots = 2, push", "dits = 2, push", "did you mean dots?"),
        ("dots = 2, push", "dots = 99, push", "dots takes a whole number"),
        ('carries = ["stress"]', 'carries = ["stres"]', "did you mean stress?"),
        ('tone = "hurt"', 'tone = "hurts"', "did you mean hurt?"),
        ('like = "in-the-dark"', 'like = "in-the-dork"', "did you mean in-the-dark?"),
        ('emblem = "M4', 'emblem = "<svg', "emblem takes"),
    ],
    ids=range(8),
)
def test_scenes_and_faces_name_what_is_there(right: str, wrong: str, says: str) -> None:
    text = starts()["highest-of-a-pool"]
    assert right in text
    with pytest.raises(InputError, match=re.escape(says)):
        loads(text.replace(right, wrong, 1))


CLAIMS = """
[[claim]]
rule = "ACTION"
says = "Ten is a strong hit"
attempt = {stat = 1}
answers = [[4, 5]]
tier = "strong hit"
facts = {total = 10}
effects = []
dues = []

[[claim]]
rule = "ACTION"
says = "The odds of two dice"
attempt = {stat = 0}
chances = {miss = "5/12"}

[[claim]]
rule = "ACTION"
says = "The dice are asked for"
attempt = {stat = 0}
asks = "dice"

[[claim]]
rule = "ACTION"
says = "No such stat"
attempt = {stat = 9}
error = "stat takes a whole number"
"""


def test_claims_that_hold_are_no_faults(file: Path) -> None:
    (file.parent / "claims.toml").write_text(CLAIMS, encoding="utf-8")
    told = run("check", str(file), str(file.parent / "claims.toml"), "--attempts", "5")
    assert told.status == 0, told.out


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ('tier = "strong hit"', 'tier = "miss"', "it ends in strong hit, not miss"),
        ("total = 10", "total = 11", "total is 10, not 11"),
        ("effects = []", 'effects = [["roller", "experience", 1]]', "it changes []"),
        ("dues = []", 'dues = ["price"]', "its dues are []"),
        ('"5/12"', '"1/2"', "miss is 5/12, not 1/2"),
        ('"5/12"', '"half"', "it cannot be read"),
        ('asks = "dice"', 'asks = "push"', "and should ask push"),
        ("stat = 9", "stat = 3", "it should be refused"),
        ('error = "stat', 'error = "luck', "it is refused otherwise"),
        ('rule = "ACTION"', 'rule = "XX-1"', "there is no rule XX-1"),
        ("facts =", "factz =", "there is no factz in a claim"),
        ("answers = [[4, 5]]", "answers = [[4]]", "it is refused"),
        ("answers = [[4, 5]]", "", "it still waits for dice"),
    ],
    ids=range(13),
)
def test_claims_that_do_not_hold_are_told(file: Path, right: str, wrong: str, says: str) -> None:
    assert right in CLAIMS
    (file.parent / "claims.toml").write_text(CLAIMS.replace(right, wrong, 1), encoding="utf-8")
    told = run("check", str(file), str(file.parent / "claims.toml"), "--attempts", "5")
    assert told.status == 1
    assert says in " ".join(told.out.split())


def test_a_rule_without_a_claim_is_told_and_what_is_no_file_of_claims_is_refused(file: Path) -> None:
    (file.parent / "claims.toml").write_text("claim = []", encoding="utf-8")
    assert "No claim is about ACTION" in run("check", str(file), str(file.parent / "claims.toml")).out
    (file.parent / "claims.toml").write_text("claim = 3", encoding="utf-8")
    assert run("check", str(file), str(file.parent / "claims.toml")).status == 2
    assert run("check", str(file), "none.toml").status == 2


def test_a_tier_that_is_not_listed_and_a_pick_that_no_sheet_has_are_told() -> None:
    played = loads(TWO_DICE)
    move = replace(played.moves[0], tiers=("miss", "strong hit"))
    ended = odds(played, stat=0).joint
    told = {fault for outcome in ended for fault in faults_of_step(played, move, outcome)}
    assert told == {"The move action ends in the tier weak hit, and lists miss, strong hit."}
    picked = replace(played, sheet=replace(played.sheet, picks={"action": ("hot",)}))
    assert "The move action can be made with hot, and no sheet has it." in faults_of(picked)


def test_check_says_how_faces_are_written_in_a_claim_about_one_die(tmp_path: Path) -> None:
    path, claims = tmp_path / "small.toml", tmp_path / "claims.toml"
    path.write_text(SMALL)
    for answers in ("[4]", "4"):
        claims.write_text(f'[[claim]]\nrule = "S-1"\nsays = "A 4 is enough"\nanswers = {answers}\ntier = "yes"\n')
        assert "also of one die: answers = [[4]]" in " ".join(run("check", str(path), str(claims)).out.split())


def test_check_gives_up_on_what_takes_too_long_and_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errors, "PATIENCE", Patience(seconds=0))
    monkeypatch.setattr(check, "STEPS", 10**9)
    path = tmp_path / "long.toml"
    throws = "".join(f"throw\n    p{name}: 9d20\n        {name} = sum\n" for name in "abcd")
    facts = ", ".join(f'{name} = "Read."' for name in "abcd")
    path.write_text(SMALL.replace("facts = {}", f"facts = {{{facts}}}").replace("throw\n", f"{throws}throw\n", 1))
    told = " ".join(run("check", str(path)).out.split())
    assert "takes more counting than one question gets" in told
    assert "total = total + shown" in told
    assert "Never reached" not in told


def test_what_is_rolled_after_the_first_throw_is_told(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(SMALL.replace("throw\n", "throw\n    first: d8\n        before = sum\nthrow\n", 1))
    assert "To be rolled: d8 first, then d6 die." in run("odds", str(path)).out
    assert "To be rolled: d6 die.\n" in run("odds", str(_written(tmp_path, SMALL))).out
    assert "and perhaps more, by what they show." in run("odds", "2d6!").out


def _written(folder: Path, text: str) -> Path:
    path = folder / "plain.toml"
    path.write_text(text)
    return path


SMALL = """\
id = "small"
title = "Small"
line = "One die."

[rules]
S-1 = "A 4 is enough."

[moves.action]
says = "Try."
tiers = ["no", "yes"]
facts = {}
roll = '''
throw
    die: d6
        shown = sum
end
    yes when shown >= 4
    no
'''
"""
