"""The common moves of Starforged as a table: which stats each takes, and what its outcomes change in numbers.

In our own words; what is only told in words stays with the people at the table.
"""

from __future__ import annotations

from actionroll.games.starforged.dues import (
    CHAOS,
    CONTROL,
    DISCOVERY,
    MARK_PROGRESS,
    MOMENTUM_1,
    MOMENTUM_2,
    NEXT,
    PERIL,
    PRESS_ON,
    SUFFER,
    Change,
    Ends,
    Pick,
    Progress,
    Recovery,
    SfMove,
    trade,
)
from actionroll.rules import Way

TIERS = ("miss", "weak hit", "strong hit")
MISS, WEAK, STRONG = range(3)
STATS = ("edge", "heart", "iron", "shadow", "wits")
NOTHING = Ends()
PRICE = Ends(price=True)
TAKE_1 = Ends((Change("momentum", 1),))
TAKE_2 = Ends((Change("momentum", 2),))
A_COST = Pick("cost", "Bear a cost of 1.", SUFFER, 1)
ON_THE_WAY = Pick("cost", "Bear costs of 2 on the way, or a peril at its end.", (*SUFFER, PERIL), 2)
BAD_SPOT = Change("bad_spot", 1, is_mark=True)
IN_CONTROL = Change("bad_spot", -1, is_mark=True)
GROUND = (MARK_PROGRESS, MOMENTUM_2, NEXT)


def endured(name: str, says: str, stats: tuple[str, ...], meter: str, marks: tuple[str, ...], exchange: str) -> SfMove:
    """A move that resists a loss which was taken already."""
    worse = (Way("more", f"Lose 1 more {meter}.", meter, -1), Way("momentum", "Lose 2 momentum.", "momentum", -2))
    broken = tuple(Way(mark.replace("_", " "), "Mark it.", mark, 1) for mark in marks)
    table = Way("table", "Roll on the move's own table, in words.")
    return SfMove(
        name,
        says,
        stats,
        Ends(
            picks=(
                Pick("cost", "It is worse than it seemed.", worse),
                Pick("cost", f"With {meter} at 0, name what else it brings.", (*broken, table), at_zero=meter),
            )
        ),
        Ends(picks=(Pick("choice", "Trade 1 momentum, or press on.", (PRESS_ON, trade(exchange, meter))),)),
        Ends(picks=(Pick("choice", "Shake it off, or embrace it.", (Way(meter, "Take 1.", meter, 1), MOMENTUM_1)),)),
        method="highest" if len(stats) > 1 else "choice",
    )


HEALING = Recovery("health", 3, 2)
HEAL_COST = Pick(
    "cost",
    "It takes extra time or supplies.",
    (Way("momentum", "Lose 2 momentum.", "momentum", -2), Way("supply", "Lose 2 supply.", "supply", -2)),
)
HEALED = Ends((HEALING,))
HEALED_AT_A_COST = Ends((HEALING,), (HEAL_COST,))
RESUPPLIED = Pick(
    "choice",
    "Take supply (1 and no longer unprepared, or 2), or the one thing that is needed and 1 momentum.",
    (
        Way("supply", "Take 2 supply.", "supply", 2),
        Way("ready again", "No longer unprepared, with 1 supply.", "unprepared", -1),
        MOMENTUM_1,
    ),
)
RISE = Way("rank", "Raise their rank by one, in words.")
FACED = Pick(
    "choice",
    "Die nobly, or return with a quest.",
    (Way("end", "A last sacrifice."), Way("doomed", "Mark doomed.", "doomed", 1)),
)
BROKEN = Pick(
    "choice",
    "Break nobly, or return with a quest.",
    (Way("end", "A last sacrifice."), Way("tormented", "Mark tormented.", "tormented", 1)),
)

TABLE = (
    SfMove("face_danger", "Try something risky, or react to a threat.", STATS, PRICE, Ends(picks=(A_COST,)), TAKE_1),
    SfMove(
        "secure_an_advantage",
        "Prepare, size up, or gain leverage.",
        STATS,
        PRICE,
        Ends(picks=(Pick("choice", "Take one of the two.", (MOMENTUM_2, NEXT)),)),
        Ends((Change("momentum", 2), Change("next_bonus", 1))),
    ),
    SfMove("gather_information", "Investigate or search for clues.", ("wits",), PRICE, TAKE_1, TAKE_2),
    SfMove("compel", "Persuade someone, or make an offer.", ("heart", "iron", "shadow"), PRICE, TAKE_1, TAKE_1),
    SfMove(
        "check_your_gear",
        "See whether the right thing is at hand.",
        ("supply",),
        PRICE,
        Ends(
            picks=(
                Pick(
                    "cost",
                    "It is there, at a cost.",
                    (
                        Way("supply", "Lose 1 supply.", "supply", -1),
                        Way("momentum", "Lose 2 momentum.", "momentum", -2),
                    ),
                ),
            )
        ),
        TAKE_1,
    ),
    SfMove("swear_an_iron_vow", "Swear to a quest.", ("heart",), NOTHING, TAKE_1, TAKE_2),
    SfMove("make_a_connection", "Seek out a new relationship.", ("heart",), PRICE, NOTHING, NOTHING),
    SfMove(
        "develop_your_relationship",
        "Deepen a bond that is shared already.",
        ("rank",),
        NOTHING,
        TAKE_2,
        Ends((Change("bonds", 2),), (Pick("choice", "Their standing may rise.", (), on_match=(RISE,)),)),
    ),
    SfMove("test_your_relationship", "A relationship is put to the test.", ("heart",), PRICE, NOTHING, NOTHING),
    SfMove(
        "undertake_an_expedition",
        "Blaze a trail through perilous places.",
        ("edge", "shadow", "wits"),
        PRICE,
        Ends((Progress(),), (ON_THE_WAY,)),
        Ends((Progress(),)),
    ),
    SfMove(
        "explore_a_waypoint",
        "Look around a notable place on the way.",
        ("wits",),
        Ends(price=True, picks=(Pick("choice", "Or confront chaos.", (), on_match=(CHAOS,)),)),
        TAKE_1,
        Ends(
            picks=(Pick("choice", "An opportunity, or progress.", (MOMENTUM_2, MARK_PROGRESS), on_match=(DISCOVERY,)),)
        ),
    ),
    SfMove("set_a_course", "Follow a known but perilous route.", ("supply",), PRICE, Ends(picks=(ON_THE_WAY,)), TAKE_1),
    SfMove(
        "enter_the_fray",
        "A fight begins.",
        STATS,
        Ends((BAD_SPOT,)),
        Ends(picks=(Pick("choice", "Take one of the two.", (MOMENTUM_2, CONTROL)),)),
        Ends((Change("momentum", 2), IN_CONTROL)),
    ),
    SfMove(
        "gain_ground",
        "In control, better the position.",
        STATS,
        Ends((BAD_SPOT,), price=True),
        Ends(picks=(Pick("choice", "Take one of the three.", GROUND),)),
        Ends(picks=(Pick("choice", "Take two of the three.", GROUND, 2),)),
    ),
    SfMove(
        "react_under_fire",
        "In a bad spot, avoid danger.",
        STATS,
        PRICE,
        Ends(picks=(A_COST,)),
        Ends((Change("momentum", 1), IN_CONTROL)),
    ),
    SfMove(
        "strike",
        "In control, assault a foe.",
        ("iron", "edge"),
        Ends((BAD_SPOT,), price=True),
        Ends((Progress(2), BAD_SPOT)),
        Ends((Progress(2),)),
    ),
    SfMove(
        "clash",
        "In a bad spot, fight back.",
        ("iron", "edge"),
        PRICE,
        Ends((Progress(),), price=True),
        Ends((Progress(2), IN_CONTROL)),
    ),
    SfMove("battle", "A whole fight in one roll.", STATS, PRICE, PRICE, TAKE_2),
    endured(
        "endure_harm",
        "Resist harm that was suffered.",
        ("iron", "health"),
        "health",
        ("wounded", "permanently_harmed"),
        "trade for health",
    ),
    endured(
        "endure_stress",
        "Resist stress that was suffered.",
        ("heart", "spirit"),
        "spirit",
        ("shaken", "traumatized"),
        "trade for spirit",
    ),
    endured(
        "withstand_damage",
        "A vehicle holds together, or not.",
        ("integrity",),
        "integrity",
        ("battered", "cursed"),
        "trade for integrity",
    ),
    SfMove(
        "companion_takes_a_hit",
        "A companion holds out, or not.",
        ("companion_health",),
        Ends(
            picks=(
                Pick(
                    "cost",
                    "It is worse than it seemed.",
                    (
                        Way("more", "They lose 1 more health.", "companion_health", -1),
                        Way("momentum", "Lose 2 momentum.", "momentum", -2),
                    ),
                ),
                Pick(
                    "cost",
                    "With their health at 0 they are out of action; on a match they are lost.",
                    (Way("out", "Out of action until given aid, in words."),),
                    on_match=(Way("lost", "Dead or destroyed, in words."),),
                    at_zero="companion_health",
                ),
            )
        ),
        Ends(
            picks=(
                Pick(
                    "choice",
                    "Trade 1 momentum, or press on.",
                    (PRESS_ON, trade("trade for the companion", "companion_health")),
                ),
            )
        ),
        Ends((Change("companion_health", 1),)),
    ),
    SfMove("sojourn", "Rest among people.", ("heart",), PRICE, NOTHING, NOTHING),
    SfMove("heal", "Treat wounds, or have them treated.", ("iron", "heart", "wits"), PRICE, HEALED_AT_A_COST, HEALED),
    SfMove("heal_yourself", "Mend one's own wounds.", ("iron", "wits"), PRICE, HEALED_AT_A_COST, HEALED, "lowest"),
    SfMove(
        "hearten",
        "Find company, or a moment of peace.",
        ("heart",),
        PRICE,
        Ends((Recovery("spirit", 2, 1), Change("momentum", -1))),
        Ends((Recovery("spirit", 2, 1),)),
    ),
    SfMove(
        "resupply",
        "Make ready again.",
        ("heart", "iron", "shadow", "wits"),
        PRICE,
        Ends(picks=(RESUPPLIED,)),
        Ends(picks=(RESUPPLIED,)),
    ),
    SfMove("repair", "Repair vehicles and devices, point by point.", ("wits", "supply"), PRICE, NOTHING, NOTHING),
    SfMove("face_death", "At the brink of death.", ("heart",), NOTHING, Ends(picks=(FACED,)), NOTHING),
    SfMove("face_desolation", "At the brink of despair.", ("heart",), NOTHING, Ends(picks=(BROKEN,)), NOTHING),
)

MOVES = {move.name: move for move in TABLE}


def ends_of(sf_move: str, tier: int) -> Ends:
    """SF-32. The move says what an outcome brings; without one, a miss asks for the price."""
    if sf_move != "none":
        return MOVES[sf_move].ends(tier)
    return PRICE if tier == MISS else NOTHING
