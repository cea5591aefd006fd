"""How the table looks: cold light between stars."""

from actionroll.rules import face

LIGHT = face.Palette.read("""
    paper #e4edf0  card #fafdfe  sunk #d6e2e6  line #bfd0d6  edge #69808a
    ink #0f1f29  soft #44565f  act #0b5b78  on_act #ffffff  wash #d9eaf0
    one #0b5b78  on_one #ffffff  two #14324a  on_two #ffffff
    three #5b4a8a  on_three #ffffff  risk #c9682a  on_risk #1d0d00  against #24343d  on_against #ffffff
""")

DARK = face.Palette.read("""
    paper #0a1219  card #121d26  sunk #060c11  line #263744  edge #748b99
    ink #e6f1f6  soft #a6bac5  act #7fd0ea  on_act #04222e  wash #14323f
    one #7fd0ea  on_one #04222e  two #a9c4dd  on_two #0b1f30
    three #c5b4f5  on_three #1f1247  risk #eb9557  on_risk #2a1100  against #c3d2da  on_against #0a1219
""")

FACE = face.Face(
    light=LIGHT,
    dark=DARK,
    letters="round",
    emblem="M12 2 14 10 22 12 14 14 12 22 10 14 2 12 10 10Z M4 20A12 12 0 0 0 20 20",
    dice={"action": face.DieLook("one"), "challenge": face.DieLook("against"), "price": face.DieLook("risk")},
    tracks={
        "momentum": face.TrackLook("ladder", "good", "momentum"),
        "health": face.TrackLook("boxes", "good", "health"),
        "spirit": face.TrackLook("boxes", "good", "spirit"),
        "supply": face.TrackLook("boxes", "good", "supply"),
        "companion_health": face.TrackLook("boxes", "good"),
        "integrity": face.TrackLook("boxes", "good"),
        "next_bonus": face.TrackLook("count", "good"),
        "progress": face.TrackLook("progress", "good"),
        "quests": face.TrackLook("progress", "good"),
        "bonds": face.TrackLook("progress", "good"),
        "discoveries": face.TrackLook("progress", "good"),
        "experience": face.TrackLook("count", "good"),
    },
    sections=(
        face.Section("Momentum", ("momentum", "next_bonus")),
        face.Section("Condition", ("health", "spirit", "companion_health", "wounded", "shaken", "bad_spot")),
        face.Section(
            "Lasting troubles",
            ("doomed", "tormented", "indebted", "permanently_harmed", "traumatized", "aboard"),
            folded=True,
        ),
        face.Section(
            "Legacies",
            ("quests", "bonds", "discoveries", "experience", "quests_cleared", "bonds_cleared", "discoveries_cleared"),
            folded=True,
        ),
    ),
    good_marks=("aboard", "quests_cleared", "bonds_cleared", "discoveries_cleared"),
    watched={"match": face.Watched("plain", "match")},
    first=("sf_move", "boxes", "legacy", "track", "by", "adds"),
    at_hand=("oracle", "price"),
    conditions=("adds", "penalty"),
    opponents={"rolls": {"oracle": {"likelihood": "likelihood"}}, "opposes": {"action": {"rank": "rank"}}},
    deeds={
        "keep": "Let it stand",
        "burn": "Burn momentum",
        "recommit": "Recommit",
        "forsake": "Forsake it",
    },
    moves={
        "action": "Make a move",
        "progress": "Make a progress move",
        "price": "Roll the price",
        "change": "Change a track",
    },
    phrases={"stakes": ("You pay the price.", "It takes too long.", "They learn of you.", "Something breaks.")},
    making=(
        face.Guide(
            "Stats",
            "3, 2, 2, 1 and 1, one for each.",
            ("edge", "heart", "iron", "shadow", "wits"),
            spread=(3, 2, 2, 1, 1),
        ),
        face.Guide("Assets", "Two paths and one more; the starship is everyone's.", points=3, things="asset"),
        face.Guide(
            "Who they are",
            "In your own words.",
            asks=(
                "What did they leave behind?",
                "What have they sworn, and to whom?",
                "What does the ship say of them?",
            ),
        ),
    ),
    upkeep=(
        face.Upkeep("A new asset", "Three experience.", {"experience": 3}, things="asset"),
        face.Upkeep("An asset's next ability", "Two experience; write it into the asset's text.", {"experience": 2}),
    ),
    ready=(
        face.ReadyCharacter(
            "Iora Venn",
            "Flies what others scrap, and swears at it until it holds.",
            {
                "edge": 3,
                "heart": 1,
                "iron": 1,
                "shadow": 2,
                "wits": 2,
                "things": [
                    {
                        "kind": "asset",
                        "name": "Navigator",
                        "text": "When you set a course through unmapped space.",
                        "does": [{"use": "reroll challenge"}],
                    },
                    {
                        "kind": "asset",
                        "name": "Scrapwright",
                        "text": "When you fix or fool a machine.",
                        "does": [{"use": "add", "value": 1}],
                    },
                    {
                        "kind": "asset",
                        "name": "Dead reckoning",
                        "text": "When all instruments fail you.",
                        "does": [{"use": "add late", "value": 1}],
                    },
                ],
            },
            "she/her",
            "Oil to the elbows, a flight jacket with someone else's name on it.",
        ),
        face.ReadyCharacter(
            "Brother Kast",
            "Left a holy order with its ship and most of its vows.",
            {
                "edge": 1,
                "heart": 3,
                "iron": 2,
                "shadow": 1,
                "wits": 2,
                "things": [
                    {
                        "kind": "asset",
                        "name": "Confessor",
                        "text": "When someone tells you what they did.",
                        "does": [{"use": "add", "value": 1}],
                    },
                    {
                        "kind": "asset",
                        "name": "Mendicant",
                        "text": "When you ask for shelter.",
                        "does": [{"use": "reroll action"}],
                    },
                    {
                        "kind": "asset",
                        "name": "The old litany",
                        "text": "When you face what frightens others.",
                        "does": [{"use": "add", "value": 1}],
                    },
                ],
            },
            "he/him",
            "A habit cut down to a coat; hands that fold by themselves.",
        ),
        face.ReadyCharacter(
            "Sable Orn",
            "Won a war nobody remembers; keeps the armour polished.",
            {
                "edge": 2,
                "heart": 2,
                "iron": 3,
                "shadow": 1,
                "wits": 1,
                "things": [
                    {
                        "kind": "asset",
                        "name": "Old soldier",
                        "text": "When you have seen this fight before.",
                        "does": [{"use": "add", "value": 1}],
                    },
                    {
                        "kind": "asset",
                        "name": "Shieldwall",
                        "text": "When you stand between harm and someone else.",
                        "does": [{"use": "reroll any"}],
                    },
                    {"kind": "asset", "name": "Quartermaster", "text": "When stores are counted out."},
                ],
            },
            "they/them",
            "Tall and quiet, one pauldron newer than the rest.",
        ),
        face.ReadyCharacter(
            "Dr. Lune",
            "Maps dead stations by listening to what still hums.",
            {
                "edge": 1,
                "heart": 2,
                "iron": 1,
                "shadow": 2,
                "wits": 3,
                "things": [
                    {
                        "kind": "asset",
                        "name": "Sounding",
                        "text": "When you listen before you enter.",
                        "does": [{"use": "add", "value": 1}],
                    },
                    {
                        "kind": "asset",
                        "name": "Xenolinguist",
                        "text": "When you read what was not written for you.",
                        "does": [{"use": "reroll challenge"}],
                    },
                    {
                        "kind": "asset",
                        "name": "Field surgeon",
                        "text": "When you mend someone with what is at hand.",
                        "does": [{"use": "add", "value": 1}],
                    },
                ],
            },
            "she/they",
            "Grey braid, tuning forks on a chain, never quite looking at you.",
        ),
    ),
    asked=(
        face.FirstQuestion("A stat of 2", {"stat": 2}),
        face.FirstQuestion("A stat of 3 and an add", {"stat": 3, "adds": [1]}),
        face.FirstQuestion("Burning momentum 7", {"stat": 2, "momentum": 7}, {"burn": "any"}),
        face.FirstQuestion("A vow with eight boxes", {"boxes": 8}, move="progress"),
    ),
)
