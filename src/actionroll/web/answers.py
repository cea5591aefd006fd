"""Answers to questions: counted in processes of their own, shared by all who ask the same, kept while there is room.

Whoever rolls never waits for a count: it has other processes, and these give way. One asker is one asker: so many
questions underway, few waiting, and seats at tables before strangers. Run as a program, this is such a process: it
answers one by one, each within the same patience.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from struct import Struct
from typing import Any, BinaryIO, NamedTuple, cast

import msgspec

from actionroll.errors import PATIENCE, TOO_LONG, ActionrollError, InputError, RollError
from actionroll.games import bring
from actionroll.shelf import games_in
from actionroll.web.bodies import Crowded, encoded
from actionroll.web.questions import ANSWERS, at_once

MOST_BYTES_KEPT = 16_000_000
MOST_WAITING = 64
LONGEST_WAIT_SECONDS = 20.0
"""For a process that may be interrupted by nothing but its end."""
WORKERS = (True, False)
"""One process for tables alone, one for everyone, tables first."""
LONGEST_SECONDS = PATIENCE.seconds + 0.5
"""After so much processor time an answer ends, wherever it is: also in rules that look at no clock."""
LENGTH = Struct(">I")
CORES, FOLDER = "ACTIONROLL_CORES", "ACTIONROLL_GAMES"
"""Where a process that answers finds the cores that it may use, and the folder of game files that is served."""
ANSWERED, REFUSED, STANDS_OTHERWISE, BROKEN = b"+", b"-", b"~", b"!"
"""How a process's answer begins: with one, with a sentence, with one about a roll, or with a defect."""
_encode = msgspec.json.Encoder(order="deterministic").encode


class Asker(NamedTuple):
    """Who asks: a seat at a table, or a stranger's address; and how many of its questions may be underway at once."""

    name: str
    seated: bool

    @property
    def most(self) -> int:
        """How many at once."""
        return 1 if self.seated else 2

    @property
    def most_waiting(self) -> int:
        """How many may wait; behind an address there may be a whole room."""
        return 8 if self.seated else 24


@dataclass(eq=False, slots=True)
class _Question:
    asked: bytes
    asker: Asker
    answer: asyncio.Future[bytes]
    listeners: int = 0
    worker: _Worker | None = None


class Answers:
    """The answers of one server."""

    def __init__(self) -> None:
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._bytes_kept = 0
        self._asked: dict[bytes, _Question] = {}
        self._waiting: list[_Question] = []
        self._workers = [_Worker(for_tables) for for_tables in WORKERS]
        self._underway: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        """How many questions wait for their turn."""
        return len(self._waiting)

    @property
    def underway(self) -> int:
        """How many are being counted."""
        return sum(worker.busy for worker in self._workers)

    def at_once(self, what: str, body: Any) -> bytes | None:
        """The answer to a question that was asked before, or that takes no longer than a moment."""
        asked = _encode((what, body))
        found = self._kept.get(asked)
        if found is not None:
            self._kept.move_to_end(asked)
            return found
        if asked not in self._asked and (found := at_once(what, body)):
            self._keep(asked, found)
        return found

    async def counted(self, asker: Asker, what: str, body: Any) -> bytes:
        """The answer of another process; who asks meanwhile waits for the same, and when nobody waits it is dropped."""
        asked = _encode((what, body))
        question = self._asked.get(asked) or self._queued(asked, asker)
        question.listeners += 1
        try:
            return await asyncio.shield(question.answer)
        finally:
            question.listeners -= 1
            if not question.listeners and not question.answer.done():
                self._drop(question)

    async def close(self) -> None:
        """End the processes, and what waits for them."""
        for question in list(self._asked.values()):
            self._drop(question)
        for worker in self._workers:
            await worker.end()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _queued(self, asked: bytes, asker: Asker) -> _Question:
        own = sum(each.asker == asker for each in self._waiting)
        if len(self._waiting) >= MOST_WAITING or own >= asker.most_waiting:
            raise Crowded
        question = self._asked[asked] = _Question(asked, asker, asyncio.get_running_loop().create_future())
        self._waiting.append(question)
        self._begin()
        return question

    def _begin(self) -> None:
        """Give every process that is free the question that is next."""
        for worker in self._workers:
            question = None if worker.busy else self._next(worker.for_tables)
            if question:
                self._waiting.remove(question)
                self._underway[question.asker.name] += 1
                question.worker, worker.busy = worker, True
                task = asyncio.ensure_future(self._answer(worker, question))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    def _next(self, for_tables: bool) -> _Question | None:
        free = [each for each in self._waiting if self._underway[each.asker.name] < each.asker.most]
        seated = next((each for each in free if each.asker.seated), None)
        return seated or (free[0] if free and not for_tables else None)

    async def _answer(self, worker: _Worker, question: _Question) -> None:
        try:
            if not question.answer.done():
                await worker.start()
            if not question.answer.done():  # it may be dropped meanwhile
                self._end(question, _judged(await worker.answer(question.asked)))
        except Crowded as error:
            self._end(question, error)
        finally:
            worker.busy = False
            self._underway -= Counter([question.asker.name])
        self._begin()

    def _end(self, question: _Question, answer: bytes | Exception) -> None:
        self._asked.pop(question.asked, None)
        if question.answer.done():
            return
        if isinstance(answer, bytes):
            self._keep(question.asked, answer)
            question.answer.set_result(answer)
        else:
            question.answer.set_exception(answer)

    def _drop(self, question: _Question) -> None:
        """Stop counting a question that nobody waits for any more."""
        self._asked.pop(question.asked, None)
        question.answer.cancel()
        if question.worker:
            question.worker.interrupt()
        elif question in self._waiting:
            self._waiting.remove(question)

    def _keep(self, asked: bytes, answer: bytes) -> None:
        self._kept[asked] = answer
        self._bytes_kept += len(asked) + len(answer)
        while self._bytes_kept > MOST_BYTES_KEPT:
            oldest, gone = self._kept.popitem(last=False)
            self._bytes_kept -= len(oldest) + len(gone)


def _judged(told: bytes) -> bytes | Exception:
    """An answer as it is given, or as the error it stands for."""
    kind, rest = told[:1], told[1:]
    if kind == ANSWERED:
        return rest
    if kind in (REFUSED, STANDS_OTHERWISE):
        error: type[ActionrollError] = RollError if kind == STANDS_OTHERWISE else InputError
        return error(rest.decode())
    return RuntimeError(rest.decode())


@dataclass(eq=False, slots=True)
class _Worker:
    """A process that answers one question after the other; started when it is first needed."""

    for_tables: bool
    busy: bool = False
    _process: asyncio.subprocess.Process | None = field(default=None)
    _changing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while the process starts or ends: one that starts is there before it is ended."""

    async def answer(self, asked: bytes) -> bytes:
        """What the process says, or Crowded if there is none, or it is lost on the way."""
        if (process := self._process) is None:
            raise Crowded
        try:
            asks, tells = cast(asyncio.StreamWriter, process.stdin), cast(asyncio.StreamReader, process.stdout)
            asks.write(LENGTH.pack(len(asked)) + asked)
            async with asyncio.timeout(LONGEST_WAIT_SECONDS):
                length = await tells.readexactly(LENGTH.size)
                return await tells.readexactly(LENGTH.unpack(length)[0])
        except (OSError, EOFError, TimeoutError):
            await self.end()
            raise Crowded from None

    async def start(self) -> None:
        """See to it that there is a process, where one can be started."""
        async with self._changing:
            if self._process is None:
                with suppress(OSError):
                    self._process = await asyncio.create_subprocess_exec(
                        *(sys.executable, "-m", "actionroll.web.answers"),
                        stdin=asyncio.subprocess.PIPE,
                        stdout=asyncio.subprocess.PIPE,
                        start_new_session=True,
                    )

    def interrupt(self) -> None:
        """End the question that it works on."""
        if self._process and self._process.returncode is None:
            self._process.send_signal(getattr(signal, "SIGUSR1", signal.SIGTERM))  # on Windows the process goes, too

    async def end(self) -> None:
        """End the process; the next question starts another."""
        async with self._changing:
            process, self._process = self._process, None
            if process:
                if process.returncode is None:
                    process.kill()
                await process.wait()


# The process that answers


def answer(asked: bytes) -> bytes:
    """The answer to a question's kind and body, or the sentence of an error; with what it is before it."""
    try:
        what, body = msgspec.json.decode(asked)
        kind, answered = ANSWERS[what]
        with brief():
            return ANSWERED + encoded(answered(msgspec.convert(body, kind)))
    except RollError as error:
        return STANDS_OTHERWISE + str(error).encode()
    except ActionrollError as error:
        return REFUSED + str(error).encode()
    except (_TooLong, MemoryError, RecursionError):
        return REFUSED + TOO_LONG.encode()
    except Exception as error:  # noqa: BLE001  the server tells it as our defect, and the process goes on
        return BROKEN + repr(error).encode()


class _TooLong(BaseException):
    """Raised wherever counting happens to be; no error of ours, so that nothing on the way takes it for a refusal."""


@contextmanager
def brief() -> Iterator[None]:
    """End what takes too long, or what nobody waits for any more, by a signal; Windows has none, only the budget."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    going_on = True

    def end(*_: object) -> None:
        if going_on:
            raise _TooLong

    signal.signal(signal.SIGPROF, end)
    signal.signal(signal.SIGUSR1, end)
    signal.setitimer(signal.ITIMER_PROF, LONGEST_SECONDS, 0.1)
    try:
        yield
    finally:
        going_on = False
        signal.setitimer(signal.ITIMER_PROF, 0)


def main() -> None:
    """Answer what comes in, until whoever asks is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.name == "posix":
        os.nice(15)  # a throw at a table goes before any question
        if cores := os.environ.get(CORES):
            os.sched_setaffinity(0, map(int, cores.split()))
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    for each in games_in(os.environ[FOLDER]) if os.environ.get(FOLDER) else ():
        bring(each)
    asked, answered = sys.stdin.buffer, sys.stdout.buffer
    while (question := _frame(asked)) is not None:
        reply = answer(question)
        answered.write(LENGTH.pack(len(reply)) + reply)
        answered.flush()


def _frame(stream: BinaryIO) -> bytes | None:
    length = stream.read(LENGTH.size)
    return stream.read(LENGTH.unpack(length)[0]) if len(length) == LENGTH.size else None


if __name__ == "__main__":
    main()
