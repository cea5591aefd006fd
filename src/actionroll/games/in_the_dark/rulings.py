"""What In the Dark's text leaves open."""

from __future__ import annotations

from dataclasses import dataclass

from actionroll.rules import ruling


@dataclass(frozen=True, slots=True)
class Rulings:
    """The switches of In the Dark."""

    zero_pool: str = ruling(
        "ITD-A1",
        "lowest_of_two",
        "fail",
        "min_one",
        reason="Below one die, two are rolled and the lowest is read, as in Blades.",
    )
    zero_pool_critical: str = ruling(
        "ITD-A2", "never", "allow", reason="One lowest die is read, so two sixes are still one six."
    )
    push_and_bargain: str = ruling(
        "ITD-A3", "exclusive", "both", reason="The text lists them in one line, joined by an or."
    )
    push_cost: int = ruling("ITD-A4", 2, reason="The neighbouring page on stress says 2.", most=9)
    max_assistants: int | None = ruling("ITD-A5", 1, None, reason="The text speaks of one crewmate.", most=10)
    no_level_target: str = ruling("ITD-A6", "ignore", "zero", reason="What has no level gives and takes no dice.")
    harm_relevance: str = ruling(
        "ITD-A7", "always", "gm", reason="The text asks for no relevance: full boxes count on every roll."
    )
    severe: str = ruling("ITD-A8", "incapacitated", "ignore", reason="Severe harm puts a character out of action.")
    ninth_box: str = ruling(
        "ITD-A9", "after_roll", "before_roll", reason="What was paid for counts; the roll is resolved first."
    )
    resist_critical: bool = ruling("ITD-A12", False, reason="No critical is printed for a resistance roll.")
    fortune_critical: bool = ruling("ITD-A12", False, reason="No critical is printed for a fortune roll.")
    group_critical: str = ruling(
        "ITD-A14", "best_member", "union", reason="Each member's own result is read, then the best counts."
    )
    helpers_say_how: bool = ruling(
        "ITD-A18", True, reason="The text wants the assistant to say what they do; a table may take it as said."
    )
