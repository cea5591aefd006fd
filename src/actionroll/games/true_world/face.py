"""How the table looks: a clear sky and a compass."""

from actionroll.rules import face

LIGHT = face.Palette.read("""
    paper #eaeff8  card #fcfdff  sunk #dce5f3  line #c5d2e6  edge #6c7b93
    ink #15202f  soft #4a586c  act #1d4b96  on_act #ffffff  wash #dfe9f8
    one #1d4b96  on_one #ffffff  two #1d4b96  on_two #ffffff
    three #2f6b50  on_three #ffffff  risk #c9682a  on_risk #1d0d00  against #3c4656  on_against #ffffff
""")

DARK = face.Palette.read("""
    paper #0f141c  card #18202b  sunk #0a0e14  line #2c3a4d  edge #7b8ba3
    ink #e9f0fb  soft #a9b7cb  act #9dc0ff  on_act #0a1f45  wash #1c2f4f
    one #9dc0ff  on_one #0a1f45  two #9dc0ff  on_two #0a1f45
    three #6fbf97  on_three #07210f  risk #eb9557  on_risk #2a1100  against #b6c2d3  on_against #0f141c
""")

EFFECT = "How well or badly it goes, by how far the dice lie"

FACE = face.Face(
    light=LIGHT,
    dark=DARK,
    letters="sans",
    emblem="M12 2A10 10 0 1 0 12 22 10 10 0 1 0 12 2 M12 6 14.5 12 12 18 9.5 12Z M12 2V4 M12 20V22 M2 12H4 M20 12H22",
    dice={
        "skill": face.DieLook("one", "{trait}"),
        "ability": face.DieLook("one"),
        "boost": face.DieLook("three"),
        "helper": face.DieLook("three"),
        "teamwork": face.DieLook("three", lent=True),
        "difficulty": face.DieLook("against"),
        "position": face.DieLook("against"),
        "untrained": face.DieLook("against"),
    },
    tracks={
        "grit": face.TrackLook("count", "good", "grit"),
        "stress": face.TrackLook("boxes", "hurt", "stress"),
        "waiting_help": face.TrackLook("count", "good", used="{n} of the help at hand"),
        "round": face.TrackLook("count"),
    },
    sections=(
        face.Section("Condition", ("stress", "out_of_scene")),
        face.Section("Grit and this round", ("grit", "waiting_help", "acted")),
    ),
    good_marks=("acted",),
    out=("out_of_scene",),
    glossary={
        "difficulty": "Its die is thrown against yours: your highest has to be as high, or higher.",
        "position": "An advantage throws two difficulty dice and takes the lower, a disadvantage the higher.",
        "boost": "A gift of yours that fits right now: a die more, or a level of effect more.",
        "teamwork": "A die more, mostly as large as your own: someone rolled first to help you, and succeeded.",
        "grit": "Earned by helping; each point you spend takes a point of stress off you, or pays for a boost.",
        "effect": f"{EFFECT} apart plus 1: to 3 marginal, to 6 complete, then critical.",
        "stress": "What goes wrong costs it; at its limit you are out of the scene.",
    },
    reworded={
        "effect_grit": {"yes": {"grit": "{} A complete effect earns 1 too, a critical one 2."}},
        "grit_reroll": {"yes": {"grit": "{} Or it throws the dice of a failure again."}},
        "ties": {
            "failure": {"difficulty": "Its die is thrown against yours: your highest has to be higher, a tie fails."}
        },
        "effect_bands": {
            "raw": {"effect": f"{EFFECT} apart: to 3 marginal, to 6 complete, then critical."},
            "plus_one_success_only": {
                "effect": f"{EFFECT} apart, of a success plus 1: to 3 marginal, to 6 complete, then critical."
            },
        },
    },
    first=("difficulty", "position", "boosts", "points"),
    without="Unskilled",
    conditions=("position",),
    passes=("theirs",),
    relieved={"stress": ("soak", "grit")},
    opponents={"opposes": {"action": {"difficulty": "difficulty"}, "quick": {"difficulty": "difficulty"}}},
    deeds={"keep": "Let it stand", "reroll": "Roll again"},
    no_deeds=("quick", "assisted", "group"),
    moves={
        "action": "Act",
        "quick": "Quick roll",
        "assist": "Help someone",
        "assisted": "Teamwork",
        "group": "All together",
        "soak": "Soak stress with grit",
    },
    phrases={
        "how": (
            "lends a hand",
            "passes the right tool",
            "knows a trick",
            "draws their eyes away",
            "comes at them from behind",
        ),
        "stakes": ("You lose time.", "You are noticed.", "You suffer stress.", "It gets away."),
        "way: stress": ("You suffer stress.",),
        "telling": ("It just works.", "Tell us how it looks."),
        "gain: marginal success": ("It just about works.", "Not all of it.", "For a moment only."),
        "gain": ("It goes as planned.", "A way opens."),
        "consequence: marginal failure": ("It takes longer.", "You draw a glance."),
        "consequence: complete failure": ("It does not work.", "They know you are here."),
        "consequence: critical failure": ("It makes things worse.", "Something breaks for good."),
        "gain: critical success": ("There is time to spare.", "Someone is impressed.", "It works for all of you."),
    },
    switches={
        "ties": face.RulingSwitch(
            "Dangerous encounter",
            "failure",
            "While it is on, a tie fails; else a tie goes to the player.",
            begins="This is a dangerous encounter now: a tie fails.",
            ends="The encounter is dangerous no longer: a tie succeeds.",
        )
    },
    topics={
        "Results and effects": "effect_bands effect_cap extra_die ties",
        "Without the skill": "unskilled_advantage unskilled_quick",
        "Grit": "helper_grit effect_grit grit_reroll",
        "Together": "max_helpers quick_teamwork",
        "Rounds": "quick_in_rounds",
        "What is said first": "texts intentions boosts_described",
    },
    questions={
        "effect_bands": face.question(
            "How is the effect read from the result?",
            plus_one="Add 1 first: up to 3 is marginal, up to 6 complete, from 7 critical",
            raw="As it is: up to 3 is marginal, up to 6 complete, from 7 critical",
            plus_one_success_only="Add 1 to a success; read a failure as it is",
            example=face.FirstQuestion("a d8 against d8", {"ability": ["d8"], "difficulty": "d8"}),
        ),
        "extra_die": face.question(
            "Which die does a boost or a helper add?",
            same_as_base="One as large as the character's own",
            helper="A helper adds their own die, a boost one as large as the character's",
            custom="Whichever you name for that roll",
        ),
        "unskilled_advantage": face.question(
            "Someone unskilled is well placed: what counts?",
            ignored="The disadvantage, as always without the skill",
            cancels="Neither: one takes the other away",
            example=face.FirstQuestion(
                "unskilled with an advantage", {"unskilled": True, "difficulty": "d6", "position": "advantage"}
            ),
        ),
        "unskilled_quick": face.question(
            "Is a quick roll without the skill made at a disadvantage?",
            disadvantage="Yes, the higher of two difficulty dice counts",
            plain="No, a d4 against the difficulty and nothing more",
            example=face.FirstQuestion("unskilled against d6", {"unskilled": True, "difficulty": "d6"}, move="quick"),
        ),
        "max_helpers": face.question(
            "How many may help with one action?", number="{n} at most", none="As many as like, a die each"
        ),
        "ties": face.question(
            "Dangerous encounters: who has a tie?",
            success="The player, marginally",
            failure="Not the player: it fails marginally, as where every encounter is dangerous",
        ),
        "effect_cap": face.RulingQuestion(
            "How far can boosts lift the effect of a success?",
            {
                "0": "They lift none",
                "1": "To marginal, which any success has",
                "2": "To complete",
                "3": "To critical",
            },
            example=face.FirstQuestion(
                "a d8 against d6 with two boosts of effect", {"ability": ["d8"], "difficulty": "d6", "effect_boosts": 2}
            ),
        ),
        "helper_grit": face.question(
            "When does a helper earn their grit?",
            assist="When their own assist roll succeeds",
            main_action="When the action that they helped succeeds",
        ),
        "effect_grit": face.question(
            "Does a great effect earn grit?",
            yes="Yes: 1 for a complete one, 2 for a critical one, unless grit was spent on the roll",
            no="No, helping does",
        ),
        "grit_reroll": face.question(
            "May a point of grit throw the dice again?",
            yes="Yes, once for a roll",
            no="No, they lie as they fell",
            example=face.FirstQuestion(
                "a d8 against d8, a failure rolled again",
                {"ability": ["d8"], "difficulty": "d8", "grit": 1},
                {"reroll": "on-failure"},
            ),
        ),
        "quick_teamwork": face.question(
            "May others help with a quick roll?",
            yes="Yes, each of them adds a die",
            no="No, it compares one person's ability with the difficulty",
        ),
        "texts": face.question(
            "Does a roll wait until intentions and risks are written?",
            optional="No, it is enough to say them aloud",
            called="Yes, nobody throws before",
        ),
        "boosts_described": face.question(
            "Must a boost be named, with how it is invoked, before the dice fall?",
            yes="Yes; one on the sheet says it in its text",
            no="No, it is enough to say it aloud",
        ),
        "quick_in_rounds": face.question(
            "Is a quick roll the action of a round?",
            action="Yes: it comes in its turn, and spends it",
            free="No, it is asked for at any time and spends nothing",
        ),
        "intentions": face.question(
            "Do all say what they intend before anyone acts in a round?",
            said_first="Yes, and then the actions follow",
            free="No, everyone acts as it comes",
        ),
    },
    making=(
        face.Guide(
            "Skill sets",
            "Seven steps, d4 being the first: two at d6 and three at d4, say.",
            ("athletics", "fighting", "stealth", "lore", "social", "crafts"),
            points=7,
            worth={"d4": 1, "d6": 2},
        ),
        face.Guide(
            "Specializations",
            "Two steps, d8 being the first: two at d8, or one at d10.",
            ("blades", "climbing", "locks", "healing", "tracking", "deception"),
            points=2,
            worth={"d8": 1, "d10": 2, "d12": 3},
        ),
        face.Guide("Boosts", "Two: what helps, and under which condition.", points=2, things="boost"),
        face.Guide(
            "Who they are",
            "In your own words.",
            asks=("What are you known for?", "What do you refuse to do?", "Who taught you?"),
        ),
    ),
    upkeep=(
        face.Upkeep(
            "Stress eases",
            "As much as the gm says; below its limit you are back in the scene.",
            changes={"stress": -1, "out_of_scene": 0},
            amount="points of stress",
        ),
    ),
    ready=(
        face.ReadyCharacter(
            "Kestrel",
            "Climbs first and asks what is up there later.",
            {
                "athletics": "d6",
                "climbing": "d10",
                "blades": "0",
                "stealth": "d6",
                "fighting": "d4",
                "things": [
                    {
                        "kind": "boost",
                        "name": "Run-up",
                        "text": "After a turn spent gathering speed.",
                        "does": [{"use": "shifts the odds"}],
                    },
                    {
                        "kind": "boost",
                        "name": "Death grip",
                        "text": "Once hold of something, it does not let go.",
                        "does": [{"use": "lifts the effect for grit"}],
                    },
                    {"kind": "gear", "name": "Rope", "text": "Fifty paces of it."},
                ],
            },
            "they/them",
            "Chalked hands, a grin, and a tooth that met a ledge.",
        ),
        face.ReadyCharacter(
            "Maud Harrow",
            "A duellist who apologises before she wins.",
            {
                "fighting": "d6",
                "blades": "d10",
                "climbing": "0",
                "athletics": "d6",
                "things": [
                    {
                        "kind": "boost",
                        "name": "After you",
                        "text": "When they strike first.",
                        "does": [{"use": "shifts the odds"}],
                    },
                    {
                        "kind": "boost",
                        "name": "So very sorry",
                        "text": "When you have apologised.",
                        "does": [{"use": "lifts the effect for grit"}],
                    },
                    {"kind": "gear", "name": "A court sword"},
                ],
            },
            "she/her",
            "High collar, ink-stained cuff, a bow that lasts a moment too long.",
        ),
        face.ReadyCharacter(
            "Quill",
            "Has read the map, the legend on the map and the warning under it.",
            {
                "lore": "d6",
                "tracking": "d10",
                "climbing": "0",
                "blades": "0",
                "athletics": "d4",
                "things": [
                    {
                        "kind": "boost",
                        "name": "Footnote",
                        "text": "When you name where you read of it.",
                        "does": [{"use": "shifts the odds"}],
                    },
                    {
                        "kind": "boost",
                        "name": "Measured twice",
                        "text": "After a turn spent looking.",
                        "does": [{"use": "lifts the effect"}],
                    },
                    {"kind": "gear", "name": "A map case", "text": "Two maps disagree."},
                ],
            },
            "he/him",
            "Spectacles on a cord, boots two sizes too sensible.",
        ),
        face.ReadyCharacter(
            "Lark",
            "Could sell you your own boots and walk off in them.",
            {
                "social": "d6",
                "deception": "d10",
                "stealth": "d6",
                "climbing": "0",
                "blades": "0",
                "athletics": "d4",
                "fighting": "d4",
                "things": [
                    {
                        "kind": "boost",
                        "name": "Fresh audience",
                        "text": "When they have never met you.",
                        "does": [{"use": "shifts the odds"}],
                    },
                    {
                        "kind": "boost",
                        "name": "Double or nothing",
                        "text": "When you stake something of your own.",
                        "does": [{"use": "lifts the effect for grit"}],
                    },
                    {"kind": "gear", "name": "Somebody's boots"},
                ],
            },
            "she/her",
            "Bright scarf, quick hands, a different accent every town.",
        ),
    ),
    asked=(
        face.FirstQuestion("A d8 against d8", {"ability": ["d8"], "difficulty": "d8"}),
        face.FirstQuestion("With the advantage", {"ability": ["d8"], "difficulty": "d8", "position": "advantage"}),
        face.FirstQuestion("Unskilled against d6", {"unskilled": True, "difficulty": "d6"}),
    ),
)
