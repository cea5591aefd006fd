"""Check an exported log with nothing but the standard library and the description of its format.

    python verify_log.py TABLE.jsonl [NUMBER:HASH | PHONE.json …]

It shares no code with actionroll: the chain, the commitments and every die are worked out anew from
docs/fair-dice.md. NUMBER:HASH are receipts that someone at the table kept; they also show a cut end.
PHONE.json is what a phone saved: all that stands in its name must be what it promised and sent.
"""

import hashlib
import hmac
import json
import sys
from base64 import b64decode
from collections import Counter
from pathlib import Path

ENDS = ("thrown", "withdrawn", "undone", "closed")


def canonical(value):
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def frame(field):
    return len(field).to_bytes(4, "big") + field


def entry_hash(log, number, prev, body):
    name = log.encode()
    framed = frame(name) + number.to_bytes(8, "big") + frame(prev) + len(body).to_bytes(8, "big") + body
    return hashlib.sha256(b"actionroll entry 1" + framed).digest()


def commitment(seed):
    return hashlib.sha256(frame(b"actionroll/commitment/1") + frame(b"") + frame(seed)).hexdigest()


def promise(*told):
    return hashlib.sha256(b"".join(map(frame, map(str.encode, ("actionroll/contribution/1", *told))))).hexdigest()


def stream(seed, table, roll, throw, nonces):
    fields = [b"actionroll/dice/2", table.encode(), b"%d" % roll, b"%d" % throw, *map(str.encode, nonces)]
    message = b"".join(map(frame, fields))
    block = 0
    while True:
        yield from hmac.new(seed, message + block.to_bytes(8, "big"), hashlib.sha256).digest()
        block += 1


def face(words, sides):
    if sides == -3:  # a fudge die
        return face(words, 3) - 2
    while 1 < sides <= 1000:
        value, values = next(words), 256
        if sides > 256:
            value, values = value * 256 + next(words), 65536
        if value < values - values % sides:
            return value % sides + 1
    return 1 if sides == 1 else None


def wrong(number, what):
    sys.exit(f"entry {number}: {what}")


def read(path):
    with Path(path).open("rb") as file:
        for place, line in enumerate(file):
            try:
                found = json.loads(line)
            except ValueError:
                wrong(place, "not JSON")
            if canonical(found) + b"\n" != line:
                wrong(place, "not in canonical form")
            yield found


def seeds_of(entries):
    promised, seeds, ended = [], {}, False
    for number, each in enumerate(entries, 1):
        if ("commitment" in each) != (each["kind"] == ("seed_changed" if promised else "opened")):
            wrong(number, "a seed is committed to when the table is opened, or when it changes")
        if ended and each["kind"] in ("declared", "called", "thrown"):
            wrong(number, "the table had ended, and its seed was shown")
        if each.get("seed"):
            seed = seeds[len(promised) - 1] = bytes.fromhex(each["seed"])
            if commitment(seed) != promised[-1]:
                wrong(number, "the seed is not the one that was committed to")
        promised += [each["commitment"]] if "commitment" in each else []
        ended |= each["kind"] == "ended"
    return len(promised) - 1, seeds


def check_call(called, asked, number, entry):
    """What dice depend on stays from when they are called for until they fall."""
    roll, kind, told = entry.get("roll"), entry["kind"], (entry["by"], entry.get("nonce", ""))
    if (kind == "seed_changed" and called) or (roll in called and kind not in (*ENDS, "contributed", "wished")):
        wrong(number, "it changes what dice depend on that were falling")
    fell = kind == "thrown" and entry.get("dice") and not entry.get("by_hand")
    if fell and asked and called.get(roll) != told:
        wrong(number, "the dice fell otherwise than they were called for")
    if kind in ENDS:
        called.pop(roll, None)
    if kind == "called":
        called[roll] = told


def follow(phones, table, number, entry):
    """Follow what phones promise and reveal; gives the contributions in the dice of a throw."""
    promised, asked, shown, called = phones
    roll, by, kind = entry.get("roll", number), entry["by"], entry["kind"]
    given = shown.setdefault(roll, {})
    check_call(called, asked.get(roll), number, entry)
    if kind == "committed":
        promised[by] = [*([] if entry.get("afresh") else promised.get(by, [])), *entry["commitments"]]
    elif kind == "contributed":
        if promise(table, by, entry["contribution"]) != asked[roll].get(by):
            wrong(number, "the contribution is not the one that was promised")
        given[by] = entry["contribution"]
    elif kind in ("declared", "thrown"):
        missing = set(asked[roll]) - set(given) if kind == "thrown" and not entry.get("by_hand") else set()
        if missing != {*entry.get("missing", [])}:
            wrong(number, "it does not say whose contribution is missing")
        asked[roll], shown[roll] = entry.get("phones", {}), {}
        if any(promised[seat].pop(0) != contribution for seat, contribution in asked[roll].items()):
            wrong(number, "it takes a contribution that was not promised next")
    return [text for seat in sorted(given) for text in (seat, given[seat])]


def check_phone(phone, saved, lines, table):
    """Hold a log against what a phone knows by itself; what it did not send, another device of its seat must have."""
    own = [other for other in saved if other["seat"] == phone["seat"]]
    made = {text for other in own for text in other["promises"]}
    nonces = {text: at for other in own for text, at in dict(other["nonces"]).items()}
    if (phone["form"], phone["table"]) != ("actionroll phone 1", table):
        wrong(0, "the phone's file is of another table")
    for number, sha in phone["receipts"].items():
        check_receipt(lines, int(number), sha)
    last, shown = max(map(int, phone["receipts"]), default=0), {}
    for number, entry in enumerate([line["entry"] for line in lines][:last], 1):
        missed = shown.get(entry.get("roll")) in phone["given"] and phone["seat"] in entry.get("missing", [])
        if number >= phone["since"] and missed:
            wrong(number, "the dice fell without the contribution that the phone gave in time")
        if entry["kind"] in ("declared", "thrown"):
            shown[entry.get("roll", number)] = entry.get("phones", {}).get(phone["seat"])
        if number < phone["since"] or entry["by"] != phone["seat"]:
            continue
        if not made.issuperset(entry.get("commitments", [])):
            wrong(number, "the phone never promised this")
        if entry["kind"] == "contributed" and promise(table, phone["seat"], entry["contribution"]) not in made:
            wrong(number, "the phone never gave this contribution")
        if entry["kind"] in ("called", "thrown") and not entry.get("by_hand"):
            check_nonce(nonces, number, entry["roll"], entry.get("nonce", ""))


def check_nonce(sent, number, roll, nonce):
    """A nonce serves one throw of the roll it was sent for; dice without one are not of a phone that sent one."""
    fits = sent.get(nonce) in (0, roll) or -sent.get(nonce, 0) >= number
    if not fits if nonce else roll in sent.values():
        wrong(number, "the phone never sent this nonce" if nonce else "the phone sent a nonce for this throw")


def check_receipt(lines, number, sha):
    """A receipt has the hash whole, or the 40 signs of it that a phone shows."""
    if not 0 < number <= len(lines) or len(sha) < 40 or not lines[number - 1]["hash"].startswith(sha):
        wrong(number, "not what the receipt says")


def main(path, *kept):
    header, *found = read(path)
    lines = [line for line in found if "paper" not in line and "card" not in line]
    if any("paper" in one and hashlib.sha256(b64decode(one["content"])).hexdigest() != one["paper"] for one in found):
        wrong(len(lines), "a paper beside it is not what its hash says")
    table, prev, epoch = header["table"], bytes(32), -1
    last, seeds = seeds_of([line["entry"] for line in lines])
    dice_by, throws, phones = Counter(), Counter(), ({}, {}, {}, {})
    for number, line in enumerate(lines, 1):
        entry = line["entry"]
        prev = entry_hash(table, number, prev, canonical(entry))
        if line["number"] != number or line["hash"] != prev.hex():
            wrong(number, "the chain is broken")
        epoch += "commitment" in entry
        contributions = follow(phones, table, number, entry)
        if entry["kind"] != "thrown":
            continue
        dice, roll = entry.get("dice", []), entry["roll"]
        proof = "seed" if epoch in seeds else "not yet" if epoch == last else "left behind"
        dice_by["by hand" if entry.get("by_hand") else proof] += len(dice)
        throws[roll] += 1
        if proof == "seed" and not entry.get("by_hand"):
            words = stream(seeds[epoch], table, roll, throws[roll], [entry.get("nonce", ""), *contributions])
            if any(face(words, sides) != shown for sides, shown in dice):
                wrong(number, "the dice do not follow from the seed")
    if header != {"form": "actionroll log 3", "table": table, "number": len(lines), "hash": prev.hex()}:
        wrong(0, "the header does not say where the log ends")
    saved = [json.loads(Path(each).read_text()) for each in kept if Path(each).is_file()]
    for phone in saved:
        check_phone(phone, saved, lines, table)
    for number, _, sha in [each.partition(":") for each in kept if not Path(each).is_file()]:
        check_receipt(lines, int(number), "".join(sha.split()).lower())
    told = "%d entries in one chain; %d dice follow from their seeds, %d wait for a seed to be revealed, "
    told += "%d fell before an import that left their seed behind, %d were entered by hand."
    print(told % (len(lines), *(dice_by[each] for each in ("seed", "not yet", "left behind", "by hand"))))


if __name__ == "__main__":
    main(*sys.argv[1:])
