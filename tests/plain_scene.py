"""Scenes solved plainly, roll by roll with the whole state in every attempt, to hold the graphs against."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from actionroll.api import odds_of, question
from actionroll.rules.futures import fallings
from actionroll.rules.steps import Decide, Effect, Outcome, Step, Throw, after
from actionroll.scenes import SceneQuestion
from actionroll.scenes.played import When


def whole_attempts(asked: SceneQuestion, now: Mapping[str, int]) -> Mapping[str, Mapping[str, Any]]:
    """The inputs with every track told as it is, whatever the scene tells or leaves away."""
    played = asked.played
    told = {name: now[name] for name in TOLD[asked.scene.game]}
    if asked.scene.game == "wherever-we-go":
        told["wp_max"] = played.settings.wp_max
    found = asked.scene.attempts(played.settings, now, played.rulings)
    return {way: {**raw, **told} for way, raw in found.items()}


TOLD: dict[str, tuple[str, ...]] = {
    "wherever-we-go": ("stress", "wp"),
    "starforged": ("momentum", "progress"),
    "illuminated-worlds": ("drive", "resistances"),
    "in-the-dark": ("stress",),
    "true-world": ("grit",),
}


def plain_ends(asked: SceneQuestion) -> dict[tuple[str, tuple[int, ...]], Fraction]:
    """How a scene ends, roll by roll, each asked for its odds by itself."""
    ends: dict[tuple[str, tuple[int, ...]], Fraction] = {}
    rolls: dict[tuple[int, ...], dict[tuple[int, ...], Fraction]] = {}

    def go_on(state: tuple[int, ...], left: int, chance: Fraction) -> None:
        ending = asked.played.ending(state)
        if ending or not left:
            close(state, ending or "out of rolls", chance)
            return
        if state not in rolls:
            rolls[state] = next_roll(asked, state)
        for following, share in rolls[state].items():
            go_on(following, left - 1, chance * share)

    def close(state: tuple[int, ...], ending: str, chance: Fraction) -> None:
        shares = [("", Fraction(1))]
        if asked.scene.last is not None:
            move, raw = asked.scene.last(asked.played.settings, asked.played.named(state))
            shares = [(f", {tier}", share) for tier, share in odds_of(question(asked.scene.game, move, raw)).items()]
        for more, share in shares:
            if share:
                key = (ending + more, state)
                ends[key] = ends.get(key, Fraction(0)) + chance * share

    go_on(asked.played.start, asked.played.rolls, Fraction(1))
    return ends


def next_roll(asked: SceneQuestion, state: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
    now = asked.played.named(state)
    attempts = whole_attempts(asked, now)
    taken = {name: how for name, how in asked.decide.items() if holds(asked, name, now)}
    decide = {name: how.partition(" if ")[0] for name, how in taken.items()}
    way = decide.pop(asked.scene.choice, "") if asked.scene.ways else ""
    raw = attempts.get(way, next(iter(attempts.values())))
    rolled = odds_of(question(asked.scene.game, asked.scene.move, raw, rulings=asked.scene.rulings, decide=decide))
    found: dict[tuple[int, ...], Fraction] = {}
    for outcome, share in rolled.joint.items():
        following = moved(asked, state, outcome)
        found[following] = found.get(following, Fraction(0)) + share
    return found


def holds(asked: SceneQuestion, name: str, now: Mapping[str, int]) -> bool:
    policy = asked.played.policies[name]
    return policy.holds(now) if isinstance(policy, When) else True


def moved(asked: SceneQuestion, state: tuple[int, ...], outcome: Outcome) -> tuple[int, ...]:
    now = asked.played.named(state)
    for effect in outcome.effects:
        if effect.who == "roller" and effect.track in now:
            now[effect.track] += effect.by
    assert asked.scene.goes_on is not None
    for name, by in asked.scene.goes_on(asked.played.settings, outcome).items():
        now[name] += by
    return tuple(max(track.low, min(track.high, now[track.name])) for track in asked.played.tracks)


class PlainBest:
    """The best that can be done, step by step, with everything known: the tracks, the rolls left and what was paid."""

    def __init__(self, asked: SceneQuestion) -> None:
        self.asked, self.played = asked, asked.played
        self.known: dict[Any, Fraction] = {}

    def worth(self) -> Fraction:
        return self.of_state(self.played.start, self.played.rolls)

    def of_state(self, state: tuple[int, ...], left: int) -> Fraction:
        if (state, left) not in self.known:
            over = self.played.ending(state) or not left
            known = self.of_end(state) if over else self.of_step(self.played.first_step(state), (), state, left)
            self.known[state, left] = known
        return self.known[state, left]

    def of_end(self, state: tuple[int, ...]) -> Fraction:
        aim, named, ending = self.asked.aim, self.played.named(state), self.played.ending(state) or "out of rolls"
        step = self.played.closing_step(state)
        if step is None:
            return aim.of_end(ending, named)
        assert isinstance(step, Throw)
        steps, total = fallings(step)
        ends = [(each, ways) for each, ways in steps if isinstance(each, Outcome)]
        worths = [aim.of_end(f"{ending}, {each.tier}", named) * ways for each, ways in ends]
        return sum(worths, Fraction(0)) / total

    def of_step(self, step: Step, spent: tuple[Effect, ...], state: tuple[int, ...], left: int) -> Fraction:
        key = (step, spent, state, left)
        if key not in self.known:
            self.known[key] = self.of_new_step(step, spent, state, left)
        return self.known[key]

    def of_new_step(self, step: Step, spent: tuple[Effect, ...], state: tuple[int, ...], left: int) -> Fraction:
        match step:
            case Outcome():
                paid = Outcome(step.rule, step.tier, step.facts, spent + step.effects)
                return self.asked.aim.of_roll(step.tier) + self.of_state(moved(self.asked, state, paid), left - 1)
            case Throw():
                steps, total = fallings(step)
                worths = [self.of_step(each, spent + step.costs, state, left) * ways for each, ways in steps]
                return sum(worths, Fraction(0)) / total
            case Decide():
                fixed = self.played.policies.get(step.name)
                if fixed is not None and not isinstance(fixed, When):
                    return self.of_step(after(step, fixed(step)), spent, state, left)
                return max(self.of_step(after(step, option), spent, state, left) for option in step.options)
