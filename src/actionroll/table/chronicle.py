"""A stretch of the log as people tell it: a journal in which rolls and prose stand in order, and a recap of an evening.

Both are told from the entries alone, in today's words; what was taken back is not told. What comes of a roll is told in
the evening in which its dice fell, though it was settled afterwards; once the next evening has ended, in a later one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from actionroll.charts import roughly
from actionroll.reckoning.record import begun, dice_shown
from actionroll.rules.face import agreed_told
from actionroll.rules.inputs import headline_of, inputs_of
from actionroll.rules.sheet import INTENTIONS
from actionroll.rules.things import THINGS, worn_told
from actionroll.table import campaign, course, entries, roll_entries, settlement
from actionroll.table.arcs import evenings_before, is_done
from actionroll.table.campaign import Evening, Said, Telling, boxes_told, moved_told, sentence, share_words
from actionroll.table.help import deed_told, joins_told, name_all, tell_helped
from actionroll.table.log import Changing, Entry, Line, OfRoll, lines_of, merged
from actionroll.table.state import NAME, TABLE, Change, Json, Owed, Table, TableRoll

MOST_RARE, MOST_WORDS = 12, 40
SAID_BEFORE = {"expectations": "How it could end", "stakes": "At stake"}


class Chronicle:
    """What happened in a stretch of a table's log, and how it is called."""

    def __init__(self, table: Table, lines: Iterable[Line], evening: Evening | None = None) -> None:
        self.table, self.evening = table, evening
        before = evenings_before(table, evening)
        told = lines_of(table, evening, before, lines) if evening else list(lines)
        told = [each for each in told if each.number not in table.undone]
        earlier = [each for each in told if evening and each.number < evening.begun]
        self.since = earlier if before else []
        self.lines = entries.begun_first(told[len(earlier) :])
        self.names = {each.id: each.name for each in table.characters.values()} | {TABLE: ""}
        self.names |= {each.id: each.name for each in table.undertakings.values()}
        self.names |= {each.id: each.name for each in table.clocks.values()}
        self.names |= {each.clock: each.name for _, _, each in told if isinstance(each, entries.ClockMade)}
        changing = [each for _, _, each in told if isinstance(each, Changing)]
        self.ended_by = {c.where: each.roll for each in changing for c in each.changes if c.name == "ended" and c.after}
        form, face = table.game.sheet, table.game.face
        self.ready = {"", *(each.deed for each in form.traits)}
        self.in_boxes = {name for name, look in face.tracks.items() if look.drawn == "progress"} if face else ()
        self.untold = {INTENTIONS, *form.each_round, *(form.rounds or ())[:2], *(face.owed if face else ())}
        fell = {each.roll: number for number, _, each in reversed(self.lines) if isinstance(each, roll_entries.Thrown)}
        own, rolls = {*fell, *(each.number for each in self.lines)}, self._rolls([*earlier, *self.lines])
        self.rolls = {number: roll for number, roll in rolls.items() if number in own}  # also what was opened before
        self.fallen = {fell.get(number, number): roll for number, roll in self.rolls.items()}

    def _rolls(self, lines: Iterable[Line]) -> dict[int, Telling]:
        found: dict[int, Telling] = {}
        for number, at, entry in lines:
            if isinstance(entry, roll_entries.Declared):
                told = self.names.get(entry.character, entry.character), entry.move, *self._rolled(entry), ""
                found[number] = Telling(number, at, entry, *told, is_deed=self.table.move(entry.move).diceless)
                found[number].whole = entry.as_roll(number)
                self._say(found[number], entry.inputs)
            elif isinstance(entry, OfRoll) and (roll := found.get(entry.roll)):
                roll.whole = entry.onto(roll.whole, self.table, number) if roll.whole and not roll.tier else roll.whole
                self._go_on(roll, entry, found)
        kept = {number: roll for number, roll in found.items() if roll.tier and self._stands(number)}
        for roll in kept.values():
            if self.table.move(roll.move).against or roll.move in self.table.game.sheet.share:
                name_all(self.table, roll)
            tell_helped(self.table, roll)
            hurts, at = [sentence(begun(each)) for each in roll.hurts(self.table.game)], len(roll.deeds)
            roll.lines = [*self._compared(roll), *roll.lines[:at], *hurts, *roll.lines[at:]]
            roll.words = hurts + roll.words
        return kept

    def _compared(self, roll: Telling) -> list[str]:
        """Which dice are one's own is told where they fall against others: `5 + 3 iron = 8 beats both`."""
        looks = self.table.game.face.dice if self.table.game.face else {}
        against = {source for source, look in looks.items() if look.shade == "against"}
        if not against or roll.why or course.under_other_rules(self.table, roll.whole):
            return []
        fell = course.reached(self.table, roll.whole)
        are_there = any(die.source in against for dice in dice_shown(fell) for die in dice)
        parts = {part: self.names.get(each, each) for part, each in course.parts_of(self.table, roll.whole).items()}
        why = campaign.by_name(fell.outcome.why, parts) if fell.outcome else ""
        return [sentence(begun(why))] if why and are_there else []

    def _stands(self, number: int) -> bool:
        return getattr(self.table.roll(number), "status", "undone") not in ("undone", "withdrawn", "closed")

    def _own_words(self, roll: Telling) -> str:
        """The text in which the roller says what they do, where the intent is the gm's to say."""
        texts = [each for each in inputs_of(self.table.move(roll.move).attempt).values() if each.kind.is_text]
        if not any(each.name == "intent" and each.by == "gm" for each in texts):
            return ""
        return next((each.name for each in texts if each.by == "roller" and each.name != "used"), "")

    def _say(self, roll: Telling, inputs: Json) -> None:
        """Take over what people wrote about a roll; ready words, which nobody wrote, are left out."""
        intent = str(inputs.get(headline_of(self.table.move(roll.move).attempt)) or inputs.get("intent") or "").strip()
        unwritten = intent in self.ready or intent.lower() == roll.rolled.lower()
        roll.intent = roll.intent if unwritten else intent
        if (own := str(inputs.get(self._own_words(roll)) or "").strip()) and roll.intent == roll.own:
            roll.intent = roll.own = own
        roll.things = tuple(inputs["things"]) if "things" in inputs else roll.things
        roll.said |= inputs
        if self._asks_fate(roll):
            known = inputs_of(self.table.game.move(roll.move).attempt)
            told = {name: each for name, each in inputs.items() if name in known and isinstance(each, str)}
            roll.asked |= {name: self.label(each) for name, each in told.items() if not known[name].kind.is_text}

    def _rolled(self, entry: roll_entries.Declared) -> tuple[str, str]:
        """What is rolled, in a word or two, and what someone does who rolls it."""
        listed = next((n for n, each in inputs_of(self.table.move(entry.move).attempt).items() if each.own_moves), "")
        move = entry.inputs.get(listed) or (entry.move if entry.move != "action" else "")
        trait = self.label(entry.trait) if entry.trait else campaign.unpicked(self.table.game, entry.move)
        face, on = self.table.game.face, self.names.get(entry.undertaking, "")
        on, kind = (f" on “{on}”", self.table.undertakings[entry.undertaking].kind) if on else ("", "")
        ends = face.ends.get(kind, "").lower() if face and move == self.table.game.sheet.finished_by else ""
        called = face.moves.get(entry.move, "") if face and entry.move == move and not ends else ""
        named = called.lower() if face and entry.move not in face.at_hand else ""
        named = "" if entry.against or entry.inputs.get(course.DEFENDER_NAME) else named or self.label(str(move))
        rolled = ", ".join(filter(None, [trait, ends or named, on.strip()]))
        deed = "" if face and entry.move in face.no_deeds else campaign.does_told(called)
        how = " with " if entry.trait and not (face and entry.move in face.at_hand) else ", "
        return rolled, how.join(filter(None, [deed, trait])) + on if deed else f"{campaign.ROLLS} {rolled}".strip()

    def _go_on(self, roll: Telling, entry: OfRoll, known: Mapping[int, Telling]) -> None:
        """What one more entry says of a roll."""
        match entry:
            case roll_entries.InputsSet(inputs=inputs):
                names = ("trait", "undertaking", "against")  # picked in the place of what was
                anew = {name: said for name in names if (said := getattr(entry, name)) is not None}
                if anew or course.DEFENDER_NAME in inputs:
                    roll.declared = replace(roll.declared, inputs={**roll.declared.inputs, **inputs}, **anew)
                    roll.rolled, roll.does = self._rolled(roll.declared)
                self._say(roll, inputs)
            case roll_entries.Offered(character=who, input=way, how=how) if how.strip() or way != roll_entries.MEMBERS:
                helps = f"{self.names.get(who, who)} {joins_told(self.table, roll.move, way)}"
                roll.helps[who] = sentence(f"{helps}: {how}" if how.strip() else helps)
            case roll_entries.OfferWithdrawn(character=helper):
                roll.helps.pop(helper, None)
            case roll_entries.Thrown(dice=dice, odds=odds):
                known_of, roll.odds = {} if roll.throws else inputs_of(self.table.move(roll.move).attempt), odds
                agreed = [sentence(begun(each)) for each in agreed_told(known_of, roll.said)]
                roll.deeds, roll.lines = roll.deeds + agreed, roll.lines + agreed
                roll.throws += [[face for _, face in dice]] if dice else []
            case roll_entries.Decided():
                roll.lines += (deed := deed_told(self.table, roll, entry))
                roll.is_chosen = bool(deed and entry.tier)
                left = self.table.move(roll.move).told_of
                roll.deeds += [] if left else [each for each in deed if each not in roll.deeds]
            case roll_entries.Settled(answer=answer, answers=by) if (
                by not in known or self.table.move(known[by].move).told_of
            ):
                answered, left, tell = self._resisted(known.get(by)), self.table.move(roll.move).told_of, self._answer
                lines = [each + answered for each in self._answers(roll.who, answer, () if left else entry.changes)]
                quotes = [{**each, "words": f"“{words}”"} for each in answer if (words := share_words(each))]
                fell = [each for each in entry.changes if not quotes or self._costs(each)]
                said = [tell(roll.who, each) + answered for each in quotes]
                said += [told for e in answer if not share_words(e) and (told := tell(roll.who, e) + answered) in lines]
                roll.lines, roll.words = roll.lines + lines, [*roll.words, *said, *self._together(fell)]
            case _:
                pass
        roll.tier, roll.changes = getattr(entry, "tier", "") or roll.tier, [*merged((*roll.changes, *entry.changes))]
        roll.chance = Fraction(dict(roll.odds).get(roll.tier, 1))

    def _costs(self, change: Change) -> bool:
        """Whether less is left, or more of what hurts: told beside the words for it."""
        face, moved = self.table.game.face, type(change.after) is int and change.after - (change.before or 0)
        look = face.tracks.get(change.name) if face else None
        return moved < 0 or change.name == THINGS or bool(look and look.tone == "hurt" and moved > 0)

    def _resisted(self, by: Telling | None) -> str:
        """That what was named did not fall so: what is left of it is told with the roll that answered it."""
        answered = by and self.table.move(by.move).told_of and by.tier == self.table.move(by.move).tiers[-1]
        return f" {begun(by.tier)} by {by.who}." if by and answered else ""

    def _answers(self, who: str, answer: Sequence[Json], changes: Sequence[Change]) -> list[str]:
        """What was said of what it brought, beside what it changed, which is told by itself."""
        if len(answer) == 1 and not share_words(answer[0]) and self.changed(changes):
            return []
        told = {self.label(each.name) for each in changes}
        return [line for each in answer if (line := self._answer(who, each, told))]

    def _answer(self, who: str, share: Json, told: Iterable[str] = ()) -> str:
        kind, face = self.label(str(share.get("way", ""))), self.table.game.face
        deed = campaign.does_told(face.deeds.get(str(share.get("way", "")), "") if face else "")
        unsaid = kind in ("told", "nothing", settlement.IN_WORDS, *told, *map(self.label, face.passes if face else ()))
        on = self.names.get(str(share.get("who", "")), who)
        known = "" if unsaid else f"{who} {deed}" if deed else kind if on == who else f"{kind} for {on}"
        said = ": ".join(filter(None, [known, share_words(share)]))
        return sentence(begun(said)) if said else ""

    def label(self, name: str) -> str:
        """What people call it."""
        return self.table.game.label(name).replace("_", " ").replace("-", " ")

    def changed(self, changes: Iterable[Change]) -> list[Said]:
        """Changes in words, each for itself."""
        return [told for each in changes if each.before != each.after and (told := self._change(each))]

    def _change(self, change: Change) -> Said | None:
        whose, after = self.names.get(change.where, ""), change.after
        untold = change.where in self.table.campaign.evenings or change.name.startswith(campaign.PAPER)
        if change.name == THINGS and (
            worn := worn_told(self.table.game.sheet.things, change.before or (), after or ())
        ):
            return Said(whose, "'s ", worn)
        if untold or change.name in self.untold or isinstance(after, list | dict):
            return None
        if change.name == NAME:
            return Said("", "", f"{change.before} is called {after}")
        if change.where in self.table.undertakings and change.name == "ended":
            lost = self._ending(change.where, "lost") if self.ended_by.get(change.where) else ""
            return None if is_done(self.table, change.where) else campaign.ended_told(whose, after, lost)
        if isinstance(after, bool):
            verb = next((each.verb for each in self.table.game.sheet.marks if each.name == change.name), "has")
            return campaign.mark_told(whose or "the party", self.label(change.name), verb, after)
        if change.where in self.table.undertakings and change.name == "ticks":
            return Said("", "", f"{whose}: progress goes from {boxes_told(change.before)} to {boxes_told(after)}")
        called = "" if change.name == "filled" else self.label(change.name)
        size = self.table.clocks[change.where].size if change.where in self.table.clocks else 0
        moved = moved_told(called, change.before, after, change.name in self.in_boxes, size)
        verb = "" if not whose else "'s " if called else " "
        return Said(whose, verb, f"{called} {moved}".lstrip())

    def _together(self, changes: Sequence[Change]) -> list[str]:
        """Changes in sentences, one for each whose they are."""
        whose = {where: self.changed(each for each in changes if each.where == where) for where, *_ in changes}
        joined = [[told[0].alone, *(each.what for each in told[1:])] for told in whose.values() if told]
        return [f"{begun(', '.join(told))}." for told in joined]

    def journal(self) -> list[Json]:
        """Rolls and prose in the order in which they happened: a roll when its first dice fell."""
        items = [(number, at, self._item(number, entry)) for number, at, entry in entries.edits_joined(self.lines)]
        return [{"number": number, "at": at, **told} for number, at, told in items if told]

    def _item(self, number: int, entry: Entry) -> Json | None:
        if roll := self.fallen.get(number):
            using = [f"Used {', '.join(roll.things)}."] if roll.things else []
            came_to = "" if roll.is_deed else roll.came_to  # its head says it all
            said = {what: str(roll.said.get(name) or "").strip() for name, what in SAID_BEFORE.items() if came_to}
            before = [sentence(f"{what}: {told}") for what, told in said.items() if told]
            lines = [*before, *using, *roll.helps.values(), *roll.why, *roll.lines, *self._together(roll.changes)]
            told = {"what": "roll", "title": roll.head, "intent": roll.intent, "tier": came_to, "number": roll.number}
            told |= {"lines": [*lines, *self._finished(roll)], "throws": roll.throws}
            return {**told, "faces": sum(roll.throws, list[int]())}
        if isinstance(entry, entries.Noted):
            return {"what": "prose", "by": self._seat(entry.by), "text": entry.text}
        if isinstance(entry, entries.EveningBegun):
            return {"what": "evening", "evening": entry.evening, "text": self.evening_name(entry.evening)}
        return {"what": "line", "text": text} if (text := self._plain(entry)) else None

    def _plain(self, entry: Entry) -> str:
        """What happened beside rolls and prose, in a sentence; empty where it is no part of the story."""
        match entry:
            case entries.SceneBegun(name=name, conditions=conditions):
                return sentence(f"Scene: {name}" + "".join(f"; {words}" for words, _, _ in conditions))
            case entries.Revealed(entry=secret):
                note, tier = str(secret.get("note", "")).strip(), str(secret.get("tier", ""))
                return f"A secret roll is revealed: {f'{note} ' if note else ''}{begun(tier)}."
            case entries.HandedOut(title=title):
                return f"Handed out: {title}."
            case entries.ClockMade(name=name, size=size):
                return f"A clock begins: {name} ({size})."
            case entries.ClockFilled(clock=clock, text=text):
                return sentence(f"{self.names.get(clock, 'A clock')} is full: {text}")
            case entries.Undertaken(what=what, name=name, rank=rank):
                return f"{begun(self.label(what))}: “{name}” ({rank})."
            case entries.Made(name=name):
                return f"{name} enters the story."
            case entries.RoundBegun() | entries.RoundChanged():
                return campaign.round_told(entry, getattr(self.table.game.sheet.rounds, "track", ""))
            case Changing(roll=0, changes=changes) if not isinstance(entry, roll_entries.TakingBack):
                told, why = self.changed(changes), f"{entry.what}: " if isinstance(entry, entries.Tended) else ""
                return begun(f"{why}{'; '.join(each.alone for each in told)}.") if told else ""
            case _:
                return ""

    def _seat(self, seat: str) -> str:
        return self.table.seats[seat].name if seat in self.table.seats else "The gm"

    def evening_name(self, evening: str) -> str:
        """What an evening is called."""
        known, found = [*self.table.campaign.evenings], self.table.campaign.evenings.get(evening)
        number = f"Evening {known.index(evening) + 1}" if found else "Evening"
        return f"{number}: {found.name}" if found and found.name else number

    def recap(self) -> list[Json]:
        """What to remember, under headings; those with nothing under them are left out."""
        changes, since = self._changes(self.lines), self._changes(self.since)  # of what was done while nobody played
        full = [self._plain(entry) for _, _, entry in self.lines if isinstance(entry, entries.ClockFilled)]
        notes = [f"{self._seat(each.by)}: {each.text}" for _, _, each in self.lines if isinstance(each, entries.Noted)]
        told = {
            "Since the evening before": [*self._people(since), *self._progress(since)],
            "What happened": self._happened(),
            "Great rolls": self._rare(good=True),
            "Hard luck": self._rare(good=False),
            "Asked of fate": self._asked(),
            "What it did to them": self._people(changes),
            "Clocks and undertakings": [*self._progress(changes), *full],
            "Used": self._used(),
            "In your own words": notes[-MOST_WORDS:],
            "Still open": self._open(),
        }
        return [{"title": title, "lines": lines} for title, lines in told.items() if lines]

    def _happened(self) -> list[str]:
        """Scenes and rolls in order, in people's words; where they are too many, rolls without words are left out."""
        told = {n: self._plain(each) for n, _, each in self.lines if isinstance(each, entries.SceneBegun)}
        made = [(n, roll, self._finished(roll)) for n, roll in self.fallen.items() if not self._asks_fate(roll)]
        told |= {n: " ".join([f"{r.in_short}.", *r.helps.values(), *r.why, *r.deeds, *e, *r.words]) for n, r, e in made}
        wordless = sorted(n for n, roll, ends in made if not (roll.intent or roll.words or roll.deeds or ends))
        kept = sorted({*told} - {*wordless[: max(0, len(told) - MOST_WORDS)]})
        return [told[number] for number in kept[-MOST_WORDS:]]

    def _finished(self, roll: Telling) -> list[str]:
        """What a roll brought to its end: a vow is fulfilled, a fight is won."""
        found = self.table.undertakings.get(roll.declared.undertaking)
        finishes = roll.move == self.table.game.sheet.finished_by and roll.tier != self.table.move(roll.move).tiers[0]
        told = found and finishes and (self._ending(found.id, "finished") or f"{found.name} is done")
        return [f"{begun(told)}."] if told else []

    def _ending(self, undertaking: str, how: str) -> str:
        """`the fight “Raiders” is lost`, by the words of the game; empty where it has none for that kind."""
        found = self.table.undertakings[undertaking]
        words = getattr(self.table.game.face, how, {}).get(found.kind)
        return f"the {self.label(found.kind)} “{found.name}” {words}" if words else ""

    def _rare(self, good: bool) -> list[str]:
        rolls = [roll for roll in self.rolls.values() if not self._asks_fate(roll)]
        found = [roll for roll in rolls if roll.is_rare(self.table.game.move(roll.move).tiers, good)]
        rarest = sorted(found, key=lambda roll: roll.chance)[:MOST_RARE]
        then = {roll.number: " at the last throw" * (len(roll.throws) > 1) for roll in rarest}  # before, it was another
        return [f"{r.in_short} ({roughly(r.chance)}{then[r.number]})." for r in found if r in rarest]

    def _asks_fate(self, roll: Telling) -> bool:
        """Nobody does anything: an oracle answers, or a table of prices."""
        return self.table.game.face is not None and roll.move in self.table.game.face.at_hand

    def _asked(self) -> list[str]:
        asked = [roll for roll in self.rolls.values() if self._asks_fate(roll)]
        return [" ".join([f"{r.in_short}.", *r.lines, *self._together(r.changes)]) for r in asked[-MOST_WORDS:]]

    def _changes(self, lines: Iterable[Line]) -> tuple[Change, ...]:
        changing = [entry for _, _, entry in lines if isinstance(entry, Changing)]
        kept = [each for each in changing if not each.roll or self._stands(each.roll)]
        return merged(one for each in kept if not isinstance(each, roll_entries.TakingBack) for one in each.changes)

    def _people(self, changes: Sequence[Change]) -> list[str]:
        lines = []
        for who in (*self.table.characters, TABLE):
            if told := self.changed(each for each in changes if each.where == who):
                whose = self.names[who] or "The party"
                are_marks = all(each.verb.startswith(" ") for each in told)  # how someone is: a sentence with a verb
                listed = [f"{each.verb}{each.what}" if are_marks else f" {each.what}" for each in told]
                lines.append(f"{whose}{'' if are_marks else ':'}{','.join(listed)}.")
        return lines

    def _progress(self, changes: Sequence[Change]) -> list[str]:
        grown = (*self.table.clocks, *self.table.undertakings)
        told = [self.changed(change for change in changes if change.where == where) for where in grown]
        return [f"{begun('; '.join(each.alone for each in all_of_it))}." for all_of_it in told if all_of_it]

    def _used(self) -> list[str]:
        used = Counter((roll.who, name) for roll in self.rolls.values() for name in roll.things)
        return [f"{who}: {name}{f', {times} times' if times > 1 else ''}." for (who, name), times in used.items()]

    def _waits(self, roll: TableRoll) -> list[str]:
        """What is open of a roll: who answers what was said of it, whose word it wants, or that it is not said yet."""
        who, told, waits = self.names.get(roll.character, roll.character), self.rolls.get(roll.id), list[str]()
        called = f"{who}, {told.rolled or 'a roll'} ({told.came_to})" if told else f"{who}, an earlier roll"
        for place in roll.open_dues:
            kind, *_, on = roll.ending.dues[place] if roll.ending else Owed("")
            says = "what comes of it is still to be said"
            if (named := roll.named.get(place)) is not None:
                said = ", ".join(f"“{words}”" if (words := share_words(each)) else each["way"] for each in named)
                by = " and ".join(self.names[each] for each in settlement.awaited(self.table, roll, on, named))
                says = f"the {self.label(kind)} is said ({said}) and waits for {by or 'the gm'} to "
                says += "take it or to answer" if by else "let it fall"
            elif place in roll.proposed:
                says = f"what is proposed for the {self.label(kind)} waits for the gm's word"
            waits.append(f"{called}: {says}.")
        return [*dict.fromkeys(waits)]

    def _open(self) -> list[str]:
        """What the table as it stands now waits for; an evening that others followed has nothing to say of that."""
        table = self.table
        if self.evening and self.evening.id != list(table.campaign.evenings)[-1]:
            return []
        kinds = [(roll, "step" if table.move(roll.move).diceless else "roll") for roll in table.open_rolls]
        rolls = [f"A {kind} of {self.names.get(roll.character, roll.character)}." for roll, kind in kinds]
        rolls += [told for _, roll in table.live.items() for told in self._waits(roll)]
        going = [each for each in table.undertakings.values() if not each.ended and not is_done(table, each.id)]
        clocks = [f"{c.name}: {c.filled} of {c.size}." for c in table.clocks.values() if c.filled < c.size]
        return [*rolls, *clocks, *(f"{begun(self.label(u.kind))} “{u.name}” ({u.rank})." for u in going)]
