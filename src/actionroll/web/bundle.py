"""All modules of a page in one file, so that a phone far away asks once and not for each.

Made when the server starts: the modules stay as they are written, and each is still served by its own name.
"""

import re
from collections.abc import Callable, Iterator

IMPORT = re.compile(r'^import (?:\{([\w,\s]+)\} from )?"\./([a-z-]+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)
LEFT_OVER = re.compile(r"^(?:import|export)\b", re.MULTILINE)


def bundled(name: str, read: Callable[[str], str]) -> str:
    """A module after all that it imports, each in a scope of its own."""
    return "const modules = {};\n" + "".join(_scoped(each, read(each)) for each in _in_order(name, read, set()))


def _in_order(name: str, read: Callable[[str], str], seen: set[str]) -> Iterator[str]:
    seen.add(name)
    for found in IMPORT.finditer(read(name)):
        if found[2] not in seen:
            yield from _in_order(found[2], read, seen)
    yield name


def _scoped(name: str, source: str) -> str:
    exported = [found[2] for found in EXPORT.finditer(source)]
    body = EXPORT.sub(r"\1 \2", IMPORT.sub(_taken, source))
    if LEFT_OVER.search(body):
        raise ValueError(f"{name} imports or exports in a form that bundling does not know.")
    return f'modules["{name}"] = (() => {{\n{body}return {{ {", ".join(exported)} }};\n}})();\n'


def _taken(found: re.Match[str]) -> str:
    return f'const {{{found[1]}}} = modules["{found[2]}"];\n' if found[1] else ""
