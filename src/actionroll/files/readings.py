"""What is read from a pool, as Python: a statistic that is commutative by construction, several readings at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, NamedTuple

from actionroll.dice import Falls, Pool, Spend, Statistic, freely, joined, one_die
from actionroll.errors import LimitError
from actionroll.files.expressions import NUMBER, TRUTH, Formula, Sort, compiled
from actionroll.files.lines import PoolLine, Reading
from actionroll.files.source import Wrong, no_such
from actionroll.rules.steps import Step, Throw

MOST_KEPT = 30
"""Of the dice that are read one by one."""
NONE_YET = 10**12
"""Stands for the highest or lowest of no dice while readings are joined."""
OF_A_DIE = {"face": NUMBER, "size": NUMBER}


class OneByOne(Statistic[Any]):
    """Of dice that are read one by one, each is joined to those before it: half and half would be far more pairs."""

    __slots__ = ()

    def ways(self, sides: int, count: int, spend: Spend = freely) -> Falls[Any]:
        """How so many dice of one size can fall."""
        single = one_die(self, sides)
        ways: Falls[Any] = {self.none: 1}
        for _ in range(count):
            ways = joined(self.join, ways, single, spend)
        return ways


class Slot(NamedTuple):
    """One part of what a pool shows: what no dice show, what one die shows, how two are joined, what comes out."""

    none: str
    of: str
    join: Callable[[str, str], str]
    out: Mapping[str, Callable[[str], str]]
    many: bool = False
    """Whether dice are read one by one."""
    mark: str = "True"
    """Whether a die counted, where `read` is this part and `shown` what the die shows by itself."""


@dataclass
class Shown:
    """All that is read from a pool: the Python that makes its statistic, and what it takes from outside."""

    slots: list[Slot]
    taken: tuple[str, ...]
    """Names of values that the readings depend on."""
    sized: bool

    def unpacked(self, raw: str) -> list[str]:
        """Lines that set each name that is read, from the reading of the whole pool."""
        single = len(self.slots) == 1
        return [
            f"v_{name} = {out(raw if single else f'{raw}[{place}]')}"
            for place, slot in enumerate(self.slots)
            for name, out in slot.out.items()
        ]

    @property
    def none(self) -> str:
        """What no dice at all show."""
        return self.whole([slot.none for slot in self.slots])

    def whole(self, parts: list[str]) -> str:
        """One part by itself, several as one value."""
        return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"

    def joined(self, one: str, other: str) -> str:
        """The Python that makes one reading of two."""
        single = len(self.slots) == 1
        names = [((one, other) if single else (f"{one}[{at}]", f"{other}[{at}]")) for at, _ in enumerate(self.slots)]
        return self.whole([slot.join(*pair) for slot, pair in zip(self.slots, names, strict=True)])

    @property
    def marks(self) -> str:
        """Whether a die was read, in any of the parts."""
        at = (
            [("read", "shown")]
            if len(self.slots) == 1
            else [(f"read[{n}]", f"shown[{n}]") for n, _ in enumerate(self.slots)]
        )
        found = [
            slot.mark.replace("read", one).replace("shown", other)
            for slot, (one, other) in zip(self.slots, at, strict=True)
        ]
        return " or ".join(found) or "True"

    def gathering(self, name: str, members: Shown) -> list[str]:
        """A function that gathers what the members of a list show, one after the other."""
        return [
            "@kept",
            f"def {name}({', '.join(f'v_{each}' for each in self.taken)}):",
            "    def gather(seen, raw):",
            *[f"        {each}" for each in members.unpacked("raw")],
            f"        own = {self.whole([slot.of for slot in self.slots])}",
            f"        return own if seen is None else {self.joined('seen', 'own')}",
            "    return gather",
        ]

    def factory(self, name: str, title: str, fudge: bool, again: str = "", stays: str = "True") -> list[str]:
        """A function of what is taken from outside that makes the statistic."""
        kind = "OneByOne" if any(slot.many for slot in self.slots) else "Statistic"
        return [
            f"def {name}({', '.join(f'v_{each}' for each in self.taken)}):",
            f"    none = {self.none}",
            "    def of(v_face, v_size=0):",
            *(["        v_size = 3"] if fudge else []),
            f"        return {self.whole([slot.of for slot in self.slots])}",
            "    def join(a, b):",
            f"        return {self.joined('a', 'b')}",
            "    def mark(read, faces):",
            f"        return marked(read, faces, of, lambda read, shown: {self.marks})",
            *([
                "    def first(v_face, size):",
                f"        v_size = {3 if fudge else 'size'}",
                f"        return (of(v_face, v_size) if {stays} else none), ((size,) if {again} else ())",
                "    def last(v_face, v_size):",
                "        return of(v_face, v_size), ()",
                f"    return Again({title!r}, none, join, first, last)",
            ] if again else [
                f"    return {kind}({title!r}, none, of, join, {'mark_all, of_die=of' if self.sized else 'mark'})",
            ]),
        ]  # fmt: skip


def read_of(
    pool: PoolLine, readings: Sequence[Reading], known: Mapping[str, Sort], of_die: Mapping[str, Sort]
) -> Shown:
    """What is read from a pool's dice, or from its members' readings; faults are raised one at a time."""
    inner = {**known, **of_die}
    beyond = {each.beyond for each in readings if each.beyond}
    plain_face = "face" in of_die and pool.sides >= 0
    mixed = "size" in of_die and not pool.sides
    slots, formulas = [], []
    for each in readings:
        formulas += [found for found in (each.of, each.many, each.by) if found]
        if each.beyond:
            _check_beyond(each, readings)
        elif each.name in beyond:
            slots.append(_parted(each, [other for other in readings if other.beyond == each.name], inner, known, mixed))
        else:
            slots.append(_slot(each, inner, known, plain_face, mixed))
    formulas += [pool.again] if pool.again else []
    names = {name for formula in formulas for name in formula.names}
    sized = "size" in of_die and ("size" in names or (mixed and any(each.by or each.beyond for each in readings)))
    return Shown(slots, tuple(sorted(names - set(of_die))), sized)


def formulas_of(pool: PoolLine) -> list[Formula]:
    """All expressions of a pool's readings."""
    every = [(each.of, each.many, each.by) for each in (*pool.readings, *pool.overall)]
    return [formula for formulas in (*every, (pool.again,)) for formula in formulas if formula is not None]


def _check_beyond(each: Reading, readings: Sequence[Reading]) -> None:
    lists = [other.name for other in readings if other.how in ("top", "bottom") and not other.beyond]
    if each.beyond not in lists:
        raise Wrong(each.place, no_such("top or bottom of these dice called", each.beyond, lists))
    if each.how not in ("highest", "lowest", "sum", "count"):
        raise Wrong(each.place, "Of the dice beyond others only highest, lowest, sum and count are read.")


def _of(each: Reading, inner: Mapping[str, Sort]) -> str:
    if each.of is None:
        return "v_face" if "face" in inner else "0"
    return compiled(each.of, inner, TRUTH if each.how == "count" else NUMBER).code


def _many(formula: Formula | None, known: Mapping[str, Sort]) -> str:
    return "" if formula is None else f"most_kept({compiled(formula, known, NUMBER).code})"


def _slot(each: Reading, inner: Mapping[str, Sort], known: Mapping[str, Sort], plain_face: bool, mixed: bool) -> Slot:
    of, name = _of(each, inner), each.name
    if each.of is None and "face" not in inner:
        raise Wrong(each.place, "Over all pools a reading says of what: all best = highest of top_die.")
    match each.how:
        case "sum":
            return Slot("0", of, lambda a, b: f"{a} + {b}", {name: str})
        case "count":
            upto = compiled(each.many, known, NUMBER).code if each.many else ""
            out = {name: (lambda raw: f"min({upto}, {raw})") if upto else str}
            joined = (lambda a, b: f"min({upto}, {a} + {b})") if upto else (lambda a, b: f"{a} + {b}")
            return Slot("0", f"(1 if {of} else 0)", joined, out, mark="shown")
        case "highest" | "lowest":
            return _extreme(each, of, plain_face)
        case "faces":
            return Slot("()", f"({of},)", lambda a, b: f"tuple(sorted({a} + {b}))", {name: str}, many=True)
        case _:
            return _parted(each, [], inner, known, mixed)


def _extreme(each: Reading, of: str, plain_face: bool) -> Slot:
    sign, least = (">", -NONE_YET) if each.how == "highest" else ("<", NONE_YET)
    if each.how == "highest" and each.of is None and plain_face:
        least = 0
    out: Callable[[str], str] = str if not least else lambda raw: f"(0 if {raw} == {least} else {raw})"
    joined = f"{{0}} if {{0}} {sign} {{1}} else {{1}}"
    return Slot(f"{least}", of, lambda a, b: f"({joined.format(a, b)})", {each.name: out}, mark="shown == read")


def _parted(
    each: Reading, others: list[Reading], inner: Mapping[str, Sort], known: Mapping[str, Sort], mixed: bool
) -> Slot:
    """Dice read one by one, and what is read from those beyond them; of equal dice the smaller goes first."""
    many = _many(each.many, known)
    key = compiled(each.by, inner, NUMBER).code if each.by else ""
    down = each.how == "top"
    of = _of(each, inner)
    if not others and not key:
        joined: Callable[[str, str], str] = lambda a, b: f"tuple(sorted({a} + {b}, reverse={down})[:{many}])"  # noqa: E731
        mark = "any(one in read for one in shown)"
        return Slot("()", f"({of},)[:{many}]", joined, {each.name: str}, many=True, mark=mark)
    size = "0" if not mixed else "-v_size" if down else "v_size"
    shown = ", ".join(
        [
            key or of,
            size,
            of,
            *[f"(1 if {_of(o, inner)} else 0)" if o.how == "count" else _of(o, inner) for o in others],
        ]
    )
    hows = repr(tuple(other.how for other in others))
    out: dict[str, Callable[[str], str]] = {each.name: lambda raw: f"tuple([one[2] for one in {raw}[0]])"}
    for place, other in enumerate(others, 1):
        out[other.name] = _beyond_out(place, other)
    start = f"((), {', '.join(str(BEYOND[other.how][0]) for other in others)},)" if others else "((),)"
    return Slot(
        start,
        f"beyond(((({shown}),), *{start}[1:]), {start}, {many}, {down}, {hows})",
        lambda a, b: f"beyond({a}, {b}, {many}, {down}, {hows})",
        out,
        many=True,
        mark="any(one in read[0] for one in shown[0])",
    )


def _beyond_out(place: int, other: Reading) -> Callable[[str], str]:
    least = BEYOND[other.how][0]
    return lambda raw: f"(0 if {raw}[{place}] == {least} else {raw}[{place}])"


BEYOND: dict[str, tuple[int, Callable[..., int]]] = {
    "sum": (0, lambda *each: sum(each)),
    "count": (0, lambda *each: sum(each)),
    "highest": (-NONE_YET, max),
    "lowest": (NONE_YET, min),
}
"""How what is read beyond other dice begins, and how it is joined."""


def beyond(a: tuple[Any, ...], b: tuple[Any, ...], many: int, down: bool, hows: tuple[str, ...]) -> tuple[Any, ...]:
    """The best dice of two readings, and what those show that are not among them any more."""
    dice = sorted(a[0] + b[0], reverse=down)
    rest = dice[many:]
    joined = [BEYOND[how][1](a[at], b[at], *map(itemgetter(at + 2), rest)) for at, how in enumerate(hows, 1)]
    return (tuple(dice[:many]), *joined)


class Shares(NamedTuple):
    """What is reckoned of several pools by adding up: each pool brings its share, and what it shows is forgotten.

    So many pools are counted one after the other, and not each of their readings with all of the others.
    """

    sums: dict[str, list[list[str]]]
    """Of each value, what each pool adds to it; what is added without a pool stands with the first."""
    own: dict[str, int]
    """Readings that are needed by themselves, each with its pool."""
    late: tuple[int, ...]
    """The lines that are reckoned once all is added up."""
    taken: tuple[str, ...]
    """Values from before the throw that the shares depend on."""
    growing: tuple[str, ...]

    def gathering(self, name: str, unpacked: list[list[str]]) -> list[str]:
        """A function that adds the share of one pool after the other; first stands which is next."""
        lines = ["@kept", f"def {name}({', '.join(f'v_{each}' for each in self.taken)}):", "    def gather(seen, r):"]
        for at, shown in enumerate(unpacked):
            lines.append("        if seen is None:" if not at else f"        if seen[0] == {at}:")
            lines += [f"            {each}" for each in (f"r_{at} = r", *shown)]
            lines.append(f"            return ({', '.join((str(at + 1), *self.shared(at)))})")
        return [*lines, "    return gather"]

    def shared(self, at: int) -> list[str]:
        """All values once a pool is there."""
        before = [f"seen[{place + 1}]" if at else "0" for place in range(len(self.sums) + len(self.own))]
        sums = [" ".join((old, *parts[at])) for old, parts in zip(before, self.sums.values(), strict=False)]
        own = [
            f"v_{name}" if pool == at else old
            for (name, pool), old in zip(self.own.items(), before[len(sums) :], strict=True)
        ]
        return [*sums, *own]

    @property
    def names(self) -> tuple[str, ...]:
        """All values in their order."""
        return (*self.sums, *self.own)


NO_POOLS: tuple[Pool[Any], ...] = (Pool((), Statistic("nothing", None, lambda _: None, lambda _, __: None)),)
"""What is thrown for a list of nobody."""


def most_kept(many: int) -> int:
    """How many dice are read one by one."""
    if many > MOST_KEPT:
        raise LimitError(f"top and bottom read at most {MOST_KEPT} dice, not {many}.")
    return many if many > 0 else 0


def marked(
    read: Any, faces: Sequence[int], of: Callable[[int], Any], counted: Callable[[Any, Any], Any]
) -> tuple[bool, ...]:
    """Which dice were read."""
    return tuple([bool(counted(read, of(face))) for face in faces])


class Again:
    """A pool of which some dice may be thrown again: its first throw, and one of which nothing is."""

    def __init__(self, name: str, none: Any, join: Callable[[Any, Any], Any], first: Any, last: Any) -> None:
        def both(a: Any, b: Any) -> Any:
            return join(a[0], b[0]), tuple(sorted(a[1] + b[1]))

        self.join = join
        self.first = Statistic(name, (none, ()), lambda face: first(face, 0), both, of_die=first)
        self.last = Statistic(name, (none, ()), lambda face: last(face, 0), both, of_die=last)


@dataclass(frozen=True, eq=False)
class Chain:
    """Throws that go on while dice explode, or once more for those that are rerolled."""

    rule: str
    names: tuple[str, ...]
    """Of each pool; what follows stands in the same order."""
    by: tuple[str, ...]
    times: tuple[int, ...]
    """How often its dice explode; 0 for a reroll, −1 where nothing is thrown again."""
    then: Callable[..., Step]
    read: Callable[..., Any] | None

    def start(
        self, pools: tuple[Pool[Any], ...], casts: tuple[Again, ...], costs: Any, given: tuple[Any, ...]
    ) -> Throw:
        """The first throw of all pools."""
        left = tuple([max(1, times) if times >= 0 else 0 for times in self.times])
        return Throw(self.rule, pools, self.fallen, (left, None, casts, *given), self.seen, costs=costs)

    def seen(self, *shown: Any) -> Any:
        """What lies there with what lay there before, and the dice to throw again."""
        raws, (left, before, casts, *_) = shown[: len(self.names)], shown[len(self.names) :]
        lying = tuple([raw[0] for raw in raws])
        if before is not None:
            lying = tuple([cast.join(old, new) for cast, old, new in zip(casts, before, lying, strict=True)])
        return lying, tuple([raw[1] if more else () for raw, more in zip(raws, left, strict=True)])

    def fallen(self, seen: Any, left: tuple[int, ...], _: Any, casts: tuple[Again, ...], *given: Any) -> Step:
        """Go on with the dice that are thrown again, or with what lies there."""
        lying, again = seen
        if any(again):
            pools = tuple([self._later(at, dice, casts[at]) for at, dice in enumerate(again)])
            less = tuple([more - 1 if more else 0 for more in left])
            return Throw(self.rule, pools, self.fallen, (less, lying, casts, *given), self.seen, further=True)
        if self.read is None:
            return self.then(*lying, *given)
        return self.then(self.read(*lying, *given), *given)

    def _later(self, at: int, dice: tuple[int, ...], cast: Again) -> Pool[Any]:
        return Pool(
            dice, cast.first if self.times[at] else cast.last, self.names[at : at + 1], by=self.by[at], beside=at > 0
        )
