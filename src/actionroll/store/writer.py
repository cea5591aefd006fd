"""One thread that writes: batches that arrived together put in one order, and who is woken when logs grow.

What was submitted while the thread was busy shares the next commit. A wake-up carries no content: whoever is woken
reads the log.

Pure, and the same for every backend: it is called inside the transaction that holds the logs still.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Protocol, TypeVar

from actionroll.store import protocol
from actionroll.store.chain import Reply, head_of, linked, reply_of, start

T = TypeVar("T")
Answer = protocol.Receipt | protocol.Conflict | protocol.KeyReused
ScopedKey = tuple[str, str]


@dataclass(slots=True)
class Group:
    """What a group of batches comes to: an answer for each, and all that must be written for those that hold."""

    heads: dict[str, protocol.Head]
    replies: dict[ScopedKey, Reply]
    answers: list[Answer] = field(default_factory=list)
    entries: list[protocol.StoredEntry] = field(default_factory=list)
    new_replies: list[Reply] = field(default_factory=list)
    rows: list[protocol.Row] = field(default_factory=list)

    def grown(self) -> dict[str, protocol.Head]:
        """The new heads of the logs that grew."""
        return {entry.log: head_of(entry) for entry in self.entries}

    def writes(self) -> bool:
        """Whether anything is to be written."""
        return bool(self.entries or self.new_replies or self.rows)


def order(
    batches: Iterable[protocol.Batch], heads: Mapping[str, protocol.Head], replies: Mapping[ScopedKey, Reply], now: int
) -> Group:
    """Answer each batch as if it came alone, in this order."""
    group = Group(dict(heads), dict(replies))
    for batch in batches:
        known = group.replies.get((batch.key.scope, batch.key.key)) if batch.key else None
        again = answer_again(known, batch.key.digest) if batch.key and known else None
        group.answers.append(again or _appended(group, batch, now))
    return group


def logs_of(batches: Iterable[protocol.Batch]) -> list[str]:
    """Every log that batches name, sorted, so that all who lock them do it in one order."""
    return sorted({append.log for batch in batches for append in batch.appends})


def keys_of(batches: Iterable[protocol.Batch]) -> list[ScopedKey]:
    """Every key that batches carry."""
    return sorted({(batch.key.scope, batch.key.key) for batch in batches if batch.key})


def answer_again(reply: Reply, digest: bytes) -> protocol.Receipt | protocol.KeyReused:
    """The answer to a key that was used before."""
    return reply.receipt() if reply.digest == digest else protocol.KeyReused()


def given(answer: protocol.Receipt | Exception) -> protocol.Receipt:
    """A receipt, or the refusal raised."""
    if isinstance(answer, protocol.Receipt):
        return answer
    raise answer


def _appended(group: Group, batch: protocol.Batch, now: int) -> Answer:
    standing = [group.heads.get(append.log) or start(append.log) for append in batch.appends]
    if [head.number for head in standing] != [append.after for append in batch.appends]:
        return protocol.Conflict(tuple(standing))
    heads = tuple([_extended(group, append, head) for append, head in zip(batch.appends, standing, strict=True)])
    group.rows += batch.rows
    if batch.key:
        reply = reply_of(batch.key, heads, now)
        group.replies[batch.key.scope, batch.key.key] = reply
        group.new_replies.append(reply)
    return protocol.Receipt(heads, batch.key.reply if batch.key else None)


def _extended(group: Group, append: protocol.Append, head: protocol.Head) -> protocol.Head:
    if append.entries and append.entries[0].prev == head.hash:
        group.entries += append.entries
        head = head_of(append.entries[-1])
    else:
        for body in append.bodies:
            group.entries.append(linked(head, body))
            head = head_of(group.entries[-1])
    group.heads[append.log] = head
    return head


MOST_IN_ONE = 256
LOOKS_EVERY_SECONDS = 0.02

Waiting = tuple[protocol.Batch, protocol.Answered]


class GroupWriter:
    """Takes batches from any thread, commits them in groups, then answers, then tells what grew.

    While there are none, it looks now and then at what others did.
    """

    def __init__(
        self,
        commit: Callable[[Sequence[protocol.Batch]], Group],
        grown: Callable[[dict[str, protocol.Head]], None],
        look: Callable[[], None] | None = None,
    ) -> None:
        self._commit = commit
        self._grown = grown
        self._look = look
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self._lock = Lock()
        self._closed = False
        self.written = protocol.Written()
        self._thread = Thread(target=self._work, name="actionroll-writer", daemon=True)
        self._thread.start()

    def submit(self, batch: protocol.Batch, answered: protocol.Answered) -> None:
        """Queue a batch."""
        with self._lock:
            if self._closed:
                raise protocol.StoreUnavailable("The store is closed; open it again.")
            self._queue.put((batch, answered))
            self.written.waiting += 1

    def close(self) -> None:
        """Write what is queued, then end."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _work(self) -> None:
        _wait_politely()
        while first := self._next():
            group, ended = self._with_others(first)
            began = time.monotonic()
            self._write(group)
            with self._lock:
                self.written.commits += 1
                self.written.batches += len(group)
                self.written.seconds += time.monotonic() - began
                self.written.waiting -= len(group)
            if ended:
                return

    def _next(self) -> Waiting | None:
        while self._look:
            try:
                return self._queue.get(timeout=LOOKS_EVERY_SECONDS)
            except Empty:
                self._look()
        return self._queue.get()

    def _with_others(self, first: Waiting) -> tuple[list[Waiting], bool]:
        group = [first]
        try:
            while len(group) < MOST_IN_ONE:
                following = self._queue.get_nowait()
                if following is None:
                    return group, True
                group.append(following)
        except Empty:
            pass
        return group, False

    def _write(self, waiting: list[Waiting]) -> None:
        try:
            group = self._commit([batch for batch, _ in waiting])
        except protocol.StoreDamaged as error:
            self._one_by_one(waiting, error)
        except Exception as error:  # noqa: BLE001  whatever it is, those who wait must learn it and the thread go on
            _refuse(waiting, error)
        else:
            for (_, answered), answer in zip(waiting, group.answers, strict=True):
                _tell(answered, answer)
            self._grown(group.grown())

    def _one_by_one(self, waiting: list[Waiting], error: protocol.StoreDamaged) -> None:
        """One damaged log must not keep the others from being written."""
        if len(waiting) == 1:
            _refuse(waiting, error)
            return
        for one in waiting:
            self._write([one])


def _wait_politely() -> None:
    """Let this thread begin when its core is free: whoever drafts goes on, and what is drafted meanwhile goes along.

    Were it to begin as soon as it is woken, it would only wait for the interpreter; a roll takes a twelfth less so.
    """
    if hasattr(os, "SCHED_BATCH"):
        with suppress(OSError):  # where a sandbox does not let it
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def _refuse(waiting: list[Waiting], error: Exception) -> None:
    for _, answered in waiting:
        _tell(answered, error.again() if isinstance(error, protocol.StoreError) else error)


def _tell(heard: Callable[[T], object], told: T) -> None:
    """The entries are stored and others wait to hear of them: the defect of one who hears must not stop that."""
    try:
        heard(told)
    except Exception:
        logging.getLogger(__name__).exception("A listener failed.")


class Wakes:
    """The listeners of one store, told of each growth once, however many ways it became known."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._listeners: dict[object, protocol.Wake] = {}
        self._told: dict[str, int] = {}

    def subscribe(self, wake: protocol.Wake) -> Callable[[], None]:
        """Add a listener; the function returned removes it."""
        token = object()
        with self._lock:
            self._listeners[token] = wake
        return lambda: self._remove(token)

    def grown(self, numbers: Mapping[str, int]) -> None:
        """Tell of logs and the numbers they reached."""
        with self._lock:
            fresh = {log: number for log, number in numbers.items() if number > self._told.get(log, 0)}
            self._told |= fresh
            listeners = list(self._listeners.values())
        for wake in listeners if fresh else ():
            _tell(wake, fresh)

    def any_may_have_grown(self) -> None:
        """Tell everyone to look, because growth may have been missed."""
        with self._lock:
            listeners = list(self._listeners.values())
        for wake in listeners:
            _tell(wake, None)

    def _remove(self, token: object) -> None:
        with self._lock:
            self._listeners.pop(token, None)


class _Watched(Protocol):
    def head(self, log: str) -> protocol.Head: ...

    def subscribe(self, wake: protocol.Wake) -> Callable[[], None]: ...


def wait_past(store: _Watched, log: str, after: int, timeout: float) -> protocol.Head:
    """Where the log stands once it is past number `after`, or after that many seconds."""
    deadline = time.monotonic() + timeout
    woken = Event()
    end = store.subscribe(lambda logs: woken.set() if logs is None or log in logs else None)
    try:
        while (head := store.head(log)).number <= after and time.monotonic() < deadline:
            woken.wait(deadline - time.monotonic())
            woken.clear()
        return head
    finally:
        end()
