"""Install what some tests need beyond Python (a browser, strace), or say that those tests will be skipped."""

import os
import shutil
import subprocess
import sys

NEEDED = {"chromium": "chromium", "strace": "strace"}


def missing() -> list[str]:
    return [package for package, program in NEEDED.items() if shutil.which(program) is None]


def install(packages: list[str]) -> bool:
    """True if apt did it; an old package list is the usual reason why it cannot."""
    apt = ["apt-get", "-qq", "-o", "Dpkg::Use-Pty=0"]
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    steps = ([*apt, "update"], [*apt, "install", "-y", "--no-install-recommends", *packages])
    return all(
        subprocess.run(step, env=quiet, check=False, stdout=subprocess.DEVNULL).returncode == 0 for step in steps
    )


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
