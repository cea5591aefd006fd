"""Before the throw: what Illuminated Worlds refuses, and which dice it throws; a part of the second opinion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

ACTION: dict[str, Any] = {
    "gilded": False, "gilds": 0, "added_gilded": 0, "drive_spent": 0, "bonus_dice": 0, "helpers": 0,
    "participants": 0, "drive_max": 9, "resistances": 0, "ability_resists": 0, "double_points": 0, "pays": "drive",
    "other_drive": 0, "other_max": 9, "keep_added": None, "shift": "none", "shift_cost": 0, "helper_spends": [],
    "helper_drives": [], "helper_pays": [], "helper_gilds": 0, "ready": 0, "stakes_level": "standard", "risk": "risky",
}  # fmt: skip
RULINGS: dict[str, Any] = {
    "gilded_gain": "1", "gilded_gain_multi": "one", "gilded_choice": "any", "crit_with_gilded": "chosen6",
    "tie_takes_gilded": "yes", "zero_gild_with_drive": "replace", "zero_trigger": "pool_empty",
    "zero_gilded_tie": "yes", "over_six": "refuse", "over_six_keep": "gilded_first", "helper_cap": "1",
    "multi_help": "becomes_group", "group_drive": "action_drive", "gild_credit": "roller", "exposed": "involved",
    "gain_overflow": "lost", "gain_drive": "action", "late_spend": "no", "resist_keep": "new",
    "resist_before_choice": "yes", "resist_ability_dice": "no", "dice_per_drive": "1", "strict_bounds": "yes",
}  # fmt: skip


class Refused(Exception):
    """The rules do not allow this attempt."""


@dataclass(frozen=True)
class Pool:
    standard: int
    gilded: int
    donors: tuple[int, ...]
    zero: bool
    paid: int
    helpers_paid: tuple[int, ...]

    @property
    def size(self) -> int:
        return self.standard + self.gilded + len(self.donors)


@dataclass
class Before:
    """An attempt under rulings, as plain dictionaries."""

    you: dict[str, Any]
    rule: dict[str, Any]
    decide: dict[str, str]
    move: str

    def refuse(self) -> None:
        you, rule = self.you, self.rule
        strict = rule["strict_bounds"] == "yes"
        wrong = [
            strict and (you["rating"] > 3 or you["drive_max"] > 9 or you["other_max"] > 9),
            you["drive"] > you["drive_max"] or you["other_drive"] > you["other_max"],
            you["drive_spent"] > (you["drive"] if you["pays"] == "drive" else you["other_drive"]),
            you["keep_added"] is not None and rule["over_six_keep"] != "roller_chooses",
            you["ready"] > 0 and rule["late_spend"] == "no",
        ]
        if any(wrong) or self.wrong_help():
            raise Refused

    def wrong_help(self) -> bool:
        you, rule = self.you, self.rule
        for name in ("helper_spends", "helper_drives", "helper_pays"):
            if you[name] and len(you[name]) != you["helpers"]:
                return True
        for number in range(you["helpers"]):
            points = self.helper_points(number)
            capped = rule["helper_cap"] != "none" and points > int(rule["helper_cap"])
            if capped or (you["helper_drives"] and points > you["helper_drives"][number]):
                return True
        if you["helpers"] > 1 and self.move == "action" and rule["multi_help"] == "must_be_group":
            return True
        others = you["helpers"] + you["participants"]
        together = self.move == "group" or (rule["multi_help"] == "becomes_group" and others >= 2)
        any_drive = together and rule["group_drive"] == "any"
        return you["helper_gilds"] > you["helpers"] or (bool(set(you["helper_pays"]) - {"drive"}) and not any_drive)

    def helper_points(self, number: int) -> int:
        return self.you["helper_spends"][number] if self.you["helper_spends"] else 1

    def pool(self, you: dict[str, Any]) -> Pool:
        """Dice as a list of words: plain, added (a gilded one on top), or a helper's number."""
        rule = self.rule
        low = rule["zero_trigger"] == "no_own_drive" and you["rating"] == 0 and you["drive_spent"] == 0
        plain = you["rating"] + you["bonus_dice"] + (2 if low else 0)
        added = you["added_gilded"]
        others = you["bonus_dice"] + added + you["drive_spent"] + you["helpers"]
        adds = rule["zero_gild_with_drive"] == "add"
        if you["gilded"] and you["rating"] == 0 and adds and not low and others:
            added += 1
        dice: list[Any] = ["plain"] * plain + ["added"] * added
        if len(dice) > 6:
            keep = {"in_order": 0, "gilded_first": added, "roller_chooses": added}[rule["over_six_keep"]]
            if rule["over_six_keep"] == "roller_chooses" and you["keep_added"] is not None:
                keep = min(you["keep_added"], added)
            keep = min(6, max(keep, 6 - plain))
            dice = ["plain"] * (6 - keep) + ["added"] * keep
        paid, helpers_paid = self.pay(you, dice)
        zero = low or not dice
        if not dice:
            dice = ["plain", "plain"]
        return self.gild(you, dice, zero, paid, helpers_paid)

    def pay(self, you: dict[str, Any], dice: list[Any]) -> tuple[int, tuple[int, ...]]:
        doubled = you["double_points"]
        points = [("plain", you["drive_spent"], int(self.rule["dice_per_drive"]))]
        points += [(number, self.helper_points(number), 1) for number in range(you["helpers"])]  # type: ignore[misc]
        paid = []
        for who, spent, worth in points:
            used = 0
            for _ in range(spent):
                more = min(worth + (1 if doubled > 0 else 0), 6 - len(dice))
                doubled -= 1
                dice += [who] * more
                if more == 0 and self.rule["over_six"] == "refuse":
                    raise Refused
                used += more > 0 or self.rule["over_six"] == "waste"
            paid.append(int(used))
        return paid[0], tuple(paid[1:])

    def gild(self, you: dict[str, Any], dice: list[Any], zero: bool, paid: int, helpers_paid: tuple[int, ...]) -> Pool:
        donors = [number for number in range(you["helper_gilds"]) if number in dice]
        for number in donors:
            dice.remove(number)
        gilding = you["gilds"]
        if you["gilded"] and (you["rating"] > 0 or zero or self.rule["zero_gild_with_drive"] == "replace"):
            gilding += 1
        gilded = dice.count("added")
        if self.rule["gild_credit"] == "roller":
            dice += ["donated"] * len(donors)
            gilded += len(donors)
            donors = []
        gilded = min(len(dice), gilded + gilding)
        return Pool(len(dice) - gilded, gilded, tuple(donors), zero, paid, helpers_paid)
