"""The image of hosting/Containerfile, made and tried with Debian's packages alone: `python -m tools.image`.

Needs root, mmdebstrap and buildah, and neither a container engine nor a registry of images: the bases are a Debian with
Python from mmdebstrap, and buildah builds in a chroot. The image lands in dist/. Its size is held to a limit,
and it is started as its own user from an empty volume, where a table is opened and joined before this ends.
"""

import json
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.smoke import serves

ROOT = Path(__file__).parent.parent
LARGEST = 60_000_000
"""What a host downloads at the most, in bytes."""
LEFT_OUT = ("/usr/share/man/*", "/usr/share/doc/*", "/usr/share/locale/*", "/usr/share/info/*")
FOR_PACKAGES_ONLY = (
    *("var/lib/dpkg", "var/lib/apt", "var/cache", "var/log", "usr/share/zoneinfo", "usr/share/perl*"),
    *("usr/lib/*/perl*", "usr/bin/perl*", "usr/lib/*/gconv", "usr/lib/python3*/test", "usr/lib/python3*/pydoc_data"),
)
"""What Debian needs to install packages, of which nothing is installed in an image any more."""
TRUSTED = "/etc/ssl/certs"
"""The certificates that this machine trusts: pip needs them while it builds, and the image has none of them."""
BUILD = (
    "buildah",
    "build",
    "--quiet",
    "--pull=never",
    "--isolation=chroot",
    "--format=docker",
    "--file=hosting/Containerfile",
)


def ran(*command: str) -> str:
    """What a command said, which must succeed."""
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def base(name: str, *packages: str) -> str:
    """A Debian of this machine's suite with these packages and no more, as an image of that name."""
    suite = platform.freedesktop_os_release()["VERSION_CODENAME"]
    sources = [str(path) for path in Path("/etc/apt/sources.list.d").glob("debian.sources")]
    excluded = [f"--dpkgopt=path-exclude={each}" for each in LEFT_OUT]
    emptied = f'--customize-hook=cd "$1" && rm -rf {" ".join(FOR_PACKAGES_ONLY)}'
    with tempfile.TemporaryDirectory() as folder:
        tar = f"{folder}/base.tar"
        made = ("mmdebstrap", "--quiet", "--variant=essential", f"--include={','.join(packages)}", *excluded, emptied)
        ran(*made, suite, tar, *sources)
        container = ran("buildah", "from", "scratch")
        ran("buildah", "add", "--quiet", container, tar, "/")
        ran("buildah", "commit", "--quiet", "--rm", container, name)
    return name


def build(name: str) -> str:
    """The image itself."""
    bases = {
        "BASE": base("localhost/actionroll-base", "python3"),
        "BUILT_IN": base("localhost/actionroll-built-in", "python3-pip"),
    }
    arguments = [f"--build-arg={key}={value}" for key, value in bases.items()]
    ran(*BUILD, *arguments, f"--volume={TRUSTED}:{TRUSTED}:ro", f"--tag={name}", ".")
    return name


def saved(image: str, into: Path) -> int:
    """Save the image as an archive of compressed layers; how many bytes these are."""
    into.parent.mkdir(exist_ok=True)
    into.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        ran("buildah", "push", "--quiet", image, f"dir:{folder}")
        size = sum(path.stat().st_size for path in Path(folder).iterdir())
    ran("buildah", "push", "--quiet", image, f"oci-archive:{into}")
    return size


def tried(image: str) -> str:
    """Start what the image starts, as the user that it names, with nothing in its volume, and play."""
    says = json.loads(ran("buildah", "inspect", "--type=image", image))["Docker"]["config"]
    container = ran("buildah", "from", image)
    try:
        inside = ["chroot", f"--userspec={says['User']}:{says['User']}", ran("buildah", "mount", container)]
        (volume,) = says["Volumes"]
        return serves([*inside, "env", "-i", *says["Env"], *says["Entrypoint"]], database=f"{volume}/tables.db")
    finally:
        ran("buildah", "rm", container)


def main() -> int:
    """Build, measure, try."""
    image = build("localhost/actionroll")
    into = ROOT / "dist" / "actionroll-image.tar"
    size = saved(image, into)
    print(tried(image))
    print(f"{into}: {size / 1e6:.1f} MB compressed")
    if size > LARGEST:
        print(f"That is more than {LARGEST / 1e6:.0f} MB.")
    return int(size > LARGEST)


if __name__ == "__main__":
    sys.exit(main())
