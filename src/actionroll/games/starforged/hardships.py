"""Fights and hardships of Starforged: what their moves take, and what every outcome means and brings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from actionroll.errors import InputError, in_number
from actionroll.games.starforged import dues
from actionroll.rules import Due, Effect, Way
from actionroll.rules.kinds import Choice

MOST_ALLIES = 6
ALLY = Choice(("well", "wounded", "shaken", "wounded_and_shaken"))
"""How someone stands who takes part."""

# Fights

OFF_GUARD = dues.MOMENTUM_2._replace(says="Take 2 momentum, and begin in a bad spot.", brings=((1, "bad_spot"),))
"""Who enters a fight half ready and takes the momentum is not in control of it."""

FIGHTS = (
    dues.SfMove(
        "enter_the_fray",
        "A fight begins.",
        dues.STATS,
        dues.Ends("You take {momentum} and are in control.", (*dues.gain(2), dues.IN_CONTROL)),
        dues.Ends("You are half ready.", picks=dues.one_of("Choose momentum or control.", (OFF_GUARD, dues.CONTROL))),
        dues.Ends(
            "The fight begins with you in a bad spot.",
            (dues.BAD_SPOT,),
            (dues.told("bad start", "Say how the fight begins, and what is wrong about it."),),
        ),
    ),
    dues.SfMove(
        "gain_ground",
        "In control, better the position.",
        dues.STATS,
        dues.Ends(
            "You stay in control and gain two things.", picks=dues.one_of("Take two of the three.", dues.GROUND, 2)
        ),
        dues.Ends("You stay in control and gain one thing.", picks=dues.one_of("Take one of the three.", dues.GROUND)),
        dues.paid(
            "They get the upper hand, or a new peril shows. You are in a bad spot; pay the price.", dues.BAD_SPOT
        ),
    ),
    dues.SfMove(
        "aid_in_a_fight",
        "In control, better an ally's position: what you gain is theirs.",
        dues.STATS,
        dues.Ends(
            "Your ally gains two things, and both of you are in control.",
            (dues.IN_CONTROL,),
            (
                dues.for_an_ally("Say which ally takes two of the three.", dues.GROUND, 2),
                dues.for_an_ally("Say which ally is in control.", (dues.CONTROL,)),
            ),
        ),
        dues.Ends(
            "Your ally gains one thing and is in control; you are in a bad spot.",
            (dues.BAD_SPOT,),
            (
                dues.for_an_ally("Say which ally takes one of the three.", dues.GROUND),
                dues.for_an_ally("Say which ally is in control.", (dues.CONTROL,)),
            ),
        ),
        dues.paid(
            "They get the upper hand, or a new peril shows. You are in a bad spot; pay the price.", dues.BAD_SPOT
        ),
    ),
    dues.SfMove(
        "react_under_fire",
        "In a bad spot, avoid danger.",
        dues.STATS,
        dues.Ends("You succeed and are in control. It brought you {momentum}.", (*dues.gain(1), dues.IN_CONTROL)),
        dues.Ends("You avoid the worst at a cost, and stay in a bad spot.", (dues.BAD_SPOT,), (dues.A_COST,)),
        dues.paid("It gets worse, and you stay in a bad spot. Pay the price.", dues.BAD_SPOT),
    ),
    dues.SfMove(
        "strike",
        "In control, assault a foe.",
        ("iron", "edge"),
        dues.Ends("You hit hard and stay in control: {progress}.", (dues.Progress(2),)),
        dues.Ends(
            "You hit hard and lay yourself open: {progress}, and you are in a bad spot.",
            (dues.Progress(2), dues.BAD_SPOT),
        ),
        dues.paid("The fight turns against you. You are in a bad spot; pay the price.", dues.BAD_SPOT),
    ),
    dues.SfMove(
        "clash",
        "In a bad spot, fight back.",
        ("iron", "edge"),
        dues.Ends("You overwhelm them and are in control: {progress}.", (dues.Progress(2), dues.IN_CONTROL)),
        dues.Ends(
            "You strike, and {progress}; you are hit back and stay in a bad spot. Pay the price.",
            (dues.Progress(), dues.BAD_SPOT),
            price=True,
        ),
        dues.paid("They have the better of you, and you stay in a bad spot. Pay the price.", dues.BAD_SPOT),
    ),
    dues.SfMove(
        "battle",
        "A whole fight in one roll.",
        dues.STATS,
        dues.Ends(
            "You get what you fought for, whole. Take {momentum}, and so does each ally who fought along.",
            dues.gain(2),
            shared=MOST_ALLIES,
        ),
        dues.paid("You get what you fought for, and it costs. Pay the price."),
        dues.paid("You are beaten, or the goal is lost. Pay the price."),
    ),
)

# What is suffered


def trade(name: str, track: str) -> Way:
    """Give 1 momentum for a point of a meter."""
    return Way(name, f"Lose 1 momentum, and take 1 {track.replace('_', ' ')}.", track, 1)


LOSE_2 = dues.cost("momentum", "Lose 2 momentum.", "momentum", 2)


def endured(
    name: str, says: str, stats: tuple[str, ...], meter: str, marks: tuple[str, ...], exchange: str
) -> dues.SfMove:
    """A move that resists a loss which was taken already."""
    worse = (dues.cost("more", f"Lose 1 more {meter}.", meter, 1), LOSE_2)
    broken = tuple(Way(mark.replace("_", " "), "Mark it.", mark, 1) for mark in marks)
    table = Way("table", "Roll on the move's own table, in words.", in_words=True)
    return dues.SfMove(
        name,
        says,
        stats,
        dues.Ends(
            f"You shake it off, or make something of it: 1 {meter} or 1 momentum.",
            picks=dues.one_of(
                "Shake it off, or embrace it.", (Way(meter, f"Get 1 {meter} back.", meter, 1), dues.MOMENTUM_1)
            ),
        ),
        dues.Ends(
            f"You press on; unless an impact forbids it, 1 momentum buys 1 {meter}.",
            picks=dues.one_of("Trade 1 momentum, or press on.", (dues.PRESS_ON, trade(exchange, meter))),
        ),
        dues.Ends(
            "It is worse than it seemed.",
            picks=(
                dues.Pick("cost", "It is worse than it seemed.", worse),
                dues.Pick("cost", f"With {meter} at 0, name what else it brings.", (*broken, table), at_zero=meter),
            ),
        ),
        method="highest" if len(stats) > 1 else "choice",
    )


THEIRS = "companion_health"
ENDURED = (
    endured(
        "endure_harm",
        "Resist harm that was suffered, if you like; at 0 health you have to. Roll the higher.",
        ("iron", "health"),
        "health",
        ("wounded", "permanently_harmed"),
        "trade for health",
    ),
    endured(
        "endure_stress",
        "Resist stress that was suffered, if you like; at 0 spirit you have to. Roll the higher.",
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
    dues.SfMove(
        "companion_takes_a_hit",
        "A companion holds out, or not.",
        (THEIRS,),
        dues.Ends("They rally: 1 health.", (dues.Change(THEIRS, 1),)),
        dues.Ends(
            "They press on; 1 momentum of yours buys them 1 health.",
            picks=dues.one_of(
                "Trade 1 momentum, or press on.", (dues.PRESS_ON, trade("trade for the companion", THEIRS))
            ),
        ),
        dues.Ends(
            "It is worse than it seemed; with no health left they are out of action, and on a match lost.",
            picks=(
                dues.Pick(
                    "cost",
                    "It is worse than it seemed.",
                    (
                        dues.cost("more", "They lose 1 more health.", THEIRS, 1),
                        LOSE_2,
                    ),
                ),
                dues.Pick(
                    "cost",
                    "With their health at 0 they are out of action; on a match they are lost.",
                    (Way("out", "Out of action until given aid, in words.", in_words=True),),
                    on_match=(Way("lost", "Dead or destroyed, in words.", in_words=True),),
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
    Way("repair", "Repair there: 5 points to spend, as with a strong hit at a facility. Say on what."),
)
FIRST_THEY = Way(
    "help them first", "They need you, or ask much: do it, or swear to, in words; then this counts as a strong hit."
)
HEALING = dues.Recovery("health", 3, 2)
HEAL_COST = dues.Pick(
    "cost",
    "It takes extra time or supplies.",
    (LOSE_2, dues.cost("supply", "Lose 2 supply.", "supply", 2)),
)
HEALED = dues.Ends("The care helps: 3 health, or no longer wounded and 2.", (HEALING,))
HEALED_AT_A_COST = dues.Ends("The care helps, and takes more time or supplies than hoped.", (HEALING,), (HEAL_COST,))
CARED_FOR = (
    Way("heal", "Take 3 health.", "health", 3, anyone=True, unless="wounded"),
    Way("treat wounds", "No longer wounded, and 2 health.", "wounded", -1, anyone=True, needs="wounded"),
    dues.NO_SHEET,
)
NOT_HEALED = dues.paid("The care does not help, and things get worse. Pay the price.")
RESUPPLIED = dues.one_of(
    "Take supply (1 and no longer unprepared, or 2), or the one thing that is needed and 1 momentum.",
    (
        Way("supply", "Take 2 supply.", "supply", 2),
        Way("ready again", "No longer unprepared, with 1 supply.", "unprepared", -1),
        dues.MOMENTUM_1,
    ),
)


def caring(name: str, says: str, stat: str, means: str, *does: dues.Change) -> dues.SfMove:
    """SF-61. Who cares for another gives them the health, and bears what it costs."""
    whom = () if does else (dues.Pick("choice", "Say whom you heal.", CARED_FOR, on="ally", rule="SF-61"),)
    at_a_cost = dues.Ends(f"{means}; it takes more time or supplies than hoped.", does, (*whom, HEAL_COST))
    return dues.SfMove(name, says, (stat,), dues.Ends(f"{means}.", does, whom), at_a_cost, NOT_HEALED)


REPAIRS = {"strong": {"facility": 5, "field": 3, "under_fire": 2}, "weak": {"facility": 3, "field": 1, "under_fire": 0}}
"""Repair points, by where repairs are made."""


def repaired(points: int, given: int) -> dues.Brought:
    """SF-56. Repair points are spent as they fit; supply that is given adds one each, and what is left over is lost."""
    spent = (
        Way("raise integrity", "1 point: 1 integrity.", "integrity", 1),
        Way("mend a companion", "1 point: 1 health of a mechanical companion.", "companion_health", 1),
        Way("mend battered", "2 points: the vehicle is no longer battered.", "battered", -1, per=2),
        Way("fix a module", "2 points: a broken module works again, in words.", in_words=True),
        Way("repair a device", "3 points: any other device works again, in words.", in_words=True),
        Way("patch a device", "2 points: it works again, with a flaw, in words.", in_words=True),
        Way("leave", "What is not used is lost."),
    )
    effects = (Effect("roller", "supply", -given, "given for repairs"),) if given else ()
    if not points + given:
        broken = dues.told("stays broken", "There are no points to spend: say what stays broken, and what that brings.")
        return effects, (Due("cost", "roller", broken.says, broken.ways, rule="SF-56"),)
    says, most = f"Spend {counted(points + given)}.", points + given
    paid = tuple(way for way in spent if dues.POINTS.get(way.name, 1) <= most)
    return effects, (Due("repairs", "roller", says, paid, most, rule="SF-56"),)


def refuse_half_repairs(answer: Sequence[Any]) -> None:
    """A repair that takes two or three points takes all of them."""
    for share in answer:
        if share.get("amount", 1) % (points := dues.POINTS.get(share["way"], 1)):
            raise InputError(f"To {share['way']} takes {points} points, or twice as many; name such an amount.")


def counted(points: int) -> str:
    """`1 repair point`, `3 repair points`."""
    return in_number(points, "repair point")


RECOVERED = (
    dues.SfMove(
        "sojourn",
        "Rest among people.",
        ("heart",),
        dues.Ends(
            "A safe place: you recover twice over, and so does each ally.",
            picks=(dues.Pick("recovery", "Recover in two ways, or in one twice.", RECOVERIES, 2),),
            shared=MOST_ALLIES,
        ),
        dues.Ends(
            "A safe place, with little time or little to share: you recover once, each ally too, three times in all.",
            picks=(dues.Pick("recovery", "Recover in one way.", RECOVERIES, 1),),
            shared=2,
        ),
        dues.paid("No relief here: pay the price, or help them first.", instead=(FIRST_THEY,)),
    ),
    dues.SfMove("heal", "Have your wounds treated.", ("iron",), HEALED, HEALED_AT_A_COST, NOT_HEALED),
    dues.SfMove(
        "heal_yourself", "Mend one's own wounds.", ("iron", "wits"), HEALED, HEALED_AT_A_COST, NOT_HEALED, "lowest"
    ),
    caring(
        "heal_another",
        "Treat someone's wounds.",
        "wits",
        "The care helps: they take 3 health, or are no longer wounded and take 2",
    ),
    caring(
        "heal_a_companion",
        "Have a companion treated.",
        "heart",
        "The care helps: your companion takes 3 health",
        dues.Change(THEIRS, 3),
    ),
    dues.SfMove(
        "hearten",
        "Find company, or a moment of peace.",
        ("heart",),
        dues.Ends("You find comfort: 2 spirit, or no longer shaken and 1.", (dues.Recovery("spirit", 2, 1),)),
        dues.Ends(
            "You find comfort, and it does not last. Lose 1 momentum.",
            (dues.Recovery("spirit", 2, 1), dues.Change("momentum", -1)),
            (dues.told("interruption", "Say what breaks into it, or troubles you."),),
        ),
        dues.paid("No comfort here, and things get worse. Pay the price."),
    ),
    dues.SfMove(
        "resupply",
        "Make ready again.",
        ("heart", "iron", "shadow", "wits"),
        dues.Ends("You get what you need.", picks=RESUPPLIED),
        dues.Ends(
            "You get what you need, once something in the way is dealt with.",
            picks=(*RESUPPLIED, dues.told("obstacle", "Say what it costs, or what they want first.")),
        ),
        dues.paid("A danger you did not expect. Pay the price."),
    ),
    dues.SfMove(
        "repair",
        "Repair vehicles and devices, point by point.",
        ("wits", "supply"),
        dues.Ends("The work goes well: spend the repair points.", repairs=REPAIRS["strong"]),
        dues.Ends(
            "You mend what you can: spend the few repair points, and say what stays broken.", repairs=REPAIRS["weak"]
        ),
        dues.paid("It cannot be mended, and things get worse. Pay the price."),
    ),
)

# At the brink


def brink(name: str, says: str, back: str, over: str, mark: str) -> dues.SfMove:
    """A last test of the heart."""
    last = Way("end", "A last sacrifice, in words.", in_words=True)
    quest = Way(mark, f"Come back sworn to an extreme quest; mark {mark} until it is done.", mark, 1)
    lost = dues.Pick("cost", "Say how it ends.", (Way("end", "The end of this character, in words.", in_words=True),))
    return dues.SfMove(
        name,
        says,
        ("heart",),
        dues.Ends(back),
        dues.Ends(
            "A last noble deed, or a way back at a price.",
            picks=dues.one_of("End nobly, or return with a quest.", (last, quest)),
        ),
        dues.Ends(over, picks=(lost,)),
    )


BRINK = (
    brink("face_death", "At the brink of death.", "You are thrown back among the living.", "You are dead.", "doomed"),
    brink(
        "face_desolation", "At the brink of despair.", "You resist, and go on.", "You are lost to despair.", "tormented"
    ),
)

HARDSHIPS = (*FIGHTS, *ENDURED, *RECOVERED, *BRINK)
SHARED = tuple(move.name for move in HARDSHIPS if move.strong.shared)
