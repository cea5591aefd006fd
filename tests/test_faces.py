"""The faces of the games: colours that can be read in both lights, and names that are there."""

import re
from dataclasses import asdict, fields

import pytest

from actionroll import api, wire
from actionroll.errors import InputError
from actionroll.games import games
from actionroll.games.starforged.dues import SUFFER
from actionroll.rules.face import Face, FirstQuestion, Palette, RulingQuestion
from actionroll.rules.game import Game
from actionroll.rules.inputs import Ruling, inputs_of, rulings_of
from actionroll.rules.sheet import starting_values
from actionroll.rules.things import THINGS
from tests.table_in_memory import Played

TEXT = [
    *((ink, ground) for ink in ("ink", "soft") for ground in ("paper", "card", "sunk")),
    *((f"on_{fill}", fill) for fill in ("act", "one", "two", "three", "risk", "against")),
    *(("act", ground) for ground in ("paper", "card", "wash")),
    ("ink", "wash"),
]
EDGES = [("edge", "paper"), ("edge", "card")]


def luminance(colour: str) -> float:
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    dark, light = sorted((luminance(one), luminance(two)))
    return (light + 0.05) / (dark + 0.05)


def face_of(game: Game) -> Face:
    assert game.face is not None
    return game.face


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_text_and_edges_can_be_seen_in_both_lights(game: Game) -> None:
    for palette in (face_of(game).light, face_of(game).dark):
        weak = [(a, b) for a, b in TEXT if contrast(getattr(palette, a), getattr(palette, b)) < 4.5]
        faint = [(a, b) for a, b in EDGES if contrast(getattr(palette, a), getattr(palette, b)) < 3]
        assert not weak
        assert not faint


def test_five_tables_are_told_apart() -> None:
    faces = [face_of(game) for game in games()]
    for shown in ("emblem", "light", "dark"):
        assert len({getattr(face, shown) for face in faces}) == len(faces)
    assert len({(face.light.act, face.light.paper) for face in faces}) == len(faces)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_a_face_speaks_of_what_the_game_has(game: Game) -> None:
    face, start = face_of(game), starting_values(game.sheet)
    marks = {mark.name for mark in game.sheet.marks}
    known = {track.name for track in game.sheet.tracks} | marks
    said = {name for move in game.moves for name in inputs_of(move.attempt)}
    decided = {each.name for move in game.moves for each in move.decisions}
    options = {option for move in game.moves for each in move.decisions for option in each.options}
    assert {name for section in face.sections for name in section.names} <= known
    assert set(face.good_marks) | set(face.out) <= marks
    assert not set(face.good_ways) & marks
    meant = {words for name, phrases in face.phrases.items() if name.startswith("way: ") for words in phrases}
    assert meant <= {words for name, phrases in face.phrases.items() if "way: " not in name for words in phrases}
    assert {name for each in face.ready for name in each.values} <= {*start, THINGS}
    assert {name for each in face.making for name in each.names} <= set(start)
    assert {each.things for each in face.making} <= {"", *(kind.name for kind in game.sheet.things)}
    assert {each.removeprefix("attacker_") for each in face.first} <= said | decided
    undertaken = {each.name for each in game.sheet.undertakings}
    suffered = {way.name for way in SUFFER if game.id == "starforged"}
    assert set(face.deeds) <= options | decided | undertaken | suffered
    assert set(face.moves) <= {move.name for move in game.moves}
    assert set(face.watched) <= {fact for move in game.moves for fact in move.facts}
    assert set(face.stances) <= undertaken
    for marked, calm in face.stances.values():
        assert marked.mark in marks
        assert not calm.mark
        assert {*marked.moves, *calm.moves} <= set(face.means)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_moves_are_told_apart_at_a_glance(game: Game) -> None:
    """No name of a move is the beginning of another's, as "Act" is of "Act together"."""
    called = [name.lower() for name in face_of(game).moves.values()]
    assert not [(one, other) for one in called for other in called if one != other and other.startswith(one)]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_ruling_is_a_question_with_plain_answers(game: Game) -> None:
    questions, rulings = face_of(game).questions, rulings_of(game.rulings)
    assert set(questions) == set(rulings), "each ruling is asked among the `questions` in face.py"
    topics = " ".join(face_of(game).topics.values()).split()
    assert sorted(topics) == sorted(rulings), "each ruling stands under one of the `topics` in face.py"
    for name, asked in questions.items():
        assert asked.asks.endswith("?"), name
        assert answered(asked, rulings[name]), name
        said = [asked.asks, *asked.answers.values(), asked.number]
        assert not any("_" in each or each.endswith(".") for each in said), name
        assert len(set(said)) == len(said), name


def answered(asked: RulingQuestion, ruling: Ruling) -> bool:
    """Whether each value that the ruling can have is told: one by one, or as a number in a sentence."""
    kind = ruling.kind
    values = {*(kind.words() or map(str, kind.values())), *(("none",) if kind.form().get("none") else ())}
    if asked.number:
        return asked.number.count("{n}") == 1 and set(asked.answers) == values & {"none"}
    return set(asked.answers) == values


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_words_of_a_game_are_explained_in_a_sentence_each(game: Game) -> None:
    glossary = face_of(game).glossary
    assert len(glossary) >= 5
    for word, says in glossary.items():
        assert word == word.lower()
        assert says.endswith(".")
        assert len(says) <= 110, word


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_first_questions_have_answers(game: Game) -> None:
    for each in face_of(game).asked:
        asked = api.question(game.id, each.move, dict(each.attempt), rulings={}, decide=dict(each.decide))
        assert sum(api.odds_of(asked).values()) == 1


def test_colours_and_emblems_are_checked() -> None:
    good = face_of(games()[0])
    with pytest.raises(InputError, match="#rrggbb"):
        Palette.read(
            "paper red " + " ".join(f"{each.name} #000000" for each in fields(Palette) if each.name != "paper")
        )
    with pytest.raises(InputError, match="path"):
        Face(good.light, good.dark, emblem="<script>")


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_scenes_and_opponents_speak_through_inputs_that_are_there(game: Game) -> None:
    face = face_of(game)
    assert all(game.move(move) for move in face.at_hand)
    assert set(face.conditions) <= set(inputs_of(game.move("action").attempt))
    assert set(face.opponents) <= {"rolls", "opposes", "helps"}
    for move, through in face.opponents.get("helps", {}).items():
        declared = inputs_of(game.move(move).attempt)
        assert all(declared[name].kind.repeats and declared[text].kind.is_text for name, text in through.items())
    for moves in face.opponents.values():
        for move, inputs in moves.items():
            assert set(inputs) <= set(inputs_of(game.move(move).attempt))


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_everyone_who_is_ready_can_be_played(game: Game) -> None:
    """Whom the page offers to play at once has a sheet that the rules accept."""
    played = Played(game)
    refused = {
        each.name: played.refuses("s2", "make", name=each.name, values=each.values) for each in face_of(game).ready
    }
    assert not any(refused.values()), refused


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_everyone_who_is_ready_is_made_as_the_game_tells_it(game: Game) -> None:
    template = starting_values(game.sheet)
    wrong = {
        (each.name, guide.title): guide.counted({**template, **each.values})
        for each in face_of(game).ready
        for guide in face_of(game).making
        if not guide.asks and not guide.is_kept({**template, **each.values})
    }
    assert not wrong
    assert all(each.look and each.pronouns for each in face_of(game).ready)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_what_is_made_otherwise_is_seen(game: Game) -> None:
    template = {**starting_values(game.sheet), THINGS: []}
    for guide in [each for each in face_of(game).making if each.names and not each.asks]:
        first = guide.names[0]
        other = {"d4": "d6", "d6": "d8", "d8": "d12", "d10": "d12", "0": "d6"}
        value = template[first]
        more = other[value] if isinstance(value, str) else not value if isinstance(value, bool) else value + 3
        assert not guide.is_kept({**template, first: more}), guide.title


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_who_leads_is_the_gm_in_every_game(game: Game) -> None:
    """One word for one person, whatever the game's text calls them."""
    told = str([wire.game_shown(game), asdict(face_of(game))])
    assert not re.findall(r"\b(?:directors?|guides?|referees?|game ?masters?|GMs?)\b", told)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_an_example_of_a_ruling_is_a_roll_in_which_it_matters(game: Game) -> None:
    in_vain = [
        name
        for name, asked in face_of(game).questions.items()
        if asked.example and not matters(game, name, asked.example)
    ]
    assert not in_vain


def matters(game: Game, ruling: str, example: FirstQuestion) -> bool:
    """Whether some answer changes the odds of this roll."""
    kind = rulings_of(game.rulings)[ruling].kind
    values = kind.words() or map(str, kind.values())
    asked = (example.move, dict(example.attempt))
    odds = []
    for value in values:  # each of which allows it, so that the page can compare them
        put = api.question(game.id, *asked, rulings={ruling: value}, decide=dict(example.decide))
        odds.append(dict(api.odds_of(put)))
    return any(each != odds[0] for each in odds)


def test_ready_made_questions_that_name_no_dice_are_asked_of_the_same_dice() -> None:
    """So that what one of them gains over another is what its name says."""
    (face,) = [face_of(game) for game in games() if game.id == "wherever-we-go"]
    dice = {each.asks: (each.attempt["attribute"], each.attempt["skill"]) for each in face.asked}
    assert dice.pop("Untrained, with a helper") == ("d8", "0")
    assert set(dice.values()) == {("d8", "d8")}
