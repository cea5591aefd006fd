"""A table's log read as plainly as it can be: entry by entry as JSON, with nothing of the program's own folding."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

Json = dict[str, Any]
SEATS = {"let_in": {"waits": False}, "left": {"gone": True}, "returned": {"gone": False}}
"""What some entries say of a seat."""


class Reading:
    """All that stands after the entries so far."""

    def __init__(self, entries: Iterable[Json]) -> None:
        self.table: Json = {"settings": {}, "ended": False, "scene": None}
        self.seats: dict[str, Json] = {}
        self.characters: dict[str, Json] = {}
        self.clocks: dict[str, Json] = {}
        self.undertakings: dict[str, Json] = {}
        self.evenings: dict[str, Json] = {}
        self.rolls: dict[int, Json] = {}
        self.undone: set[int] = set()
        self.traces: Counter[tuple[str, str]] = Counter()
        self.struck: set[tuple[str, str, str]] = set()
        for number, entry in enumerate(entries, 1):
            self.table["number"] = number
            getattr(self, f"_{entry['kind']}", self._other)(number, entry)
            self._change(entry.get("changes", ()))

    # what stands

    def _opened(self, number: int, said: Json) -> None:
        own = {name: said.get(name, usual) for name, usual in (("with_gm", True), ("rulings", {}), ("values", {}))}
        self.table |= {"table": said["table"], "name": said["name"], "game": said["game"], **own}
        self.table |= {"commitment": said["commitment"], "epoch": 0}

    def _joined(self, number: int, said: Json) -> None:
        seat = {"name": said["name"], "role": said["role"], "gone": False, "waits": said.get("waits", False)}
        self.seats[said["seat"]] = seat

    def _renamed(self, number: int, said: Json) -> None:
        self.seats[said["seat"]]["name"] = said["name"]

    def _handed_over(self, number: int, said: Json) -> None:
        self.seats[said["by"]]["role"], self.seats[said["to"]]["role"] = "player", "gm"

    def _made(self, number: int, said: Json) -> None:
        values = dict(said["values"])
        self.characters[said["character"]] = {"name": said["name"], "seat": said.get("seat", ""), "values": values}

    def _given(self, number: int, said: Json) -> None:
        self.characters[said["character"]]["seat"] = said.get("seat", "")
        for roll in said.get("rolls", ()):
            self.rolls[roll]["seat"] = said.get("seat", "") or said["by"]

    def _clock_made(self, number: int, said: Json) -> None:
        self.clocks[said["clock"]] = {"name": said["name"], "size": said["size"], "filled": 0}

    def _clock_removed(self, number: int, said: Json) -> None:
        del self.clocks[said["clock"]]

    def _undertaken(self, number: int, said: Json) -> None:
        own = {"kind": said["what"], "name": said["name"], "rank": said["rank"], "character": said.get("character", "")}
        self.undertakings[said["undertaking"]] = {**own, "ticks": 0, "ended": False}

    def _evening_begun(self, number: int, said: Json) -> None:
        begun = {"begun": said.get("first") or number, "at": said["when"], "name": said.get("name", "")}
        self.evenings[said["evening"]] = {**begun, "ended": 0, "ended_at": 0}

    def _scene_begun(self, number: int, said: Json) -> None:
        conditions = tuple(tuple(each) for each in said.get("conditions", ()))
        self.table["scene"] = {"scene": said["scene"], "name": said["name"], "conditions": conditions}

    def _scene_ended(self, number: int, said: Json) -> None:
        self.table["scene"] = None

    def _ruled(self, number: int, said: Json) -> None:
        self.table["rulings"] = {**self.table["rulings"], **said["rulings"]}

    def _set_up(self, number: int, said: Json) -> None:
        self.table["settings"] = {**self.table["settings"], **said["settings"]}

    def _alarmed(self, number: int, said: Json) -> None:
        self.traces["alarmed", said["by"]] += 1

    def _other(self, number: int, said: Json) -> None:
        """What says something of a seat, of a roll, or only that values changed."""
        if said["kind"] in SEATS:
            self.seats[said["seat"]] |= SEATS[said["kind"]]

    def _change(self, changes: Iterable[tuple[str, str, Any, Any]]) -> None:
        """Each value was what the change says, and is what it says then."""
        for where, name, before, after in changes:
            stands = self._where(where, name)
            assert stands.get(name) == before, (where, name, stands.get(name), before)
            stands[name] = after

    def _where(self, where: str, name: str) -> Json:
        if where == "table":
            return dict.__getitem__(self.table, "values")
        if where in self.characters:
            return self.characters[where] if name == "name" else self.characters[where]["values"]
        return {**self.clocks, **self.undertakings, **self.evenings}[where]

    def is_done(self, undertaking: str) -> bool:
        """Whether the latest roll to finish an undertaking was no miss."""
        tried = [each for each in self.rolls.values() if each["undertaking"] == undertaking]
        tiers = [each["tier"] for each in tried if (each["move"], each["status"]) == ("progress", "done")]
        return bool(tiers) and tiers[-1] != "miss"

    def rolled(self, undertaking: str) -> list[str]:
        """The characters of whom a roll on an undertaking is over and stands."""
        over = [each for each in self.rolls.values() if each["status"] == "done" and not open_dues(each)]
        return sorted({each["character"] for each in over if each["undertaking"] == undertaking})

    # rolls

    def _declared(self, number: int, said: Json) -> None:
        texts = {name: said.get(name, "") for name in ("character", "move", "trait", "against", "undertaking", "seat")}
        self.rolls[number] = {
            **texts,
            "members": list(said.get("members", ())),
            "inputs": dict(said.get("inputs", {})),
            "demanded": [],
            "offers": {},
            "named": {},
            "proposed": {},
            "dues": [],
            "settled": set(),
            "status": "open",
            "tier": "",
            "by_hand": False,
            "wished": "",
            "rulings": {},
        }

    def _set(self, number: int, said: Json) -> None:
        roll = self.rolls[said["roll"]]
        inputs = roll["inputs"]
        if said["kind"] == "set":
            roll |= {name: said.get(name, roll[name]) for name in ("trait", "against", "undertaking")}
        for name in said.get("forgets", ()):
            if name in inputs or "against" not in said:  # which also lets go what the other side decided before
                del inputs[name]
        inputs |= said.get("inputs", {})

    def _offered(self, number: int, said: Json) -> None:
        roll = self.rolls[said["roll"]]
        if said["input"] == "members":
            roll["members"].append(said["character"])
            return
        self._set(number, {**said, "inputs": {}})
        roll["move"] = said.get("move") or roll["move"]
        own = {name: said.get(name, "") for name in ("character", "input", "how", "trait")}
        roll["offers"][said["character"]] = {**own, "seat": said["by"], "inputs": said.get("inputs", {})}

    def _offer_withdrawn(self, number: int, said: Json) -> None:
        roll = self.rolls[said["roll"]]
        roll["offers"].pop(said["character"], None)
        roll["members"] = [each for each in roll["members"] if each != said["character"]]

    def _demanded(self, number: int, said: Json) -> None:
        self.rolls[said["roll"]]["demanded"].append(said["character"])

    def _withdrawn(self, number: int, said: Json) -> None:
        self.rolls[said["roll"]]["status"] = "withdrawn"
        self.traces["withdrawn", self.rolls[said["roll"]]["seat"]] += 1

    def _thrown(self, number: int, said: Json) -> None:
        roll = self.rolls[said["roll"]]
        if roll["status"] == "open":
            roll["rulings"] = self.table["rulings"]
            self._made_again(roll)
        if said.get("by_hand"):
            self.traces["by_hand", roll["seat"]] += 1
        if said.get("dice") and said["by"] not in self._throwers(roll, said.get("part", "roller")):
            self.traces["for_another", said["by"]] += 1
        roll["by_hand"] = said.get("by_hand", False)
        self._decided(number, said)

    def _made_again(self, roll: Json) -> None:
        if _same(roll) in self.struck:
            self.struck.remove(_same(roll))
            self.traces["again", roll["seat"]] += 1

    def _throwers(self, roll: Json, part: str) -> set[str]:
        others = [roll["against"], *roll["members"], *roll["offers"]] if part != "roller" else []
        return {roll["seat"], *(self.characters[each]["seat"] for each in others if each in self.characters)}

    def _decided(self, number: int, said: Json) -> None:
        roll, tier = self.rolls[said["roll"]], said.get("tier", "")
        roll |= {"status": "done" if tier else "waiting", "tier": tier, "dues": said.get("dues", [])}

    _said_late = _decided

    def _proposed(self, number: int, said: Json) -> None:
        self.rolls[said["roll"]]["proposed"][said.get("due", 0)] = said["answer"]

    def _named(self, number: int, said: Json) -> None:
        self.rolls[said["roll"]]["named"][said.get("due", 0)] = said["answer"]

    def _settled(self, number: int, said: Json) -> None:
        roll, due = self.rolls[said["roll"]], said.get("due", 0)
        if said.get("left"):
            roll["named"][due] = said["left"]
        else:
            roll["settled"].add(due)

    def _wished(self, number: int, said: Json) -> None:
        self.rolls[said["roll"]]["wished"] = said["by"]

    def _undone(self, number: int, said: Json) -> None:
        self.undone |= set(said.get("entries", ()))
        if roll := self.rolls.get(said.get("roll", 0)):
            self.traces["undone", roll["seat"]] += 1
            self.struck.add(_same(roll))
            roll["status"] = "undone"
        for _, other, due, named in said.get("reopens", ()):
            if (roll := self.rolls[other])["status"] == "done":
                waiting = [] if due in roll["settled"] else roll["named"].get(due, [])
                roll["named"] |= {due: [*waiting, *named]} if named else {}
                roll["settled"].discard(due)

    # what a seat sees of it

    @property
    def going_on(self) -> dict[int, Json]:
        """Rolls that are made, or of which something is still to be settled."""
        made = ("open", "waiting")
        return {number: each for number, each in self.rolls.items() if each["status"] in made or open_dues(each)}


def _same(roll: Json) -> tuple[str, str, str]:
    return roll["character"], roll["move"], roll["trait"]


def open_dues(roll: Json) -> list[int]:
    """The dues of a roll that nobody has settled."""
    owed = roll["dues"] if roll["status"] == "done" else []
    return [place for place in range(len(owed)) if place not in roll["settled"]]
