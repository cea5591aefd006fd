"""How the table looks: a road at noon."""

from actionroll.rules.face import DieLook, Face, FirstQuestion, Palette, ReadyCharacter, Section, TrackLook, Watched

LIGHT = Palette.read("""
    paper #f4efe4  card #fffdf7  sunk #ebe4d4  line #d8cfbb  edge #857a63
    ink #22201b  soft #5c564a  act #1f5a45  on_act #ffffff  wash #e2ece2
    one #2f6b50  on_one #ffffff  two #33608f  on_two #ffffff
    three #76457f  on_three #ffffff  risk #c9682a  on_risk #1d0d00  against #5c564a  on_against #ffffff
""")

DARK = Palette.read("""
    paper #14171a  card #1d2225  sunk #0e1113  line #343b3f  edge #7f8a8c
    ink #f1ece0  soft #b3b2a6  act #8fd0ae  on_act #0a2317  wash #1f332a
    one #6fbf97  on_one #07210f  two #8ab8ea  on_two #071b30
    three #d3a0dc  on_three #2a0a31  risk #eb9557  on_risk #2a1100  against #b3b2a6  on_against #14171a
""")

FACE = Face(
    light=LIGHT,
    dark=DARK,
    letters="serif",
    emblem="M2 15 8 7 12 12 15 8 22 15 M10 22C10 19 15 19 15 17S12 15 12 13.5",
    dice={
        "attribute": DieLook("one", "{group}"),
        "skill": DieLook("two", "{trait}"),
        "talent": DieLook("three"),
        "stress": DieLook("risk", hurts=(1,), hurt_called="bane"),
    },
    tracks={
        "stress": TrackLook("boxes", "hurt", "stress"),
        "wp": TrackLook("boxes", "good", "will"),
        "health": TrackLook("bar", "good", "health"),
        "resolve": TrackLook("bar", "good", "resolve"),
        "gear": TrackLook("bar", "good"),
        "waiting_bonus": TrackLook("boxes", "good"),
        "waiting_penalty": TrackLook("boxes", "hurt"),
    },
    sections=(
        Section("Pressure", ("stress", "wp")),
        Section("Body and mind", ("health", "resolve", "weakened", "minor_harm", "severe_harm", "major_harm")),
        Section("Ready for the next roll", ("waiting_bonus", "waiting_penalty", "gear"), folded=True),
    ),
    watched={
        "banes": Watched("hurt", "a bane", "{n} banes"),
        "wp": Watched("good", "willpower +1", "willpower +{n}"),
    },
    first=("push", "bonus", "penalty"),
    conditions=("bonus", "penalty"),
    opponents={
        "rolls": {"action": {"attribute": "attribute", "skill": "skill"}},
        "opposes": {"opposed": {"defender_attribute": "attribute", "defender_skill": "skill"}},
    },
    deeds={"keep": "Keep the {tier}", "gamble": "Gamble", "push": "Push"},
    moves={"action": "Act", "opposed": "Act against someone"},
    phrases={
        "expectations": ("It goes as you say; if not, it costs you.",),
        "stakes": ("It takes too long.", "Someone sees you.", "It breaks.", "You get hurt."),
    },
    questions={
        "ladder": "What do steps below the smallest die become?",
        "unpushed_gamble": "How many stress dice does a gamble without a push add?",
        "push_at_zero": "May someone push without stress dice?",
        "opposed_tie": "Who wins a tie between two sides?",
        "gamble_reroll": "Which dice fall again in a gamble?",
        "wp_timing": "When do sixes on stress dice give willpower?",
    },
    ready=(
        ReadyCharacter(
            "Tamsin Reed",
            "A toll-keeper's runaway who knows every back door on the salt road.",
            {"dexterity": "d10", "stealth": "d8", "mobility": "d8", "precision": "d6"},
        ),
        ReadyCharacter(
            "Ser Ottoline",
            "A knight without a lord, with a shield that remembers better days.",
            {"strength": "d10", "dexterity": "d8", "melee": "d8", "force": "d6", "endurance": "d8", "stealth": "0"},
        ),
        ReadyCharacter(
            "Wick",
            "Talks to dogs, ferrymen and the dead; only the dogs answer.",
            {"intuition": "d10", "dexterity": "d8", "connection": "d8", "insight": "d6", "performance": "d8"},
        ),
        ReadyCharacter(
            "Old Berrin",
            "Reads tides, ledgers and faces, and trusts only the tides.",
            {"wits": "d10", "dexterity": "d8", "learning": "d8", "observation": "d8", "medicine": "d6"},
        ),
    ),
    asked=(
        FirstQuestion("Two d8, held back", {"attribute": "d8", "skill": "d8"}),
        FirstQuestion("Pushed with two stress", {"attribute": "d8", "skill": "d8", "stress": 2}, {"push": "push"}),
        FirstQuestion("Untrained, with a helper", {"attribute": "d8", "skill": "0", "helpers": 1}),
        FirstQuestion("Always gamble on a failure", {"attribute": "d8", "skill": "d6"}, {"gamble": "on-failure"}),
    ),
)
