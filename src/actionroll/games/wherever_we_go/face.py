"""How the table looks: a road at noon."""

from actionroll.rules import face

LIGHT = face.Palette.read("""
    paper #f4efe4  card #fffdf7  sunk #ebe4d4  line #d8cfbb  edge #857a63
    ink #22201b  soft #5c564a  act #1f5a45  on_act #ffffff  wash #e2ece2
    one #2f6b50  on_one #ffffff  two #33608f  on_two #ffffff
    three #76457f  on_three #ffffff  risk #c9682a  on_risk #1d0d00  against #5c564a  on_against #ffffff
""")
DARK = face.Palette.read("""
    paper #14171a  card #1d2225  sunk #0e1113  line #343b3f  edge #7f8a8c
    ink #f1ece0  soft #b3b2a6  act #8fd0ae  on_act #0a2317  wash #1f332a
    one #6fbf97  on_one #07210f  two #8ab8ea  on_two #071b30
    three #d3a0dc  on_three #2a0a31  risk #eb9557  on_risk #2a1100  against #b3b2a6  on_against #14171a
""")

SKILLS = (
    *("force", "endurance", "melee", "menace", "marksmanship", "mobility", "precision", "stealth"),
    *("connection", "insight", "manipulation", "performance", "craft", "learning", "medicine", "observation"),
)
PAIR, EVEN = {"attribute": "d8", "skill": "d6"}, {"attribute": "d8", "skill": "d8"}
SIDES = {f"{side}_{name}": die for side in ("attacker", "defender") for name, die in PAIR.items()}
FULL = "Its clock of two is full"
HEALS = (
    ("major", "is severe now", "severe_harm"),
    ("severe", "is minor now", "minor_harm"),
    ("minor", "only weakens now", "weakened"),
)

FACE = face.Face(
    light=LIGHT,
    dark=DARK,
    letters="serif",
    emblem="M2 15 8 7 12 12 15 8 22 15 M10 22C10 19 15 19 15 17S12 15 12 13.5",
    good_ways=("new opportunity", "more effective"),
    dice={
        "attribute": face.DieLook("one", "{group}"),
        "skill": face.DieLook("two", "{trait}"),
        "talent": face.DieLook("three"),
        "stress": face.DieLook("risk", hurts=(1,), hurt_called="bane"),
    },
    tracks={
        "stress": face.TrackLook("boxes", "hurt", "stress"),
        "wp": face.TrackLook("boxes", "good", "willpower"),
        "health": face.TrackLook("bar", "good", "health", tells_at_end=True),
        "resolve": face.TrackLook("bar", "good", "resolve", tells_at_end=True),
        "gear": face.TrackLook("bar", "good", tells_at_end=True),
        "waiting_bonus": face.TrackLook("boxes", "good", used="bonus"),
        "waiting_penalty": face.TrackLook("boxes", "hurt", used="penalty"),
    },
    sections=(
        face.Section("Pressure", ("stress", "wp")),
        face.Section("Body and mind", ("health", "resolve", "weakened", "minor_harm", "severe_harm", "major_harm")),
        face.Section("Ready for the next roll", ("waiting_bonus", "waiting_penalty", "gear"), folded=True),
    ),
    watched={
        "banes": face.Watched("hurt", "a bane", "{n} banes", means="stress shows a 1"),
        "wp": face.Watched("good", "willpower +1", "willpower +{n}", means="stress shows a 6"),
        "attacker_banes": face.Watched("hurt", "a bane for the attacker", "{n} banes for the attacker"),
        "defender_banes": face.Watched("hurt", "a bane for the defender", "{n} banes for the defender"),
    },
    glossary={
        "extra edge": "An edge more than it took to win: the gm may grant a benefit for it.",
        "bonus": "Each point lifts the lower of your two dice a step: none, d6, d8, d10, d12. A penalty takes one off.",
        "edge": "A 6 to 9 on a die is one edge, a 10 to 12 two. One: it half works; two: it works; three: greatly.",
        "bane": "A 1 on a stress die. Each means damage to you, an ally or your gear, however well it went.",
        "stress": "Who pushes throws as many stress dice as they have stress: sixes help, ones are banes.",
        "willpower": "Pays for pushes and for acting on a drive. A 6 on a stress die gives one back.",
    },
    first=("push", "bonus", "penalty", "harm_hinders"),
    conditions=("bonus", "penalty"),
    opponents={
        "rolls": {"action": {"attribute": "attribute", "skill": "skill"}},
        "opposes": {"opposed": {"defender_attribute": "attribute", "defender_skill": "skill"}},
        "helps": {"action": {"bonus": "bonus_from"}},
    },
    deeds={"keep": "Keep the {tier}", "gamble": "Gamble", "push": "Push"},
    vain={"push": "No stress yet: each point would add a die."},
    moves={"action": "Act", "opposed": "Oppose someone"},
    phrases={
        "expectations": ("It goes as you say, or it costs you.", "You get there, or you are seen."),
        "stakes": ("It takes too long.", "Someone sees you.", "It breaks.", "You get hurt."),
        "way: harm": ("You get hurt.",),
    },
    topics={
        "Bonuses and penalties": "ladder step_order bonus_cap_scope bonus_cap penalty_cap source_limit max_talent_dice",
        "Stress, pushes and gambles": "push_at_zero unpushed_gamble gamble_reroll wp_timing stress_max",
        "Banes and damage": "bane_targets split_severity gear_loss",
        "Against each other, and together": "opposed_tie defender_may_risk help_threshold helpers_say_how",
        "What is said first": "describing calls",
    },
    questions={
        "ladder": face.question(
            "What is a step below a d6?",
            zero_d6="No die",
            d4_floor="A d4, and a d4 it stays: no die is ever taken away",
            zero_d4_d6="A d4, and below that no die",
            example=face.FirstQuestion("d8 and untrained, with +1", {"attribute": "d8", "skill": "0", "bonus": [1]}),
        ),
        "unpushed_gamble": face.question(
            "Someone gambles who has not pushed: how many stress dice join?",
            one_die="One",
            all_stress="As many as they have stress",
            example=face.FirstQuestion("a gamble at three stress", PAIR | {"stress": 3}, {"gamble": "on-failure"}),
        ),
        "step_order": face.question(
            "A bonus or penalty of several steps: which die moves?",
            reevaluate="Look again after each step: a bonus lifts the lower die, a penalty takes from the higher",
            pour="The first one takes them all, as far as it can go; then the other",
            example=face.FirstQuestion("two d6 with +2", {"attribute": "d6", "skill": "d6", "bonus": [2]}),
        ),
        "bonus_cap_scope": face.question(
            "What may not go beyond the limit for bonuses?",
            bonuses="All bonuses together, help among them, before penalties",
            net="What is left after the penalties",
            help="Only the help; other bonuses have no limit",
            example=face.FirstQuestion("+4 and −2 on d8 and d6", PAIR | {"bonus": [3, 1], "penalty": [2]}),
        ),
        "bonus_cap": face.question(
            "What is the limit for bonuses?",
            number="+{n}",
            none="There is none",
            example=face.FirstQuestion("+4 on d8 and d6", PAIR | {"bonus": [3, 1]}),
        ),
        "penalty_cap": face.question(
            "What is the limit for penalties?",
            number="−{n}",
            none="There is none",
            example=face.FirstQuestion("−4 on two d10", {"attribute": "d10", "skill": "d10", "penalty": [3, 1]}),
        ),
        "source_limit": face.question(
            "How much may a single thing help or hinder?", number="{n} at most", none="As much as you say"
        ),
        "wp_timing": face.question(
            "When do sixes on stress dice give willpower?",
            final="Once, for the dice that lie there in the end",
            every_roll="At every throw, also for dice that a gamble then replaces",
        ),
        "gamble_reroll": face.question(
            "Which dice fall again in a gamble?",
            all="All but the banes, dice with edges too",
            choose="All but the banes; dice with edges may stay",
            example=face.FirstQuestion(
                "a gamble below a success",
                {"attribute": "d8", "skill": "d8"},
                {"gamble": "below-success", "reroll": "blanks"},
            ),
        ),
        "push_at_zero": face.question(
            "May someone push who has no stress?",
            warn="Yes, though it adds no die, and they are told so",
            refuse="No, their willpower is kept",
        ),
        "split_severity": face.question(
            "Damage is split over several: how bad is each share?",
            per_target="As bad as that share alone",
            total="As bad as the whole of it",
        ),
        "gear_loss": face.question(
            "How much reliability does gear lose to banes?",
            per_damage="A point for each point of damage",
            per_bane="A point for each bane",
            manual="As much as the gm says",
        ),
        "opposed_tie": face.question(
            "Both sides have the same number of edges: who wins?",
            defender="The defender",
            draw="Nobody, it is a draw",
            example=face.FirstQuestion("two equal sides", SIDES, move="opposed"),
        ),
        "defender_may_risk": face.question(
            "May the one who defends push and gamble?",
            yes="Yes, like anyone else",
            no="No, only the one who attacks, as in combat",
            example=face.FirstQuestion(
                "a defender who pushes", SIDES | {"defender_stress": 3}, {"defender_push": "push"}, move="opposed"
            ),
        ),
        "help_threshold": face.question(
            "The gm asks a helper for a roll first: how many edges make it help?",
            number="{n} or more",
            example=face.FirstQuestion("a helper who rolled one edge", PAIR | {"helper_edges": [1]}),
        ),
        "stress_max": face.question("How high can stress rise?", number="To {n}", none="Without end"),
        "max_talent_dice": face.question("How many talents may bring a die to one roll?", number="{n}"),
        "describing": face.question(
            "Must the player say what they do, and what for, before the dice fall?",
            ready_words="Yes; a skill says it in ready words, which they may change",
            own_words="Yes, in their own words: the throw waits for them",
            optional="No, it is enough to say it aloud",
        ),
        "calls": face.question(
            "Must the gm say what success looks like before the dice fall?",
            asked="Yes, the throw waits for it",
            optional="No, it is enough to say it aloud",
        ),
        "helpers_say_how": face.question(
            "Must someone who helps say how?",
            yes="Yes, in a few words, or their help does not count",
            no="No, the offer is enough",
        ),
        "bane_targets": face.question(
            "Who says where the damage of banes falls?",
            proposed="The player proposes, and the gm has the last word",
            player="The player who rolled",
        ),
    },
    making=(
        face.Guide(
            "Attributes",
            "One d10 and three d8.",
            ("strength", "dexterity", "intuition", "wits"),
            spread=("d10", "d8", "d8", "d8"),
        ),
        face.Guide(
            "Skills",
            "Nine steps: a d6 takes one, a d8 two. None above d8 to begin with.",
            SKILLS,
            points=9,
            worth={"d6": 1, "d8": 2, "d10": 3, "d12": 4},
            most=2,
        ),
        face.Guide("A talent", "What you have that cannot be learned.", points=1, things="talent"),
        face.Guide("A drive", "What moves you, from 1 to 3.", points=1, things="drive"),
        face.Guide(
            "Who they are",
            "In your own words.",
            asks=("Why are you on the road?", "Who would you turn back for?", "What do you carry that is not yours?"),
        ),
    ),
    upkeep=(
        face.Upkeep(
            "A skill a step up",
            "Its clock is full: each gamble with it marks one of 6, 8, 10 or 12, as the next die has.",
            names=SKILLS,
            clock=(6, 8, 10, 12),
        ),
        face.Upkeep(
            "Let stress go",
            "In a montage: the edges of its roll and one more.",
            changes={"stress": -1},
            amount="the edges of the montage roll, and one more",
        ),
        *(
            face.Upkeep(f"A {kind} harm heals", f"{FULL}: it {now}.", changes={f"{kind}_harm": 0, mark: 1}, clock=(2,))
            for kind, now, mark in HEALS
        ),
        face.Upkeep("Well again", "What only weakened is over.", changes={"weakened": 0}),
        face.Upkeep(
            "Gear is mended",
            "As many points as the roll had edges.",
            changes={"gear": 1},
            amount="the edges of the precision roll",
        ),
    ),
    ready=(
        face.ReadyCharacter(
            "Tamsin Reed",
            "A toll-keeper's runaway who knows every back door on the salt road.",
            {
                "dexterity": "d10",
                "things": [
                    {
                        "kind": "talent",
                        "name": "Nightwalker",
                        "text": "At home where no lamp burns.",
                        "does": [{"use": "talent die", "value": "d8"}],
                    },
                    {
                        "kind": "drive",
                        "name": "Find my brother",
                        "text": "He took the same road.",
                        "does": [{"use": "act on it", "value": 2}],
                    },
                    {
                        "kind": "gear",
                        "name": "Fine lockpicks",
                        "text": "Thin as hair.",
                        "does": [{"use": "right tool", "value": 1}],
                    },
                ],
            },
            "she/her",
            "Salt in her hair, a toll token on a string, always by the door.",
        ),
        face.ReadyCharacter(
            "Ser Ottoline",
            "A knight without a lord, with a shield that remembers better days.",
            {
                "strength": "d10",
                "dexterity": "d8",
                "melee": "d8",
                "force": "d6",
                "endurance": "d8",
                "menace": "d6",
                "stealth": "0",
                "mobility": "0",
                "precision": "0",
                "things": [
                    {
                        "kind": "talent",
                        "name": "Unbroken",
                        "text": "When you stand your ground.",
                        "does": [{"use": "talent die", "value": "d8"}],
                    },
                    {"kind": "drive", "name": "A lord worth the oath", "does": [{"use": "act on it", "value": 2}]},
                    {
                        "kind": "gear",
                        "name": "The old shield",
                        "text": "Dented where it mattered.",
                        "does": [{"use": "right tool", "value": 1}],
                    },
                ],
            },
            "she/her",
            "Grey at the temples, mail mended link by link, a painted-over crest.",
        ),
        face.ReadyCharacter(
            "Wick",
            "Talks to dogs, ferrymen and the dead; only the dogs answer.",
            {
                "intuition": "d10",
                "dexterity": "d8",
                "connection": "d8",
                "insight": "d6",
                "performance": "d8",
                "stealth": "d6",
                "mobility": "d6",
                "precision": "0",
                "melee": "0",
                "things": [
                    {
                        "kind": "talent",
                        "name": "Silver tongue",
                        "text": "People hear what they hoped to hear.",
                        "does": [{"use": "talent die", "value": "d6"}],
                    },
                    {"kind": "drive", "name": "Never alone again", "does": [{"use": "act on it", "value": 1}]},
                    {
                        "kind": "gear",
                        "name": "A bag of bones",
                        "text": "For the dogs. Mostly.",
                        "does": [{"use": "right tool", "value": 1}],
                    },
                ],
            },
            "he/him",
            "A candle stub behind the ear, a coat the dogs have slept on.",
        ),
        face.ReadyCharacter(
            "Old Berrin",
            "Reads tides, ledgers and faces, and trusts only the tides.",
            {
                "wits": "d10",
                "dexterity": "d8",
                "learning": "d8",
                "observation": "d8",
                "medicine": "d6",
                "craft": "d8",
                "connection": "d6",
                "stealth": "0",
                "mobility": "0",
                "precision": "0",
                "melee": "0",
                "things": [
                    {
                        "kind": "talent",
                        "name": "Long memory",
                        "text": "When it has happened before.",
                        "does": [{"use": "talent die", "value": "d8"}],
                    },
                    {
                        "kind": "drive",
                        "name": "Square the ledger",
                        "text": "One debt is left.",
                        "does": [{"use": "act on it", "value": 3}],
                    },
                    {
                        "kind": "gear",
                        "name": "Tide tables",
                        "text": "In his own hand.",
                        "does": [{"use": "right tool", "value": 1}],
                    },
                ],
            },
            "he/him",
            "White stubble, ink on the cuffs, one eye always on the water.",
        ),
    ),
    asked=(
        face.FirstQuestion("Two d8, without a push", EVEN),
        face.FirstQuestion("Pushed with two stress", EVEN | {"stress": 2}, {"push": "push"}),
        face.FirstQuestion("Untrained, with a helper", {"attribute": "d8", "skill": "0", "helpers": 1}),
        face.FirstQuestion("Always gamble on a failure", EVEN | {"wp": 3}, {"gamble": "on-failure"}),
    ),
)
