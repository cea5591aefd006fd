"""Write tests/golden/evenings: short evenings at tables, request by request, with all that came of each (`make docs`).

An evening begins with how its table is opened, in one line of JSON. A line that begins with `>` is a request: the
seat, the name and the body; those of the seat `-` are the server's own: someone joins, phones listen, other rules hold.
A body names rolls, clocks and undertakings by their order, `"@roll 2"`, and an entry by the request that made it: so
it means the same once some request makes an entry more. Below it stands what it made: each entry, or the sentence it
was refused with, and everything that is otherwise than before for someone who looks. At the end stands what is told of
the whole evening. A test holds that all of it comes so today. Another request is added by writing its line; what comes
of it, `make docs` tells.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from actionroll import chance
from actionroll.errors import ActionrollError
from actionroll.table import Table, Viewer, act, history_of, secrets_view, statistics, table_view, traces
from actionroll.table.arcs import span
from actionroll.table.campaign import journal_markdown, recap_markdown
from actionroll.table.chronicle import Chronicle
from actionroll.table.entries import ClockMade, Undertaken
from actionroll.table.log import Entry, Line, written
from actionroll.table.papers import public_papers
from actionroll.table.requests import Acted, Deed, Outside, done
from actionroll.table.roll_entries import Declared
from actionroll.table.roll_view import roll_view
from actionroll.table.seats import is_alone, joining, opening
from actionroll.table.state import Json
from actionroll.table.undo import close_changed
from actionroll.values import Summed

FOLDER = Path(__file__).parent.parent / "tests" / "golden" / "evenings"
SEED = bytes(range(32))
IDS = ("due", "undertaking", "clock", "evening", "handout", "card", "character", "seat", "input", "option", "tier")
"""What tells the members of a list apart."""
EVERYONE = "all"
LONGEST = 260
"""Of a longer line stands the beginning, and a hash of all of it."""
EMPTY = ("[]", "{}", '""', "null", "false", "0")
"""What is not told of something that was not there before."""
GONE = "gone"
NAMED = re.compile(r'"@(roll|clock|undertaking|entry) (\d+)"')


class Evening(Outside):
    """A table that is played request by request, and what was seen of it last."""

    secret_seed, seed, seconds = SEED, SEED.hex(), 1_700_000_000

    def __init__(self, opened: Json) -> None:
        self.rules = "rules"
        self.table = Table(rules_of=lambda _game: self.rules)
        self.secrets: list[Json] = []
        self.texts: dict[str, bytes] = {}
        self.lines: list[Line] = []
        self.seen: dict[str, Json] = {}
        self.rolls: dict[int, Json] = {}
        self.of_move: dict[str, Json] = {}
        """The last roll of each move as it was seen at first: the next one is told by what differs."""
        self.salted = 0
        self.states: list[str] = []
        self.named: dict[str, list[str]] = {"roll": [], "clock": [], "undertaking": [], "entry": []}
        """What bodies name by its order, as JSON."""
        self._take(done(self.table, Deed([opening("evening", opened, chance.commitment(SEED))])))

    def dice(self, roll: int, throw: int, *nonces: str) -> chance.Chance:
        return chance.committed(SEED, "evening", roll, throw, *nonces)

    def secret_dice(self, number: int, nonce: str) -> chance.Chance:
        return self.dice(number, 1, nonce)

    def new_commitment(self) -> str:
        return chance.commitment(SEED[::-1])

    def salt(self) -> str:
        self.salted += 1
        return f"salt {self.salted}"

    def does(self, seat: str, request: str, body: Json) -> Iterator[str]:
        """What comes of one request."""
        self.seconds += 60
        self.named["entry"].append(str(self.table.number + 1))
        try:
            acted = self._by_server(request, body) if seat == "-" else act(self.table, seat, request, body, self)
        except ActionrollError as refused:
            yield f"refused: {refused}"
            return
        yield from self._take(acted)
        yield from self._seen()
        yield from self._rolls_seen()

    def body(self, told: str) -> Json:
        """A body with what its names mean by now; 0 where there is nothing of the kind."""

        def meant(found: re.Match[str]) -> str:
            known, place = self.named[found[1]], int(found[2])
            return known[place - 1] if place <= len(known) else "0"

        body: Json = json.loads(NAMED.sub(meant, told))
        return body

    def _by_server(self, request: str, body: Json) -> Acted:
        entries: list[Entry] = []
        if request == "join":
            entries = [joining(self.table, **body)]
        elif request == "here":
            self.here = tuple(body["seats"])
        else:
            self.rules = body["rules"]
            entries = close_changed(self.table)
        return done(self.table, Deed(entries))

    def _take(self, acted: Acted) -> list[str]:
        self.table = acted.table
        self.secrets = [*self.secrets, *map(written, acted.secret)]
        self.lines += [Line(each.number, self.seconds, each.entry) for each in acted.folded]
        self.texts |= {each.hash: each.content for each in acted.lays}
        self.states += [each.state for each in acted.folded]
        for each in acted.folded:
            if isinstance(each.entry, Declared):
                self.named["roll"].append(str(each.number))
            if isinstance(each.entry, ClockMade):
                self.named["clock"].append(_json(each.entry.clock))
            if isinstance(each.entry, Undertaken):
                self.named["undertaking"].append(_json(each.entry.undertaking))
        told = [f"{each.number}: {_json(written(each.entry))} about {list(each.rolls)}" for each in acted.folded]
        told += [f"in secret: {_json(written(each))}" for each in acted.secret]
        told += [f"lays {_json([*each[:3], len(each.content)])}" for each in acted.lays]
        told += [f"links {_json(each)}" for each in (*acted.shuts, *acted.opens)]
        return [*told, *(["the seed is revealed"] if acted.reveals_seed else [])]

    def _seen(self) -> Iterator[str]:
        """What is otherwise for those who look; what all see alike is told once, and rolls apart."""
        texts = {sha: text for sha, text in self.texts.items() if text}
        views: dict[str, Json] = {}
        without_rolls = self.table.fork()
        without_rolls.live, without_rolls.making = Summed(), ()
        for seat in self.table.seats.values():
            viewer = Viewer(seat.id, seat.role)
            secrets = secrets_view(self.table, viewer, SEED, self.secrets)
            views[seat.id] = {**table_view(without_rolls, viewer, self.here, secrets, texts), "number": 0}
        first = views["s1"]
        alike = {thing for thing in first if all(view[thing] == first[thing] for view in views.values())}
        more = {"night": statistics(self.table)["seats"], "papers": public_papers(self.table)}
        now = {EVERYONE: {thing: first[thing] for thing in first if thing in alike} | more}
        now |= {seat: {thing: view[thing] for thing in view if thing not in alike} for seat, view in views.items()}
        for who, shown in now.items():
            yield from (f"{who} {line}" for line in _otherwise(self.seen.get(who, {}), shown))
        self.seen = now

    def _rolls_seen(self) -> Iterator[str]:
        """What is otherwise of each roll that goes on, or went on until now."""
        view = table_view(self.table, Viewer("s1", self.table.seats["s1"].role), (), ())
        going = {each["roll"]: _in_short(each) for each in view["rolls"]}
        before, self.rolls = self.rolls, going
        for number in {**before, **going}:
            shown = going.get(number) or _in_short(roll_view(self.table, number) or {})
            like = before.get(number, self.of_move.get(shown["move"], {}))
            yield from (f"roll {number} {line}" for line in _otherwise(like, shown))
            if number not in before:
                self.of_move[shown["move"]] = shown

    def told(self) -> Iterator[str]:
        """What is told of the whole evening, and what the log and each phone keep of it."""
        evenings = [None, *self.table.campaign.evenings.values()]
        for evening in evenings:
            first, last = span(self.table, evening)
            told = Chronicle(self.table, [line for line in self.lines if first <= line.number <= last], evening)
            yield from _prose(recap_markdown(told.evening_name(evening.id) if evening else "All", "", told.recap()))
            yield from _prose(journal_markdown("Journal", told.journal(), str, is_alone(self.table)))
        for character in self.table.characters:
            yield f"history of {character}: {_json(history_of(self.table, character))}"
        yield f"traces: {_json(traces(self.table))}"
        yield f"a hash of all hashes of what stood after each entry: {_hash(' '.join(self.states))}"


def _in_short(view: Json) -> Json:
    """A roll as all see it, without what the rules say of every such roll."""
    ended = (view.get("record") or {}).get("outcome") or {}
    dues = [{**due, "ways": [way["name"] for way in due["ways"]]} for due in view.get("open_dues", ())]
    return {**view, "record": ended.get("words", ended.get("tier")), "open_dues": dues}


def _leaves(shown: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Each value by the way to it."""
    members: list[tuple[str, Any]] = []
    if isinstance(shown, dict):
        members = [(str(name), each) for name, each in shown.items()]
    elif isinstance(shown, list) and any(isinstance(each, dict) for each in shown):
        members = [(_called(each, place), each) for place, each in enumerate(shown)]
    if not members:
        yield path, _json(shown)
    for name, each in members:
        yield from _leaves(each, f"{path}.{name}" if path else name)


def _called(member: Any, place: int) -> str:
    named = [member[name] for name in IDS if isinstance(member, dict) and isinstance(member.get(name), str | int)]
    return str(named[0]) if named else str(place)


def _otherwise(before: Json, now: Json) -> Iterator[str]:
    """What differs, in one line for each thing that does."""
    for thing in now:
        if thing not in before or before[thing] != now[thing]:
            was, stands = (dict(_leaves(each[thing])) if thing in each else {} for each in (before, now))
            changed = [path for path in {**was, **stands} if was.get(path) != stands.get(path)]
            told = [path for path in changed if path in was or stands[path] not in EMPTY]
            if told:
                yield f"{thing}: {'; '.join(f'{path} {stands.get(path, GONE)}'.strip() for path in told)}"
    if gone := [thing for thing in before if thing not in now]:
        yield f"no more: {', '.join(gone)}"


def _json(told: Any) -> str:
    return json.dumps(told, ensure_ascii=False)


def _short(line: str) -> str:
    if len(line) <= LONGEST or line.startswith(("> ", "{")):
        return line
    return f"{line[:LONGEST]}… {_hash(line)}"


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:12]


def _prose(text: str) -> Iterator[str]:
    return (f"| {line}" for line in text.split("\n") if line)


def evenings(name: str) -> list[str]:
    """All that were written down under a name."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8").strip().split("\n\n")


def names() -> list[str]:
    """What they are written down under."""
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


def told_again(written_down: str) -> str:
    """The same evening as it comes today."""
    opened, *lines = written_down.split("\n")
    evening, told = Evening(json.loads(opened)), [opened]
    for line in lines:
        if line.startswith("> "):
            seat, request, body = line.removeprefix("> ").split(" ", maxsplit=2)
            told += [line, *evening.does(seat, request, evening.body(body))]
    return "\n".join(_short(line) for line in [*told, *evening.told()])


def main() -> None:
    for name in names():
        told = "\n\n".join(map(told_again, evenings(name)))
        (FOLDER / f"{name}.txt").write_text(told + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
