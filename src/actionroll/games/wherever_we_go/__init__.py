"""Wherever We Go, dice of many sizes: its rules in a sentence each, the opposed roll beside the action, the game."""

from __future__ import annotations

from typing import Any, TypeAlias, cast

from actionroll.games.wherever_we_go import action
from actionroll.games.wherever_we_go.action import Shown, Side
from actionroll.games.wherever_we_go.attempt import Action, Rulings
from actionroll.games.wherever_we_go.sheet import SCENES, SHEET, bane_dues, extra_dues, loser_due
from actionroll.rules import (
    Decide,
    Decision,
    Due,
    Game,
    Move,
    Outcome,
    Part,
    Step,
    decide,
    face_beside,
    facts,
    for_each_part,
    part_of,
    throw_read,
)
from actionroll.rules.game import Policy

RULES = {
    "WWG-01": "Describe, choose a skill, name the risks, take base dice, step them, add a talent, decide on a push, "
    "roll, decide on a gamble, resolve, assign banes: in this order. No push after the roll, no gamble before it.",
    "WWG-02": "The player chooses the skill together with the gm, who must accept that it fits.",
    "WWG-03": "The gm says what a success looks like and what may follow otherwise, before the roll.",
    "WWG-04": "The base dice are two: the attribute die and the die of the related skill.",
    "WWG-05": "Bonuses and penalties change base dice only, never the talent die or stress dice.",
    "WWG-06": "A roll that uses a talent adds the talent die, at its own size.",
    "WWG-07": "On every die a 6 to 9 is one edge and a 10 to 12 is two; all dice count together.",
    "WWG-08": "No edge is a failure, one a mixed success, two a success, three or more a great success.",
    "WWG-09": "No die and a d4 never show an edge, d6 and d8 at most one, a d10 two on its 10, a d12 on 10 to 12.",
    "WWG-10": "A benefit is one of five: a better situation for a next roll, 1 stress cleared, 1 willpower gained, "
    "a new opportunity, more effect.",
    "WWG-11": "A consequence is one of six: a worse situation for a next roll, a complication, a lost opportunity, "
    "stress, harm, less effect.",
    "WWG-12": "The gm may add benefits to a failure and costs to a success; a failure never stops the story.",
    "WWG-13": "Stress is cleared down to 0, and willpower gained up to its maximum.",
    "WWG-14": "Each point steps a die by one rung: 0, d6, d8, d10, d12.",
    "WWG-15": "The net is all bonuses less all penalties.",
    "WWG-16": "A net of 0 changes nothing.",
    "WWG-17": "A bonus goes first to the lower base die.",
    "WWG-18": "A penalty goes first to the higher base die.",
    "WWG-19": "No die goes above d12; steps left over go to the other die, and are wasted if it cannot move.",
    "WWG-20": "No die goes below the lowest rung; steps left over go to the other die, or are wasted.",
    "WWG-21": "d8 + 0 with a net of +1 become d8 + d6.",
    "WWG-22": "d8 + 0 with a net of +2 become d8 + d8.",
    "WWG-23": "d8 + 0 with a net of −1 become d6 + 0.",
    "WWG-24": "d8 + 0 with a net of −2 become 0 + 0.",
    "WWG-25": "A single bonus is +1, +2 or +3, a single penalty −1, −2 or −3.",
    "WWG-26": "Bonuses come from traits, fine gear, help, preparation or position; penalties from harm, high stress or "
    "distraction, poor tools or conditions, strong opposition.",
    "WWG-27": "Each helper gives +1, a player's character or the gm's.",
    "WWG-28": "A player whose character helps says how.",
    "WWG-29": "The gm may ask a helper to roll first; only if that succeeds do they help.",
    "WWG-30": "Bonuses, help among them, come to +3 at most.",
    "WWG-31": "Helping costs the helper nothing by itself.",
    "WWG-32": "A push is decided before the roll and costs 1 willpower; without any it cannot be made.",
    "WWG-33": "A push adds as many stress dice, d6, as there is stress.",
    "WWG-34": "A push does not change stress.",
    "WWG-35": "Without push and gamble no stress die is rolled, whatever the stress.",
    "WWG-36": "A gamble is decided after the roll, on a failure or on any other result.",
    "WWG-37": "A gamble raises stress by 1, until it is cleared.",
    "WWG-38": "A gamble brings one more stress die.",
    "WWG-39": "A gamble throws all action dice again, those with edges too.",
    "WWG-40": "Stress dice that show a 1 are locked; all others are thrown again, sixes too.",
    "WWG-41": "The new roll is resolved as usual and replaces the old one, for better or worse.",
    "WWG-42": "A gamble costs no willpower.",
    "WWG-43": "One gamble a roll, unless the gm allows more or none; each raises stress and brings a die.",
    "WWG-44": "Who did not push may gamble all the same.",
    "WWG-45": "A 6 on a stress die is one edge.",
    "WWG-46": "Each 6 on a stress die also gives 1 willpower, up to the maximum.",
    "WWG-47": "Edges on base dice and on the talent die give no willpower.",
    "WWG-48": "A 1 on base dice or on the talent die means nothing.",
    "WWG-49": "Each 1 on a stress die is a bane.",
    "WWG-50": "Banes must be assigned after the last throw, even after a great success.",
    "WWG-51": "One bane is 2 damage (minor), two are 4 (severe), three or more are 6 (major).",
    "WWG-52": "Damage goes to the acting character, an ally or gear in use: to health, resolve or reliability; the gm "
    "has the last word.",
    "WWG-53": "Damage may be split between targets; the parts add up to the whole.",
    "WWG-54": "In an opposed roll both sides roll, and more edges win.",
    "WWG-55": "A tie goes to the defender, also without any edge.",
    "WWG-56": "Edges beyond those that won may grant benefits: the margin is told.",
    "WWG-57": "The four outcome words do not decide an opposed roll; they are told beside it.",
    "WWG-58": "A group acts through one character who rolls, and the others help.",
    "WWG-59": "Who rolls for a group is whoever makes most sense, and the gm may deny help.",
    "WWG-60": "Acting on a drive costs 1 willpower and adds its intensity, 1 to 3, as a bonus.",
    "WWG-61": "Harm that is marked is a penalty where it hinders: 1 for minor, 2 for severe, 3 for major harm, and the "
    "worst counts.",
    "WWG-62": "Damage falls only where it can be borne: on gear no more than its reliability, on health or resolve "
    "while any is left; the rest falls elsewhere.",
    "WWG-63": "The player says what the character does, and what for, before the dice fall.",
    "WWG-64": "Who loses a contest bears what a failure brings; after a draw nobody does.",
}

ADVICE: dict[str, str] = {}


# the opposed roll: two sides, each with everything an action has, and edges compared

ATTACKER, DEFENDER = "attacker", "defender"
HELD, WON = f"{DEFENDER} wins", f"{ATTACKER} wins"
OPPOSED_TIERS = (HELD, WON)
DRAW = "draw"
OPPOSED_MEANS = {
    HELD: "The defender holds, and says how; the gm says what losing brings the attacker.",
    WON: "The attacker wins, and says how; the gm says what losing brings the defender.",
    DRAW: "Neither has the better of it. The gm says where that leaves both.",
}

Opposed = for_each_part(
    "Opposed", Action, (ATTACKER, DEFENDER), "All that is settled before an opposed roll, for both sides.", __name__
)
Standing: TypeAlias = tuple[Shown, Side]
"""What one side shows, and the side."""


def opposed_tiers_of(you: Any, rulings: Rulings) -> tuple[str, ...]:
    """A tie is an end of its own where the ruling says so."""
    return (HELD, DRAW, WON) if rulings.opposed_tie == DRAW else OPPOSED_TIERS


def start_opposed(you: Any, rulings: Rulings) -> Step:
    """WWG-A13. Who attacks is said, not guessed. Both may push, the attacker decides first."""
    attacker, defender = (action.side_of(part_of(you, part, Action), rulings, part) for part in (ATTACKER, DEFENDER))
    before = you.attacker_helpers + len(you.attacker_helper_edges)  # who helps is counted through both sides
    vain = tuple(f"helper-{int(each.removeprefix('helper-')) + before}" for each in defender[0].in_vain)
    defends = defending(defender[0]._replace(in_vain=vain), rulings)
    sides, notes = (attacker[0], defends), (attacker[1], with_tie(defender[1], rulings))
    options = action.push_options(sides[0], rulings)
    return decide("WWG-A14", "attacker_push", ATTACKER, options, defender_push, sides, notes, rulings)


def with_tie(note: str, rulings: Rulings) -> str:
    """Whose a tie is, said before the dice fall."""
    return note if rulings.opposed_tie == DRAW else "; ".join([*([note] if note else []), "a tie goes to the defender"])


def defending(side: Side, rulings: Rulings) -> Side:
    """WWG-A14. Both may push and gamble; by ruling, as in combat, a defender never does."""
    return side if rulings.defender_may_risk else side._replace(gambles=0)


def defender_push(option: str, sides: tuple[Side, Side], notes: tuple[str, str], rulings: Rulings) -> Step:
    """Then the defender decides on a push."""
    options = action.push_options(sides[1], rulings) if rulings.defender_may_risk else (action.HOLD,)
    return decide("WWG-A14", "defender_push", DEFENDER, options, both_throw, option, sides, notes, rulings)


def both_throw(defends: str, attacks: str, sides: tuple[Side, Side], notes: tuple[str, str], rulings: Rulings) -> Step:
    """Both roll: the attacker's dice, then the defender's."""
    a, d = action.pushed(attacks, sides[0]), action.pushed(defends, sides[1])
    pools = action.first_pools(attacks, a, notes[0], rulings) + action.first_pools(defends, d, notes[1], rulings)
    costs = action.first_costs(attacks, a) + action.first_costs(defends, d)
    return throw_read("WWG-A14", pools, read_both, first_turn, a, d, rulings, costs=costs)


def read_both(*readings: Any) -> tuple[Shown, Shown]:
    """What both sides show: readings of the attacker's dice, of the defender's, then both sides and the rulings."""
    *seen, a, d, rulings = readings
    border = len(seen) // 2 if rulings.gamble_reroll == "all" else len(a.dice) + 1
    attacks, defends = seen[:border], seen[border:]
    return (
        action.shown_by(tuple(attacks[:-1]), attacks[-1], a, rulings),
        action.shown_by(tuple(defends[:-1]), defends[-1], d, rulings),
    )


def first_turn(shown: tuple[Shown, Shown], a: Side, d: Side, rulings: Rulings) -> Step:
    """The attacker decides first, seeing both rolls."""
    return turn(shown[0], a, (shown[1], d), rulings)


def turn(mine: Shown, me: Side, them: Standing, rulings: Rulings) -> Step:
    """One side may gamble."""
    name, options = f"{me.part}_gamble", action.gamble_options(me, rulings)
    return decide("WWG-A14", name, me.part, options, gamble_or_not, mine, me, them, rulings)


def gamble_or_not(option: str, mine: Shown, me: Side, them: Standing, rulings: Rulings) -> Step:
    """Leave what lies, and it is the other side's turn, or all is settled; or throw again."""
    if option == action.GAMBLE:
        name, options = f"{me.part}_reroll", action.reroll_options(mine, rulings)
        return decide("WWG-A8", name, me.part, options, throw_again, mine, me, them, rulings)
    return turn(*them, (mine, me), rulings) if me.part == ATTACKER else end_opposed(them, (mine, me), rulings)


def throw_again(option: str, mine: Shown, me: Side, them: Standing, rulings: Rulings) -> Step:
    """One side's dice again, while the other's lie."""
    stay = option == action.BLANKS
    thrown = action.gambled(mine, me, stay, rulings)
    pools = action.again_pools(mine, me, thrown, stay, rulings)
    return throw_read("WWG-A14", pools, read_own, turn, thrown, them, rulings, costs=action.gamble_costs(me.part))


def read_own(*readings: Any) -> Shown:
    """What the side that threw again shows."""
    *dice, stress, side, _, rulings = readings
    return action.shown_by(tuple(dice), stress, side, rulings)


def end_opposed(attacks: Standing, defends: Standing, rulings: Rulings) -> Outcome:
    """WWG-54. Both have rolled: more edges win. Each side has its own banes, willpower and stress."""
    (a, attacker), (d, defender) = attacks, defends
    margin = a.edges - d.edges
    named = facts(
        margin=margin,
        tie=margin == 0,
        attacker_edges=a.edges,
        defender_edges=d.edges,
        attacker_banes=a.banes,
        defender_banes=d.banes,
    )
    effects = action.effects_of(a, attacker) + action.effects_of(d, defender)
    banes = bane_dues(a.banes, ATTACKER, rulings) + bane_dues(d.banes, DEFENDER, rulings)
    tier = tier_between(margin, rulings)
    dues = banes + extra_dues(*extra_edges(margin)) + borne_by(tier)
    why = told_of_both(a, d) + told_tie(margin, rulings)
    in_vain = attacker.in_vain + defender.in_vain
    return Outcome("WWG-54", tier, named, effects, dues, why, means=OPPOSED_MEANS[tier], in_vain=in_vain)


def tier_between(margin: int, rulings: Rulings) -> str:
    """WWG-55. Ties, also of no edges at all, go to the defender; by ruling they are a draw."""
    return DRAW if margin == 0 and rulings.opposed_tie == DRAW else OPPOSED_TIERS[margin > 0]


def borne_by(tier: str) -> tuple[Due, ...]:
    """What the side that lost bears; a draw has none."""
    loser = {HELD: ATTACKER, WON: DEFENDER}.get(tier)
    return (loser_due(loser),) if loser else ()


def told_tie(margin: int, rulings: Rulings) -> str:
    """What decides where neither side has more."""
    return ": a tie, which goes to the defender" if margin == 0 and rulings.opposed_tie != DRAW else ""


def extra_edges(margin: int) -> tuple[int, Part]:
    """Edges beyond those it took to win: the attacker needs one more than the defender, the defender none."""
    return (margin - 1, ATTACKER) if margin > 0 else (-margin, DEFENDER)


def told_of_both(attacks: Shown, defends: Shown) -> str:
    """WWG-57. The four words of an action do not decide here, but they are told: `has 2 edges, 1 bane (success)`."""
    a, d = (f"{action.told(shown)} ({action.tier_of(shown.edges)})" for shown in (attacks, defends))
    return f"attacker has {a}, defender has {d}"


def gamble_when_losing(asked: Decide) -> str:
    """Gamble only if this side does not win as the dice lie."""
    mine, me, them, _ = cast(tuple[Shown, Side, Standing, Rulings], asked.given)
    return action.GAMBLE if mine.edges < them[0].edges + (me.part == ATTACKER) else action.KEEP


# the game

PUSHING = {
    action.HOLD: "Roll without stress dice.",
    action.PUSH: "Stress dice, 1 willpower.",
}
GAMBLING = {
    action.KEEP: "Let the roll stand.",
    action.GAMBLE: "Take 1 stress and throw again with one more stress die; banes stay locked.",
}
REROLLING = {action.ALL: "Throw all dice again but banes.", action.BLANKS: "Let the dice that show edges lie."}


ON_FAILURE = "Only where it stands at a failure."


def decisions(start: str, gamble: dict[str, tuple[str, Policy]], best: str) -> tuple[Decision, ...]:
    """The decisions of one side; the last only comes up under the ruling gamble_reroll."""
    return (
        Decision(f"{start}push", PUSHING),
        Decision(f"{start}gamble", GAMBLING, gamble, (best,)),
        Decision(f"{start}reroll", REROLLING),
    )


GAME = Game(
    id="wherever-we-go",
    title="Wherever We Go",
    line="Two dice and your stress: push for more, gamble for all, and take what the banes leave.",
    rulings=Rulings,
    moves=(
        Move(
            "action",
            "An action, alone or for a group: one rolls, others help.",
            Action,
            action.start,
            action.TIERS,
            {
                "edges": "Edges on all dice: a 6 to 9 is one, a 10 to 12 is two.",
                "banes": "Ones on stress dice; each brings damage.",
                "wp": "Willpower gained from sixes on stress dice.",
                "gambled": "How often the roller gambled.",
            },
            decisions(
                "",
                {
                    "on-failure": (ON_FAILURE, action.gamble_on_failure),
                    "below-success": ("Where it stands at less than a success.", action.gamble_below_success),
                },
                action.TIERS[-1],
            ),
            means=action.MEANS,
        ),
        Move(
            "opposed",
            "Two sides roll against each other; more edges win.",
            Opposed,
            start_opposed,
            OPPOSED_TIERS,
            {
                "margin": "The attacker's edges less the defender's.",
                "tie": "Whether both have as many.",
                **{
                    f"{part}_{what}": f"{what.capitalize()} of the {part}."
                    for what in ("edges", "banes")
                    for part in (ATTACKER, DEFENDER)
                },
            },
            decisions("attacker_", {"on-failure": (ON_FAILURE, gamble_when_losing)}, WON)
            + decisions("defender_", {"on-failure": (ON_FAILURE, gamble_when_losing)}, HELD),
            opposed_tiers_of,
            DEFENDER,
            means=OPPOSED_MEANS,
        ),
    ),
    rules=RULES,
    advice=ADVICE,
    sheet=SHEET,
    labels={
        "expectations": "how it could end",
        "helper_edges": "edges rolled",
        "wp": "willpower",
        "gambled": "gambles made",
        "wp_max": "willpower maximum",
        "wp_timing": "willpower timing",
        "max_talent_dice": "most talent dice",
        "stress_max": "most stress",
        "gambles": "gambles allowed",
        "fits": "the skill fits",
        "helpers_say_how": "helpers say how",
        "calls": "what the gm says before a roll",
        "bonus_from": "where the bonus comes from",
        "penalty_from": "where the penalty comes from",
        "waiting_bonus": "bonus for the next roll",
        "waiting_penalty": "penalty for the next roll",
    },
    credits="Wherever We Go by Jared Dunn; built on Blades in the Dark by John Harper, CC BY 3.0, "
    "and on the Year Zero Engine under its licence.",
    look=face_beside(__name__),
    scenes=SCENES,
)
