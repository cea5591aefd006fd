"""The moves of Starforged: adventures, quests, connections and expeditions, and what every outcome means and brings.

Each move says which stats it takes. The words are our own; fights and hardships stand in a table of their own.
"""

from __future__ import annotations

from actionroll.games.starforged.dues import (
    A_COST,
    ADVANTAGES,
    MARK_PROGRESS,
    MOMENTUM_2,
    ON_THE_WAY,
    STATS,
    SUFFER,
    TENSION,
    Change,
    Ends,
    Pick,
    Progress,
    SfMove,
    for_an_ally,
    gain,
    one_of,
    paid,
    told,
)
from actionroll.games.starforged.hardships import HARDSHIPS
from actionroll.rules import Way

# What is done on adventures

ADVENTURES = (
    SfMove(
        "face_danger",
        "Try something risky, or react to a threat.",
        STATS,
        Ends("It works. Say how, and take 1 momentum.", gain(1)),
        Ends("It works, but not for free: say what it costs you.", picks=(A_COST,)),
        paid("It fails, or what you won slips away again. Pay the price."),
    ),
    SfMove(
        "secure_an_advantage",
        "Prepare, size up, or gain leverage.",
        STATS,
        Ends("You are ahead: 2 momentum, and 1 more on your next move.", (*gain(2), Change("next_bonus", 1))),
        Ends("You gain something: choose one of the two.", picks=one_of("Take one of the two.", ADVANTAGES)),
        paid("It comes to nothing, or you were wrong about it. Pay the price."),
    ),
    SfMove(
        "gather_information",
        "Investigate or search for clues.",
        ("wits",),
        Ends("You learn something of use and know what to do next. Say what; take 2 momentum.", gain(2)),
        Ends(
            "You learn something, and it makes the quest harder. Take 1 momentum.",
            gain(1),
            (told("complication", "Say what you learn, and how it complicates the quest."),),
        ),
        paid("You find a threat, or a truth you did not want. Pay the price."),
    ),
    SfMove(
        "compel",
        "Persuade someone, or make an offer.",
        ("heart", "iron", "shadow"),
        Ends("They agree, or do what you want. Take 1 momentum.", gain(1)),
        Ends(
            "They agree, and want something for it. Take 1 momentum.",
            gain(1),
            (told("demand", "Say what they ask in return, or what comes with it."),),
        ),
        paid("They refuse, or ask for far too much. Pay the price."),
    ),
    SfMove(
        "aid_your_ally",
        "Support an ally: what you gain is theirs.",
        STATS,
        Ends(
            "Your help counts: your ally takes 2 momentum and adds 1 on their next move.",
            picks=one_of("Your ally takes both.", for_an_ally(ADVANTAGES), 2),
        ),
        Ends("Your help counts: your ally takes one.", picks=one_of("Your ally takes one.", for_an_ally(ADVANTAGES))),
        paid("You are in the way, or you were wrong. Pay the price."),
    ),
    SfMove(
        "check_your_gear",
        "See whether the right thing is at hand.",
        ("supply",),
        Ends("You have it, and are ready. Take 1 momentum.", gain(1)),
        Ends(
            "You have it, and it costs you.",
            picks=(
                Pick(
                    "cost",
                    "It is there, at a cost.",
                    (
                        Way("supply", "Lose 1 supply.", "supply", -1),
                        Way("momentum", "Lose 2 momentum.", "momentum", -2),
                    ),
                ),
            ),
        ),
        paid("You do not have it, and things get worse. Pay the price."),
    ),
    SfMove(
        "face_danger_in_a_scene",
        "In a scene challenge, try something risky or react to a threat.",
        STATS,
        Ends("It works: mark progress; on a match, twice.", (Progress(on_match=1),), on_match=()),
        Ends(
            "It works and brings you on, but the clock ticks.",
            (Progress(), TENSION),
            (told("setback", "Say what complicates it."),),
        ),
        Ends(
            "It fails, the clock ticks, on a match twice. Pay the price.", (TENSION,), price=True, on_match=(TENSION,)
        ),
    ),
    SfMove(
        "secure_an_advantage_in_a_scene",
        "In a scene challenge, prepare or gain leverage.",
        STATS,
        Ends(
            "You are ahead: 2 momentum, and 1 more on your next move; on a match, mark progress too.",
            (*gain(2), Change("next_bonus", 1)),
            on_match=(Progress(),),
        ),
        Ends("You gain something: choose one of the two.", picks=one_of("Take one of the two.", ADVANTAGES)),
        Ends(
            "It comes to nothing, and the clock ticks, on a match twice. Pay the price.",
            (TENSION,),
            price=True,
            on_match=(TENSION,),
        ),
    ),
)

# Quests, connections, expeditions

LASTING = Way("rank", "Raise their rank by one, in words.")
PROVE = Way(
    "prove your loyalty",
    "Keep them: swear a vow of formidable rank or more for it, in words; until it is done they are no help.",
)
DEVELOP = one_of(
    "Develop the relationship: mark progress, or roll for it where you share a bond.",
    (MARK_PROGRESS, Way("roll", "You share a bond: make the move develop_your_relationship.")),
)
DISCOVERY = Way("discovery", "Make a discovery instead: 2 ticks on the legacy of discoveries.", "discoveries", 2)
CHAOS = Way("chaos", "Confront chaos instead, in words.")

QUESTS = (
    SfMove(
        "swear_an_iron_vow",
        "Swear to a quest.",
        ("heart",),
        Ends("You know what to do next, and your heart is in it. Take 2 momentum.", gain(2)),
        Ends(
            "You are set on it, with more questions than answers. Take 1 momentum.",
            gain(1),
            (told("questions", "Say what you do to find a way forward."),),
        ),
        Ends(
            "Something large stands between you and the quest's beginning.",
            picks=(told("obstacle", "Say what must be overcome before the quest begins."),),
        ),
    ),
    SfMove(
        "make_a_connection",
        "Seek out a new relationship.",
        ("heart",),
        Ends("You have a connection. Name them, their role and their rank; where it fits they give +1."),
        Ends(
            "You have a connection, and something comes with it. Name them, their role and their rank.",
            picks=(told("demand", "Say what they reveal or ask, or what it costs."),),
        ),
        paid("You find nobody, and things get worse. Pay the price."),
    ),
    SfMove(
        "develop_your_relationship",
        "Deepen a bond that is shared already.",
        ("rank",),
        Ends(
            "It leaves its mark: 2 ticks on your bonds; on a match their standing may rise.",
            (Change("bonds", 2),),
            one_of("Their standing may rise.", (), on_match=(LASTING,)),
        ),
        Ends("It does you good for now. Take 2 momentum.", gain(2)),
        Ends("Nothing of it lasts.", picks=(told("for nothing", "Say why it comes to nothing this time."),)),
    ),
    SfMove(
        "test_your_relationship",
        "A relationship is put to the test.",
        ("heart",),
        Ends("It holds, and grows by it.", picks=DEVELOP),
        Ends(
            "It holds, and grows by it, but not without a demand.",
            picks=(*DEVELOP, told("fallout", "Say what they demand, or what comes of the test.")),
        ),
        paid("It breaks: lose them and pay the price, or prove your loyalty.", instead=(PROVE,)),
    ),
    SfMove(
        "undertake_an_expedition",
        "Blaze a trail through perilous places.",
        ("edge", "shadow", "wits"),
        Ends("You reach a waypoint: say what is there, and mark progress.", (Progress(),)),
        Ends("You reach a waypoint and mark progress, at a price on the way or there.", (Progress(),), (ON_THE_WAY,)),
        paid("You are held up, or what awaits you is a danger. No progress; pay the price."),
    ),
    SfMove(
        "explore_a_waypoint",
        "Look around a notable place on the way.",
        ("wits",),
        Ends(
            "You find something good: momentum or progress; on a match perhaps a discovery.",
            picks=one_of("An opportunity, or progress.", (MOMENTUM_2, MARK_PROGRESS), on_match=(DISCOVERY,)),
        ),
        Ends(
            "You find something, and a danger or a dark sign with it. Take 1 momentum.",
            gain(1),
            (told("peril", "Say what is wrong about what you found."),),
        ),
        Ends(
            "A hardship or threat is upon you. Pay the price; on a match you may confront chaos instead.",
            price=True,
            instead_on_match=(CHAOS,),
        ),
    ),
    SfMove(
        "set_a_course",
        "Follow a known but perilous route.",
        ("supply",),
        Ends("You arrive, and things there favour you. Take 1 momentum.", gain(1)),
        Ends("You arrive, at a cost on the way or with a complication there.", picks=(ON_THE_WAY,)),
        paid("A real threat stops you. Pay the price; beyond it the way is free."),
    ),
)

TABLE = (*ADVENTURES, *QUESTS, *HARDSHIPS)
MOVES = {move.name: move for move in TABLE}

MEANS = {
    "miss": "You fail, or give up much of what you wanted; something always happens. The price is named, then say how.",
    "weak hit": "You probably succeed, with less effect or at a cost. Say how, and what it lacks or costs.",
    "strong hit": "You succeed at what you are trying to do. Say how.",
}
LESSER = Pick(
    "cost",
    "Name the lesser effect, or the cost.",
    (Way("lesser effect", "It works less well than hoped, in words."), *SUFFER),
)
UNNAMED = (
    Ends(MEANS["miss"], price=True),
    Ends(MEANS["weak hit"], picks=(LESSER,)),
    Ends(MEANS["strong hit"]),
)
"""What an outcome brings where no move is named."""


def ends_of(sf_move: str, tier: int) -> Ends:
    """SF-32. The move says what an outcome brings; without one, a miss asks for the price, a weak hit for a cost."""
    return MOVES[sf_move].ends(tier) if sf_move != "none" else UNNAMED[tier]
