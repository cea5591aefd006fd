"""The JSON shapes that all doors share: odds, rolls, advice and games as plain dictionaries."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from actionroll.dice import Pool
from actionroll.reckoning import Odds, fraction, record
from actionroll.reckoning.record import Cast, Chosen, Die, Roll, Taken, all_effects, dice_shown, told_pools
from actionroll.rules.game import BEST, Decision, Game, Move
from actionroll.rules.inputs import Input, Joins, Moot, Ruling, inputs_of, rulings_of
from actionroll.rules.kinds import Kind, die_name
from actionroll.rules.steps import Decide, Due, Effect, Outcome, Throw, fact_key, now, outcome_head, price
from actionroll.rules.things import kind_shown

if TYPE_CHECKING:  # scenes bring their own, and who only asks for odds need not wait for them
    from actionroll.rules.game import State
    from actionroll.scenes import SceneAdvice, SceneQuestion
    from actionroll.scenes.solution import SceneOdds

__all__ = ["fact_key", "fraction", "outcome_head"]  # shapes that odds know themselves; all else here is public, too
Json = dict[str, Any]


def head(game: Game, move: Move, attempt: Any, rulings: Any, decide: Mapping[str, str]) -> Json:
    """What was asked, with every input and ruling as it stands."""
    return {
        "game": game.id,
        "move": move.name,
        "attempt": attempt_shown(attempt),
        "rulings": rulings_shown(rulings),
        "decide": dict(decide),
    }


def attempt_shown(attempt: Any) -> Json:
    """Every input of an attempt; texts only where there is one."""
    names, values, ways, texts = ways_to_show(cast(Any, type(attempt)))
    shown = dict(zip(names, values(attempt), strict=True))
    for name, show in ways:
        shown[name] = show(shown[name])
    for name in texts:
        if not shown[name]:
            del shown[name]
    return shown


class WaysToShow(NamedTuple):
    """The names of all inputs of an attempt, and what gives their values; which are shown otherwise, or are text."""

    names: tuple[str, ...]
    values: Callable[[Any], tuple[Any, ...]]
    otherwise: tuple[tuple[str, Callable[[Any], Any]], ...]
    texts: tuple[str, ...]


@lru_cache(maxsize=256)
def ways_to_show(attempt: Any) -> WaysToShow:
    """How the attempts of a class are shown."""
    kinds = {name: each.kind for name, each in inputs_of(attempt).items()}
    otherwise = tuple((name, kind.show) for name, kind in kinds.items() if type(kind).show is not Kind.show)
    texts = tuple(name for name, kind in kinds.items() if kind.is_text)
    return WaysToShow(tuple(kinds), attrgetter(*kinds), otherwise, texts)


def rulings_shown(rulings: Any) -> dict[str, str]:
    """Every ruling with its value as it is written."""
    return dict(_rulings_written(rulings))


@lru_cache(maxsize=64)
def _rulings_written(rulings: Any) -> dict[str, str]:
    return {name: each.show(getattr(rulings, name)) for name, each in rulings_of(type(rulings)).items()}


def odds_shown(odds: Odds) -> Json:
    """Exact odds: tiers, facts, and both together with the effects."""
    return odds.to_dict()


def tiers_shown(odds: Mapping[str, Fraction]) -> dict[str, str]:
    """The chance of each tier."""
    return {tier: fraction(chance) for tier, chance in odds.items()}


MOST_VALUES = 200
"""Of a fact that is shown whole."""


def counted_shown(game: Game, odds: Odds, barred: str = "") -> Json:
    """The chances of tiers, and of the facts that are watched, or of all at one tier; what is `barred` has no facts."""
    made = odds.ending_in([*odds][-1]) if barred else odds
    alone = [name for name, values in made.facts.items() if len(odds) == 1 and len(values) <= MOST_VALUES]
    facts = {name: made.fact_told(name) for name in _watched(game, made.facts) or alone}
    part = 1 - sum(made.values(), Fraction(0)) if barred else None
    shown = {"tiers": tiers_shown(odds), **({"facts": facts} if facts else {})}
    return {**shown, "barred": {"says": barred, "chance": fraction(part)}} if part else shown


def certain_shown(game: Game, outcome: Outcome, tiers: Iterable[str]) -> Json:
    """The same where nothing is left to chance."""
    shown, known = {**dict.fromkeys(tiers, "0/1"), outcome.tier: "1/1"}, dict(outcome.facts)
    alone = known if len(shown) == 1 else ()
    facts = {name: {fact_key(known[name]): "1/1"} for name in _watched(game, known) or alone}
    return {"tiers": shown, **({"facts": facts} if facts else {})}


def _watched(game: Game, facts: Container[str]) -> list[str]:
    return [name for name in (game.face.watched if game.face else ()) if name in facts]


def effects_shown(effects: Iterable[Effect], parts: Mapping[str, str] | None = None) -> list[Json]:
    """Changes of tracks; with the character behind each part, where there are some."""
    return [
        {"who": each.who, "track": each.track, "by": each.by}
        | ({"character": parts.get(each.who, "")} if parts is not None else {})
        for each in effects
    ]


def roll_shown(roll: Roll, label: record.Label = record.plainly) -> Json:
    """The steps of a roll and its outcome, or what it asks for."""
    shown = record_shown(roll, label)
    return shown if isinstance(roll.step, Outcome) else {**shown, "asks": asks_shown(roll.step)}


def record_shown(roll: Roll, label: record.Label = record.plainly, due: Callable[[Due], Json] | None = None) -> Json:
    """The steps of a roll so far, and its outcome once there is one; `due` shows what that demands."""
    dice = dice_shown(roll)
    thrown = iter(dice)
    shown: Json = {
        "steps": [_taken_shown(each, next(thrown) if isinstance(each, Cast) else ()) for each in roll.taken],
        "answers": [list(each) if isinstance(each, tuple) else each for each in roll.answers],
    }
    if roll.outcome:
        shown["outcome"] = outcome_shown(roll, roll.outcome, dice, label, due or due_shown)
    return shown


def _taken_shown(taken: Taken, dice: tuple[Die, ...]) -> Json:
    """A throw with its dice as they lie on the table, or what was chosen."""
    if isinstance(taken, Cast):
        throw = taken.throw
        told: list[Json] = []
        for die, added in zip(dice, [added for pool in throw.pools for added in _added_to(pool)], strict=True):
            one: Json = {"die": die_name(die.sides), "face": die.face, "from": die.source, "counted": die.counted}
            if die.kept:
                one["kept"] = True
            if die.by != "roller":
                one["by"] = die.by
            if added:
                one["for"] = added
            told.append(one)
        shown = {"do": "throw", "rule": throw.rule, "says": told_pools(throw).says, "dice": told}
        return {**shown, "costs": effects_shown(throw.costs), "by_hand": taken.by_hand}
    asked = taken.asked
    shown = {"do": "decide", "rule": asked.rule, "name": asked.name, "by": asked.by, "options": list(asked.options)}
    return {**shown, "chose": taken.option}


def outcome_shown(
    roll: Roll,
    outcome: Outcome,
    dice: tuple[tuple[Die, ...], ...],
    label: record.Label,
    due: Callable[[Due], Json],
) -> Json:
    """How a roll ended: tier, facts, every change it made, dues and words."""
    return {
        "tier": outcome.tier,
        "facts": dict(outcome.facts),
        "effects": effects_shown(all_effects(roll)),
        "dues": [*map(due, outcome.dues)],
        "why": outcome.why,
        "means": outcome.means,
        "words": {
            "short": record.short(roll, label),
            "long": list(record.step_by_step(roll, dice, label)),
            "choices": [record.told_choice(each) for each in roll.taken if isinstance(each, Chosen)],
        },
    }


def due_shown(due: Due) -> Json:
    """What is still demanded, and the ways to settle it."""
    ways = [{**way._asdict(), "brings": [list(each) for each in way.brings]} for way in due.ways]
    return {
        "kind": due.kind,
        "by": due.by,
        "says": due.says,
        "amount": due.amount,
        "on": due.on,
        "among": list(due.among),
        "rule": due.rule,
        "answered_by": due.answered_by,
        "answered_first": due.answered_first,
        "is_remainder": due.is_remainder,
        "final": due.final,
        "several": due.several,
        "ways": ways,
    }


def dice_to_throw(step: Throw) -> list[Json]:
    """The dice of a throw, as shown and entered, each with what added it, and whether the lower of several counts."""
    found: list[Json] = []
    for pool in step.pools:
        reads = {"lowest": True} if len(pool.sides) > 1 and pool.statistic.name.startswith("lowest") else {}
        for index, (sides, added) in enumerate(zip(pool.sides, _added_to(pool), strict=True)):
            shown: Json = {"die": die_name(sides), "from": pool.source(index), "by": pool.by, **reads}
            found.append({**shown, "for": added} if added else shown)
    return found


def _added_to(pool: Pool[Any]) -> list[str]:
    """What added each die of a pool to those that it begins with, as long as any of those is left."""
    if len(pool.terms) > 1:
        begins, *more = pool.terms
        labels = ["" for _ in range(begins.count)] + [term.label for term in more for _ in range(term.count)]
        taken = -sum(term.count for term in more if term.count < 0)
        if len(labels) - taken == len(pool.sides) and (not taken or taken < begins.count):
            return labels[taken:]
    return [""] * len(pool.sides)


def asks_shown(step: Throw | Decide) -> Json:
    """What a roll waits for."""
    match step:
        case Throw():
            kept = [{"die": die_name(die.sides), "face": die.face, "from": die.source} for die in step.kept]
            return {
                "ask": "dice",
                "rule": step.rule,
                **told_pools(step)._asdict(),
                "dice": dice_to_throw(step),
                "kept": kept,
                "costs": effects_shown(step.costs),
            }
        case Decide():
            stands = now(step)
            return {
                "ask": "decision",
                "rule": step.rule,
                "name": step.name,
                "by": step.by,
                "now": outcome_head(stands) if stands else None,
                "options": [{"option": option, "price": effects_shown(price(step, option))} for option in step.options],
            }


def advise_shown(advised: Iterable[Any]) -> list[Json]:
    """Advice on each decision (`api.Advised`, which stands above this module): what every option is worth."""
    return [
        {
            "decision": each.asked.name,
            "rule": each.asked.rule,
            "by": each.asked.by,
            "chance": fraction(each.chance),
            "now": outcome_head(each.now) if each.now else None,
            "best": each.best,
            "options": [_option_shown(option) for option in each.options],
        }
        for each in advised
    ]


def _option_shown(option: Any) -> Json:
    return {
        "option": option.name,
        "worth": fraction(option.worth),
        "price": effects_shown(option.price),
        "tiers": tiers_shown(option.odds),
    }


def game_shown(game: Game) -> Json:
    """Everything a door may want to know of a game."""
    return {
        "game": game.id,
        "title": game.title,
        "line": game.line,
        "moves": [move_shown(move) for move in game.moves],
        "rulings": [ruling_shown(each) for each in rulings_of(game.rulings).values()],
        "tracks": [
            {"track": track.name, "says": track.says, "owner": track.owner, "rolls": track.rolls}
            for track in game.sheet.tracks
        ],
        "marks": [{"mark": mark.name, "says": mark.says, "owner": mark.owner} for mark in game.sheet.marks],
        "traits": [
            {"trait": trait.name, "group": trait.group, "accepts": trait.kind.accepts()} for trait in game.sheet.traits
        ],
        "things": [kind_shown(kind) for kind in game.sheet.things],
        "undertakings": [{"kind": each.name, "says": each.says} for each in game.sheet.undertakings],
        "ranks": dict(game.sheet.ranks),
        "made_on": {name: dict(kinds) for name, kinds in game.sheet.made_on.items()},
        "rounds": game.sheet.rounds._asdict() if game.sheet.rounds else None,
        "rules": dict(game.rules),
        "advice": dict(game.advice),
        "labels": {**game.way_labels, **game.labels},
        "credits": game.credits,
    }


def move_shown(move: Move) -> Json:
    """A move: inputs, decisions, tiers and facts."""
    return {
        "move": move.name,
        "says": move.says,
        "inputs": [input_shown(each) for each in inputs_of(move.attempt).values()],
        "decisions": [decision_shown(each) for each in move.decisions],
        "tiers": list(move.tiers),
        "means": dict(move.means),
        "players_only": move.players_only,
        **{name: told for name, told in (("diceless", move.diceless), ("only_answers", move.only_answers)) if told},
        "facts": dict(move.facts),
        "moot": [moot_shown(each, inputs_of(move.attempt)) for each in getattr(move.attempt, "moot", ())],
        **({"either": list(either)} if (either := getattr(move.attempt, "either", ())) else {}),  # one of them is said
    }


def moot_shown(each: Moot, declared: Mapping[str, Input]) -> Json:
    """What has no effect beside some values of an input: what is named `of` them, or else all `but` what is named."""
    values, gone = [declared[each.input].kind.show(value) for value in each.values], each.gone(declared)
    but = [] if each.of else [name for name in declared if name not in gone]
    return {"input": each.input, "values": values, "but": but, "of": list(each.of)}


def input_shown(each: Input) -> Json:
    """An input: what it takes, its default and who sets it."""
    said = {name: getattr(each, name) for name in ("says", "by", "required", "called")}
    shown: Json = {"input": each.name, **said, **each.kind.form()}
    if each.default is not None:
        shown["default"] = each.default.says or each.kind.show(each.default.value)
    if each.relaxed:
        name, value = each.relaxed
        shown["relaxed"] = [name, ("no", "yes")[value] if isinstance(value, bool) else value]
    shown |= {} if each.weighs else {"weighs": False}
    shown |= {"ruled": True} if each.under else {}
    seldom = ("minus", "beside", "late", "reopens", "about", "asks_less", "heads", "own_moves")
    more = {name: getattr(each, name) for name in seldom}
    shown |= {name: list(value) if isinstance(value, tuple) else value for name, value in more.items() if value}
    if each.joins:
        joins, usual = each.joins._asdict(), Joins._field_defaults
        others = [name for name in ("anew", "group", "lends", "allowed", "hardness") if joins[name] != usual[name]]
        shown["joins"] = {name: joins[name] for name in ("says", "told", *others)}
    return shown


def decision_shown(decision: Decision) -> Json:
    """A decision: options, the first does nothing, with which tiers it is not asked, and further policies."""
    told = {name: says for name, (says, _) in decision.policies.items()}
    shown = {"decision": decision.name, "options": dict(decision.options), "policies": decision.named_ways}
    shown |= {"content": list(decision.content)} if decision.content else {}
    return {**shown, "policies_say": {**told, BEST: "Each time what gives the highest tier."}}


def ruling_shown(each: Ruling) -> Json:
    """A ruling: values, default and reason."""
    return {
        "ruling": each.name,
        "rule": each.rule,
        **each.kind.form(),
        "values": list(each.kind.words()) or None,
        "default": each.show(each.default),
        "reason": each.reason,
    }


def scene_shown(asked: SceneQuestion, solved: SceneOdds, state: State, left: int) -> Json:
    """A solved scene: what was asked, how it ends, its tracks and tiers, and advice where something was best."""
    played = solved.played
    shown: Json = {
        "game": played.game.id,
        "scene": asked.scene.name,
        "settings": attempt_shown(played.settings),
        "rulings": rulings_shown(played.rulings),
        "decide": dict(asked.decide),
        "aim": asked.aim.says,
        **solved.to_dict(),
    }
    if solved.plan is not None:
        advised = [_scene_advice_shown(each) for each in solved.plan.advice(state, left)]
        shown["advice"] = {"tracks": played.named(state), "left": left, "decisions": advised}
    return shown


def _scene_advice_shown(advice: SceneAdvice) -> Json:
    return {
        "decision": advice.asked.name,
        "chance": fraction(advice.chance),
        "now": outcome_head(advice.now) if advice.now else None,
        "best": advice.best,
        "options": tiers_shown(advice.options),
    }
