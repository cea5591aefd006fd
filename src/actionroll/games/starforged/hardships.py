"""Fights and hardships of Starforged: what their moves take, and what every outcome means and brings."""

from __future__ import annotations

from actionroll.games.starforged.dues import (
    A_COST,
    BAD_SPOT,
    CONTROL,
    GROUND,
    IN_CONTROL,
    MOMENTUM_1,
    MOMENTUM_2,
    PRESS_ON,
    STATS,
    Change,
    Ends,
    Pick,
    Progress,
    Recovery,
    SfMove,
    for_an_ally,
    gain,
    one_of,
    paid,
    told,
    trade,
)
from actionroll.rules import Way

# Fights

FIGHTS = (
    SfMove(
        "enter_the_fray",
        "A fight begins.",
        STATS,
        Ends("You take 2 momentum and are in control.", (*gain(2), IN_CONTROL)),
        Ends("You get one of the two.", picks=one_of("Take one of the two.", (MOMENTUM_2, CONTROL))),
        Ends("The fight begins with you in a bad spot. Say how.", (BAD_SPOT,)),
    ),
    SfMove(
        "gain_ground",
        "In control, better the position.",
        STATS,
        Ends("You stay in control and gain two things.", picks=one_of("Take two of the three.", GROUND, 2)),
        Ends("You stay in control and gain one thing.", picks=one_of("Take one of the three.", GROUND)),
        paid("They get the upper hand, or a new peril shows. You are in a bad spot; pay the price.", BAD_SPOT),
    ),
    SfMove(
        "aid_in_a_fight",
        "In control, better an ally's position: what you gain is theirs.",
        STATS,
        Ends(
            "Your ally gains two things, and both of you are in control.",
            (IN_CONTROL,),
            (
                *one_of("Your ally takes two of the three.", for_an_ally(GROUND), 2),
                *one_of("Your ally is in control.", for_an_ally((CONTROL,))),
            ),
        ),
        Ends(
            "Your ally gains one thing and is in control; you are in a bad spot.",
            (BAD_SPOT,),
            (
                *one_of("Your ally takes one of the three.", for_an_ally(GROUND)),
                *one_of("Your ally is in control.", for_an_ally((CONTROL,))),
            ),
        ),
        paid("They get the upper hand, or a new peril shows. You are in a bad spot; pay the price.", BAD_SPOT),
    ),
    SfMove(
        "react_under_fire",
        "In a bad spot, avoid danger.",
        STATS,
        Ends("You succeed and are in control. Take 1 momentum.", (*gain(1), IN_CONTROL)),
        Ends("You avoid the worst at a cost, and stay in a bad spot.", picks=(A_COST,)),
        paid("It gets worse, and you stay in a bad spot. Pay the price."),
    ),
    SfMove(
        "strike",
        "In control, assault a foe.",
        ("iron", "edge"),
        Ends("You hit hard and stay in control: mark progress twice.", (Progress(2),)),
        Ends(
            "You hit hard and lay yourself open: mark progress twice; you are in a bad spot.", (Progress(2), BAD_SPOT)
        ),
        paid("The fight turns against you. You are in a bad spot; pay the price.", BAD_SPOT),
    ),
    SfMove(
        "clash",
        "In a bad spot, fight back.",
        ("iron", "edge"),
        Ends("You overwhelm them and are in control: mark progress twice.", (Progress(2), IN_CONTROL)),
        Ends("You mark progress and are hit back; you stay in a bad spot. Pay the price.", (Progress(),), price=True),
        paid("They have the better of you, and you stay in a bad spot. Pay the price."),
    ),
    SfMove(
        "battle",
        "A whole fight in one roll.",
        STATS,
        Ends("You get what you fought for, whole. Take 2 momentum, and so may allies who fought along.", gain(2)),
        paid("You get what you fought for, and it costs. Pay the price."),
        paid("You are beaten, or the goal is lost. Pay the price."),
    ),
)

# What is suffered


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
            f"You shake it off, or make something of it: 1 {meter} or 1 momentum.",
            picks=one_of("Shake it off, or embrace it.", (Way(meter, "Take 1.", meter, 1), MOMENTUM_1)),
        ),
        Ends(
            f"You press on; unless an impact forbids it, 1 momentum buys 1 {meter}.",
            picks=one_of("Trade 1 momentum, or press on.", (PRESS_ON, trade(exchange, meter))),
        ),
        Ends(
            f"It is worse than it seemed; with no {meter} left it leaves a mark.",
            picks=(
                Pick("cost", "It is worse than it seemed.", worse),
                Pick("cost", f"With {meter} at 0, name what else it brings.", (*broken, table), at_zero=meter),
            ),
        ),
        method="highest" if len(stats) > 1 else "choice",
    )


THEIRS = "companion_health"
ENDURED = (
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
        (THEIRS,),
        Ends("They rally: 1 health.", (Change(THEIRS, 1),)),
        Ends(
            "They press on; 1 momentum of yours buys them 1 health.",
            picks=one_of("Trade 1 momentum, or press on.", (PRESS_ON, trade("trade for the companion", THEIRS))),
        ),
        Ends(
            "It is worse than it seemed; with no health left they are out of action, and on a match lost.",
            picks=(
                Pick(
                    "cost",
                    "It is worse than it seemed.",
                    (
                        Way("more", "They lose 1 more health.", THEIRS, -1),
                        Way("momentum", "Lose 2 momentum.", "momentum", -2),
                    ),
                ),
                Pick(
                    "cost",
                    "With their health at 0 they are out of action; on a match they are lost.",
                    (Way("out", "Out of action until given aid, in words."),),
                    on_match=(Way("lost", "Dead or destroyed, in words."),),
                    at_zero=THEIRS,
                ),
            ),
        ),
    ),
)

# What is recovered

RECOVERIES = (
    Way("heal", "Take 3 health.", "health", 3),
    Way("treat wounds", "No longer wounded, and 2 health.", "wounded", -1),
    Way("hearten", "Take 3 spirit.", "spirit", 3),
    Way("calm", "No longer shaken, and 2 spirit.", "shaken", -1),
    Way("resupply", "Take 2 supply.", "supply", 2),
    Way("ready again", "No longer unprepared, with 1 supply.", "unprepared", -1),
    Way("repair", "Repair with 5 points, by the move repair with a strong hit at a facility, in words."),
)
FIRST_THEY = Way(
    "help them first", "They need you, or ask much: do it, or swear to, in words; then this counts as a strong hit."
)
HEALING = Recovery("health", 3, 2)
HEAL_COST = Pick(
    "cost",
    "It takes extra time or supplies.",
    (Way("momentum", "Lose 2 momentum.", "momentum", -2), Way("supply", "Lose 2 supply.", "supply", -2)),
)
HEALED = Ends("The care helps: 3 health, or no longer wounded and 2.", (HEALING,))
HEALED_AT_A_COST = Ends("The care helps, and takes more time or supplies than hoped.", (HEALING,), (HEAL_COST,))
NOT_HEALED = paid("The care does not help, and things get worse. Pay the price.")
RESUPPLIED = one_of(
    "Take supply (1 and no longer unprepared, or 2), or the one thing that is needed and 1 momentum.",
    (
        Way("supply", "Take 2 supply.", "supply", 2),
        Way("ready again", "No longer unprepared, with 1 supply.", "unprepared", -1),
        MOMENTUM_1,
    ),
)
REPAIRS = {"strong": {"facility": 5, "field": 3, "under_fire": 2}, "weak": {"facility": 3, "field": 1, "under_fire": 0}}
"""Repair points, by where repairs are made."""

RECOVERED = (
    SfMove(
        "sojourn",
        "Rest among people.",
        ("heart",),
        Ends(
            "A safe place: you recover twice over, and so does each ally.",
            picks=(Pick("recovery", "Recover in two ways, or in one twice.", RECOVERIES, 2),),
        ),
        Ends(
            "A safe place, with little time or little to share: you recover once, each ally too, three times in all.",
            picks=(Pick("recovery", "Recover in one way.", RECOVERIES, 1),),
        ),
        paid("No relief here: pay the price, or help them first.", instead=(FIRST_THEY,)),
    ),
    SfMove(
        "heal", "Treat wounds, or have them treated.", ("iron", "heart", "wits"), HEALED, HEALED_AT_A_COST, NOT_HEALED
    ),
    SfMove("heal_yourself", "Mend one's own wounds.", ("iron", "wits"), HEALED, HEALED_AT_A_COST, NOT_HEALED, "lowest"),
    SfMove(
        "hearten",
        "Find company, or a moment of peace.",
        ("heart",),
        Ends("You find comfort: 2 spirit, or no longer shaken and 1.", (Recovery("spirit", 2, 1),)),
        Ends(
            "You find comfort, and it does not last. Lose 1 momentum.",
            (Recovery("spirit", 2, 1), Change("momentum", -1)),
            (told("interruption", "Say what breaks into it, or troubles you."),),
        ),
        paid("No comfort here, and things get worse. Pay the price."),
    ),
    SfMove(
        "resupply",
        "Make ready again.",
        ("heart", "iron", "shadow", "wits"),
        Ends("You get what you need.", picks=RESUPPLIED),
        Ends(
            "You get what you need, once something in the way is dealt with.",
            picks=(*RESUPPLIED, told("obstacle", "Say what it costs, or what they want first.")),
        ),
        paid("A danger you did not expect. Pay the price."),
    ),
    SfMove(
        "repair",
        "Repair vehicles and devices, point by point.",
        ("wits", "supply"),
        Ends("The work goes well: spend the repair points.", repairs=REPAIRS["strong"]),
        Ends("You mend what you can: spend the few repair points, and say what stays broken.", repairs=REPAIRS["weak"]),
        paid("It cannot be mended, and things get worse. Pay the price."),
    ),
)

# At the brink


def brink(name: str, says: str, back: str, over: str, mark: str) -> SfMove:
    """A last test of the heart."""
    last = Way("end", "A last sacrifice, in words.")
    quest = Way(mark, f"Come back sworn to an extreme quest; mark {mark} until it is done.", mark, 1)
    lost = Pick("cost", "Say how it ends.", (Way("end", "The end of this character, in words."),))
    return SfMove(
        name,
        says,
        ("heart",),
        Ends(back),
        Ends(
            "A last noble deed, or a way back at a price.",
            picks=one_of("End nobly, or return with a quest.", (last, quest)),
        ),
        Ends(over, picks=(lost,)),
    )


BRINK = (
    brink("face_death", "At the brink of death.", "You are thrown back among the living.", "You are dead.", "doomed"),
    brink(
        "face_desolation", "At the brink of despair.", "You resist, and go on.", "You are lost to despair.", "tormented"
    ),
)

HARDSHIPS = (*FIGHTS, *ENDURED, *RECOVERED, *BRINK)
