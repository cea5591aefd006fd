"""How the table looks: a candle and gold leaf."""

from actionroll.rules import face

LIGHT = face.Palette.read("""
    paper #f7efe3  card #fffcf5  sunk #efe2cd  line #dfcfb2  edge #8f7a52
    ink #2a1c10  soft #64523c  act #6b3d0f  on_act #ffffff  wash #f3e3c8
    one #4b3a2c  on_one #ffffff  two #c99a2e  on_two #241600
    three #6b3d0f  on_three #ffffff  risk #c9682a  on_risk #1d0d00  against #64523c  on_against #ffffff
""")

DARK = face.Palette.read("""
    paper #17110b  card #221a12  sunk #0f0b07  line #3d3123  edge #938064
    ink #f6ead6  soft #c0ae92  act #ecc069  on_act #2a1a00  wash #3a2b14
    one #d6c3a6  on_one #241a0f  two #f0bd4a  on_two #2a1b00
    three #ecc069  on_three #2a1a00  risk #eb9557  on_risk #2a1100  against #c0ae92  on_against #17110b
""")

ACTIONS = ("move", "strike", "control", "sway", "read", "hide", "survey", "focus", "sense")

FACE = face.Face(
    light=LIGHT,
    dark=DARK,
    letters="slab",
    emblem="M9 21V13H15V21Z M7 21H17 M12 13V11 M12 3C15 6 14.5 9.5 12 11 9.5 9.5 9 6 12 3Z",
    dice={"standard": face.DieLook("one"), "gilded": face.DieLook("two")},
    tracks={
        **{drive: face.TrackLook("boxes", "good", drive) for drive in ("nerve", "cunning", "intuition")},
        **{f"{drive}_resistances": face.TrackLook("boxes", "good") for drive in ("nerve", "cunning", "intuition")},
        "drive": face.TrackLook("boxes", "good"),
        "resistances": face.TrackLook("boxes", "good"),
        **{mark: face.TrackLook("boxes", "hurt", mark) for mark in ("body", "brain", "bleed")},
        "scars": face.TrackLook("boxes", "hurt"),
        "banked": face.TrackLook("count", "good"),
    },
    sections=(
        face.Section("Drives", ("nerve", "cunning", "intuition")),
        face.Section("Marks", ("body", "brain", "bleed", "incapacitated")),
        face.Section("Resistances", ("nerve_resistances", "cunning_resistances", "intuition_resistances"), folded=True),
        face.Section("Scars", ("scars", "scar_owed", "dead", "banked"), folded=True),
    ),
    watched={
        "drive": face.Watched(
            "good",
            "drive +1",
            "drive +{n}",
            means="if the gilded die is also the best",
            unless="otherwise you may take it lower",
            by_die="gilded",
        ),
        "resisted": face.Watched("plain", "resistance burned"),
    },
    glossary={
        "gilded": "A golden die. Take its result instead of the highest, and you earn a point of drive back.",
        "drive": "Points behind your actions: each one spent is a die more. Gilded dice earn them back.",
        "cunning": "The drive behind sway, read and hide: a point spent is a die more.",
        "nerve": "The drive behind move, strike and control: a point spent is a die more.",
        "intuition": "The drive behind survey, focus and sense: a point spent is a die more.",
        "resistance": "Burn one after the throw, and the dice of your rating are thrown again.",
        "mark": "Harm to body or brain, or bleed: the touch of the unreal. Three fit, a fourth becomes a scar.",
        "scar": "What a fourth mark leaves: a point of one action moves to another. The fourth scar is fatal.",
    },
    first=("drive_spent", "mark", "amount", "lose", "gain"),
    conditions=("stakes_level", "bonus_dice"),
    opponents={"opposes": {"action": {"stakes_level": "stakes_level"}}},
    deeds={
        "accept": "Let it stand",
        "resist": "Burn a resistance",
        "highest": "Take the {result}",
        "gilded": "Take the gilded {gilded}",
        "lower": "Take a lower gilded die",
        "never": "Take the {result} without its drive",
        "keep": "Keep the {tier}",
        "spend": "Spend drive",
        "shift": "Shift the result",
        "help": "Ask for help",
    },
    moves={
        "action": "Act",
        "group": "Lead the group",
        "marks": "Take marks",
        "scar": "Take a scar",
        "refresh": "Rest and refresh",
    },
    out=("dead",),
    owed={"scar_owed": "scar"},
    down={"incapacitated": "is incapacitated, dropped by a fourth mark: what they can still do is for the gm to say."},
    shifts={"lose": -1, "gain": 1},
    phrases={
        "stakes": ("It notices you.", "You are marked.", "The trail goes cold.", "Someone else pays."),
        "approach": ("Find out more.", "Get past.", "Keep them safe."),
        "participants": ("goes along", "stays close", "stands in the open"),
        "extra": ("You learn more than you asked.", "It costs them something.", "A shut door stands open."),
        "expectations": ("You learn it, or it learns of you.", "You get away, or you are followed."),
    },
    topics={
        "Gilded dice": "gilded_gain gilded_gain_multi gilded_choice crit_with_gilded tie_takes_gilded",
        "A rating of zero": "zero_trigger zero_gild_with_drive zero_gilded_tie",
        "Drive": "dice_per_drive over_six over_six_keep late_spend strict_bounds gain_drive gain_overflow",
        "Resistances": "resist_keep resist_before_choice resist_ability_dice",
        "Together": "helper_cap multi_help helpers_say_how group_drive gild_credit exposed",
        "What is said first": "texts",
    },
    questions={
        "gilded_gain": face.question("How much drive does a gilded die give back when taken?", number="{n} drive"),
        "gilded_gain_multi": face.question(
            "Several dice are gilded and one is taken: which of them earn drive?",
            one="Only the die that is taken",
            showing="Every gilded die that shows the same number as the one taken",
            each="Every gilded die that was thrown",
        ),
        "gilded_choice": face.question(
            "Which gilded die may be taken?",
            any="Any of them: a lower one too, where it earns more, or earns for someone else",
            best="Only the highest of them",
        ),
        "crit_with_gilded": face.question(
            "Two sixes lie there and a gilded die is taken: is it a critical success?",
            chosen6="If the die that is taken is one of the sixes",
            any_pool="Always, whichever die is taken",
            standard_only="Never: to take the gilded die is to give the critical up",
            example=face.FirstQuestion(
                "a rating of three, gilded, which is taken",
                {"rating": 3, "gilded": True, "drive": 2, "drive_max": 4},
                {"take": "gilded"},
            ),
        ),
        "tie_takes_gilded": face.question(
            "A gilded die shows as much as the highest: does it earn its drive unasked?",
            yes="Yes, the highest die is then the gilded one",
            no="No, only when the player says that they take the gilded die",
        ),
        "zero_gild_with_drive": face.question(
            "A gilded action with a rating of zero gets dice from drive or help: is one of them gilded?",
            replace="Yes, one of these dice",
            none="No, they stay standard dice",
            add="They stay standard, and a gilded die comes on top",
            example=face.FirstQuestion(
                "a rating of zero, gilded, with a point of drive",
                {"rating": 0, "gilded": True, "drive": 2, "drive_max": 4, "drive_spent": 1},
            ),
        ),
        "zero_trigger": face.question(
            "With a rating of zero, when are two dice thrown and the lowest read?",
            pool_empty="When nobody brings a die: any drive or help saves you from it",
            no_own_drive="When the player spends no drive of their own: help alone does not save you from it",
            example=face.FirstQuestion("a rating of zero with one helper", {"rating": 0, "helpers": 1}),
        ),
        "zero_gilded_tie": face.question(
            "The lowest die is read, both show the same and one is gilded: does it earn drive?",
            yes="Yes, it is the lowest too",
            no="No, only when it alone is the lowest",
        ),
        "over_six": face.question(
            "What becomes of points that would bring a seventh die?",
            refuse="They cannot be spent; you are told before the throw",
            refund="They come back to whoever paid",
            waste="They are gone, and bring nothing",
        ),
        "over_six_keep": face.question(
            "More than six dice come without being paid for: which are thrown?",
            gilded_first="The gilded ones first",
            roller_chooses="As many gilded ones as the player says before the throw",
            in_order="The standard ones first, gilded ones only as room is left",
        ),
        "helper_cap": face.question(
            "How many points may one helper pay for a roll?", number="{n} at most", none="As many as they like"
        ),
        "multi_help": face.question(
            "Several people want to help with one roll: what becomes of it?",
            becomes_group="It turns into a group roll by itself; the dice are the same",
            allowed="It stays one person's roll, with several helpers",
            must_be_group="The second helper is turned away, unless you began it as a group roll",
        ),
        "group_drive": face.question(
            "Which drive do the others pay from in a group roll?",
            action_drive="Their own one that holds the action",
            any="Whichever of their drives they like",
        ),
        "gild_credit": face.question(
            "A helper's gilded die is taken: who earns the drive?",
            roller="The one who rolls",
            donor="The helper who brought it",
        ),
        "exposed": face.question(
            "On whom may the consequences of a group roll fall?",
            involved="On everyone who takes part, whether they paid or not",
            payers="Only on the one who rolls and those who paid",
        ),
        "gain_overflow": face.question(
            "What becomes of drive that no longer fits?",
            lost="It is lost: full is full",
            bank="It is banked on the sheet for later",
        ),
        "gain_drive": face.question(
            "Which drive does a gilded die fill up?",
            action="The one that holds the action",
            spent="The one that paid for the roll, where another did",
        ),
        "late_spend": face.question(
            "May drive still be spent after the throw?",
            yes="Yes, by the player and by those who stand ready, up to six dice",
            no="No, all dice are settled before the throw",
            example=face.FirstQuestion(
                "a rating of one, drive spent late", {"rating": 1, "drive": 2, "drive_max": 4}, {"spend": "spend"}
            ),
        ),
        "resist_keep": face.question(
            "A resistance is burned: which result counts?",
            new="The new one, for better or worse",
            better="The better of the two",
            example=face.FirstQuestion(
                "a rating of one, resisted", {"rating": 1, "resistances": 1}, {"resist": "resist"}
            ),
        ),
        "resist_before_choice": face.question(
            "Is a resistance burned before it is settled which die counts?",
            yes="Yes: first whether to resist, then which die to take",
            no="No: first which die to take, then whether to resist",
        ),
        "resist_ability_dice": face.question(
            "Do dice from abilities fall again when a resistance is burned?",
            yes="Yes, together with those of the rating",
            no="No, only the dice of the rating",
            example=face.FirstQuestion(
                "a rating of one and two dice of an ability, resisted",
                {"rating": 1, "bonus_dice": 2, "resistances": 1},
                {"resist": "resist"},
            ),
        ),
        "dice_per_drive": face.question(
            "How many dice does a point of drive bring the one who rolls?",
            number="{n} for each point",
            example=face.FirstQuestion(
                "a rating of one with a point of drive", {"rating": 1, "drive": 2, "drive_max": 4, "drive_spent": 1}
            ),
        ),
        "strict_bounds": face.question(
            "Do ratings end at 3 and drives at 9?",
            yes="Yes, more than that is refused",
            no="No, someone in your world may have more",
        ),
        "texts": face.question(
            "Does a roll wait until the gm has written the action, the stakes and the expectations?",
            called="Yes, nobody throws before",
            optional="No, it is enough to say them aloud",
        ),
        "helpers_say_how": face.question(
            "Must someone who helps say how?",
            yes="Yes, in a few words, or their die does not join",
            no="No, the offer is enough",
        ),
    },
    making=(
        face.Guide(
            "Actions",
            "Nine points; none above two to begin with.",
            ACTIONS,
            points=9,
            most=2,
        ),
        face.Guide(
            "Gilded actions",
            "Two of them shine.",
            tuple(f"{action}_gilded" for action in ACTIONS),
            points=2,
        ),
        face.Guide(
            "Drives",
            "Nine points over the three; none above six. Every third point is a resistance.",
            ("nerve_max", "cunning_max", "intuition_max"),
            points=9,
            most=6,
        ),
        face.Guide("An ability", "What you can do that others cannot.", points=1, things="ability"),
        face.Guide(
            "Who they are",
            "In your own words.",
            asks=(
                "When did you first see something that should not be?",
                "Who thinks you are mad?",
                "What do you keep?",
            ),
        ),
    ),
    upkeep=(
        face.Upkeep("A point more in an action", "Up to three.", names=ACTIONS),
        face.Upkeep("Gild another action", "It shines from now on.", names=tuple(f"{each}_gilded" for each in ACTIONS)),
        face.Upkeep(
            "A point more in a drive",
            "An advance is two such points, in one drive or in two; up to nine.",
            names=("nerve_max", "cunning_max", "intuition_max"),
        ),
        face.Upkeep("A new ability", "An advance is two different things of these four.", things="ability"),
    ),
    ready=(
        face.ReadyCharacter(
            "Evelyn Marsh",
            "A stage medium who met something real and kept the show going.",
            {
                "sway": 2,
                "read": 2,
                "sense": 1,
                "read_gilded": True,
                "things": [
                    {
                        "kind": "ability",
                        "name": "Cold reading",
                        "text": "When someone wants to believe.",
                        "does": [{"use": "gilds a die"}],
                    },
                    {"kind": "gear", "name": "Black lace gloves"},
                ],
            },
            "she/her",
            "Kohl and black lace, a voice that fills the last row.",
        ),
        face.ReadyCharacter(
            "Dr. Amos Reeve",
            "A surgeon who sews what should not have been opened.",
            {
                "focus": 2,
                "survey": 1,
                "control": 2,
                "sway": 0,
                "read": 2,
                "focus_gilded": True,
                "read_gilded": False,
                "things": [
                    {
                        "kind": "ability",
                        "name": "Steady hands",
                        "text": "When nobody hurries you.",
                        "does": [{"use": "gilds a die"}],
                    },
                    {"kind": "gear", "name": "A surgeon's roll", "text": "One instrument has no known use."},
                ],
            },
            "he/him",
            "Rolled sleeves, carbolic, eyes that count your stitches.",
        ),
        face.ReadyCharacter(
            "Sister Calder",
            "Left the convent through the crypt; knows what the crypt keeps.",
            {
                "sense": 2,
                "survey": 1,
                "strike": 1,
                "sway": 1,
                "read": 1,
                "sense_gilded": True,
                "read_gilded": False,
                "things": [
                    {
                        "kind": "ability",
                        "name": "One more look",
                        "text": "Three times an assignment.",
                        "does": [{"use": "adds a die"}],
                        "most": 3,
                    },
                    {"kind": "gear", "name": "Hand lamp"},
                ],
            },
            "she/her",
            "Cropped hair growing out, a rosary with one bead too many.",
        ),
        face.ReadyCharacter(
            "Tobias Finch",
            "A pickpocket who once stole a watch that runs backwards.",
            {
                "hide": 2,
                "move": 2,
                "sway": 1,
                "read": 0,
                "hide_gilded": True,
                "read_gilded": False,
                "things": [
                    {
                        "kind": "ability",
                        "name": "Second thoughts",
                        "text": "Once an assignment, wind the watch before the throw. It is used up whatever falls.",
                        "does": [{"use": "lifts a mixed success"}],
                        "most": 1,
                    },
                    {"kind": "gear", "name": "The watch", "text": "It runs backwards. It is never wrong."},
                ],
            },
            "he/him",
            "Cap over one eye, a coat with more pockets than a coat should have.",
        ),
    ),
    asked=(
        face.FirstQuestion("Rating 2, one die gilded", {"rating": 2, "gilded": True, "drive": 2, "drive_max": 4}),
        face.FirstQuestion(
            "The same with a point of drive",
            {"rating": 2, "gilded": True, "drive": 2, "drive_max": 4, "drive_spent": 1},
        ),
        face.FirstQuestion("No rating, none gilded", {"rating": 0, "drive": 2, "drive_max": 4}),
    ),
)
