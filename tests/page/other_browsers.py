"""Firefox and WebKitGTK, driven by their own protocols: a test opens a page and runs scripts in it."""

import base64
import json
import os
import secrets
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, ClassVar, Protocol

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
WEBKIT = shutil.which("WebKitWebDriver")
MINI_BROWSER = next(iter(sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))), None)
SCREEN = shutil.which("Xvfb")
PATIENCE = 40.0
KEEPS_TROUBLES = """
window.troubles = [];
addEventListener("error", (event) => window.troubles.push(event.message));
addEventListener("unhandledrejection", (event) => window.troubles.push(String(event.reason)));
"""
PHONE = {"width": 390, "height": 844}


class Driven(Protocol):
    """A browser with pages as large as a phone, one of them in front."""

    def new_page(self) -> str: ...

    def bring_to_front(self, page: str) -> None: ...

    def open(self, address: str) -> None: ...

    def run(self, script: str) -> Any:
        """What the body of a function gives that runs in the page in front."""
        ...


class Person:
    """Someone with a page of their own, which comes to the front when they do something."""

    in_front: ClassVar["Person | None"] = None

    def __init__(self, browser: Driven, address: str) -> None:
        self._browser, self._page = browser, browser.new_page()
        self._look()
        browser.open(address)
        browser.run(KEEPS_TROUBLES)

    def _look(self) -> None:
        if Person.in_front is not self:
            self._browser.bring_to_front(self._page)
            Person.in_front = self

    def troubles(self) -> list[str]:
        """What went wrong in the page since it was opened."""
        self._look()
        return list(self._browser.run("return window.troubles"))

    def until(self, script: str) -> Any:
        """Run it until it gives something."""
        self._look()
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            if found := self._browser.run(script):
                return found
            time.sleep(0.05)
        raise AssertionError(f"In vain: {script}\n{self._browser.run('return document.body.innerText')}")

    def tap(self, selector: str, text: str = "") -> None:
        """Tap the first of these that can be tapped and says so."""
        self.until(
            f"const found = [...document.querySelectorAll({selector!r})].find((each) => !each.disabled"
            f" && each.textContent.includes({text!r}) && each.getClientRects().length);"
            "if (found) found.click(); return !!found;"
        )

    def reads(self, selector: str, text: str) -> None:
        """Wait until one of these that are shown says so."""
        self.until(
            f"return [...document.querySelectorAll({selector!r})].some((each) => each.getClientRects().length"
            f" && each.innerText.includes({text!r}));"
        )

    def write(self, selector: str, text: str) -> None:
        """Type into a field, as far as a page can tell."""
        self.until(
            f"const field = document.querySelector({selector!r}); if (!field) return false; field.value = {text!r};"
            "field.dispatchEvent(new Event('input', {bubbles: true}));"
            "field.dispatchEvent(new Event('change', {bubbles: true})); return true;"
        )


def free_port() -> int:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])


@contextmanager
def running(command: list[str], **more: str) -> Iterator[None]:
    started = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **more},
        start_new_session=True,
    )
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.killpg(started.pid, 15)
        started.wait(60)


def connected(port: int) -> socket.socket:
    ends = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), PATIENCE)
        except OSError:
            if time.monotonic() > ends:
                raise
            time.sleep(0.1)


class Firefox:
    """Over WebDriver BiDi, which is JSON in WebSocket frames."""

    def __init__(self, port: int) -> None:
        self._socket, self._numbers = connected(port), count(1)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        head = f"GET /session HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        self._socket.sendall(f"{head}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self._file = self._socket.makefile("rb")
        assert b" 101 " in self._file.readline()
        while self._file.readline().strip():
            pass
        self._ask("session.new", capabilities={})

    def _ask(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        self._send(json.dumps({"id": number, "method": method, "params": params}).encode())
        while (told := json.loads(self._received())).get("id") != number:
            pass
        assert told["type"] == "success", told
        return told["result"]

    def _send(self, text: bytes) -> None:
        size = len(text)
        length = bytes([0x80 | size]) if size < 126 else bytes([0xFE]) + size.to_bytes(2)
        mask = secrets.token_bytes(4)
        self._socket.sendall(b"\x81" + length + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(text)))

    def _received(self) -> bytes:
        whole = b""
        while True:
            first, second = self._file.read(2)
            size = {126: 2, 127: 8}.get(second & 0x7F, 0)
            whole += self._file.read(int.from_bytes(self._file.read(size)) if size else second & 0x7F)
            if first & 0x80:
                return whole

    def close(self) -> None:
        self._file.close()
        self._socket.close()

    def new_page(self) -> str:
        page = str(self._ask("browsingContext.create", type="tab")["context"])
        self._ask("browsingContext.setViewport", context=page, viewport=PHONE)
        return page

    def bring_to_front(self, page: str) -> None:
        self._page = page
        self._ask("browsingContext.activate", context=page)

    def open(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def run(self, script: str) -> Any:
        text = f"(() => {{ return JSON.stringify((() => {{ {script} }})() ?? null); }})()"
        target = {"context": self._page}
        told = self._ask("script.evaluate", expression=text, target=target, awaitPromise=True)
        assert told["type"] == "success", told
        return json.loads(told["result"]["value"])


class WebKit:
    """Over WebDriver, which is JSON over HTTP."""

    def __init__(self, port: int) -> None:
        connected(port).close()
        self._place = f"http://127.0.0.1:{port}/session"
        options = {"binary": str(MINI_BROWSER), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self._place += f"/{self._ask('', wanted)['sessionId']}"

    def _ask(self, path: str, body: Any) -> Any:
        sent = urllib.request.Request(self._place + path, json.dumps(body).encode())
        with urllib.request.urlopen(sent, timeout=PATIENCE) as reply:
            return json.load(reply)["value"]

    def new_page(self) -> str:
        page = str(self._ask("/window/new", {"type": "window"})["handle"])  # a tab would stay hidden
        self.bring_to_front(page)
        self._ask("/window/rect", PHONE)
        return page

    def bring_to_front(self, page: str) -> None:
        self._ask("/window", {"handle": page})

    def open(self, address: str) -> None:
        self._ask("/url", {"url": address})

    def run(self, script: str) -> Any:
        return self._ask("/execute/sync", {"script": script, "args": []})


@contextmanager
def firefox(folder: Path) -> Iterator[Driven]:
    port = free_port()
    settings = folder / "profile"
    settings.mkdir()
    (settings / "user.js").write_text('user_pref("ui.prefersReducedMotion", 1);\n')
    command = [str(FIREFOX), "--headless", "--no-remote", "--profile", str(settings)]
    with running([*command, "--remote-debugging-port", str(port)]):
        driven = Firefox(port)
        try:
            yield driven
        finally:
            driven.close()


@contextmanager
def webkit(folder: Path) -> Iterator[Driven]:
    port, screen = free_port(), f":{90 + os.getpid() % 400}"
    home = {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "DISPLAY": screen, "GDK_BACKEND": "x11"}
    home |= {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "LIBGL_ALWAYS_SOFTWARE": "1", "NO_AT_BRIDGE": "1"}
    shown = [str(SCREEN), screen, "-screen", "0", "480x900x24", "-nolisten", "tcp"]
    with running(shown), running([str(WEBKIT), f"--port={port}"], **home):
        yield WebKit(port)
