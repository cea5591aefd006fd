"""What an outcome of Starforged brings: numbers that change, choices, costs and prices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from actionroll.games.starforged import attempt
from actionroll.games.starforged.attempt import Rulings
from actionroll.rules import Due, Effect, Part, Way, clear_mark

TIERS = ("miss", "weak hit", "strong hit")
MISS, WEAK, STRONG = range(3)
STATS = ("edge", "heart", "iron", "shadow", "wits")

# How an outcome of a move is written down


@dataclass(frozen=True, slots=True)
class Change:
    """A track goes up or down, or a mark is set or cleared."""

    track: str
    by: int
    is_mark: bool = False


@dataclass(frozen=True, slots=True)
class Recovery:
    """A meter is raised; by less where an impact is cleared first."""

    track: str
    full: int
    cleared: int


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress is marked by the rank of the challenge, as often as said, and once more on a match where it says so."""

    times: int = 1
    on_match: int = 0


Does: TypeAlias = Change | Recovery | Progress


@dataclass(frozen=True, slots=True)
class Pick:
    """SF-30. Something that the move lets choose among, so many times."""

    kind: Literal["choice", "cost", "recovery"]
    says: str
    ways: tuple[Way, ...]
    times: int = 0
    """How many points are to be named in all, or different ways of a choice; 0 where it is one way."""
    on_match: tuple[Way, ...] = ()
    """Further ways, where the challenge dice match."""
    at_zero: str = ""
    """Only where this meter is known to be empty."""
    on: Part = "roller"
    """Who has it."""
    rule: str = "SF-30"

    def is_asked(self, you: attempt.Status) -> bool:
        """Whether it is to be chosen at all, as the character stands."""
        return not self.at_zero or getattr(you, self.at_zero) == 0


@dataclass(frozen=True, slots=True)
class Ends:
    """What one outcome of a move means and brings."""

    means: str
    """In a sentence, with `{momentum}` for what it gains and `{progress}` for what it marks."""
    does: tuple[Does, ...] = ()
    picks: tuple[Pick, ...] = ()
    price: bool = False
    """Whether the price is to be paid."""
    instead: tuple[Way, ...] = ()
    """What may be done in place of the price."""
    on_match: tuple[Does, ...] | None = None
    """What a match changes besides, where the move says what it means."""
    instead_on_match: tuple[Way, ...] = ()
    """What may be done in place of the price on a match."""
    repairs: Mapping[str, int] | None = None
    """Repair points, by where repairs are made."""
    shared: int = 0
    """To so many allies who take part it brings the same."""

    @property
    def momentum(self) -> int:
        """How much momentum it gains."""
        return sum(each.by for each in self.does if isinstance(each, Change) and each.track == "momentum")

    def marks(self, match: bool) -> int:
        """How often it marks progress."""
        return sum(each.times + each.on_match * match for each in self.does if isinstance(each, Progress))

    def told_with(self, progress: str, taken: int = attempt.HIGHEST) -> str:
        """What it means, where no more momentum than this could be taken."""
        momentum = f"{min(self.momentum, max(0, taken)) or 'no more'} momentum"
        return self.means.format(momentum=momentum, progress=progress)

    def reads_match(self, you: attempt.Status) -> bool:
        """Whether the move itself says what a match means here."""
        picks = any(pick.on_match and pick.is_asked(you) for pick in self.picks)
        return bool(self.on_match is not None or self.instead_on_match or picks)


@dataclass(frozen=True, slots=True)
class SfMove:
    """A move of the game: the stats it takes, and what each of its outcomes brings."""

    name: str
    says: str
    stats: tuple[str, ...]
    strong: Ends
    weak: Ends
    miss: Ends
    method: Literal["choice", "highest", "lowest"] = "choice"

    def ends(self, tier: int) -> Ends:
        """What the outcome of that degree brings."""
        return (self.miss, self.weak, self.strong)[tier]


# Ways to settle what it leaves open


def cost(name: str, says: str, track: str, points: int, most: int = 1) -> Way:
    """What is lost, while any is left to lose: a cost that takes nothing is none."""
    return Way(name, says, track, -points, most, bears="some")


SUFFER = (
    cost("lose momentum", "A delay or setback: lose momentum.", "momentum", 1, most=3),
    cost("endure harm", "Lose health.", "health", 1, most=3),
    cost("endure stress", "Lose spirit.", "spirit", 1, most=3),
    cost("companion takes a hit", "A companion loses health.", "companion_health", 1, most=3),
    cost("sacrifice resources", "The group loses supply.", "supply", 1, most=3),
    cost("withstand damage", "The vehicle loses integrity.", "integrity", 1, most=3),
)
GRADED = tuple(way._replace(says=f"{way.says[:-1]} (1 minor, 2 serious, 3 major).") for way in SUFFER)
OBVIOUS = Way("in words", "What goes wrong, as you tell it.", in_words=True)
INSTEAD = Way("in words", "Someone or something else pays instead.", alone=True, in_words=True)
ORACLE = Way("oracle", "Ask the oracle first, a roll of its own, and say what it means, in words.", in_words=True)
ROLLED = Way("rolled", "Roll for it: what the table of prices says is paid.")
AGAIN = Way("another row", "It does not fit here: roll on the table of prices again.")
TWIST = Way("twist", "Something nobody expected, in words.", in_words=True)
LASTING = Way("rank", "Raise their rank by one, in words.", in_words=True)
DISCOVERY = Way("discovery", "Make a discovery instead: 2 ticks on the legacy of discoveries.", "discoveries", 2)
CHAOS = Way("chaos", "Confront chaos instead, in words.", in_words=True)
PLAIN = Way("plain", "Nothing comes of it this time.")
TURN = "The dice match: the miss takes a turn for the worse that nobody expected."
OPENING = "The dice match: the hit brings an opening, a twist or something remarkable."

GIVEN = ("momentum", -1)
"""What a trade takes: without it there is none."""
ALSO = {
    "trade for health": GIVEN,
    "trade for spirit": GIVEN,
    "trade for integrity": GIVEN,
    "trade for the companion": GIVEN,
    "ready again": ("supply", 1),
    "treat wounds": ("health", 2),
    "calm": ("spirit", 2),
    "both": ("next_bonus", 1),
}
"""What some ways change besides their own track."""
NEEDED = {"treat wounds": "wounded", "calm": "shaken", "ready again": "unprepared", "mend battered": "battered"}
"""The impact that a way clears: without it there is nothing to clear."""
POINTS = {"mend battered": 2, "fix a module": 2, "repair a device": 3, "patch a device": 2}
"""Repair points for one such repair, where it is more than one."""


def clearing(rank: str) -> tuple[Way, ...]:
    """Progress to clear in place of momentum: by the rank, where it is known."""
    return tuple(
        Way(f"clear {each} progress", "Clear one unit of progress of this rank.", "progress", -attempt.MARKED[each])
        for each in (attempt.RANKS if rank == "none" else (rank,))
    )


MOMENTUM_1 = Way("momentum", "Take 1 momentum.", "momentum", 1)
MOMENTUM_2 = Way("momentum", "Take 2 momentum.", "momentum", 2)
NEXT = Way("next", "Add 1 on the next move that is no progress move.", "next_bonus", 1)
CONTROL = Way("control", "Be in control.", "bad_spot", -1)
MARK_PROGRESS = Way("mark progress", "Mark progress by the rank.", "progress")
PRESS_ON = Way("press on", "Bear it.")
ADVANTAGES = (MOMENTUM_2, NEXT)
BOTH = Way("both", "Take 2 momentum, and add 1 on the next move.", "momentum", 2)
NO_SHEET = Way("in words", "For one who has no sheet: what it gives them.", alone=True, in_words=True)
GROUND = (MARK_PROGRESS, MOMENTUM_2, NEXT)


def by_rank(way: Way, rank: str) -> tuple[Way, ...]:
    """Progress as a choice, in ticks of the rank; of each rank, where it is not known."""
    if way.name != MARK_PROGRESS.name:
        return (way,)
    return (way._replace(each=attempt.MARKED[rank]),) if rank != "none" else marking(way.anyone)


def marking(anyone: bool = False) -> tuple[Way, ...]:
    """Progress to mark where its rank is not known."""
    return tuple(
        Way(f"mark {rank} progress", "Mark progress of this rank.", "progress", ticks, anyone=anyone)
        for rank, ticks in attempt.MARKED.items()
    )


def for_an_ally(says: str, ways: tuple[Way, ...], times: int = 0) -> Pick:
    """SF-58. Who aids an ally gives the benefits of the move to them, and has none of them."""
    return Pick(
        "choice", says, (*(way._replace(anyone=True) for way in ways), NO_SHEET), times, on="ally", rule="SF-58"
    )


LESSER = Pick(
    "cost",
    "Name the lesser effect, or the cost.",
    (Way("lesser effect", "It works less well than hoped, in words.", in_words=True), *SUFFER),
    rule="SF-28",
)
A_COST = Pick("cost", "Say which track bears a cost of 1.", SUFFER, 1)
ON_THE_WAY = Pick(
    "cost",
    "Bear costs of 2 on the way, or a peril at its end.",
    (*SUFFER, Way("peril", "Face a peril or complication there instead, in words.", alone=True, in_words=True)),
    2,
)
BAD_SPOT = Change("bad_spot", 1, is_mark=True)
IN_CONTROL = Change("bad_spot", -1, is_mark=True)
TENSION = Change("tension", 1)
"""Every setback fills a segment of the scene's clock."""


def gain(momentum: int) -> tuple[Change, ...]:
    """Momentum is taken."""
    return (Change("momentum", momentum),)


def told(name: str, says: str) -> Pick:
    """Something that comes with it and is told in words."""
    return Pick("cost", says, (Way(name, "In words.", in_words=True),))


def paid(means: str, *does: Change, instead: tuple[Way, ...] = ()) -> Ends:
    """A miss that asks for the price."""
    return Ends(means, does, price=True, instead=instead)


def one_of(says: str, among: tuple[Way, ...], times: int = 0, on_match: tuple[Way, ...] = ()) -> tuple[Pick, ...]:
    """A choice among benefits."""
    return (Pick("choice", says, among, times, on_match),)


# What it brings

Brought: TypeAlias = tuple[tuple[Effect, ...], tuple[Due, ...]]


def brought(
    tier: int, ends: Ends, match: bool, momentum: int, decider: str, you: attempt.Status, rulings: Rulings
) -> Brought:
    """SF-27, SF-29. What an outcome changes and leaves open: the move decides, also how far a weak hit goes.

    SF-A17. A miss whose move asks for a price has one, unless a ruling says otherwise. SF-A20. So has no other.
    """
    does = ends.does + (ends.on_match or ()) if match else ends.does
    effects, dues = changes(does, you, rulings, momentum, match)
    dues += filled(sum(effect.by for effect in effects if effect.track == "tension"), you)
    for pick in ends.picks:
        dues += picked(pick, you, match)
    if ends.price and rulings.require_price:
        dues += (price_due(decider, rulings, ends.instead + (ends.instead_on_match if match else ())),)
    return effects, (*dues, match_due(tier, decider)) if match and not ends.reads_match(you) else dues


def meaning(ends: Ends, dues: tuple[Due, ...], progress: str = "", taken: int = attempt.HIGHEST) -> str:
    """What an outcome means; and a match, to a roller whom nobody asks about it."""
    turned = any(each.kind == "match" and each.by != "roller" for each in dues)
    return ends.told_with(progress, taken) + f" {TURN}" * turned


def price_due(by: str, rulings: Rulings, instead: tuple[Way, ...] = ()) -> Due:
    """SF-34. The price is named by the one who rolled, or told by the gm. SF-35. Something always happens.

    SF-A15. It is named, asked of the oracle, or rolled. SF-A18. Without a gm the one who rolled decides.
    """
    oracle = (ORACLE,) if rulings.price_modes == 3 else ()
    says = "Pay the price: name a likely bad turn, or roll for one. Something always happens."
    named = (OBVIOUS, *oracle, ROLLED, *GRADED, *instead)
    return Due("price", by, says, named, rule="SF-35", answered_by="price", answered_as=ROLLED.name)


def match_due(tier: int, decider: str) -> Due:
    """SF-54. A match makes more of it: an opening on a hit, a turn for the worse on a miss; someone says which."""
    by, means = (decider, TURN) if tier == MISS else ("roller", OPENING)
    return Due("match", by, f"{means} Say which.", (TWIST, PLAIN), rule="SF-54")


def changes(does: tuple[Does, ...], you: attempt.Status, rulings: Rulings, momentum: int, match: bool) -> Brought:
    """SF-31. The numbers an outcome changes, from this momentum on; what does not fit is due otherwise."""
    made: list[Effect] = []
    dues: tuple[Due, ...] = ()
    for each in does:
        match each:
            case Change("momentum", by) if by < 0:
                loss = attempt.lost(momentum, -by, rulings)
                made.append(Effect("roller", "momentum", loss.by))
                dues += overflow(loss, you)
            case Change():
                made.append(changed(each, you, rulings, momentum))
            case Recovery():
                made.extend(recovered(each, you))
            case Progress():
                marked, open_dues = progressed(each.times + (each.on_match if match else 0), you)
                made.extend(marked)
                dues += open_dues
    return tuple(effect for effect in made if effect.by), dues


def changed(change: Change, you: attempt.Status, rulings: Rulings, momentum: int) -> Effect:
    """One track's change, within its bounds where they are known."""
    by = change.by
    if change.track == "momentum":
        by = attempt.gained(momentum, by, attempt.maximum(you, rulings))
    elif change.track in attempt.METERS:
        by = attempt.metered(you, change.track, by)
    return Effect("roller", change.track, by, is_mark=change.is_mark, box=attempt.BOX * (change.track == "bonds"))


def recovered(recovery: Recovery, you: attempt.Status) -> tuple[Effect, ...]:
    """An impact is cleared and the meter raised a little, or the meter is raised in full."""
    value = getattr(you, recovery.track)
    cleared = attempt.is_blocked(you, recovery.track)
    by = recovery.cleared if cleared else recovery.full
    raised = Effect("roller", recovery.track, by if value is None else min(by, attempt.HIGHEST_METER - value))
    return (clear_mark("roller", attempt.MISFORTUNES[recovery.track]), raised) if cleared else (raised,)


def progressed(times: int, you: attempt.Status) -> Brought:
    """SF-49. Progress is marked by the rank; where no rank is known, it is due."""
    if you.rank == "none":
        says = f"Mark progress by the rank{', twice' if times == 2 else ''}."
        return (), (Due("progress", "roller", says, marking(), times, rule="SF-49"),)
    by = min(times * attempt.MARKED[you.rank], attempt.TICKS - (you.progress or 0))
    return (Effect("roller", "progress", by, box=attempt.BOX),), ()


def filled(segments: int, you: attempt.Status) -> tuple[Due, ...]:
    """SF-59. A scene challenge has a clock of four segments; once it is full the scene is over, and it is said how."""
    if not segments or you.tension is None or you.tension + segments < attempt.CLOCK:
        return ()
    says = "The clock is full: the scene is over. Finish it with a progress roll, or say how it ends."
    return (Due("scene over", "roller", says, (Way("in words", "How the scene ends.", in_words=True),), rule="SF-59"),)


def overflow(loss: attempt.Lost, you: attempt.Status) -> tuple[Due, ...]:
    """SF-A9. What momentum cannot bear is paid with another cost, or with progress."""
    others = tuple(way for way in SUFFER if way.track != "momentum")
    if not loss.each:
        others = tuple(way._replace(each=-loss.left, most=1) for way in others)
    says = "Momentum is at its lowest: bear another cost, or clear progress."
    due = Due("overflow", "roller", says, others + clearing(you.rank), loss.left if loss.each else 0, rule="SF-A9")
    return (due,) if loss.left else ()


def for_allies(ends: Ends, allies: tuple[str, ...], you: attempt.Status) -> Brought:
    """SF-60. What a battle or a sojourn brings, it brings to each ally who takes part; each says for themselves."""
    effects: list[Effect] = []
    dues: tuple[Due, ...] = ()
    for place, condition in enumerate(allies[: ends.shared], 1):
        part = f"helper-{place}"
        own = replace(you, wounded="wounded" in condition, shaken="shaken" in condition)
        effects += [Effect(part, each.track, each.by) for each in ends.does if isinstance(each, Change)]
        dues += tuple(due._replace(by=part, on=part) for pick in ends.picks for due in picked(pick, own, match=False))
    return tuple(effects), dues


def picked(pick: Pick, you: attempt.Status, match: bool) -> tuple[Due, ...]:
    """A choice that the move offers, without what an impact blocks."""
    named = (*pick.ways, *(pick.on_match if match else ())) if pick.is_asked(you) else ()
    found = tuple(each for way in named if is_open(way, you) for each in by_rank(way, you.rank))
    among = ("ally",) if pick.on == "ally" else ()
    several = pick.kind == "choice" and pick.times > 1
    due = Due(pick.kind, "roller", pick.says, found, pick.times, pick.on, pick.rule, among=among, several=several)
    return (due,) if found else ()


def is_open(way: Way, you: attempt.Status) -> bool:
    """Whether this way can be taken: what is given is there, no blocked meter raised, only what is marked cleared."""
    if way.anyone:
        return True
    if way.name in NEEDED:
        return bool(getattr(you, NEEDED[way.name]))
    unpaid = ALSO.get(way.name) == GIVEN and you.momentum <= attempt.LOWEST
    return not unpaid and not (way.each > 0 and attempt.is_blocked(you, way.track))
