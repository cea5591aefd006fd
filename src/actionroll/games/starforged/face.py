"""How the table looks: cold light between stars."""

from actionroll.games.starforged.dues import SUFFER
from actionroll.games.starforged.moves import MOVES
from actionroll.games.starforged.sheet import CONNECTION
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

CLEARED = ("quests_cleared", "bonds_cleared", "discoveries_cleared")

FACE = face.Face(
    light=LIGHT,
    dark=DARK,
    letters="round",
    emblem="M12 2 14 10 22 12 14 14 12 22 10 14 2 12 10 10Z M4 20A12 12 0 0 0 20 20",
    dice={"action": face.DieLook("one"), "challenge": face.DieLook("against"), "price": face.DieLook("risk")},
    tracks={
        "momentum": face.TrackLook("ladder", "good", "momentum"),
        "health": face.TrackLook("boxes", "good", "health", tells_at_end=True),
        "spirit": face.TrackLook("boxes", "good", "spirit", tells_at_end=True),
        "supply": face.TrackLook("boxes", "good", "supply"),
        "companion_health": face.TrackLook("boxes", "good", thing="companion"),
        "integrity": face.TrackLook("boxes", "good"),
        "next_bonus": face.TrackLook("count", "good", used="bonus"),
        **dict.fromkeys(("progress", "quests", "bonds", "discoveries"), face.TrackLook("progress", "good")),
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
        face.Section("Legacies", ("quests", "bonds", "discoveries", "experience", *CLEARED), folded=True),
    ),
    good_marks=("aboard", *CLEARED),
    watched={"match": face.Watched("plain", "match", means="doubles, such as 44: a twist")},
    good_ways=("repair",),
    glossary={
        "challenge": "Two ten-sided dice: a score above one of them is a weak hit, above both a strong hit.",
        "momentum": "What carries you. After a roll it may be burned in place of your score, and then starts over.",
        "match": "Two dice or digits alike: a twist, good on a hit and bad on a miss.",
        "impact": "What weighs on you: each lowers the most that momentum can be, and where it starts over.",
        "strong hit": "Your score beats both challenge dice: you succeed.",
        "weak hit": "Your score beats one challenge die: you succeed, for less or at a cost.",
        "miss": "Your score beats neither challenge die: you fail, or it costs dearly.",
        "adds": "Bonuses of a move or an asset, added to your action die.",
    },
    first=("likelihood", "sf_move", "boxes", "track", "by", "adds"),
    at_hand=("oracle", "price"),
    conditions=("adds", "penalty"),
    opponents={"rolls": {"oracle": {"likelihood": "likelihood"}}, "opposes": {"action": {"rank": "rank"}}},
    deeds={
        "keep": "Let it stand",
        "burn": "Burn momentum",
        "action": "Throw the action die again",
        "challenge": "Throw the higher challenge die again",
        "challenges": "Throw both challenge dice again",
        "action-and-challenge": "Throw the action die and the higher challenge die again",
        "all": "Throw all dice again",
        "add": "Add the asset’s bonus",
        "cancel": "Cancel the action die",
        "forsake": "Forsake it",
        **{name: name.capitalize() for name in ("recommit", *(w.name for w in SUFFER if "companion" not in w.name))},
        "vow": "Swear a vow",
        "expedition": "Begin an expedition",
        "connection": "Make a connection",
        "fight": "Enter a fight",
        "scene": "Begin a scene challenge",
    },
    moves={
        "action": "Make a move",
        "progress": "Make a progress move",
        "price": "Roll the price",
        "oracle": "Ask the oracle",
        "change": "Change momentum or a meter",
    },
    fits={move.name: tuple(CONNECTION if each == "rank" else each for each in move.stats) for move in MOVES.values()},
    means={move.name: move.says for move in MOVES.values()},
    groups={
        "Adventure": "face_danger secure_an_advantage gather_information compel aid_your_ally check_your_gear",
        "Scene challenge": "face_danger_in_a_scene secure_an_advantage_in_a_scene",
        "Quests and connections": (
            "swear_an_iron_vow make_a_connection develop_your_relationship test_your_relationship"
        ),
        "Expeditions": "undertake_an_expedition explore_a_waypoint set_a_course",
        "Fights": "enter_the_fray gain_ground aid_in_a_fight react_under_fire strike clash battle",
    },
    aids="aid_your_ally aid_in_a_fight",
    seldom=(CONNECTION,),
    vain=dict.fromkeys(("reroll", "late_adds"), "tick now, use later"),
    begins={
        "vow": "swear_an_iron_vow",
        "connection": "make_a_connection",
        "expedition": "undertake_an_expedition",
        "fight": "enter_the_fray",
    },
    ends={
        "vow": "Fulfill your vow",
        "connection": "Forge a bond",
        "expedition": "Finish an expedition",
        "fight": "Take decisive action",
        "scene": "Finish the scene",
    },
    stances={
        "fight": (
            face.Stance("in a bad spot", ("react_under_fire", "clash"), "bad_spot"),
            face.Stance("in control", ("gain_ground", "aid_in_a_fight", "strike")),
        )
    },
    finished={
        "vow": "is fulfilled",
        "connection": "deepens",
        "expedition": "comes to its end",
        "fight": "is won",
        "scene": "is brought to its end",
    },
    lost={"expedition": "comes to nothing", "fight": "is lost", "scene": "is lost"},
    finishing={kind: {"may_recommit": True} for kind in ("vow", "connection", "expedition")},
    phrases={
        "stakes": ("You pay the price.", "It takes too long.", "They learn of you.", "Something breaks."),
        **{f"stakes: {name.replace('_', ' ')}": () for name, move in MOVES.items() if not move.miss.price},
        "match": ("Something answers.", "An old name comes up.", "Nothing is what it seemed."),
    },
    topics={
        "Burning momentum": "burn_requires_improvement burn_needs_above_reset match_after_burn",
        "Momentum": "cancel_check cancel_mandatory clamp_on_impact min_overflow reset_bonus",
        "The score": "score_floor next_move_bonus adds_stack cursed_die value_max_warn",
        "The price": "require_price price_modes price_repeat price_depth",
        "Vehicles": "vehicle_impacts",
    },
    questions={
        "burn_requires_improvement": face.question(
            "May momentum be burned where that changes nothing?",
            yes="No, it is offered only where it makes the result better",
            no="Yes, whoever wants to may",
        ),
        "burn_needs_above_reset": face.question(
            "Must momentum stand above its reset to be burned?",
            yes="Yes, so that a burn always costs something",
            no="No, anything above 0 will do",
            example=face.FirstQuestion("no stat, and momentum 2 burned", {"stat": 0, "momentum": 2}, {"burn": "burn"}),
        ),
        "match_after_burn": face.question(
            "The challenge dice match, and momentum is burned: is it still a match?",
            keep="Yes, the dice lie as they did",
            ignore="No, the twist is burned with it",
        ),
        "cancel_check": face.question(
            "The action die was thrown again or set: which of its values can negative momentum cancel?",
            final="The one it shows in the end",
            first="The one it showed at first; a die that was set is safe",
            example=face.FirstQuestion("momentum −5 and a die set to 5", {"stat": 2, "momentum": -5, "preset": 5}),
        ),
        "cancel_mandatory": face.question(
            "Negative momentum meets its own number on the action die: is the die gone?",
            yes="Yes, always",
            no="Only if the player lets it go",
            example=face.FirstQuestion("momentum −3", {"stat": 2, "momentum": -3}, {"cancel": "keep"}),
        ),
        "score_floor": face.question(
            "How low can a score fall?", number="To {n} and no lower", none="As low as the numbers say"
        ),
        "clamp_on_impact": face.question(
            "An impact lowers the highest momentum: is what lies above it lost?",
            yes="Yes, as soon as the impact is marked",
            no="No, it stays until it is spent or lost",
        ),
        "min_overflow": face.question(
            "A loss of momentum goes past −6: what of the rest?",
            drop="It is forgotten; only who stood at −6 already pays for the loss in another way",
            per_point="Each point of it is paid in another way, one by one",
            once="All of it is paid in another way, at once",
        ),
        "reset_bonus": face.question(
            "An asset raises the momentum reset: can impacts take that away?",
            before_floor="Yes, enough of them bring the reset to 0",
            after_floor="No, it comes on top of whatever they leave",
        ),
        "next_move_bonus": face.question(
            "A bonus waits for the next move: may it be saved?",
            next_eligible="No, it counts on the very next move",
            bankable="Yes, until the player wants it",
        ),
        "adds_stack": face.question(
            "Several adds come together: do all of them count?",
            yes="Yes, whatever they come from",
            no="No, only the highest from each source",
            example=face.FirstQuestion("two adds of 1", {"stat": 2, "adds": [1, 1]}),
        ),
        "price_modes": face.RulingQuestion(
            "Paying the price: may you ask the oracle for it?",
            {
                "2": "No: say what is obvious, or roll on the table",
                "3": "Yes: say what is obvious, ask the oracle, or roll on the table",
            },
        ),
        "price_repeat": face.question(
            "The price asks for two more, and one of these asks again: what then?",
            recurse="Two more for that one as well",
            reroll="That one is thrown again",
            worse="No more dice: what there is, is worse",
        ),
        "price_depth": face.RulingQuestion(
            "How often may the price ask for two more?",
            {"0": "Never: it just gets worse", "1": "Once", "2": "Once, and once more for those that ask again"},
        ),
        "require_price": face.question(
            "Does a miss always bring a price?",
            yes="Yes, unless the move says what happens",
            no="No, you may leave it at the miss",
        ),
        "value_max_warn": face.question(
            "From what value on is a stat called unusual?", number="Above {n}", none="None is"
        ),
        "cursed_die": face.question(
            "A cursed die is thrown along: must the score beat it too?",
            separate="No, it is read on its own",
            counts="Yes, it is one more challenge die",
            example=face.FirstQuestion("with the cursed die", {"stat": 2, "cursed_die": True}),
        ),
        "vehicle_impacts": face.question(
            "When do a vehicle's troubles weigh on those who travel in it?",
            when_aboard="From the moment they board to the moment they leave",
            scene_end="From the scene after they board to the end of the one in which they leave",
        ),
    },
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
        face.FirstQuestion("Momentum 7, burned where it helps", {"stat": 2, "momentum": 7}, {"burn": "any"}),
        face.FirstQuestion("A vow with eight boxes", {"boxes": 8}, move="progress"),
    ),
)
