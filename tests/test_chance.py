"""Dice without bias, without repeats after a fork, and the same for everyone who checks them."""

import ast
import hashlib
import hmac
import os
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice, pairwise, product
from pathlib import Path

import pytest

import actionroll
from actionroll import chance
from actionroll.chance import (
    Chance,
    commitment,
    committed,
    face_from_words,
    new_seed,
    seeded,
    system,
)
from actionroll.errors import InputError
from tests.counts import LONG, count

SIDES_OF_ONE_BYTE = range(1, 1001) if LONG else [*range(2, 21), 100, 257, 1000]
SIDES_OF_TWO_BYTES = range(1, 301) if LONG else [*range(2, 21), 100]
DICE = count(150_000, 10_000_000)
BELIEVABLE = (1e-6, 1 - 1e-6)


def faces_of_every_raw_value(sides: int, word_values: int) -> Counter[int]:
    """How many raw values lead to each face; those that are thrown away are counted as face 0."""
    words_needed = next(n for n in (1, 2, 3) if word_values**n >= sides)
    faces: Counter[int] = Counter()
    for words in product(range(word_values), repeat=words_needed):
        try:
            faces[face_from_words(iter(words).__next__, sides, word_values)] += 1
        except StopIteration:
            faces[0] += 1
    return faces


def assert_unbiased(sides: int, word_values: int) -> None:
    faces = faces_of_every_raw_value(sides, word_values)
    thrown_away = faces.pop(0, 0)
    assert set(faces) == set(range(1, sides + 1))
    assert len(set(faces.values())) == 1
    # Never more thrown away than must be: waste would be no bias, but a die could take long.
    assert thrown_away < sides


@pytest.mark.parametrize("sides", SIDES_OF_ONE_BYTE)
def test_every_one_byte_word_counted_gives_each_face_equally_often(sides: int) -> None:
    assert_unbiased(sides, 256)


@pytest.mark.parametrize("sides", SIDES_OF_TWO_BYTES)
def test_every_two_byte_word_counted_gives_each_face_equally_often(sides: int) -> None:
    assert_unbiased(sides, 65536)


def test_a_die_of_one_side_uses_no_randomness() -> None:
    assert face_from_words(iter(()).__next__, 1) == 1


def test_a_word_in_the_remainder_is_drawn_again_and_not_folded_back() -> None:
    words = iter([252, 255, 251])
    assert face_from_words(words.__next__, 6) == 251 % 6 + 1
    assert list(words) == []


@pytest.mark.parametrize("sides", [0, -1, 1001, 10**5000], ids=["none", "negative", "one too many", "huge"])
def test_impossible_dice_are_refused_and_use_nothing(sides: int) -> None:
    words = iter([1, 2, 3])
    with pytest.raises(InputError, match="1 to 1000 sides"):
        face_from_words(words.__next__, sides)
    assert list(words) == [1, 2, 3]


def p_value(observed: Counter[int], expected: dict[int, float]) -> float:
    assert set(observed) <= set(expected)
    distance = sum((observed[key] - n) ** 2 / n for key, n in expected.items())
    from scipy.stats import chi2

    return float(chi2.sf(distance, len(expected) - 1))


def faces_p(faces: list[int], sides: int) -> float:
    return p_value(Counter(faces), dict.fromkeys(range(1, sides + 1), len(faces) / sides))


def pairs_p(faces: list[int], sides: int) -> float:
    pairs = Counter((a - 1) * sides + b - 1 for a, b in zip(faces[::2], faces[1::2], strict=True))
    return p_value(pairs, dict.fromkeys(range(sides**2), len(faces) / 2 / sides**2))


def gaps_p(faces: list[int], sides: int) -> float:
    """How long until a 1 comes again: geometric, with the long tail in one last cell."""
    places = [place for place, face in enumerate(faces) if face == 1]
    longest = sides * 3
    gaps = Counter(min(b - a, longest) for a, b in pairwise(places))
    stay = 1 - 1 / sides
    expected = {gap: stay ** (gap - 1) / sides for gap in range(1, longest)}
    expected[longest] = stay ** (longest - 1)
    return p_value(gaps, {gap: p * gaps.total() for gap, p in expected.items()})


TESTS_OF_CHANCE = (faces_p, pairs_p, gaps_p)


def p_values(source: Chance, sides: int, dice: int) -> list[float]:
    faces = [source(sides) for _ in range(dice)]
    return [test(faces, sides) for test in TESTS_OF_CHANCE]


@pytest.mark.parametrize("sides", [6, 10, 20, 100])
def test_faces_pairs_and_gaps_look_like_chance(sides: int) -> None:
    # One long list would fill the memory, so that many short ones are drawn from one stream.
    source, part = seeded(f"the evening of the d{sides}"), min(DICE, 1_000_000)
    low, high = BELIEVABLE
    for _ in range(DICE // part):
        assert all(low <= p <= high for p in p_values(source, sides, part))


def test_the_remainder_folded_back_would_be_noticed() -> None:
    """`byte % 6` favours four faces by 1 in 42: the same test must see it."""
    raw = seeded("a mutant")
    faces = [(raw(256) - 1) % 6 + 1 for _ in range(1_000_000)]
    assert faces_p(faces, 6) < BELIEVABLE[0]


def test_too_even_would_be_noticed() -> None:
    faces = [1 + place % 6 for place in range(60_000)]
    assert faces_p(faces, 6) > BELIEVABLE[1]


def test_the_systems_dice_are_the_systems_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is proven of the mapping holds for real rolls: no other path leads from bytes to faces."""
    given: list[int] = []

    def urandom(size: int) -> bytes:
        block = hashlib.shake_256(b"%d" % len(given)).digest(size)
        given.extend(block)
        return block

    monkeypatch.setattr(os, "urandom", urandom)
    source = system()
    chance._system_bytes.forget()
    fallen = [source(sides) for _ in range(3000) for sides in (6, 20, 1, 1000)]
    chance._system_bytes.forget()
    words = iter(given).__next__
    assert fallen == [face_from_words(words, s) for _ in range(3000) for s in (6, 20, 1, 1000)]


def words_of_64_bits(source: Chance) -> Iterator[bytes]:
    while True:
        yield bytes(source(256) - 1 for _ in range(8))


def drawn_in_a_fork(draw: Callable[[], bytes]) -> int:
    """Forks; the child writes what it draws into the pipe whose other end is handed back."""
    reading, writing = os.pipe()
    if os.fork() == 0:
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(draw())
        os._exit(0)
    os.close(writing)
    return reading


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this platform cannot fork")
def test_forked_workers_never_repeat_a_draw() -> None:
    source, each, workers = system(), count(5_000, 200_000), 5
    source(6)  # so that there is a filled buffer to copy

    def draw() -> bytes:
        return b"".join(islice(words_of_64_bits(source), each))

    pipes = [drawn_in_a_fork(draw) for _ in range(workers)]
    drawn = [draw()]
    for pipe in pipes:
        with os.fdopen(pipe, "rb") as reading:
            drawn.append(reading.read())
        os.wait()
    words = [block[at : at + 8] for block in drawn for at in range(0, len(block), 8)]
    assert len(words) == each * (workers + 1)
    assert len(set(words)) == len(words)


def test_threads_share_one_source_without_repeats() -> None:
    source = system()
    drawn: list[bytes] = []

    def draw() -> None:
        drawn.extend(islice(words_of_64_bits(source), 2_000))

    threads = [threading.Thread(target=draw) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(drawn)) == len(drawn) == 8_000


def faces(source: Chance, sides: int = 20, dice: int = 100) -> list[int]:
    return [source(sides) for _ in range(dice)]


def test_one_seed_gives_one_run_of_faces_and_another_seed_another() -> None:
    assert faces(seeded("moss")) == faces(seeded("moss"))
    runs = ["moss", "Moss", "moss ", "", "moss\0", "múss", "m" * 1000]
    assert len({tuple(faces(seeded(text))) for text in runs}) == len(runs)


def test_the_first_faces_of_a_seed_never_change() -> None:
    """People note seeds down; a later version must repeat their rolls."""
    assert faces(seeded("moss"), 6, 12) == [1, 6, 1, 2, 6, 6, 6, 4, 1, 6, 4, 4]
    assert faces(seeded("moss"), 1000, 6) == [482, 372, 316, 640, 402, 844]


SEED = bytes(range(32))


def test_a_committed_roll_depends_on_everything_that_fixes_it() -> None:
    sources = [
        committed(SEED, "t", 1, 1, "a"),
        committed(bytes(32), "t", 1, 1, "a"),
        committed(SEED, "u", 1, 1, "a"),
        committed(SEED, "t", 2, 1, "a"),
        committed(SEED, "t", 1, 2, "a"),
        committed(SEED, "t", 1, 1, "b"),
        committed(SEED, "t", 1, 1, "a", ""),
        committed(SEED, "t", 1, 1),
        committed(SEED, "t1", 1, 1, "a"),
        committed(SEED, "t", 11, 1, "a"),
        committed(SEED, "t", 1, 11, "a"),
        committed(SEED, "t", 1, 1, "1a"),
        committed(SEED, "t", 1, 1, "a", "b"),
        committed(SEED, "t", 1, 1, "ab"),
        committed(SEED, "t", 1, 1, "b", "a"),
    ]
    assert len({tuple(faces(source)) for source in sources}) == len(sources)
    assert faces(committed(SEED, "t", 1, 1, "a")) == faces(committed(SEED, "t", 1, 1, "a"))


def verified_faces(fields: list[bytes], sides: int, dice: int) -> list[int]:
    """The published recipe, written a second time from its words alone."""
    message = b"".join(len(field).to_bytes(4, "big") + field for field in fields)
    blocks = (hmac.new(SEED, message + block.to_bytes(8, "big"), hashlib.sha256).digest() for block in range(1000))
    stream = b"".join(blocks)
    size = 1 if sides <= 256 else 2
    values = [int.from_bytes(stream[at : at + size]) for at in range(0, len(stream), size)]
    limit = 256**size // sides * sides
    return [value % sides + 1 for value in values if value < limit][:dice]


@pytest.mark.parametrize("sides", [2, 6, 10, 100, 256, 257, 1000])
def test_anyone_can_derive_the_committed_dice_from_the_recipe(sides: int) -> None:
    fields = [b"actionroll/dice/2", "Tür".encode(), b"17", b"2", b"mine", b"yours"]
    source = committed(SEED, "Tür", 17, 2, "mine", "yours")
    assert faces(source, sides, 2000) == verified_faces(fields, sides, 2000)


def test_the_commitment_is_the_published_hash() -> None:
    fields = (b"actionroll/commitment/1", b"salt", SEED)
    framed = b"".join(len(field).to_bytes(4, "big") + field for field in fields)
    assert commitment(SEED, b"salt") == hashlib.sha256(framed).hexdigest()
    assert len({commitment(SEED), commitment(SEED, b"salt"), commitment(bytes(32))}) == 3


def test_new_seeds_differ_and_are_long_enough() -> None:
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {32}


@pytest.mark.parametrize(
    ("refused", "sentence"),
    [
        (lambda: seeded("\ud800"), "The seed must be text"),
        (lambda: committed(SEED, "\ud800", 1, 1, ""), "The table must be text"),
        (lambda: committed(SEED, "t", 1, 1, "\ud800"), "The nonce must be text"),
        (lambda: committed(SEED, "t", -1, 1, ""), "number is from 0"),
        (lambda: committed(SEED, "t", 1, 10**5000, ""), "number is from 0 to"),
        (lambda: committed(b"short", "t", 1, 1, ""), "seed is 32 bytes, not 5"),
        (lambda: commitment(b""), "seed is 32 bytes, not 0"),
    ],
)
def test_bad_input_is_refused_with_a_sentence(refused: Callable[[], object], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        refused()


def imported(source: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(source.read_text())):
        match node:
            case ast.Import(names=modules):
                names |= {module.name for module in modules}
            case ast.ImportFrom(module=str(module)):
                names.add(module)
            case _:
                pass
    return names


def test_the_predictable_random_module_is_used_nowhere() -> None:
    package = Path(actionroll.__file__).parent
    assert [path for path in package.rglob("*.py") if "random" in imported(path)] == []


def test_a_fudge_die_is_one_of_three_sides_less_two() -> None:
    drawn = [committed(bytes(32), "lantern-street", 17, throw)(-3) for throw in range(1, 40)]
    assert drawn == [committed(bytes(32), "lantern-street", 17, throw)(3) - 2 for throw in range(1, 40)]
    assert set(drawn) == {-1, 0, 1}
