"""The moves of Starforged: adventures, quests, connections and expeditions, and what every outcome means and brings.

Each move says which stats it takes. The words are our own; fights and hardships stand in a table of their own.
"""

from __future__ import annotations

from actionroll.games.starforged import dues
from actionroll.games.starforged.hardships import HARDSHIPS
from actionroll.rules import Way

# What is done on adventures

ADVENTURES = (
    dues.SfMove(
        "face_danger",
        "Try something risky, or react to a threat.",
        dues.STATS,
        dues.Ends("It works. Say how, and take 1 momentum.", dues.gain(1)),
        dues.Ends("It works, but not for free: say what it costs you.", picks=(dues.A_COST,)),
        dues.paid("It fails, or what you won slips away again. Pay the price."),
    ),
    dues.SfMove(
        "secure_an_advantage",
        "Prepare, size up, or gain leverage.",
        dues.STATS,
        dues.Ends(
            "You are ahead: 2 momentum, and 1 more on your next move.", (*dues.gain(2), dues.Change("next_bonus", 1))
        ),
        dues.Ends(
            "You gain something: choose one of the two.", picks=dues.one_of("Take one of the two.", dues.ADVANTAGES)
        ),
        dues.paid("It comes to nothing, or you were wrong about it. Pay the price."),
    ),
    dues.SfMove(
        "gather_information",
        "Investigate or search for clues.",
        ("wits",),
        dues.Ends("You learn something of use and know what to do next. Say what; take 2 momentum.", dues.gain(2)),
        dues.Ends(
            "You learn something, and it makes the quest harder. Take 1 momentum.",
            dues.gain(1),
            (dues.told("complication", "Say what you learn, and how it complicates the quest."),),
        ),
        dues.paid("You find a threat, or a truth you did not want. Pay the price."),
    ),
    dues.SfMove(
        "compel",
        "Persuade someone, or make an offer.",
        ("heart", "iron", "shadow"),
        dues.Ends("They agree, or do what you want. Take 1 momentum.", dues.gain(1)),
        dues.Ends(
            "They agree, and want something for it. Take 1 momentum.",
            dues.gain(1),
            (dues.told("demand", "Say what they ask in return, or what comes with it."),),
        ),
        dues.paid("They refuse, or ask for far too much. Pay the price."),
    ),
    dues.SfMove(
        "aid_your_ally",
        "Support an ally: what you gain is theirs.",
        dues.STATS,
        dues.Ends(
            "Your help counts: your ally takes 2 momentum and adds 1 on their next move.",
            picks=dues.one_of("Your ally takes both.", dues.for_an_ally(dues.ADVANTAGES), 2),
        ),
        dues.Ends(
            "Your help counts: your ally takes one.",
            picks=dues.one_of("Your ally takes one.", dues.for_an_ally(dues.ADVANTAGES)),
        ),
        dues.paid("You are in the way, or you were wrong. Pay the price."),
    ),
    dues.SfMove(
        "check_your_gear",
        "See whether the right thing is at hand.",
        ("supply",),
        dues.Ends("You have it, and are ready. Take 1 momentum.", dues.gain(1)),
        dues.Ends(
            "You have it, and it costs you.",
            picks=(
                dues.Pick(
                    "cost",
                    "It is there, at a cost.",
                    (
                        Way("supply", "Lose 1 supply.", "supply", -1),
                        Way("momentum", "Lose 2 momentum.", "momentum", -2),
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
        dues.Ends("It works: mark progress; on a match, twice.", (dues.Progress(on_match=1),), on_match=()),
        dues.Ends(
            "It works and brings you on, but the clock ticks.",
            (dues.Progress(), dues.TENSION),
            (dues.told("setback", "Say what complicates it."),),
        ),
        dues.Ends(
            "It fails, the clock ticks, on a match twice. Pay the price.",
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
            "You are ahead: 2 momentum, and 1 more on your next move; on a match, mark progress too.",
            (*dues.gain(2), dues.Change("next_bonus", 1)),
            on_match=(dues.Progress(),),
        ),
        dues.Ends(
            "You gain something: choose one of the two.", picks=dues.one_of("Take one of the two.", dues.ADVANTAGES)
        ),
        dues.Ends(
            "It comes to nothing, and the clock ticks, on a match twice. Pay the price.",
            (dues.TENSION,),
            price=True,
            on_match=(dues.TENSION,),
        ),
    ),
)

# Quests, connections, expeditions

LASTING = Way("rank", "Raise their rank by one, in words.")
PROVE = Way(
    "prove your loyalty",
    "Keep them: swear a vow of formidable rank or more for it, in words; until it is done they are no help.",
)
DEVELOP = dues.one_of(
    "Develop the relationship: mark progress, or roll for it where you share a bond.",
    (dues.MARK_PROGRESS, Way("roll", "You share a bond: make the move develop_your_relationship.")),
)
DISCOVERY = Way("discovery", "Make a discovery instead: 2 ticks on the legacy of discoveries.", "discoveries", 2)
CHAOS = Way("chaos", "Confront chaos instead, in words.")

QUESTS = (
    dues.SfMove(
        "swear_an_iron_vow",
        "Swear to a quest.",
        ("heart",),
        dues.Ends("You know what to do next, and your heart is in it. Take 2 momentum.", dues.gain(2)),
        dues.Ends(
            "You are set on it, with more questions than answers. Take 1 momentum.",
            dues.gain(1),
            (dues.told("questions", "Say what you do to find a way forward."),),
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
            dues.one_of("Their standing may rise.", (), on_match=(LASTING,)),
        ),
        dues.Ends("It does you good for now. Take 2 momentum.", dues.gain(2)),
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
        dues.Ends("You reach a waypoint: say what is there, and mark progress.", (dues.Progress(),)),
        dues.Ends(
            "You reach a waypoint and mark progress, at a price on the way or there.",
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
                "An opportunity, or progress.", (dues.MOMENTUM_2, dues.MARK_PROGRESS), on_match=(DISCOVERY,)
            ),
        ),
        dues.Ends(
            "You find something, and a danger or a dark sign with it. Take 1 momentum.",
            dues.gain(1),
            (dues.told("peril", "Say what is wrong about what you found."),),
        ),
        dues.Ends(
            "A hardship or threat is upon you. Pay the price; on a match you may confront chaos instead.",
            price=True,
            instead_on_match=(CHAOS,),
        ),
    ),
    dues.SfMove(
        "set_a_course",
        "Follow a known but perilous route.",
        ("supply",),
        dues.Ends("You arrive, and things there favour you. Take 1 momentum.", dues.gain(1)),
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
LESSER = dues.Pick(
    "cost",
    "Name the lesser effect, or the cost.",
    (Way("lesser effect", "It works less well than hoped, in words."), *dues.SUFFER),
)
UNNAMED = (
    dues.Ends(MEANS["miss"], price=True),
    dues.Ends(MEANS["weak hit"], picks=(LESSER,)),
    dues.Ends(MEANS["strong hit"]),
)
"""What an outcome brings where no move is named."""


def ends_of(sf_move: str, tier: int) -> dues.Ends:
    """SF-32. The move says what an outcome brings; without one, a miss asks for the price, a weak hit for a cost."""
    return MOVES[sf_move].ends(tier) if sf_move != "none" else UNNAMED[tier]
