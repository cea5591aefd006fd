"""Put batches that arrived together in one order: which hold, which meet a conflict, and what is then written.

Pure, and the same for every backend: it is called inside the transaction that holds the logs still.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from actionroll.store.chain import Reply, head_of, linked, reply_of, start
from actionroll.store.protocol import Append, Batch, Conflict, Entry, Head, Key, KeyReused, Receipt, Row

Answer = Receipt | Conflict | KeyReused
ScopedKey = tuple[str, str]


@dataclass(slots=True)
class Group:
    """What a group of batches comes to: an answer for each, and all that must be written for those that hold."""

    heads: dict[str, Head]
    replies: dict[ScopedKey, Reply]
    answers: list[Answer] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    new_replies: list[Reply] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)

    def grown(self) -> dict[str, Head]:
        """The new heads of the logs that grew."""
        return {entry.log: head_of(entry) for entry in self.entries}

    def writes(self) -> bool:
        """Whether anything is to be written."""
        return bool(self.entries or self.new_replies or self.rows)


def order(batches: Iterable[Batch], heads: Mapping[str, Head], replies: Mapping[ScopedKey, Reply], now: int) -> Group:
    """Answer each batch as if it came alone, in this order."""
    group = Group(dict(heads), dict(replies))
    for batch in batches:
        group.answers.append(_known(group, batch.key) or _appended(group, batch, now))
    return group


def logs_of(batches: Iterable[Batch]) -> list[str]:
    """Every log that batches name, sorted, so that all who lock them do it in one order."""
    return sorted({append.log for batch in batches for append in batch.appends})


def keys_of(batches: Iterable[Batch]) -> list[ScopedKey]:
    """Every key that batches carry."""
    return sorted({(batch.key.scope, batch.key.key) for batch in batches if batch.key})


def answer_again(reply: Reply, digest: bytes) -> Receipt | KeyReused:
    """The answer to a key that was used before."""
    return reply.receipt() if reply.digest == digest else KeyReused()


def given(answer: Answer) -> Receipt:
    """A receipt, or the refusal raised."""
    if isinstance(answer, Receipt):
        return answer
    raise answer


def _known(group: Group, key: Key | None) -> Answer | None:
    reply = key and group.replies.get((key.scope, key.key))
    return answer_again(reply, key.digest) if key and reply else None


def _appended(group: Group, batch: Batch, now: int) -> Answer:
    standing = [group.heads.get(append.log) or start(append.log) for append in batch.appends]
    if any(head.number != append.after for head, append in zip(standing, batch.appends, strict=True)):
        return Conflict(tuple(standing))
    heads = tuple(_extended(group, append, head) for append, head in zip(batch.appends, standing, strict=True))
    group.rows += batch.rows
    if batch.key:
        reply = reply_of(batch.key, heads, now)
        group.replies[batch.key.scope, batch.key.key] = reply
        group.new_replies.append(reply)
    return Receipt(heads, batch.key.reply if batch.key else None)


def _extended(group: Group, append: Append, head: Head) -> Head:
    for body in append.bodies:
        entry = linked(head, body)
        group.entries.append(entry)
        head = head_of(entry)
    group.heads[append.log] = head
    return head
