"""For assistants, over the Model Context Protocol: games, odds, advice and rolls; and a seat at a table.

Answers are small, one game or one roll at a time. A decision is the person's: a client that can ask them is made to,
and one that cannot must say what the person chose.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import wraps
from time import process_time
from typing import Annotated, Any, Literal, ParamSpec, TypeVar

import anyio.to_thread
from mcp.server.elicitation import AcceptedElicitation, ElicitationResult
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.resolve import Elicit, Resolve
from pydantic import BaseModel, create_model

from actionroll import __version__
from actionroll.api import Question, advise_of, games, odds_of, question, source_of_chance
from actionroll.api import game as find_game
from actionroll.charts import percent
from actionroll.errors import ActionrollError, Budget, InputError, UnknownName
from actionroll.guest import Guest
from actionroll.reckoning import play
from actionroll.reckoning.record import Roll, long, short
from actionroll.rules.inputs import inputs_of, rulings_of
from actionroll.rules.steps import Decide, Outcome
from actionroll.wire import Json, asks_shown, effects_shown, fact_key, input_shown, roll_shown, ruling_shown

P = ParamSpec("P")
R = TypeVar("R")
Inputs = dict[str, Any]
MOST_ROLLS = 64
"""Rolls that wait for a decision; the oldest is forgotten."""
MOST_ADVICE = 6
MOST_ENTRIES = 20
ABOUT = (
    "Action rolls of narrative tabletop games: exact odds before a roll, advice on decisions, rolls by the rules, and "
    "a seat at a live table. Look at a game with `game` before you use its inputs. Decisions belong to the person."
)


class Assistant:
    """What one client has begun: rolls that wait for a decision, and the table it sits at."""

    def __init__(self) -> None:
        self.waiting: OrderedDict[str, tuple[Question, Roll]] = OrderedDict()
        self.made = 0
        self.guest: Guest | None = None

    def keep(self, asked: Question, roll: Roll) -> str:
        """Remember a roll that waits, under a short name."""
        self.made += 1
        name = f"roll-{self.made}"
        self.waiting[name] = (asked, roll)
        if len(self.waiting) > MOST_ROLLS:
            self.waiting.popitem(last=False)
        return name

    def waits(self, name: str) -> tuple[Question, Roll, Decide]:
        """A roll that waits for a decision, and what it asks."""
        if name not in self.waiting:
            raise UnknownName("roll that waits for a decision called", name, self.waiting)
        asked, roll = self.waiting[name]
        assert isinstance(roll.step, Decide)  # noqa: S101  only such rolls are kept
        return asked, roll, roll.step

    def stand(self, asked: Question, roll: Roll) -> Json:
        """Throw what is to be thrown, up to the next decision or the end, with this machine's own entropy."""
        while not isinstance(roll.step, Decide | Outcome):
            roll = play.cast(roll, play.draw(roll.step, source_of_chance()))
        label = asked.game.label
        if isinstance(roll.step, Decide):
            return {"roll": self.keep(asked, roll), "dice": list(long(roll, label)), "asks": asks_shown(roll.step)}
        told = {"says": short(roll, label), "explained": list(long(roll, label))}
        return {**told, "outcome": roll_shown(roll, label)["outcome"]}

    def seat(self) -> Guest:
        """The seat that was taken."""
        if self.guest is None:
            raise InputError("Nobody sits at a table yet; use `sit` with the link that the gm sent.")
        return self.guest


@asynccontextmanager
async def begun(_server: MCPServer[Assistant]) -> AsyncIterator[Assistant]:
    """A client comes, and what it begins goes with it."""
    yield Assistant()


def assistant_of(ctx: Context[Assistant]) -> Assistant:
    """What the client that calls has begun."""
    return ctx.request_context.lifespan_context


def refused_in_words(tool: Callable[P, R]) -> Callable[P, R]:
    """What is refused reaches the assistant as one sentence."""

    @wraps(tool)
    def told(*words: P.args, **named: P.kwargs) -> R:
        try:
            return tool(*words, **named)
        except ActionrollError as error:
            raise ToolError(str(error)) from None

    return told


# Without dice


def patient(game: str, move: str, inputs: Inputs, **said: Any) -> Question:
    """A question that may take as much time and as many steps as at every other door."""
    return question(game, move, inputs, **said, budget=Budget(clock=process_time))


def list_games() -> list[Json]:
    """The games, one line each."""
    return [{"game": each.id, "title": each.title, "line": each.line} for each in games()]


@refused_in_words
def show_game(game: str, move: str = "action") -> Json:
    """One move of a game, its inputs with who sets each, decisions and tiers; the game's other moves and rulings."""
    played = find_game(game)
    shown = played.move(move)
    return {
        "game": played.id,
        "move": shown.name,
        "says": shown.says,
        "inputs": [input_shown(each) for each in inputs_of(shown.attempt).values()],
        "tiers": list(shown.tiers),
        "decisions": {each.name: dict(each.options) for each in shown.decisions},
        "other_moves": {each.name: each.says for each in played.moves if each is not shown},
        "rulings": [ruling_shown(each) for each in rulings_of(played.rulings).values()],
    }


@refused_in_words
def odds(
    game: str,
    inputs: Inputs,
    move: str = "action",
    rulings: Inputs | None = None,
    decide: dict[str, str] | None = None,
) -> Json:
    """The exact odds of a roll before it is made: every outcome with its chance, and what else the dice may bring."""
    counted = odds_of(patient(game, move, inputs, rulings=rulings, decide=decide))
    facts = {
        name: {fact_key(value): percent(chance) for value, chance in chances.items()}
        for name, chances in counted.facts.items()
    }
    return {"tiers": {tier: f"{percent(chance)} ({chance})" for tier, chance in counted.items()}, "facts": facts}


@refused_in_words
def advise(
    game: str, inputs: Inputs, move: str = "action", aim: str | None = None, rulings: Inputs | None = None
) -> list[Json]:
    """What each option of each decision is worth for an aim: a tier to reach, the best one unless named."""
    found = advise_of(patient(game, move, inputs, rulings=rulings, aim=aim), most=MOST_ADVICE)
    return [
        {
            "decision": each.asked.name,
            "comes_up": percent(each.chance),
            "stands": each.now.tier if each.now else "",
            "best": each.best,
            "options": {
                option.name: {"worth": percent(option.worth), "price": effects_shown(option.price)}
                for option in each.options
            },
        }
        for each in found
    ]


# With dice, without a table


@refused_in_words
def roll(
    game: str, inputs: Inputs, ctx: Context[Assistant], move: str = "action", rulings: Inputs | None = None
) -> Json:
    """Make a roll by the rules. It stops at a decision, which `decide` answers with the person's choice."""
    asked = patient(game, move, inputs, rulings=rulings)
    return assistant_of(ctx).stand(asked, play.begin(asked.start))


class ChosenOption(BaseModel):
    """One of a decision's options."""

    option: str


async def chosen(roll: str, ctx: Context[Assistant], option: str = "") -> Elicit[ChosenOption] | ChosenOption:
    """The person's choice: asked for where the client can ask, else as the assistant says it."""
    _, _, step = refused_in_words(assistant_of(ctx).waits)(roll)
    if ctx.client_capabilities is not None and ctx.client_capabilities.elicitation is not None:
        one_of: Any = Literal[step.options]
        return Elicit(
            f"{step.name}: {', '.join(step.options)}?",
            create_model("Choice", __base__=ChosenOption, option=(one_of, ...)),
        )
    if option not in step.options:
        raise ToolError(f"Ask the person, then call decide again with option, one of: {', '.join(step.options)}.")
    return ChosenOption(option=option)


@refused_in_words
def decide(
    roll: str,
    choice: Annotated[ElicitationResult[ChosenOption], Resolve(chosen)],
    ctx: Context[Assistant],
    option: str = "",
) -> Json:
    """Answer the decision that a roll waits for. The person is asked; `option` counts only where that cannot be."""
    assistant = assistant_of(ctx)
    asked, waiting, _ = assistant.waits(roll)
    if not isinstance(choice, AcceptedElicitation):
        raise InputError(f"The person has not decided; {roll} still waits.")
    then = play.choose(waiting, choice.data.option)
    del assistant.waiting[roll]
    return assistant.stand(asked, then)


# At a table, with that seat's rights and nothing more


async def apart(work: Callable[[], R]) -> R:
    """The network is waited for in a thread; a refusal is a sentence."""
    return await anyio.to_thread.run_sync(refused_in_words(work))


async def sit(link: str, nickname: str, ctx: Context[Assistant]) -> Json:
    """Sit down at a table with the link that the gm sent; the seat is kept until this program ends."""
    assistant = assistant_of(ctx)
    assistant.guest = guest = await apart(lambda: Guest.sit(link, nickname))
    return table_told(await apart(guest.view))


async def table(ctx: Context[Assistant]) -> Json:
    """What stands at the table, as this seat sees it: seats, characters, clocks and the rolls under way."""
    return table_told(await apart(lambda: assistant_of(ctx).seat().view()))


async def log(ctx: Context[Assistant], before: int | None = None, limit: int = 10) -> Json:
    """The last entries of the table's log, or those before a number."""
    return await apart(lambda: assistant_of(ctx).seat().log(before, max(1, min(limit, MOST_ENTRIES))))


async def act(operation: str, body: Inputs, ctx: Context[Assistant]) -> Json:
    """Do something at the table: declare, set, offer, throw, decide, settle, note … as its HTTP API names them."""
    done = await apart(lambda: assistant_of(ctx).seat().act(operation, body))
    return {"entries": done.get("entries", []), "rolls": [roll_told(each) for each in done.get("rolls", [])]}


def table_told(view: Json) -> Json:
    """A table in few words: who sits there, who is played, and which rolls are under way."""
    kept = ("table", "name", "game", "number", "you", "seats", "characters", "clocks")
    under_way = [each for each in view.get("rolls", ()) if each.get("status") in ("open", "waiting")]
    return {
        **{name: view[name] for name in kept if name in view},
        "rolls": [roll_told(each) for each in under_way],
    }


def roll_told(roll: Json) -> Json:
    """A roll without its near alternatives and its forms."""
    kept = "roll character move trait status needs says costs odds asks outcome open_dues"
    return {name: roll[name] for name in kept.split() if roll.get(name) not in (None, [], {})}


TOOLS: dict[str, Callable[..., Any] | Callable[..., Awaitable[Any]]] = {
    "games": list_games,
    "game": show_game,
    "odds": odds,
    "advise": advise,
    "roll": roll,
    "decide": decide,
    "sit": sit,
    "table": table,
    "log": log,
    "act": act,
}


def server() -> MCPServer[Assistant]:
    """A server for one client, over standard input and output unless it is run otherwise."""
    made = MCPServer("actionroll", instructions=ABOUT, version=__version__, log_level="WARNING", lifespan=begun)
    for name, tool in TOOLS.items():
        made.tool(name)(tool)
    return made
