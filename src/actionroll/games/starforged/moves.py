"""The moves of Starforged, what an action roll of one takes, and what every outcome means and brings.

Here are adventures, quests, connections and expeditions; fights and hardships stand in a table of their own. Each move
says which stats it takes. The words are our own.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar

from actionroll.errors import InputError, in_number
from actionroll.games.starforged import dues
from actionroll.games.starforged.attempt import HIGHEST_METER, METERS, Rulings, Status, check_status
from actionroll.games.starforged.dues import STATS, SfMove
from actionroll.games.starforged.hardships import ALLY, HARDSHIPS, MOST_ALLIES, SHARED
from actionroll.rules import Joins, Way, choice, many, whole, words, yes_no
from actionroll.rules.game import CANNOT_BE_DONE, JUST_HAPPENS, RISKS
from actionroll.rules.inputs import Moot
from actionroll.rules.kinds import Whole

# What is done on adventures

ADVENTURES = (
    dues.SfMove(
        "face_danger",
        "Risk something: by speed (edge), courage (heart), force (iron), stealth (shadow) or thought (wits).",
        dues.STATS,
        dues.Ends("It works. Say how. It brought you {momentum}.", dues.gain(1)),
        dues.Ends("It works, but not for free: say what it costs you.", picks=(dues.A_COST,)),
        dues.paid("It fails, or what you won slips away again. Pay the price."),
    ),
    dues.SfMove(
        "secure_an_advantage",
        "Prepare, size up, or gain leverage.",
        dues.STATS,
        dues.Ends(
            "You are ahead: {momentum}, and 1 more on your next move.", (*dues.gain(2), dues.Change("next_bonus", 1))
        ),
        dues.Ends("You gain something.", picks=dues.one_of("Choose momentum or a bonus.", dues.ADVANTAGES)),
        dues.paid("It comes to nothing, or you were wrong about it. Pay the price."),
    ),
    dues.SfMove(
        "gather_information",
        "Investigate or search for clues.",
        ("wits",),
        dues.Ends("You learn something of use and what to do next. Say what. It brought you {momentum}.", dues.gain(2)),
        dues.Ends(
            "You learn something, and it makes the quest harder. It brought you {momentum}.",
            dues.gain(1),
            (dues.told("complication", "Say what you learn, and how it complicates the quest."),),
        ),
        dues.paid("You find a threat, or a truth you did not want. Pay the price."),
    ),
    dues.SfMove(
        "compel",
        "Persuade someone, or make an offer.",
        ("heart", "iron", "shadow"),
        dues.Ends("They agree, or do what you want. It brought you {momentum}.", dues.gain(1)),
        dues.Ends(
            "They agree, and want something for it. It brought you {momentum}.",
            dues.gain(1),
            (dues.told("demand", "Say what they ask in return, or what comes with it."),),
        ),
        dues.paid("They refuse, or ask for far too much. Pay the price."),
    ),
    dues.SfMove(
        "aid_your_ally",
        "Help an ally: what you gain is theirs.",
        dues.STATS,
        dues.Ends(
            "Your help counts: your ally takes 2 momentum and adds 1 on their next move.",
            picks=(dues.for_an_ally("Say which ally takes both.", (dues.BOTH,)),),
        ),
        dues.Ends(
            "Your help counts: your ally takes 2 momentum, or adds 1 on their next move.",
            picks=(dues.for_an_ally("Say which ally takes one of the two.", dues.ADVANTAGES),),
        ),
        dues.paid("You are in the way, or you were wrong. Pay the price."),
    ),
    dues.SfMove(
        "check_your_gear",
        "See whether the right thing is at hand.",
        ("supply",),
        dues.Ends("You have it, and are ready. It brought you {momentum}.", dues.gain(1)),
        dues.Ends(
            "You have it, and it costs you.",
            picks=(
                dues.Pick(
                    "cost",
                    "It is there, at a cost.",
                    (
                        dues.cost("supply", "Lose 1 supply.", "supply", 1),
                        dues.cost("momentum", "Lose 2 momentum.", "momentum", 2),
                    ),
                ),
            ),
        ),
        dues.paid("You do not have it, and things get worse. Pay the price."),
    ),
    dues.SfMove(
        "face_danger_in_a_scene",
        "In a scene challenge, try something risky or react to a threat.",
        dues.STATS,
        dues.Ends("It works: {progress}.", (dues.Progress(on_match=1),), on_match=()),
        dues.Ends(
            "It works and brings you on, but the clock ticks; once full, the scene is over.",
            (dues.Progress(), dues.TENSION),
            (dues.told("setback", "Say what complicates it."),),
        ),
        dues.Ends(
            "It fails, the clock ticks, on a match twice; once full, the scene is over. Pay the price.",
            (dues.TENSION,),
            price=True,
            on_match=(dues.TENSION,),
        ),
    ),
    dues.SfMove(
        "secure_an_advantage_in_a_scene",
        "In a scene challenge, prepare or gain leverage.",
        dues.STATS,
        dues.Ends(
            "You are ahead: {momentum}, and 1 more on your next move; on a match, progress is marked too.",
            (*dues.gain(2), dues.Change("next_bonus", 1)),
            on_match=(dues.Progress(),),
        ),
        dues.Ends("You gain something.", picks=dues.one_of("Choose momentum or a bonus.", dues.ADVANTAGES)),
        dues.Ends(
            "It comes to nothing, the clock ticks, on a match twice; once full, the scene is over. Pay the price.",
            (dues.TENSION,),
            price=True,
            on_match=(dues.TENSION,),
        ),
    ),
)

# Quests, connections, expeditions

PROVE = Way(
    "swear an iron vow",
    "Keep them: swear a vow of formidable rank or more for it, in words; until it is done they are no help.",
)
DEVELOP = dues.one_of(
    "Develop the relationship: mark progress, or roll for it where you share a bond.",
    (
        dues.MARK_PROGRESS,
        Way("develop your relationship", "You share a bond: roll that move next."),
    ),
)

QUESTS = (
    dues.SfMove(
        "swear_an_iron_vow",
        "Swear to a quest.",
        ("heart",),
        dues.Ends("You know what to do next, and your heart is in it. It brought you {momentum}.", dues.gain(2)),
        dues.Ends(
            "You are set on it, with more questions than answers. It brought you {momentum}.",
            dues.gain(1),
            (dues.told("way forward", "Say what you do to find a way forward."),),
        ),
        dues.Ends(
            "Something large stands between you and the quest's beginning.",
            picks=(dues.told("obstacle", "Say what must be overcome before the quest begins."),),
        ),
    ),
    dues.SfMove(
        "make_a_connection",
        "Seek out a new relationship.",
        ("heart",),
        dues.Ends("You have a connection. Name them, their role and their rank; where it fits they give +1."),
        dues.Ends(
            "You have a connection, and something comes with it. Name them, their role and their rank.",
            picks=(dues.told("demand", "Say what they reveal or ask, or what it costs."),),
        ),
        dues.paid("You find nobody, and things get worse. Pay the price."),
    ),
    dues.SfMove(
        "develop_your_relationship",
        "Deepen a bond that is shared already.",
        ("rank",),
        dues.Ends(
            "It leaves its mark: 2 ticks on your bonds; on a match their standing may rise.",
            (dues.Change("bonds", 2),),
            dues.one_of("Their standing may rise.", (), on_match=(dues.LASTING,)),
        ),
        dues.Ends("It does you good for now. It brought you {momentum}.", dues.gain(2)),
        dues.Ends("Nothing of it lasts.", picks=(dues.told("for nothing", "Say why it comes to nothing this time."),)),
    ),
    dues.SfMove(
        "test_your_relationship",
        "A relationship is put to the test.",
        ("heart",),
        dues.Ends("It holds, and grows by it.", picks=DEVELOP),
        dues.Ends(
            "It holds, and grows by it, but not without a demand.",
            picks=(*DEVELOP, dues.told("fallout", "Say what they demand, or what comes of the test.")),
        ),
        dues.paid("It breaks: lose them and pay the price, or prove your loyalty.", instead=(PROVE,)),
    ),
    dues.SfMove(
        "undertake_an_expedition",
        "Blaze a trail through perilous places.",
        ("edge", "shadow", "wits"),
        dues.Ends("You reach a waypoint, and {progress}: say what is there.", (dues.Progress(),)),
        dues.Ends(
            "You reach a waypoint, and {progress}, at a price on the way or there.",
            (dues.Progress(),),
            (dues.ON_THE_WAY,),
        ),
        dues.paid("You are held up, or what awaits you is a danger. No progress; pay the price."),
    ),
    dues.SfMove(
        "explore_a_waypoint",
        "Look around a notable place on the way.",
        ("wits",),
        dues.Ends(
            "You find something good: momentum or progress; on a match perhaps a discovery.",
            picks=dues.one_of(
                "An opportunity, or progress.", (dues.MOMENTUM_2, dues.MARK_PROGRESS), on_match=(dues.DISCOVERY,)
            ),
        ),
        dues.Ends(
            "You find something, and a danger or a dark sign with it. It brought you {momentum}.",
            dues.gain(1),
            (dues.told("peril", "Say what is wrong about what you found."),),
        ),
        dues.Ends(
            "A hardship or threat is upon you: pay the price.",
            price=True,
            instead_on_match=(dues.CHAOS,),
        ),
    ),
    dues.SfMove(
        "set_a_course",
        "Follow a known but perilous route.",
        ("supply",),
        dues.Ends("You arrive, and things there favour you. It brought you {momentum}.", dues.gain(1)),
        dues.Ends("You arrive, at a cost on the way or with a complication there.", picks=(dues.ON_THE_WAY,)),
        dues.paid("A real threat stops you. Pay the price; beyond it the way is free."),
    ),
)

TABLE = (*ADVENTURES, *QUESTS, *HARDSHIPS)
MOVES = {move.name: move for move in TABLE}

MEANS = {
    "miss": "You fail, or give up much of what you wanted; something always happens. The price is named, then say how.",
    "weak hit": "You probably succeed, with less effect or at a cost. Say how, and what it lacks or costs.",
    "strong hit": "You succeed at what you are trying to do. Say how.",
}
WITHOUT_RISK = {
    JUST_HAPPENS: "Nothing is in doubt: say how the character does it.",
    CANNOT_BE_DONE: "It is out of reach: say what the character tries instead.",
}
UNNAMED = (
    dues.Ends(MEANS["miss"], price=True),
    dues.Ends(MEANS["weak hit"], picks=(dues.LESSER,)),
    dues.Ends(MEANS["strong hit"]),
)
"""What an outcome brings where no move is named."""


def ends_of(sf_move: str, tier: int) -> dues.Ends:
    """SF-32. The move says what an outcome brings; without one, a miss asks for the price, a weak hit for a cost."""
    return MOVES[sf_move].ends(tier) if sf_move != "none" else UNNAMED[tier]


def told_full(ends: dues.Ends, gained: int) -> str:
    """That momentum which the outcome brings could not be taken, for there is no more room."""
    return "; momentum is as high as it can be" if ends.momentum > max(0, gained) else ""


# What an action roll takes


AUTOMATIC = ("none", "miss", "weak_hit", "strong_hit")
OF_MOVES = ("sf_move", "allies", "repairs_at", "supply_given", "decider", "risk")
WITHOUT_DICE = (*(each.name for each in fields(Status)), *OF_MOVES)
"""What an outcome without dice still depends on."""


@dataclass(frozen=True, slots=True)
class Action(Status):
    """The inputs of an action roll."""

    moot: ClassVar[tuple[Moot, ...]] = (
        Moot("risk", RISKS[1:]),
        Moot("automatic", AUTOMATIC[1:], WITHOUT_DICE),
        Moot("sf_move", tuple(sorted({"none", *MOVES} - {"repair"})), of=("repairs_at", "supply_given")),
        Moot("sf_move", tuple(sorted({"none", *MOVES} - {*SHARED})), of=("allies",)),
        Moot("next_bonus", (0,), of=("use_bonus",)),
        Moot("adds", ((),), of=("reasons",)),
    )
    stat: int = whole(0, 10, "The stat that the move names, or a meter or rank in its place.", by="sheet")
    adds: tuple[int, ...] = many(Whole(0, 10), "Bonuses from the move or from assets.")
    reasons: str = words("Where each add comes from, in their order, separated by commas.", counts=True)
    preset: int | None = whole(
        1, 6, "The action die's final value, where an asset sets it.", default=None, or_none=True
    )
    late_adds: tuple[int, ...] = many(Whole(0, 10), "Adds that may be decided on after the dice have fallen.")
    use_bonus: bool = yes_no("Use what waits for the next move; it can be saved only by ruling.", default=True)
    penalty: int = whole(0, 10, "What takes from the score.", by="gm", default=0)
    reroll: str = choice("none", "action", "challenge", "any", says="Dice that an asset lets one throw again, once.")
    cursed_die: bool = yes_no("Throw the cursed die of Sundered Isles too.")
    automatic: str = choice(*AUTOMATIC, says="An outcome that needs no dice.", by="gm")
    sf_move: str = choice(
        "none", *MOVES, says="The move of the game, for its stats and what its outcomes change.", own_moves=True
    )
    stat_name: str = choice("none", *STATS, *METERS, "rank", says="Which stat, meter or rank it is.")
    other_stat: int | None = whole(
        0, 10, "The second value, where a move compares two.", by="sheet", default=None, or_none=True
    )
    allies: tuple[str, ...] = many(
        ALLY,
        "How each ally stands who takes part in a battle or a sojourn, and has a share in what it brings.",
        most=MOST_ALLIES,
        by="helper",
        joins=Joins("Take part: what it brings is yours too.", told="takes part"),
    )
    repairs_at: str = choice("field", "facility", "under_fire", says="Where repairs are made, for the move repair.")
    supply_given: int = whole(0, 3, "Supply given for repair points, for the move repair.", default=0)
    decider: str = choice("roller", "gm", says="Who says what the price of a miss is.", by="gm", with_gm="gm")
    risk: str = choice(*RISKS, says="Whether anything can go wrong, or right.", by="gm")


def check(you: Action, rulings: Rulings) -> None:
    """Refuse what cannot be, before any die falls."""
    check_status(you, rulings)
    check_stat(you)
    if len(reasons(you)) > len(you.adds):
        raise InputError(f"reasons takes at most {in_number(len(you.adds), 'source')}, one for each of the adds.")
    if you.next_bonus and not you.use_bonus and rulings.next_move_bonus == "next_eligible":
        raise InputError("The bonus counts on the next move; the ruling next_move_bonus=bankable lets it be saved.")
    if you.supply_given > (HIGHEST_METER if you.supply is None else you.supply):
        raise InputError(f"supply_given takes at most {you.supply}, the supply that is left.")
    if you.preset is not None and you.reroll == "action":
        raise InputError("reroll takes none, challenge or any while the action die is set.")


def check_stat(you: Action) -> None:
    """SF-7, SF-8, SF-9. A stat or meter that the move names, exactly one, unless it compares two."""
    if you.stat_name in METERS:
        check_meter(you)
    move = MOVES.get(you.sf_move)
    if move and you.stat_name not in ("none", *move.stats):
        told = f"{you.sf_move} is rolled with {' or '.join(move.stats)}, not with {you.stat_name}."
        raise InputError(told.capitalize().replace("_", " "))
    if you.other_stat is not None and (move is None or move.method == "choice"):
        raise InputError("other_stat takes none here: exactly one stat is used, unless the move compares two.")


def check_meter(you: Action) -> None:
    """SF-10. A track counts with its current value."""
    value = getattr(you, you.stat_name)
    if you.stat > HIGHEST_METER:
        raise InputError(f"stat takes 0 to {HIGHEST_METER} where it is {you.stat_name}, not {you.stat}.")
    if value is not None and value != you.stat:
        raise InputError(f"stat takes {value}, the current {you.stat_name}, not {you.stat}.")


def stat_used(you: Action) -> tuple[int, str]:
    """SF-6. The stat, or the higher or lower of two where the move says so; and what it is called."""
    move, name = MOVES.get(you.sf_move), you.stat_name if you.stat_name != "none" else "stat"
    if move is None or move.method == "choice":
        return you.stat, name
    other = you.other_stat if you.other_stat is not None else known_other(you, move)
    used = you.stat if other is None else (min if move.method == "lowest" else max)(you.stat, other)
    others = "" if used == you.stat else " or ".join([each for each in move.stats if each != name])
    return used, f"{others} ({'higher' if used > you.stat else 'lower'} than {you.stat} {name})" if others else name


def known_other(you: Action, move: SfMove) -> int | None:
    """The meter that the move compares with the stat, where its current value is known."""
    name = next((each for each in move.stats if each in METERS and you.stat_name not in ("none", each)), "")
    value: int | None = getattr(you, name) if name else None
    return value


def reasons(you: Action) -> tuple[str, ...]:
    """Where each add comes from, as far as it is said."""
    return tuple(each.strip() for each in you.reasons.split(",")) if you.reasons.strip() else ()


def adds_used(you: Action, rulings: Rulings) -> tuple[tuple[str, int], ...]:
    """SF-11, SF-12, SF-A13. Every add with its source; by ruling only the highest of each, and of those without one."""
    named = reasons(you)
    told = [(named[place] if place < len(named) else "", add) for place, add in enumerate(you.adds)]
    if rulings.adds_stack:
        return tuple(told)
    best: dict[str, int] = {}
    for name, add in told:
        best[name.casefold()] = max(add, best.get(name.casefold(), 0))
    return tuple(best.items())
