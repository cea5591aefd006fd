"""Stored rolls stay unread until somebody looks at them."""

import json

from actionroll import chance
from actionroll.table import Table, act, fold
from actionroll.table.canonical import canonical
from actionroll.table.sitting import joining, opening
from actionroll.table.standing import standing
from actionroll.web.entries import fold_stored

PLAYED: list[dict[str, object]] = [
    {"do": "make", "name": "Fox"},
    {"do": "declare", "character": "c1", "trait": "skulk"},
    {"do": "declare", "character": "c1", "trait": "attack"},
    {"do": "set", "roll": 4, "inputs": {"position": "bad"}},
    {"do": "throw", "roll": 4, "dice": [1]},
    {"do": "settle", "roll": 4, "due": 0, "answer": [{"way": "minor harm"}]},
]


def played() -> tuple[Table, list[bytes]]:
    table = Table()
    bodies: list[bytes] = []
    waiting = [opening("t1", {"game": "in-the-dark", "name": "Long"}, ""), joining(Table(), "s1", "Gem", "gm")]
    for request in [*PLAYED, None]:
        for entry in waiting:
            fold(table, len(bodies) + 1, entry)
            bodies.append(canonical(entry))
        waiting = act(table, "s1", request, lambda number, nonce: chance.seeded("")) if request else []
    return table, bodies


def test_stored_rolls_stay_unread_and_all_stands_as_if_they_were_read() -> None:
    whole, bodies = played()
    table, plain = Table(), Table()
    for number, body in enumerate(bodies, 1):
        fold(plain, number, json.loads(body))
        assert fold_stored(table, number, body) == json.loads(body)["kind"]
        assert (table.making, [*table.live], table.past) == (plain.making, [*plain.live], plain.past)
    assert [number for number in table.rolls if table.rolls.unread(number)] == [4, 5]
    assert canonical(standing(table)) == canonical(standing(plain)) == canonical(standing(whole))
    assert (table.rolls.get(4), table.rolls.get(5), table.rolls.get(6)) == (plain.rolls[4], plain.rolls[5], None)
    assert table == plain == whole


def test_a_fork_reads_rolls_for_itself() -> None:
    table = Table()
    for number, body in enumerate(played()[1], 1):
        fold_stored(table, number, body)
    later = table.fork()
    assert canonical(standing(later)) == canonical(standing(played()[0]))
    assert later.rolls.unread(4) is not None, "the table's hash needs no more than an outline"
    assert later.rolls[4].status == "done"
    assert later.rolls.unread(4) is None
    assert table.rolls.unread(4) is not None
