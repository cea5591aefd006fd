"""What a decision may still cost: others may have spent of a track since the dice fell that an option counts on."""

from __future__ import annotations

from actionroll.errors import ActionrollError, CannotPay
from actionroll.rules.steps import Decide, Effect, Outcome, after, price
from actionroll.table.building import parts_of, replayed_with
from actionroll.table.changing import aimed_at
from actionroll.table.rolls import TableRoll
from actionroll.table.state import Past, Table


def still_offered(table: Table, roll: TableRoll, step: Decide) -> tuple[str, ...]:
    """The options of a decision that would be there too if the sheets had stood at the throw as they stand now."""
    return tuple(option for option in step.options if not _spent(table, roll, step, option))


def refuse_spent(table: Table, roll: TableRoll, step: Decide, option: str) -> None:
    """An option whose price is not there any more."""
    if option in step.options and _spent(table, roll, step, option):
        payers = [parts_of(table, roll).get(effect.who, "") for effect in price(step, option)]
        named = [table.characters[payer].name for payer in payers if payer in table.characters]
        accepted = ", ".join(still_offered(table, roll, step))
        whose = f" {named[0]}" if named else ""
        raise CannotPay(f"What {option} costs{whose} was spent since these dice fell; accepted: {accepted}.")


def _spent(table: Table, roll: TableRoll, step: Decide, option: str) -> bool:
    """What is paid with a throw is refused there; here is what an outcome takes, which would only be kept in bounds."""
    if option == step.options[0] or not isinstance(after(step, option), Outcome):
        return False
    costs = [effect for effect in price(step, option) if effect.by < 0 and effect.track in roll.attempt]
    lost = {effect.track: _taken_since(table, roll, effect) for effect in costs}
    if all(points <= 0 for points in lost.values()):
        return False
    left = {track: roll.attempt[track] - max(0, points) for track, points in lost.items()}
    try:
        standing = replayed_with(table, roll, {**roll.attempt, **left})
    except ActionrollError:
        return True
    return not (isinstance(standing.step, Decide) and option in standing.step.options)


def _taken_since(table: Table, roll: TableRoll, effect: Effect) -> int:
    """By how much a track sank since the dice of a roll fell, through anything but the roll itself."""
    places = aimed_at(table, (effect,), parts_of(table, roll), roll.trait)
    changes = [change for past in _others_since(table, roll) for change in past.changes]
    return sum(change.before - change.after for change in changes if (change.where, change.name) in places)


def _others_since(table: Table, roll: TableRoll) -> list[Past]:
    since: list[Past] = []
    for past in reversed(table.past.values()):
        if past.number < roll.id:
            break
        since.append(past)
    thrown = min((past.number for past in since if past.roll == roll.id), default=0)
    return [past for past in since if past.number > thrown and past.roll != roll.id]
