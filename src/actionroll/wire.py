"""The JSON shapes that all doors share: odds, rolls, advice and games as plain dictionaries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from actionroll.dice import Pool, Term
from actionroll.reckoning import Odds, fact_key, fraction, outcome_head
from actionroll.reckoning.explanation import short, step_by_step, told_pools
from actionroll.rules.game import Decision, Game, Move
from actionroll.rules.inputs import Input, Ruling, inputs_of, rulings_of
from actionroll.rules.kinds import die_name
from actionroll.rules.record import Cast, Chosen, Die, Roll, all_effects, dice_shown
from actionroll.rules.steps import Decide, Due, Effect, Outcome, Throw, now, price
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
    shown = {}
    for name, each in inputs_of(type(attempt)).items():
        value = getattr(attempt, name)
        if value or not each.kind.is_text:
            shown[name] = each.kind.show(value)
    return shown


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


def counted_shown(game: Game, odds: Odds) -> Json:
    """The chance of each tier, and of the facts that the game's face watches; of all where there is one tier only."""
    watched = [name for name in (game.face.watched if game.face else ()) if name in odds.facts]
    alone = [name for name, values in odds.facts.items() if len(odds) == 1 and len(values) <= MOST_VALUES]
    facts = {
        name: {fact_key(value): fraction(chance) for value, chance in odds.facts[name].items()}
        for name in watched or alone
    }
    return {"tiers": tiers_shown(odds), **({"facts": facts} if facts else {})}


def effects_shown(effects: Iterable[Effect]) -> list[Json]:
    """Changes of tracks."""
    return [{"who": effect.who, "track": effect.track, "by": effect.by} for effect in effects]


def roll_shown(roll: Roll) -> Json:
    """The steps of a roll and its outcome, or what it asks for."""
    dice = dice_shown(roll)
    thrown = iter(dice)
    shown: Json = {
        "steps": [
            _cast_shown(each, next(thrown)) if isinstance(each, Cast) else _chosen_shown(each) for each in roll.taken
        ],
        "answers": [list(each) if isinstance(each, tuple) else each for each in roll.answers],
    }
    if isinstance(roll.step, Outcome):
        return {**shown, "outcome": outcome_shown(roll, roll.step, dice)}
    return {**shown, "asks": asks_shown(roll.step)}


def _cast_shown(cast: Cast, dice: tuple[Die, ...]) -> Json:
    return {
        "do": "throw",
        "rule": cast.throw.rule,
        "says": told_pools(cast.throw),
        "dice": _lying(cast, dice),
        "costs": effects_shown(cast.throw.costs),
        "by_hand": cast.by_hand,
    }


def _lying(cast: Cast, dice: tuple[Die, ...]) -> list[Json]:
    """The dice as they lie, each with what added it to the throw, as before they fell."""
    why = iter([each for pool in cast.throw.pools for each in added_by(pool)])
    named = [(die_shown(die), "" if die.kept else next(why, "")) for die in dice]
    return [{**shown, "for": added} if added else shown for shown, added in named]


def die_shown(die: Die) -> Json:
    """One die as it lies on the table."""
    shown: Json = {"die": die_name(die.sides), "face": die.face, "from": die.source, "counted": die.counted}
    if die.kept:
        shown["kept"] = True
    if die.by != "roller":
        shown["by"] = die.by
    return shown


def _chosen_shown(chosen: Chosen) -> Json:
    asked = chosen.asked
    return {
        "do": "decide",
        "rule": asked.rule,
        "name": asked.name,
        "by": asked.by,
        "options": list(asked.options),
        "chose": chosen.option,
    }


def outcome_shown(roll: Roll, outcome: Outcome, dice: tuple[tuple[Die, ...], ...]) -> Json:
    """How a roll ended: tier, facts, every change it made, dues and words."""
    line = short(roll)
    return {
        "tier": outcome.tier,
        "facts": dict(outcome.facts),
        "effects": effects_shown(all_effects(roll)),
        "dues": [due_shown(due) for due in outcome.dues],
        "means": outcome.means,
        "words": {"short": line, "long": list(step_by_step(roll, dice, line))},
    }


def standing_shown(settled: Outcome) -> dict[str, Any]:
    """How a roll stands if nothing more is done: why, and what it would still bring."""
    brings = [{"kind": due.kind, "amount": due.amount} for due in settled.dues]
    return {**outcome_head(settled), "why": settled.why, "brings": brings}


def due_shown(due: Due) -> Json:
    """What is still demanded, and the ways to settle it."""
    ways = [
        {
            "name": way.name,
            "says": way.says,
            "track": way.track,
            "each": way.each,
            "most": way.most,
            "anyone": way.anyone,
            "per": way.per,
            "brings": [list(each) for each in way.brings],
            "alone": way.alone,
            "bears": way.bears,
        }
        for way in due.ways
    ]
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
        "final": due.final,
        "several": due.several,
        "ways": ways,
    }


def dice_to_throw(step: Throw) -> list[Json]:
    """The dice of a throw, in the order in which they are shown and entered."""
    return [
        {"die": die_name(sides), "from": pool.source(index), "by": pool.by, **({"for": why} if why else {})}
        for pool in step.pools
        for index, (sides, why) in enumerate(zip(pool.sides, added_by(pool), strict=True))
    ]


def added_by(pool: Pool[object]) -> tuple[str, ...]:
    """What added each die of a pool to those that it begins with; nothing where more was taken than added."""
    begins, *more = pool.terms or (Term("", len(pool.sides), ""),)
    labels = ["" for _ in range(begins.count)] + [term.label for term in more for _ in range(term.count)]
    taken = -sum(term.count for term in more if term.count < 0)
    left = labels[taken:]
    return tuple(left) if len(left) == len(pool.sides) else ("",) * len(pool.sides)


def asks_shown(step: Throw | Decide) -> Json:
    """What a roll waits for."""
    match step:
        case Throw():
            kept = [{"die": die_name(die.sides), "face": die.face, "from": die.source} for die in step.kept]
            return {
                "ask": "dice",
                "rule": step.rule,
                "says": told_pools(step),
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
        "rounds": game.sheet.rounds._asdict() if game.sheet.rounds else None,
        "rules": dict(game.rules),
        "advice": dict(game.advice),
        "labels": dict(game.labels),
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
        "facts": dict(move.facts),
        "moot": [
            {"input": each.input, "values": list(each.values), "but": list(each.but)}
            for each in getattr(move.attempt, "moot", ())
        ],
    }


def input_shown(each: Input) -> Json:
    """An input: what it takes, its default and who sets it."""
    shown: Json = {
        "input": each.name,
        "says": each.says,
        "by": each.by,
        "required": each.required,
        "called": each.called,
        "late": each.late,
        **each.kind.form(),
    }
    if each.default is not None:
        shown["default"] = each.default.says or each.kind.show(each.default.value)
    if each.relaxed:
        shown["relaxed"] = list(each.relaxed)
    if each.reopens:
        shown["reopens"] = list(each.reopens)
    if each.joins:
        shown["joins"] = {"says": each.joins.says, "told": each.joins.told}
    return shown


def decision_shown(decision: Decision) -> Json:
    """A decision: options, the first does nothing, and further policies."""
    return {"decision": decision.name, "options": dict(decision.options), "policies": decision.named_ways}


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
