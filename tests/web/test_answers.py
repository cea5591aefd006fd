"""The same question is counted once, nobody's questions crowd out others', and none keeps a throw waiting."""

import asyncio
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor, wait
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from actionroll.errors import TOO_LONG, InputError
from actionroll.web import answers, questions
from actionroll.web.answers import Answers, Asker
from actionroll.web.bodies import AdviceBody, Crowded, OddsBody, decoded
from tests.counts import count
from tests.server import Client, RunningServer, open_table
from tests.web.test_questions import DICE

pytestmark = pytest.mark.slow
A_WHILE = 0.1
"""Seconds between two requests of who must not wait: as people send them, and the processor is left to the question."""
STRANGER, SEAT = Asker("127.0.0.9", seated=False), Asker("table/s1", seated=True)


def easy(dots: int = 2) -> OddsBody:
    return OddsBody(game="in-the-dark", attempt={"dots": dots})


def hard(stress: int = 9, other: int = 9) -> AdviceBody:
    """What no patience is enough for."""
    attempt = {**dict.fromkeys(DICE, "d12"), "attacker_stress": stress, "defender_stress": other}
    return AdviceBody(game="wherever-we-go", move="opposed", attempt=attempt)


def asked(work: Callable[[Answers], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        there = Answers()
        try:
            return await work(there)
        finally:
            await there.close()

    return asyncio.run(run())


def test_a_process_that_answers_loads_no_store_no_table_and_no_server() -> None:
    code = "import sys, actionroll.web.answers; print({'.'.join(each.split('.')[:2]) for each in sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "'actionroll.web'" in done.stdout
    assert not [each for each in ("actionroll.store", "actionroll.table", "starlette") if f"'{each}'" in done.stdout]


def test_the_same_question_is_counted_once_however_it_is_written() -> None:
    async def work(there: Answers) -> None:
        one, other = (
            OddsBody(game="in-the-dark", attempt={"dots": 2, "stress": 1}),
            OddsBody(game="in-the-dark", move="action", attempt={"stress": 1, "dots": 2}),
        )
        first, second = await asyncio.gather(there.counted(SEAT, "odds", one), there.counted(STRANGER, "odds", other))
        assert first is second
        assert there.at_once("odds", other) is first
        assert decoded(first)["tiers"]["failure"]

    asked(work)


def test_errors_come_through_in_their_own_words() -> None:
    async def work(there: Answers) -> None:
        with pytest.raises(InputError, match="dots"):
            await there.counted(SEAT, "odds", OddsBody(game="in-the-dark", attempt={"dots": 99}))
        with pytest.raises(InputError, match="dots"):
            there.at_once("odds", easy(99))

    asked(work)


def test_small_questions_are_answered_at_once_and_large_ones_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(there: Answers) -> None:
        monkeypatch.setattr(questions, "_long", Counter())
        assert decoded(there.at_once("odds", easy(2)) or b"")["game"] == "in-the-dark"
        assert there.at_once("advice", hard()) is None
        assert there.at_once("odds", OddsBody(game="in-the-dark", attempt={"dots": 3}, near=True)) is None
        monkeypatch.setattr(questions, "FEW_STEPS", 1)
        assert there.at_once("odds", OddsBody(game="starforged", attempt={"stat": 2, "momentum": 7})) is None
        monkeypatch.setattr(questions, "FEW_STEPS", 2_000)
        monkeypatch.setattr(questions, "_long", Counter())
        monkeypatch.setattr(questions, "MOMENT_SECONDS", -1.0)
        one_after_the_other = [there.at_once("odds", easy(dots)) for dots in range(4, 9)]
        assert [bool(each) for each in one_after_the_other] == [True] * 3 + [False] * 2

    asked(work)


def test_answers_are_kept_by_their_size(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(there: Answers) -> None:
        size = len(await there.counted(SEAT, "odds", easy(1)))
        monkeypatch.setattr(answers, "MOST_BYTES_KEPT", 3 * size)
        for dots in (2, 3, 4):
            await there.counted(SEAT, "odds", easy(dots))
        known = [answers._encode(("odds", easy(dots))) in there._kept for dots in (1, 2, 3, 4)]
        assert (known[0], known[-1]) == (False, True)
        assert there._bytes_kept <= 3 * size

    asked(work)


def test_a_seat_is_answered_while_strangers_wait_and_too_many_are_sent_away() -> None:
    async def work(there: Answers) -> None:
        crowd = [(Asker(f"127.0.1.{n % 40}", seated=False), hard(n % 20, 9 + n // 20)) for n in range(80)]
        waits = [asyncio.ensure_future(there.counted(each, "advice", question)) for each, question in crowd]
        await asyncio.sleep(0)
        ends = [each for each in waits if each.done()]
        assert len(ends) == 80 - answers.MOST_WAITING - 1
        assert all(isinstance(each.exception(), Crowded) for each in ends)
        with pytest.raises(Crowded):
            await there.counted(STRANGER, "odds", easy())
        for each in waits[4:]:
            each.cancel()
        await asyncio.wait(waits[4:])
        assert decoded(await there.counted(SEAT, "odds", easy()))["game"] == "in-the-dark"
        assert not waits[1].done(), "the seat did not wait for the strangers"
        for each in waits:
            each.cancel()

    asked(work)


def test_one_asker_has_few_questions_at_once() -> None:
    async def work(there: Answers) -> None:
        hers = [asyncio.ensure_future(there.counted(SEAT, "advice", hard(n))) for n in range(2, 6)]
        others = asyncio.ensure_future(there.counted(Asker("table/s2", seated=True), "odds", easy()))
        await others
        assert there._underway[SEAT.name] == 1
        waiting = [asyncio.ensure_future(there.counted(SEAT, "odds", easy(n))) for n in range(3, 9)]
        await asyncio.sleep(0)
        refused = [each for each in waiting if each.done()]
        assert len(refused) == 3 + len(waiting) - SEAT.most_waiting
        assert all(isinstance(each.exception(), Crowded) for each in refused)
        for each in (*hers, *waiting):
            each.cancel()

    asked(work)


def test_what_nobody_waits_for_any_more_is_not_counted_on() -> None:
    async def work(there: Answers) -> None:
        gone = asyncio.ensure_future(there.counted(SEAT, "advice", hard()))
        await there.counted(Asker("table/s2", seated=True), "odds", easy(1))
        gone.cancel()
        before = os.times().children_user
        assert decoded(await there.counted(SEAT, "odds", easy()))["game"] == "in-the-dark"
        assert os.times().children_user - before < 2

    asked(work)


def test_a_process_that_is_lost_is_told_and_replaced() -> None:
    async def work(there: Answers) -> None:
        await there.counted(SEAT, "odds", easy(1))
        lost = there._workers[0]._process
        assert lost is not None
        waiting = asyncio.ensure_future(there.counted(SEAT, "advice", hard()))
        for _ in range(3):
            await asyncio.sleep(0)
        os.kill(lost.pid, signal.SIGKILL)
        with pytest.raises(Crowded):
            await waiting
        assert decoded(await there.counted(SEAT, "odds", easy()))["game"] == "in-the-dark"

    asked(work)


def test_where_no_process_can_be_started_it_is_told_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(there: Answers) -> None:
        with monkeypatch.context() as without:
            without.setattr("sys.executable", "/nowhere")
            for _ in range(3):
                with pytest.raises(Crowded):
                    await there.counted(SEAT, "odds", easy())
        assert decoded(await there.counted(SEAT, "odds", easy()))["game"] == "in-the-dark"

    asked(work)


class Starting:
    """Processes are started, but nobody learns of them before they are to be known."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.processes = list[asyncio.subprocess.Process]()
        self.started, self.known = asyncio.Event(), asyncio.Event()
        self._start = asyncio.create_subprocess_exec
        monkeypatch.setattr(asyncio, "create_subprocess_exec", self.slowly)

    async def slowly(self, *words: str, **how: Any) -> asyncio.subprocess.Process:
        self.processes.append(await self._start(*words, **how))
        self.started.set()
        await self.known.wait()
        return self.processes[-1]


def test_a_process_that_is_ended_while_it_starts_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        there = Answers()
        starting = Starting(monkeypatch)
        waiting = asyncio.ensure_future(there.counted(SEAT, "odds", easy()))
        await starting.started.wait()
        closing = asyncio.ensure_future(there.close())
        await asyncio.sleep(0)
        starting.known.set()
        await closing
        assert [each.returncode for each in starting.processes] == [-signal.SIGKILL]
        assert waiting.cancelled()
        assert not there._tasks

    asyncio.run(run())


def test_what_is_dropped_while_a_process_starts_is_not_asked_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(there: Answers) -> None:
        starting = Starting(monkeypatch)
        told = list[bytes]()
        answer = answers._Worker.answer

        async def noted(worker: answers._Worker, question: bytes) -> bytes:
            told.append(question)
            return await answer(worker, question)

        monkeypatch.setattr(answers._Worker, "answer", noted)
        gone = asyncio.ensure_future(there.counted(SEAT, "advice", hard()))
        await starting.started.wait()
        gone.cancel()
        await asyncio.wait([gone])
        starting.known.set()
        assert decoded(await there.counted(SEAT, "odds", easy()))["game"] == "in-the-dark"
        assert [b"advice" in each for each in told] == [False]

    asked(work)


@pytest.mark.slow
def test_vary_over_an_opposed_roll_ends_and_nobody_waits_meanwhile(sqlite_server: RunningServer) -> None:
    """It took 21 seconds of processor time, and four of them made everyone wait for 78."""
    table = open_table(sqlite_server, "wherever-we-go")
    attempt = {**dict.fromkeys(DICE, "d12"), "defender_stress": 9}
    best = {f"{side}_{what}": "best" for side in ("attacker", "defender") for what in ("push", "gamble")}
    body = {"game": "wherever-we-go", "move": "opposed", "attempt": attempt, "over": "attacker_stress", "decide": best}
    with ThreadPoolExecutor(1) as pool:
        asked = [
            pool.submit(Client(sqlite_server).post, "/api/vary", {**body, "values": [*range(n)]})
            for n in (7, 8, 9, 10)[: count(1, 4)]
        ]
        while wait(asked, A_WHILE).not_done:
            assert table.gm.do("note", text="still here")
    replies = [each.result() for each in asked]
    assert all(reply.status in (422, 503) or reply.json["more"] for reply in replies)
    if hasattr(os, "sched_getaffinity"):
        Client(sqlite_server).post("/api/vary", {**body, "values": [0]})  # whoever was too long about it may be gone
        check_cores(sqlite_server.pid)


def check_cores(pid: int) -> None:
    """A server's threads share one core, and whoever answers its long questions may use every one."""
    tasks = Path(f"/proc/{pid}/task")
    allowed = [os.sched_getaffinity(int(each.name)) for each in tasks.iterdir()]
    assert len(os.sched_getaffinity(pid)) == 1
    assert allowed.count(os.sched_getaffinity(pid)) > 2, "with the store's threads; one of the test's own is older"
    answering = [int(child) for each in tasks.iterdir() for child in (each / "children").read_text().split()]
    assert {frozenset(os.sched_getaffinity(each)) for each in answering} == {frozenset(os.sched_getaffinity(0))}


def test_a_roll_at_a_table_tells_odds_beyond_a_moment_or_why_there_are_none(server: RunningServer) -> None:
    table = open_table(server)
    table.player.do("make", name="Nyx")
    told = {}
    for move in ("60d10 vs 400", "900d20 vs 400"):
        roll = table.player.do("declare", character="c1", move=move)["number"]
        told[move] = table.player.see(f"rolls/{roll}")
        assert told[move]["odds"] is None
    [alone] = told["60d10 vs 400"]["near"]["grid"]
    assert sum(map(Fraction, alone["tiers"].values())) == 1
    assert told["900d20 vs 400"]["near"] == {"inputs": [], "grid": [], "refused": TOO_LONG}
