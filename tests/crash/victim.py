"""A child process that tells what it did, until it is killed. Starting one takes milliseconds (forkserver)."""

from collections.abc import Callable
from multiprocessing.connection import Connection
from threading import Condition, Lock, Thread
from typing import Any

from tests.forking import FORKING

Message = tuple[str, ...]


class Voice:
    """The child's side: tell one thing at a time, from any thread."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._lock = Lock()

    def tell(self, *words: str) -> None:
        with self._lock:
            self._connection.send_bytes("\t".join(words).encode())


class Victim:
    """The parent's side: hear what the child told, and kill it without warning."""

    def __init__(self, act: Callable[..., None], *given: Any) -> None:
        hearing, telling = FORKING.Pipe(duplex=False)
        self.heard: list[Message] = []
        self._changed = Condition()
        self._process = FORKING.Process(target=_begin, args=(act, telling, *given), daemon=True)
        self._process.start()
        telling.close()
        self._thread = Thread(target=self._hear, args=(hearing,), daemon=True)
        self._thread.start()

    def wait_for(self, word: str, times: int, timeout: float = 60) -> None:
        """Until the child has told something that often."""
        with self._changed:
            came = self._changed.wait_for(lambda: self.count(word) >= times or not self._thread.is_alive(), timeout)
        assert came, f"the child told {word} only {self.count(word)} times"
        assert self.count(word) >= times, f"the child ended; it last told {self.heard[-1:]}"

    def count(self, word: str) -> int:
        return sum(message[0] == word for message in self.heard)

    def kill(self) -> list[Message]:
        """kill -9, then all that it had told."""
        self._process.kill()
        return self.ended()

    def ended(self, timeout: float = 60) -> list[Message]:
        """All that it told, once it is gone."""
        self._process.join(timeout)
        self._thread.join(60)
        assert not self._process.is_alive()
        self._process.close()
        return self.heard

    def _hear(self, connection: Connection) -> None:
        with connection:
            while (words := _received(connection)) is not None:
                with self._changed:
                    self.heard.append(tuple(words.split("\t")))
                    self._changed.notify()
        with self._changed:
            self._changed.notify()


def _received(connection: Connection) -> str | None:
    """One message; None at the end, also when the last one was cut short."""
    try:
        return connection.recv_bytes().decode()
    except (EOFError, OSError):
        return None


def _begin(act: Callable[..., None], telling: Connection, *given: Any) -> None:
    act(Voice(telling), *given)
