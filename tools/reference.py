"""docs/reference.md, from the docstrings of the public Python: `python -m tools.reference`, or `make docs`."""

import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from actionroll import api, shelf
from actionroll.reckoning import Odds
from actionroll.rules.steps import Outcome
from actionroll.scenes.solution import SceneOdds

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reference.md"
FUNCTIONS: tuple[Callable[..., Any], ...] = (
    *(api.odds, api.roll, api.advise, api.scene),
    *(api.simulate, api.game, shelf.load, api.games, api.question),
)
RESULTS = (Odds, api.RollDone, Outcome, api.AdviceGiven, api.Advised, api.Option, SceneOdds, api.Question)
HEAD = """# The library

The public Python, from its docstrings (`make docs`); every example is run by the tests. Inputs, tiers, facts and
decisions of each move are on [the games' pages](games), and in `actionroll show GAME`.

```pycon
>>> from actionroll import odds, roll, advise, scene, game, load, simulate
>>> from actionroll.api import games, question
```

Chances are exact fractions; `float(chance)` where a number will do. Results show themselves in notebooks, `to_dict()`
gives them as `--json` does at the prompt. Rows for a data frame are one line each:

```pycon
>>> rows = [{"dots": dots, **odds("in-the-dark", dots=dots)} for dots in range(5)]
>>> rows[2]["full success"]  # pandas.DataFrame(rows).astype(float, errors="ignore")
Fraction(5, 18)
>>> joint = odds("in-the-dark", dots=2).to_dict()["joint"]  # pandas.json_normalize(joint)
>>> joint[0]["facts"], joint[0]["chance"]
({'highest': 1}, '1/36')
```

What is not accepted raises `actionroll.errors.ActionrollError` with one sentence that says what is.
"""


def page() -> str:
    parts = [HEAD, "## Functions\n", *map(_function, FUNCTIONS), "## Results\n", *map(_class, RESULTS)]
    return "\n".join(parts).rstrip() + "\n"


def _function(function: Callable[..., Any]) -> str:
    return f"### {function.__name__}\n\n```python\n{_signature(function)}\n```\n\n{_told(function)}\n"


def _signature(function: Callable[..., Any]) -> str:
    """A parameter a line where they do not fit into one."""
    signature = inspect.signature(function)
    taken = list(signature.parameters.values())
    parameters = [re.sub(r": '([^']*)'", r": \1", str(each)) for each in taken]
    if named := [place for place, each in enumerate(taken) if each.kind is each.KEYWORD_ONLY]:
        parameters.insert(named[0], "*")
    returned = signature.return_annotation
    line = f"{function.__name__}({', '.join(parameters)}) -> {returned}"
    if len(line) <= 100:
        return line
    listed = "".join(f"    {each},\n" for each in parameters)
    return f"{function.__name__}(\n{listed}) -> {returned}"


def _class(kind: type) -> str:
    rows = "".join(f"| `{name}` | {says} |\n" for name, says in _members(kind))
    table = f"\n| member | |\n|---|---|\n{rows}" if rows else ""
    return f"### {kind.__name__}\n\n{_told(kind)}\n{table}"


def _members(kind: type) -> Iterator[tuple[str, str]]:
    fields = {name: str(each) for name, each in inspect.get_annotations(kind).items() if not name.startswith("_")}
    for name in dict.fromkeys([*fields, *vars(kind)]):
        member = vars(kind).get(name)
        says = _one_line(getattr(member, "__doc__", "") or "") if not isinstance(member, (int, str, tuple)) else ""
        if name.startswith("_") or (name not in fields and not says):
            continue
        called = callable(member) or isinstance(member, staticmethod)
        yield f"{name}()" if called else name, f"`{fields[name]}`".replace("|", "\\|") if name in fields else says


def _one_line(text: str) -> str:
    return " ".join(text.partition("\n\n")[0].split()).replace("|", "\\|")


def _told(thing: Any) -> str:
    """A docstring as Markdown: its examples as blocks."""
    text = inspect.getdoc(thing) or ""
    return re.sub(r"((?:^>>> .*\n?(?:^(?!>>> ).+\n?)*)+)", r"```pycon\n\1\n```", text, flags=re.MULTILINE)


def main() -> None:
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
