"""A power cut, made from a trace of a program's system calls: what was written and not yet synced may be lost.

The trace is read in order. Each file has an image that is on disk and a list of writes that are only in the machine's
memory; a sync moves those on. At a cut, of the writes in memory none, some, or some and a torn one reached the disk.
"""

import random
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

SECTOR = 512
KINDS = ("all unsynced lost", "some kept", "some kept and one torn")
CALLS = "pwrite64,write,writev,sendto,sendmsg,ftruncate,fdatasync,fsync,unlink"
_LINE = re.compile(r"^(\d+)\s+(?:<\.\.\. (\w+) resumed>|(\w+)\()(.*)$")
_FILE = re.compile(r"^\d+<([^>]*)>")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass(frozen=True, slots=True)
class Event:
    """One call: what it did, to which file, and after how many events it began."""

    did: str
    path: str
    at: int = 0
    content: bytes = b""
    began: int = 0


@dataclass(slots=True)
class File:
    on_disk: bytearray = field(default_factory=bytearray)
    in_memory: list[tuple[int, Event]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Image:
    """What is left after a cut: the files by path, and what the program had said before it."""

    kind: str
    said: tuple[bytes, ...]
    files: dict[str, bytes]


def traced(command: Sequence[str], trace: Path) -> None:
    """Run a program to its end and write its calls to a file."""
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed, so no power cut can be simulated")
    options = ["-f", "-y", "-xx", "--seccomp-bpf", "-s", "200000", "-o", str(trace), "-e", f"trace={CALLS}"]
    subprocess.run(["strace", *options, *command], check=True, capture_output=True, timeout=120)


def images(trace: Path, cuts: int, chance: random.Random) -> Iterator[Image]:
    """What may be left after cuts at random moments, three kinds of damage each."""
    happened = list(events(trace))
    first = next(number for number, event in enumerate(happened) if event.did == "said")
    chosen = set(chance.sample(range(first + 1, len(happened)), min(cuts, len(happened) - first - 1)))
    files: dict[str, File] = {}
    said: list[bytes] = []
    for number, event in enumerate(happened):
        if number in chosen:
            for kind in KINDS:
                left = {path: bytes(_left(file, kind, chance)) for path, file in files.items()}
                yield Image(kind, tuple(said), left)
        if event.did == "said":
            said.append(event.content)
        else:
            _happen(files, number, event)


def _happen(files: dict[str, File], number: int, event: Event) -> None:
    file = files.setdefault(event.path, File())
    match event.did:
        case "sync":
            for _, write in (one for one in file.in_memory if one[0] < event.began):
                _apply(file.on_disk, write, len(write.content))
            file.in_memory = [one for one in file.in_memory if one[0] >= event.began]
        case "unlinked":
            del files[event.path]
        case _:
            file.in_memory.append((number, event))


def _left(file: File, kind: str, chance: random.Random) -> bytearray:
    left = bytearray(file.on_disk)
    if kind == KINDS[0]:
        return left
    kept = [write for _, write in file.in_memory if chance.random() < 0.5]
    for write in kept:
        torn = kind == KINDS[2] and write is kept[-1]
        _apply(left, write, chance.randrange(0, len(write.content) + 1, SECTOR) if torn else len(write.content))
    return left


def _apply(content: bytearray, event: Event, size: int) -> None:
    if event.did == "truncated":
        del content[event.at :]
        content.extend(bytes(event.at - len(content)))
        return
    content.extend(bytes(max(0, event.at - len(content))))
    content[event.at : event.at + size] = event.content[:size]


def events(trace: Path) -> Iterator[Event]:
    """The calls of a trace. A write counts from its beginning, a sync only when it has returned."""
    unfinished: dict[str, tuple[str, int]] = {}
    number = 0
    with trace.open(encoding="ascii") as lines:
        for thread, resumed, call, rest in (match.groups() for line in lines if (match := _LINE.match(line))):
            event = None
            if call and "fsync" not in call and call != "fdatasync":
                event = _event(call, rest)
            elif resumed and thread in unfinished:
                path, began = unfinished.pop(thread)
                event = Event("sync", path, began=began) if rest.rstrip().endswith("= 0") else None
            elif call and rest.rstrip().endswith("<unfinished ...>"):
                unfinished[thread] = (_path(rest), number)
            elif call:
                event = Event("sync", _path(rest), began=number) if rest.rstrip().endswith("= 0") else None
            if event:
                number += 1
                yield event


def _event(call: str, rest: str) -> Event | None:
    if re.search(r"= -1 E\w+", rest):
        return None
    contents = [bytes.fromhex(text.replace("\\x", "")) for text in _TEXT.findall(rest)]
    match call:
        case "pwrite64":
            numbers = re.findall(r", (\d+)", rest[rest.rindex('"') :])
            return Event("written", _path(rest), int(numbers[1]), contents[0])
        case "ftruncate":
            return Event("truncated", _path(rest), int(re.findall(r">, (\d+)", rest)[0]))
        case "unlink":
            return Event("unlinked", contents[0].decode())
        case _:
            return Event("said", _path(rest), content=b"".join(contents))


def _path(rest: str) -> str:
    found = _FILE.match(rest)
    return bytes.fromhex(found[1].replace("\\x", "")).decode() if found else ""
