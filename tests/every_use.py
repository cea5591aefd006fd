"""Every use of every request at a table, with what has to stand there first: tried in memory and over HTTP."""

from collections.abc import Callable
from itertools import count
from typing import Any, Protocol

from tests.jpegs import PICTURE

NUMBERS = count(1)
NEWCOMERS = count(1)


def newcomer() -> str:
    """A nickname that nobody at the table has."""
    return f"Newcomer {next(NEWCOMERS)}"


class Sits(Protocol):
    """Someone at a table."""

    @property
    def seat(self) -> str: ...

    def do(self, operation: str, key: str | None = None, **body: Any) -> Any: ...

    def try_to(self, operation: str, key: str | None = None, **body: Any) -> Any: ...

    def see(self) -> Any: ...


class Table:
    """A table where everything can be tried: who leads it, whose character `c1` is, and whose `c2`."""

    def __init__(self, gm: Sits, player: Sits, other: Sits) -> None:
        self.gm, self.player, self.other = gm, player, other

    def joined(self) -> Sits:
        """One more player."""
        raise NotImplementedError

    def declared(self) -> int:
        return int(self.player.do("declare", character="c1", trait="skulk")["number"])

    def called(self) -> int:
        roll = self.declared()
        self.gm.do("set", roll=roll, inputs={"position": "normal"})
        return roll

    def failed(self) -> int:
        roll = self.called()
        self.player.do("throw", roll=roll, dice=[1, 1])
        return roll

    def crowned(self) -> int:
        roll = self.called()
        self.player.do("throw", roll=roll, dice=[6, 6])
        return roll

    def named(self) -> int:
        roll = self.failed()
        self.gm.do("name_due", roll=roll, answer=[{"way": "complication"}])
        return roll

    def contested(self, against: str = "c2") -> int:
        asked = {"character": "c1", "trait": "stealth", "move": "opposed", "against": against}
        return int(self.player.do("declare", **asked)["number"])

    def fought(self) -> dict[str, Any]:
        """A contest in which the other side must say whether to gamble."""
        roll = self.contested()
        self.gm.do("set", roll=roll, inputs={"expectations": "One of you is first."})
        self.player.do("throw", roll=roll, dice=[8, 6, 1, 1])
        self.player.do("decide", roll=roll, option="keep")
        return {"roll": roll, "option": "keep"}

    def waiting(self) -> dict[str, Any]:
        roll = self.player.do("declare", character="c1", trait="edge")["number"]
        for momentum in (7, 8):  # an edit that changes nothing is refused
            self.gm.do("edit", where="c1", values={"momentum": momentum})
        self.player.do("throw", roll=roll, dice=[1, 7, 4])
        return {"roll": roll, "option": "burn"}

    def chosen(self) -> int:
        """The entry with which the roller said what their roll brings."""
        inputs = {"sf_move": "secure_an_advantage"}
        roll = self.player.do("declare", character="c1", trait="edge", inputs=inputs)["number"]
        self.player.do("throw", roll=roll, dice=[6, 10, 1])
        return int(self.player.do("settle", roll=roll, answer=[{"way": "momentum"}])["number"])

    def offered(self) -> int:
        roll = self.declared()
        self.other.do("offer", roll=roll, character="c2", how="A hand up.")
        return roll

    def clock(self) -> str:
        return str(self.gm.do("make_clock", name="Alarm", size=4)["entries"][0]["entry"]["clock"])

    def sneaking(self) -> int:
        return int(self.player.do("declare", character="c1", trait="stealth")["number"])

    def fallen(self) -> int:
        roll = self.sneaking()
        self.gm.do("set", roll=roll, inputs={"expectations": "past the guard"})
        self.player.do("throw", roll=roll, dice=[1, 1])
        return roll

    def undertaken(self, character: str | None) -> str:
        asked = {"kind": "vow", "name": "Home", "rank": "dangerous", "character": character}
        return str(self.gm.do("undertake", **asked)["entries"][0]["entry"]["undertaking"])

    def portrayed(self) -> str:
        """The hash of a portrait that is there."""
        self.player.try_to("portray", character="c1", picture=PICTURE)
        return str(self.player.see()["characters"][0]["portrait"])

    def unportrayed(self) -> str:
        """A picture that may be laid, because none is there."""
        self.player.try_to("portray", character="c1", picture="")
        return PICTURE

    def worded(self) -> dict[str, Any]:
        """Words of everyone, to be deleted."""
        for seat, words in ((self.player, "c1"), (self.other, "c2"), (self.gm, "c1")):
            seat.do("describe", character=words, words={"look": f"Coat {next(NUMBERS)}"})
        return {}

    def in_a_round(self) -> dict[str, Any]:
        self.gm.do("begin_round")
        return {}

    def freed(self) -> str:
        seat = self.joined()
        seat.do("leave")
        return seat.seat

    def knocked(self) -> str:
        self.gm.do("set_up", knock=True)
        seat = self.joined()
        self.gm.do("set_up", knock=False)
        return seat.seat

    def secret(self) -> int:
        self.gm.do("secret_roll", move="fortune", inputs={"dice": 1})
        return int(self.gm.see()["secrets"][-1]["number"])

    def evening(self) -> dict[str, Any]:
        """An evening goes on."""
        if not any(not each["ended"] for each in self.gm.see()["evenings"]):
            self.gm.do("begin_evening")
        return {}

    def between_evenings(self) -> dict[str, Any]:
        self.evening()
        self.gm.do("end_evening")
        return {}

    def begun(self) -> dict[str, Any]:
        self.gm.do("begin_scene", name="The quay")
        return {}

    def paper(self) -> str:
        self.gm.do("keep", what="handout", fields={"title": "A letter"})
        return str(self.gm.see()["cards"][-1]["card"])

    def handed_out(self) -> str:
        paper = self.paper()
        self.gm.do("hand_out", card=paper)
        return paper


USES: dict[str, Callable[[Table], Any]] = {
    "make": lambda _: {"name": "New"},
    "make (for another seat)": lambda _: {"name": "New", "seat": ""},
    "give": lambda _: {"character": "c1", "seat": "s2"},
    "edit": lambda _: {"where": "c1", "values": {"stress": 1 + next(NUMBERS) % 7}},
    "rename_character": lambda _: {"character": "c1", "name": f"Fox {next(NUMBERS)}"},
    "tend": lambda _: {"character": "c1", "what": "A new ability", "thing": {"name": f"Trick {next(NUMBERS)}"}},
    "describe": lambda _: {"character": "c1", "words": {"look": f"Coat {next(NUMBERS)}"}},
    "portray": lambda scene: {"character": "c1", "picture": scene.unportrayed()},
    "note_privately": lambda _: {"character": "c1", "text": f"Secret {next(NUMBERS)}"},
    "burn": lambda scene: scene.worded(),
    "burn (of a character)": lambda scene: {**scene.worded(), "character": "c1"},
    "edit (what the table owns)": lambda _: {"where": "table", "values": {"crew_level": 1}},
    "make_clock": lambda _: {"name": "Alarm", "size": 4},
    "tick": lambda scene: {"clock": scene.clock()},
    "remove_clock": lambda scene: {"clock": scene.clock()},
    "undertake": lambda _: {"kind": "vow", "name": "Home", "rank": "epic"},
    "undertake (of a character)": lambda _: {"kind": "vow", "name": "Home", "rank": "epic", "character": "c1"},
    "mark_progress": lambda scene: {"undertaking": scene.undertaken("c1")},
    "mark_progress (on one of all)": lambda scene: {"undertaking": scene.undertaken(None)},
    "change_undertaking": lambda scene: {"undertaking": scene.undertaken("c1"), "ended": True},
    "change_undertaking (one of all)": lambda scene: {"undertaking": scene.undertaken(None), "ticks": 3},
    "declare": lambda _: {"character": "c1", "trait": "skulk"},
    "roll_at_once": lambda _: {"character": "c1", "move": "fortune", "inputs": {"dice": 1}},
    "set": lambda scene: {"roll": scene.declared(), "inputs": {"extra": "push"}},
    "set (the gm's call)": lambda scene: {"roll": scene.declared(), "inputs": {"position": "bad"}},
    "set (whom a contest is against)": lambda scene: {"roll": scene.contested(""), "against": "c2"},
    "set (the other player's side of a contest)": lambda scene: {
        "roll": scene.contested(),
        "inputs": {"defender_trait": "observation"},
        "decide": {"defender_push": "push"},
    },
    "set (a side of a contest that no seat plays)": lambda scene: {
        "roll": scene.contested(""),
        "decide": {"defender_push": "push"},
    },
    "offer (by the other player)": lambda scene: {"roll": scene.declared(), "character": "c2", "how": "A hand up."},
    "withdraw_offer (of the other player)": lambda scene: {"roll": scene.offered(), "character": "c2"},
    "demand_roll": lambda scene: {"roll": scene.sneaking(), "character": "c2"},
    "say_late": lambda scene: {"roll": scene.fallen(), "inputs": {"gambles": 2}},
    "withdraw": lambda scene: {"roll": scene.declared()},
    "throw": lambda scene: {"roll": scene.called()},
    "decide": lambda scene: scene.waiting(),
    "decide (for the other player's side of a contest)": lambda scene: scene.fought(),
    "name_due (the gm's due)": lambda scene: {"roll": scene.failed(), "due": 0, "answer": [{"way": "complication"}]},
    "settle (as it was named)": lambda scene: {"roll": scene.named(), "character": "c1"},
    "settle (the gm's due)": lambda scene: {"roll": scene.crowned(), "due": 0, "answer": [{"way": "benefit"}]},
    "commit": lambda _: {"commitments": [f"{next(NUMBERS):064x}"]},
    "contribute": lambda scene: {"roll": scene.declared(), "contribution": "asked for by nobody"},
    "alarm": lambda _: {"text": "The dice of roll 9 do not follow."},
    "wish": lambda scene: {"roll": scene.failed()},
    "undo": lambda scene: {"entry": scene.failed()},
    "undo (what their own roll brought, as they said)": lambda scene: {"entry": scene.chosen()},
    "secret_roll": lambda _: {"move": "fortune", "inputs": {"dice": 1}},
    "reveal": lambda scene: {"secret": scene.secret()},
    "note": lambda _: {"text": "It rains."},
    "begin_evening": lambda scene: scene.between_evenings(),
    "end_evening": lambda scene: scene.evening(),
    "name_evening": lambda scene: {**scene.evening(), "evening": "e1", "name": newcomer()},
    "begin_scene": lambda _: {"name": "The quay"},
    "end_scene": lambda scene: scene.begun(),
    "keep": lambda _: {"what": "note", "fields": {"text": "Mine."}},
    "discard": lambda scene: {"card": scene.paper()},
    "take_back_card": lambda scene: {"card": scene.paper()},
    "illustrate": lambda scene: {"card": scene.paper(), "picture": PICTURE},
    "hand_out": lambda scene: {"card": scene.paper()},
    "put_away": lambda scene: {"handout": scene.handed_out()},
    "rename": lambda _: {"name": newcomer()},
    "leave": lambda _: {},
    "leave (another's seat)": lambda scene: {"seat": scene.joined().seat},
    "let_in": lambda scene: {"seat": scene.knocked()},
    "bring_back": lambda scene: {"seat": scene.freed()},
    "seat_link": lambda _: {"seat": "s3"},
    "show_code": lambda _: {},
    "renew_links": lambda _: {},
    "hand_over": lambda _: {"to": "s3"},
    "rule": lambda _: {"rulings": {"max_assistants": "2"}},
    "set_up": lambda _: {"advice": True},
    "begin_round": lambda _: {},
    "begin_actions": lambda scene: {**scene.in_a_round(), "waits": True},
    "end_rounds": lambda scene: scene.in_a_round(),
    "intend": lambda scene: {**scene.in_a_round(), "character": "c1", "intention": "Run."},
    "rotate_seed": lambda _: {},
    "end": lambda _: {},
}
"""A body for each use, by what `docs/who-may-do-what.md` calls it."""
GAMES = {
    "begin_actions": "true-world",
    "begin_round": "true-world",
    "demand_roll": "wherever-we-go",
    "end_rounds": "true-world",
    "intend": "true-world",
    "say_late": "wherever-we-go",
    "decide": "starforged",
    "undo (what their own roll brought, as they said)": "starforged",
    "undertake": "starforged",
    "undertake (of a character)": "starforged",
    "mark_progress": "starforged",
    "mark_progress (on one of all)": "starforged",
    "change_undertaking": "starforged",
    "change_undertaking (one of all)": "starforged",
    "set (whom a contest is against)": "wherever-we-go",
    "set (the other player's side of a contest)": "wherever-we-go",
    "set (a side of a contest that no seat plays)": "wherever-we-go",
    "decide (for the other player's side of a contest)": "wherever-we-go",
}
"""In which game a use is tried, where it is not the usual one."""
