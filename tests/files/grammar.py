"""Games at random, from a grammar of the language: every one of them can be loaded, and its rolls end."""

from __future__ import annotations

from random import Random

NUMBERS = ("skill", "bonus")
READINGS = (
    "highest", "lowest", "sum", "top 2", "bottom 2", "count face >= 3", "count face == size upto 2", "faces",
    "highest of face * 2 - size", "sum of (face if face > 2 else 0)", "top 2 of size by face * 20 - size",
    "count face <= skill", "lowest of face - bonus", "top skill", "sum of (1 if face in (1, 6) else 0)",
)  # fmt: skip
DICE = ("2d4", "d6", "1 + help d4", "skill d3", "2dF", "dice dice", "dice [4, 6]", "dice [skill]")
LISTS = ("top", "bottom", "faces")
HEAD = """\
id = "random"
title = "Random"
line = "Whatever comes."

[rules]
R-1 = "Throw."

[rulings]
odd = {{rule = "R-1", values = ["up", "down"], reason = "Either."}}

[traits.all]
low = 0
high = 3
start = {{one = 1, two = 2}}

[tracks]
luck = {{low = -20, high = 20, start = 0, says = "Luck."}}

[marks]
hurt = {{says = "Hurt."}}

[dues.price]
says = "Pay."
ways.luck = {{says = "Luck.", track = "luck", most = 3}}

[moves.action]
says = "Try."
tiers = ["bad", "middling", "good"]
facts = {{value = "What counts."}}
roll = '''
{roll}'''

[moves.action.inputs]
skill = {{kind = "number", low = 0, high = 3, reads = "trait", says = "Skill."}}
bonus = {{kind = "number", low = -2, high = 2, default = 0, by = "gm", says = "Bonus."}}
mood = {{kind = "choice", words = ["calm", "wild"], says = "Mood."}}
sure = {{kind = "yes or no", says = "Sure."}}
help = {{kind = "number", low = 0, high = 2, default = 0, by = "helper", says = "Help."}}
dice = {{kind = "dice", sizes = ["d4", "d6"], most = 2, says = "More dice."}}
"""


class Grammar:
    """Writes the roll of one game; what it names is known where it is named."""

    def __init__(self, seed: str) -> None:
        self.chance = Random(seed)
        self.numbers = [*NUMBERS, "help"]
        self.lists = ["dice"]
        self.words = {"mood": ("calm", "wild"), "odd": ("up", "down")}
        self.made = 0

    def name(self) -> str:
        self.made += 1
        return f"n{self.made}"

    def number(self, deep: int = 2) -> str:
        pick = self.chance.random()
        if not deep or pick < 0.3:
            return self.chance.choice([*self.numbers, str(self.chance.randint(0, 4))])
        one, other = self.number(deep - 1), self.number(deep - 1)
        some = self.chance.choice(self.lists)
        forms = (
            f"({one} + {other})", f"({one} - {other})", f"({one} * 2)", f"({one} // 2)", f"({one} % 3)",
            f"min({one}, {other})", f"max({one}, {other}, 1)", f"abs({one})",
            f"({one} if {self.truth(deep - 1)} else {other})", f"alike({some})",
            f"sum({some})", f"length({some})", f"highest({some})", f"nth({some}, 1)", f"above({some}, 2)",
            f"sum(top({some}, 2))", f"step(6, {one})", f"sum(spread([4, 6], {one}))", f"sum({some} + [{one}])",
        )  # fmt: skip
        return self.chance.choice(forms)

    def truth(self, deep: int = 2) -> str:
        pick = self.chance.random()
        if not deep or pick < 0.3:
            word = self.chance.choice(list(self.words))
            return self.chance.choice(["sure", f"{word} is {self.chance.choice(self.words[word])}"])
        one, other = self.number(deep - 1), self.number(deep - 1)
        sign = self.chance.choice(["==", "!=", "<", "<=", ">", ">="])
        forms = (
            f"{one} {sign} {other}", f"{one} in (0, 2, 3)", f"(not {self.truth(deep - 1)})",
            f"({self.truth(deep - 1)} and {self.truth(deep - 1)})",
            f"({self.truth(deep - 1)} or {self.truth(deep - 1)})",
        )  # fmt: skip
        return self.chance.choice(forms)

    def let(self) -> list[str]:
        name, value = self.name(), self.number()
        self.numbers.append(name)
        return [f"{name} = {value}"]

    def throw(self) -> list[str]:
        lines, costs = ["throw [R-1]"], self.costs()
        numbers: list[str] = []
        lists: list[str] = []
        if self.chance.random() < 0.15:
            lines += [f"    crew for each {self.chance.choice(self.lists)}: min(2, each) d4", "        own = highest"]
            name = self.name()
            lines.append(
                f"        all {name} = {self.chance.choice(['sum of own', 'highest of own', 'count own > 2'])}"
            )
            self.numbers.append(name)
            return [*lines, *costs]
        for pool in range(self.chance.choice([1, 1, 2])):
            lines.append(f"    p{pool}: {self.dice()}")
            if self.chance.random() < 0.25:
                lines.append(self.chance.choice(["        explode face == size upto 1", "        reroll face == 1"]))
            for _ in range(self.chance.choice([1, 1, 2])):
                name, how = self.name(), self.chance.choice(READINGS)
                (lists if how.split()[0] in LISTS else numbers).append(name)
                lines.append(f"        {name} = {how}")
        self.numbers += numbers
        self.lists += lists
        return [*lines, *costs]

    def dice(self) -> str:
        return self.chance.choice(
            ["2d4", "d6", "1 + help d4", "skill d3", "2dF", "dice dice", "dice [4, 6]", "dice [skill]"]
        )

    def costs(self) -> list[str]:
        found = [f"    change luck by {self.number(1)} when {self.truth(1)}", "    mark hurt when sure"]
        found += ["    change luck of each help by -1"]
        return self.chance.sample(found, self.chance.choice([0, 0, 1]))

    def decide(self) -> list[str]:
        name = self.name()
        lines = [f"decide {name}", '    keep "Keep."', f'    take "Take." when {self.truth(1)}']
        if self.chance.random() < 0.5:
            lines.append(f"    policy now-and-then: take when {self.truth(1)}")
        self.words[name] = ("keep", "take")
        return lines

    def end(self) -> list[str]:
        lines = ["end [R-1]", f"    good when {self.truth()}", f"    middling when {self.truth()}", "    bad"]
        lines += [f"    change luck by {self.number(1)} when tier is bad"] * self.chance.choice([0, 1])
        lines += ["    due price when tier in (bad, middling)"] * self.chance.choice([0, 1])
        return [*lines, '    why "{value} counts"']

    def roll(self) -> str:
        lines: list[str] = []
        for _ in range(self.chance.randint(1, 4)):
            pick = self.chance.random()
            lines += self.throw() if pick < 0.5 else self.let() if pick < 0.8 else self.decide()
        if self.chance.random() < 0.3:
            lines = [
                "again = 0",
                "label once",
                *lines,
                "again = again + 1",
                f"go once when again < 2 and {self.truth()}",
            ]
            lines = ["again = 0", "label once", "throw", "    first: d4", "        seen = sum", *lines[2:]]
        lines += [f"value = {self.number()}"]
        return "\n".join([*lines, *self.end()]) + "\n"


def game(seed: str) -> str:
    """The text of one game."""
    return HEAD.format(roll=Grammar(seed).roll())


PLAIN = """\
id = "plain"
title = "Plain"
line = "For one roll."

[tracks]
luck = {{low = -20, high = 20, start = 0, says = "Luck."}}

[moves.action]
says = "Try."
tiers = ["worst", "middling", "best"]
facts = {{shown = "What counts."}}
roll = '''
{roll}'''

[moves.action.inputs]
points = {{kind = "number", low = 0, high = 3, default = 0, says = "Points."}}
"""


def plain(roll: str) -> str:
    """A small game around one roll, which sets `shown`."""
    return PLAIN.format(roll=roll.lstrip("\n"))
