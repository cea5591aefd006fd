"""Install what some tests need beyond Python (browsers, strace, proxies, …), or say that those will be skipped."""

import os
import shutil
import subprocess
import sys

# Without its windows Chromium opens a page in a quarter of the time; either will do.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
NEEDED = (
    ("chromium-headless-shell", BROWSERS),
    ("firefox-esr", ("firefox-esr", "firefox")),
    ("webkit2gtk-driver", ("WebKitWebDriver",)),
    ("xvfb", ("Xvfb",)),
    ("strace", ("strace",)),
    ("node-typescript", ("tsc",)),
    ("nginx-light", ("nginx",)),
    ("caddy", ("caddy",)),
    ("fish", ("fish",)),
)
INSTEAD = {"chromium-headless-shell": "chromium"}
"""What to install where the package list does not know the first choice."""


def browser() -> str | None:
    """The Chromium to use, if there is one."""
    return _first(BROWSERS)


def _first(programs: tuple[str, ...]) -> str | None:
    """Servers stand in a folder that not everyone's path names."""
    places = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin"))
    return next((found for program in programs if (found := shutil.which(program, path=places))), None)


def missing() -> list[str]:
    return [package for package, programs in NEEDED if _first(programs) is None]


def install(packages: list[str]) -> None:
    """An old package list is the usual reason why apt cannot."""
    apt = ["apt-get", "-qq", "-o", "Dpkg::Use-Pty=0"]
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}

    def done(*words: str) -> bool:
        return subprocess.run([*apt, *words], env=quiet, check=False, stdout=subprocess.DEVNULL).returncode == 0

    done("update")
    for package in packages:
        adding = ("install", "-y", "--no-install-recommends")
        if not done(*adding, package) and package in INSTEAD:
            done(*adding, INSTEAD[package])


def main() -> None:
    if not missing():
        return
    can_install = os.geteuid() == 0 and shutil.which("apt-get") is not None
    if can_install:
        print(f"Installing {', '.join(missing())} for the tests that need them", file=sys.stderr)
        install(missing())
    if absent := missing():
        print(f"Tests that need {' or '.join(absent)} will be skipped", file=sys.stderr)


if __name__ == "__main__":
    main()
