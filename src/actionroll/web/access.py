"""Links and tokens, 128 bits each, of which the store keeps only hashes; and where all that is fresh comes from."""

from __future__ import annotations

import hmac
import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from hashlib import sha256

from actionroll.chance import new_seed
from actionroll.store import Secret
from actionroll.table.fairness import veil
from actionroll.table.requests import Opens, Shut
from actionroll.web.bodies import decoded, encoded

LINK, SEAT_LINK, OWN_LINK, CODE = "link", "seat-link", "own-link", "code"
"""What opens a table: for a role; to a seat, which whoever held it then holds no more; to one's own seat besides; and,
for a while, what someone types."""
TOKEN, ACCOUNT = "token", "account"
"""What holds a seat: a device, or someone's account elsewhere."""
SEAT_LINK_SECONDS = 86_400
CODE_SECONDS = 600
CODE_LETTERS = 6
TYPED = "code-"
"""What stands before a code where a link has its secret."""
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


@dataclass(frozen=True)
class Entropy:
    """Where fresh things and the time come from. Tests hand in sources that repeat; no request and no setting can."""

    seed: Callable[[], bytes] = new_seed
    salt: Callable[[], bytes] = lambda: secrets.token_bytes(32)
    table_id: Callable[[], str] = lambda: "".join(secrets.choice(LETTERS) for _ in range(10))
    seconds: Callable[[], int] = lambda: int(time.time())
    veil: Callable[[bytes, int, bytes], str] = veil


def derived(key: str, salt: bytes, purpose: str) -> str:
    """The secret that a request's key and a fresh salt make: a repeated request finds the same one again.

    The salt is stored with the reply and the key is not, so that nothing stored opens anything.
    """
    made = hmac.digest(salt, f"actionroll secret 1\n{purpose}\n{key}".encode(), "sha256")
    return urlsafe_b64encode(made[:16]).rstrip(b"=").decode()


def code_of(secret: str) -> str:
    """A secret as few letters that are easily read out and typed; what it lacks in length it lacks in time."""
    number = int.from_bytes(sha256(b"actionroll code 1" + secret.encode()).digest())
    return "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(CODE_LETTERS))


def typed(code: str) -> str:
    """A code as someone typed it, in the place of a link's secret."""
    return TYPED + "".join(letter for letter in code.lower() if letter in LETTERS)


def hashed(secret: str, kind: str = "secret") -> bytes:
    """What the store knows of a secret; or of a key, whose reply may hold some."""
    return sha256(f"actionroll {kind} 1{secret}".encode("utf-8", "replace")).digest()


def opens(secret: Secret | None, table: str, kinds: tuple[str, ...], now: int) -> bool:
    """Whether a secret opens this table in one of these ways."""
    return (
        secret is not None
        and secret.table == table
        and secret.kind in kinds
        and not secret.revoked
        and (secret.expires is None or now < secret.expires)
    )


def links_made(key: str, salt: bytes, table: str, made: Iterable[Opens], now: int = 0) -> tuple[Secret, ...]:
    """What the store keeps of new links."""
    return tuple(_link(key, salt, table, each, now) for each in made)


def _link(key: str, salt: bytes, table: str, each: Opens, now: int) -> Secret:
    if each.typed:
        sha = hashed(typed(code_of(derived(key, salt, "code"))))
        return Secret(sha, CODE, table, "", each.role, expires=now + CODE_SECONDS)
    if not each.seat:
        return Secret(hashed(derived(key, salt, f"link {each.role}")), LINK, table, "", each.role)
    sha = hashed(derived(key, salt, "link seat"))
    kind = OWN_LINK if each.own else SEAT_LINK
    return Secret(sha, kind, table, each.seat, each.role, expires=now + SEAT_LINK_SECONDS)


def links_shut(access: Iterable[Secret], shuts: tuple[Shut, ...]) -> tuple[Secret, ...]:
    """Links that open nothing any more."""
    links = [each for each in access if each.kind in (LINK, SEAT_LINK, OWN_LINK, CODE) and not each.revoked]
    return tuple(replace(link, revoked=True) for link in links if any(_fits(link, each) for each in shuts))


def _fits(link: Secret, shut: Shut) -> bool:
    return shut.role in ("", link.role) and shut.seat in ("", link.seat)


def token_made(key: str, salt: bytes, table: str, seat: str) -> Secret:
    """What the store keeps of a new token."""
    return Secret(hashed(derived(key, salt, "token")), TOKEN, table, seat, "")


def with_secrets(stored: bytes, key: str) -> bytes:
    """A stored reply with the secrets that it only names, made from the request's key again."""
    reply = decoded(stored)
    salt = bytes.fromhex(reply.pop("salt"))
    if reply.get("token"):
        reply["token"] = derived(key, salt, "token")
    if reply.get("code"):
        reply["code"] = code_of(derived(key, salt, "code"))
    if "links" in reply:
        place = f"/t/{reply['table']}#"
        reply["links"] = {role: place + derived(key, salt, f"link {role}") for role in reply["links"]}
    return encoded(reply)
