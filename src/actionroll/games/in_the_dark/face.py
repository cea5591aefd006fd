"""How the table looks: gaslight on slate."""

from actionroll.rules import face

LIGHT = face.Palette.read("""
    paper #e9ebf1  card #fbfcff  sunk #dde0ea  line #c8ccd9  edge #747a8c
    ink #191c29  soft #51566a  act #4a3a86  on_act #ffffff  wash #e7e3f5
    one #4a3a86  on_one #ffffff  two #4a3a86  on_two #ffffff
    three #7a4b12  on_three #ffffff  risk #b9842b  on_risk #1d1300  against #51566a  on_against #ffffff
""")

DARK = face.Palette.read("""
    paper #10121a  card #191c28  sunk #0b0c12  line #2f3446  edge #7d849b
    ink #eceef8  soft #aeb3c6  act #bdb0ff  on_act #1a1143  wash #28234a
    one #bdb0ff  on_one #1a1143  two #bdb0ff  on_two #1a1143
    three #ecc487  on_three #2a1800  risk #e5b65d  on_risk #241700  against #aeb3c6  on_against #10121a
""")

ACTIONS = ("operate", "study", "tinker", "attack", "maneuver", "skulk", "attune", "command", "sway")
PLACED = {"use": "a good position"}

FACE = face.Face(
    light=LIGHT,
    dark=DARK,
    letters="narrow",
    emblem="M8 8H16L18 18H6Z M9 8 10 4H14L15 8 M5 21H19 M12 11C14 13 13.5 15 12 15.5 10.5 15 10 13 12 11Z",
    dice={
        "action": face.DieLook("one", "{trait}"),
        "fortune": face.DieLook("two"),
        "attribute": face.DieLook("three", "{trait}"),
    },
    tracks={
        "stress": face.TrackLook("boxes", "hurt", "stress"),
        "minor_harm": face.TrackLook("boxes", "hurt", "minor harm"),
        "moderate_harm": face.TrackLook("boxes", "hurt", "moderate"),
        "trauma": face.TrackLook("boxes", "hurt", "trauma"),
        "crew_level": face.TrackLook("count", "good"),
    },
    sections=(
        face.Section("Stress", ("stress", "out_of_action", "worse_position")),
        face.Section("Harm", ("minor_harm", "moderate_harm", "severe_harm")),
        face.Section("Trauma", ("trauma", "out_for_good"), folded=True),
    ),
    good_marks=("off_job",),
    out=("out_of_action", "out_for_good"),
    watched={"stress": face.Watched("hurt", "stress +{n}", least=0)},
    glossary={
        "position": "How you stand before you act: a good one is a die more, a bad one a die less.",
        "target level": "A die less for each level above the crew's, a die more for each below; none: no change.",
        "effect": "How much it brings if it works. It changes no dice.",
        "stress": "What pushing, helping and resisting cost. The ninth box takes you out until downtime.",
        "bargain": "One die more for something bad that happens whatever the dice say.",
        "resist": "Once a consequence is named: roll, pay 6 less the best die in stress, and it is less or nothing.",
        "harm": "Both boxes of minor or of moderate harm marked: a die less. Severe harm keeps you from acting.",
    },
    first=("position", "target_level", "effectiveness", "extra"),
    at_hand=("fortune",),
    conditions=("position",),
    opponents={"rolls": {"fortune": {"dice": "dice"}}, "opposes": {"action": {"target_level": "target_level"}}},
    deeds={"resist": "Resist it", "decline": "Take it in full"},
    asks={"resist": "Resisting costs {stress} stress"},
    moves={
        "action": "Act on the job",
        "fortune": "Leave it to fortune",
        "resistance": "Resist",
        "teamwork": "Work as one",
        "downtime": "Relax",
    },
    phrases={
        "stakes": ("You are seen.", "You get hurt.", "It takes too long.", "The alarm goes up."),
        "way: minor harm": ("You get hurt.",),
        "benefit": ("Nobody will know it was you.", "It takes no time at all.", "You are ready for what comes next."),
        "trauma": ("You never sleep in the dark.", "You trust no one behind you.", "Your hands shake at a bell."),
        "telling: failure": ("Nothing comes of it.", "It is noticed.", "It makes things worse."),
        "telling: mixed success": ("Only in part.", "It takes all night.", "It costs a favour."),
        "telling": ("Just as hoped.", "Sooner than hoped.", "Nobody notices."),
        "bargain": ("Someone else pays for it.", "You leave a trace.", "You owe a favour."),
    },
    topics={
        "Dice": "zero_pool zero_pool_critical push_and_bargain push_cost no_level_target fortune_critical",
        "Harm and stress": "harm_relevance severe ninth_box",
        "Consequences": "consequences resist_critical",
        "Together": "max_assistants helpers_say_how group_critical",
        "What is said first": "describing",
    },
    questions={
        "zero_pool": face.question(
            "What is thrown when no die is left?",
            lowest_of_two="Two dice, and the lower one counts",
            fail="Nothing: it has failed",
            min_one="One die: there is always at least one",
            example=face.FirstQuestion("no dots at all", {"dots": 0}),
        ),
        "zero_pool_critical": face.question(
            "No die was left, and both of the two show a six: is that critical?",
            never="No, one six is read: a full success",
            allow="Yes, two sixes are two sixes",
            example=face.FirstQuestion("no dots at all", {"dots": 0}),
        ),
        "push_and_bargain": face.question(
            "May someone push and take the bargain for the same roll?",
            exclusive="No, it is one or the other",
            both="Yes: two dice more, at both prices",
        ),
        "push_cost": face.question("How much stress does a push cost?", number="{n} stress"),
        "max_assistants": face.question(
            "How many may assist one roll?", number="{n} at most", none="As many as like, a die and a stress each"
        ),
        "no_level_target": face.question(
            "Do levels count against someone or something without a level?",
            ignore="No, they give and take no dice",
            zero="Yes, it counts as level 0: each level of the crew is a die more",
            example=face.FirstQuestion("one dot, a crew of level two", {"dots": 1, "crew_level": 2}),
        ),
        "harm_relevance": face.question(
            "When do two boxes of harm take a die?",
            always="On every roll",
            gm="On rolls where the gm says that it hinders",
            example=face.FirstQuestion(
                "two dots and harm that does not hinder here", {"dots": 2, "minor_harm": 2, "harm_counts": False}
            ),
        ),
        "severe": face.question(
            "May someone with severe harm act?",
            incapacitated="No, not before it is treated, unless the gm lets a roll through",
            ignore="Yes, and no die is taken for it",
        ),
        "ninth_box": face.question(
            "A push marks the ninth box of stress: is the roll still made?",
            after_roll="Yes, what was paid for counts; after it they are out",
            before_roll="No, they are out at once",
            example=face.FirstQuestion("a push at seven stress", {"dots": 1, "extra": "push", "stress": 7}),
        ),
        "resist_critical": face.question(
            "Do two sixes mean more in a resistance roll?",
            yes="Yes, a point of stress comes back",
            no="No, it just costs nothing",
        ),
        "fortune_critical": face.question(
            "Can a fortune roll be a critical success?",
            yes="Yes, with two sixes",
            no="No, a strong success is the best there is",
        ),
        "group_critical": face.question(
            "You work as one: what makes it critical?",
            best_member="Two sixes in one person's dice",
            union="Two sixes among all your dice",
            example=face.FirstQuestion("two people with two dice each", {"pools": [2, 2]}, move="teamwork"),
        ),
        "helpers_say_how": face.question(
            "Must someone who assists say what they do?",
            yes="Yes, in a few words, or their die does not join",
            no="No, the offer is enough",
        ),
        "describing": face.question(
            "Must the player say what they do, and what for, before the dice fall?",
            ready_words="Yes; an action says it in ready words, which they may change",
            own_words="Yes, in their own words: the throw waits for them",
            optional="No, it is enough to say it aloud",
        ),
        "consequences": face.question(
            "Does a consequence wait until it is taken or resisted?",
            named_first="Yes: the gm names it, the player answers, then it falls",
            at_once="No, it falls as soon as it is named",
        ),
    },
    making=(
        face.Guide(
            "Action dots",
            "Seven dots; none above two to begin with. Each action with a dot is also a die to resist with: operate, "
            "study and tinker with insight; attack, maneuver and skulk with prowess; attune, command and sway "
            "with resolve.",
            ACTIONS,
            points=7,
            most=2,
        ),
        face.Guide("An ability", "One thing that sets you apart.", points=1, things="ability"),
        face.Guide("Gear", "What you never leave without: two things.", points=2, things="gear"),
        face.Guide(
            "Who they are",
            "In your own words.",
            asks=(
                "What did you do before the crew?",
                "Whom do you owe?",
                "What would make you walk away from the take?",
            ),
        ),
    ),
    between="Downtime",
    upkeep=(
        face.Upkeep(
            "Severe harm is treated", "Say who treats it, and how; then you act again.", changes={"severe_harm": 0}
        ),
        face.Upkeep("A dot more in an action", "Up to three.", names=ACTIONS),
        face.Upkeep("A new ability", "Something that you learned on the job.", things="ability"),
        face.Upkeep(
            "The crew goes up a level",
            "Once, for all of you: six experience of the crew and one of its funds, which you count yourselves.",
            changes={"crew_level": 1},
        ),
    ),
    ready=(
        face.ReadyCharacter(
            "Nyx",
            "Never once seen entering a room, often seen leaving by the window.",
            {
                "skulk": 2,
                "maneuver": 2,
                "attack": 0,
                "study": 1,
                "sway": 1,
                "tinker": 1,
                "things": [
                    {
                        "kind": "ability",
                        "name": "Ghost step",
                        "text": "Once a job you are somewhere you cannot have got to.",
                        "most": 1,
                    },
                    {"kind": "gear", "name": "Soft boots", "text": "Where someone listens.", "does": [PLACED]},
                    {"kind": "gear", "name": "Grapnel and line"},
                ],
            },
            "she/her",
            "Slate grey from hood to heel; a scar where a window bit back.",
        ),
        face.ReadyCharacter(
            "Moth",
            "Opens anything with a lock, and most things without.",
            {
                "tinker": 2,
                "operate": 1,
                "study": 2,
                "skulk": 1,
                "attack": 0,
                "maneuver": 1,
                "sway": 0,
                "things": [
                    {
                        "kind": "ability",
                        "name": "It was never locked",
                        "text": "Once a job, a door that you named is open.",
                        "most": 1,
                    },
                    {"kind": "gear", "name": "Lockpicks", "text": "Fine ones.", "does": [PLACED]},
                    {"kind": "gear", "name": "Dark lantern"},
                ],
            },
            "they/them",
            "Burnt fingertips, three pairs of spectacles, none of them clean.",
        ),
        face.ReadyCharacter(
            "Hollis",
            "Broke knuckles for a magistrate until the magistrate stopped paying.",
            {
                "attack": 2,
                "command": 2,
                "maneuver": 1,
                "skulk": 1,
                "study": 0,
                "tinker": 0,
                "sway": 1,
                "things": [
                    {
                        "kind": "ability",
                        "name": "Known face",
                        "text": "Once a job, someone steps aside because of who you were.",
                        "most": 1,
                    },
                    {"kind": "gear", "name": "Weighted gloves", "text": "At arm's length.", "does": [PLACED]},
                    {"kind": "gear", "name": "A magistrate's seal", "text": "Out of date, if anyone reads it."},
                ],
            },
            "he/him",
            "Broad, courteous, and never seated with his back to a door.",
        ),
        face.ReadyCharacter(
            "Vesper",
            "Sold three dukes the same bridge and is invited back to dinner.",
            {
                "sway": 2,
                "attune": 1,
                "study": 2,
                "skulk": 1,
                "attack": 0,
                "maneuver": 0,
                "tinker": 0,
                "command": 1,
                "things": [
                    {
                        "kind": "ability",
                        "name": "We have met",
                        "text": "Once a job, someone here knows you by another name.",
                        "most": 1,
                    },
                    {"kind": "gear", "name": "Forged papers", "text": "Better than the real ones.", "does": [PLACED]},
                    {"kind": "gear", "name": "Evening dress"},
                ],
            },
            "she/her",
            "A silver stole, a borrowed title, a laugh you would lend money to.",
        ),
    ),
    asked=(
        face.FirstQuestion("Two dots", {"dots": 2}),
        face.FirstQuestion("Two dots and a push", {"dots": 2, "extra": "push"}),
        face.FirstQuestion("No dots at all", {"dots": 0}),
        face.FirstQuestion("What resisting costs with two dice", {"dice": 2, "stress": 3}, move="resistance"),
    ),
)
