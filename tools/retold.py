"""Write tests/golden/rolls: what came of many rolls, sheets and scenes of each game, in whole words (`make docs`).

Each record begins with what was asked, in one line of JSON, and then tells everything that anyone at a table would see
of it: dice and what counted, every sentence, what it changes, what it leaves open and what each answer to that does. A
test holds that they are told today as they were. The questions were drawn at random, and those kept that tell apart
the rules from rules broken on purpose (`tools.mutation`). Another is added by writing its line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from actionroll import api
from actionroll.errors import ActionrollError
from actionroll.games import BUILT_IN, game
from actionroll.reckoning.record import Cast, Chosen, Roll, dice_shown, long
from actionroll.rules.game import Game
from actionroll.rules.inputs import make_rulings
from actionroll.rules.sheet import Joining, changed, fill, values_of
from actionroll.rules.steps import Due, Effect, Outcome, Way

FOLDER = Path(__file__).parent.parent / "tests" / "golden" / "rolls"
Asked = Mapping[str, Any]


def records(name: str) -> list[str]:
    """All that was written down of a game."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8").strip().split("\n\n")


def retold(name: str, written: Iterable[str]) -> list[str]:
    """The same as it comes today; how a due is settled is told where it is due for the first time."""
    settled: set[Due] = set()
    return [_record(game(name), json.loads(record.split("\n", maxsplit=1)[0]), settled) for record in written]


def _record(found: Game, asked: Asked, settled: set[Due]) -> str:
    """What was asked, and all that comes of it; a refusal is told too."""
    tells = {"odds": _odds, "sheet": _sheet, "undertaking": _undertaking, "scene": _scene}
    lines = [json.dumps(asked, ensure_ascii=False)]
    try:
        lines += _roll(found, asked, settled) if "move" in asked else tells[next(iter(asked))](found, asked)
    except ActionrollError as refused:
        lines.append(f"refused: {refused}")
    return "\n".join(lines)


def _roll(found: Game, asked: Asked, settled: set[Due]) -> Iterator[str]:
    """{"move", "attempt", "rulings", "answers"}"""
    question = api.question(found, asked["move"], asked["attempt"], rulings=asked.get("rulings"))
    done = api.roll_of(question, answers=asked["answers"]).roll
    yield f"may end in {', '.join(question.tiers)}"
    for each in done.taken:
        if isinstance(each, Chosen):
            yield f"{each.asked.name}: {' or '.join(each.asked.options)}"
    yield from long(done, found.label)
    if isinstance(done.step, Outcome):
        yield f"facts: {_told(dict(done.step.facts))}; counted: {_counted(done)}; changes: {_changes(done)}"
        for due in done.step.dues:
            yield from _due(found, due, settled)


def _odds(found: Game, asked: Asked) -> Iterator[str]:
    """{"odds", "attempt", "rulings", "decide"}: the chances where decisions are answered so."""
    more = {name: asked[name] for name in ("rulings", "decide") if name in asked}
    counted = api.odds_of(api.question(found, asked["odds"], asked["attempt"], **more))
    yield _told(counted)
    yield from (f"{name}: {_told(values)}" for name, values in counted.facts.items())


def _counted(done: Roll) -> str:
    thrown = [[die.face for die in dice if die.counted] for dice in dice_shown(done)]
    return " then ".join(" ".join(map(str, faces)) or "none" for faces in thrown) or "no dice"


def _changes(done: Roll) -> str:
    costs = [cost for taken in done.taken if isinstance(taken, Cast) for cost in taken.throw.costs]
    made = [*costs, *(done.outcome.effects if done.outcome else ())]
    return ", ".join(f"{each.who} {each.track} {each.by:+d}{each.why and f' ({each.why})'}" for each in made) or "none"


def _due(found: Game, due: Due, settled: set[Due]) -> Iterator[str]:
    """Who settles it and how; and what each way changes, named alone and for all of it."""
    told = {name: value for name, value in due._asdict().items() if value and name not in ("kind", "says", "ways")}
    yield f"{due.kind}: {_told(told)}; {', '.join(way.name for way in due.ways)}"
    alike = due._replace(says="", by="", on="roller", among=())
    if alike not in settled:
        yield from (f"- {_way(way)}: {_settled(found, due, way)}" for way in due.ways)
    settled.add(alike)


def _way(way: Way) -> str:
    usual = way._field_defaults
    told = {name: value for name, value in way._asdict().items() if name in usual and value != usual[name]}
    return f"{way.name}, {way.says} ({_told(told)})" if told else f"{way.name}, {way.says}"


def _settled(found: Game, due: Due, way: Way) -> str:
    answer = [{"way": way.name, "amount": due.amount or 1, "words": "so it is"}]
    try:
        return _effects(found.settle(due, answer))
    except ActionrollError as refused:
        return str(refused)


def _effects(effects: tuple[Effect, ...]) -> str:
    return ", ".join(f"{each.who} {each.track} {each.by:+d}" for each in effects) or "nothing"


def _sheet(found: Game, asked: Asked) -> Iterator[str]:
    """{"sheet", "trait", "said", "effects"}: what each move reads from it, what is lent, and how it changes."""
    form, trait, said = found.sheet, asked.get("trait", ""), asked.get("said", {})
    values = values_of(form, asked["sheet"])
    for move in dict.fromkeys([*form.fill, *form.fill_for]):
        yield f"{move}: {_read(lambda move=move: fill(form, move, values, trait, said))}"
    joining = Joining(trait, said, make_rulings(found.rulings, {}))
    for move, lend in form.lend.items():
        yield f"lends {move}: {_read(lambda lend=lend: lend(values, joining))}"
    for move, share in form.share.items():
        yield f"shares {move}: {_read(lambda share=share: share(values, trait))}"
    for track, by in asked.get("effects", ()):
        after = changed(form, values, Effect("roller", track, by), trait)
        yield f"{track} {by:+d}: {_told({name: now for name, now in after.items() if now != values.get(name)})}"


def _read(reading: Any) -> str:
    try:
        return _told(reading())
    except KeyError:
        return "nothing of that name"
    except ActionrollError as refused:
        return str(refused)


def _undertaking(found: Game, asked: Asked) -> Iterator[str]:
    """{"undertaking"}: what each move on it reads."""
    yield from (f"{move}: {_told(reads(asked['undertaking']))}" for move, reads in found.sheet.fill_on.items())


def _scene(found: Game, asked: Asked) -> Iterator[str]:
    """{"scene", "settings", "rulings", "decide", "aim"}: how it ends, with which chances."""
    more = {name: asked[name] for name in ("rulings", "decide", "aim") if name in asked}
    solved = api.scene(found.id, asked["scene"], **more, **asked["settings"])
    yield f"endings: {_told(solved.endings)}; rolls: {_told(solved.tiers)}; worth {solved.worth}"
    for track in solved.played.tracks:
        yield f"{track.name}, from {track.start} within {track.low} to {track.high}: {_told(solved.track(track.name))}"


def _told(named: Mapping[Any, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in named.items()) or "nothing"


def main() -> None:
    for name in BUILT_IN:
        (FOLDER / f"{name}.txt").write_text("\n\n".join(retold(name, records(name))) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
