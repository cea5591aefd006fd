"""Links and tokens: 128 bits each. The store keeps only their hashes."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256

from actionroll.store import Secret

LINK, SEAT_LINK, TOKEN = "link", "seat-link", "token"
SEAT_LINK_SECONDS = 86_400


def derived(key: str, salt: bytes, purpose: str) -> str:
    """The secret that a request's key and a fresh salt make: a repeated request finds the same one again.

    The salt is stored with the reply and the key is not, so that nothing stored opens anything.
    """
    made = hmac.digest(salt, f"actionroll secret 1\n{purpose}\n{key}".encode(), "sha256")
    return urlsafe_b64encode(made[:16]).rstrip(b"=").decode()


def hashed(secret: str) -> bytes:
    """What the store knows of a secret."""
    return sha256(b"actionroll secret 1" + secret.encode("utf-8", "replace")).digest()


def hashed_key(key: str) -> str:
    """What the store knows of a key whose reply holds secrets."""
    return sha256(b"actionroll key 1" + key.encode()).hexdigest()


def opens(secret: Secret | None, table: str, kinds: tuple[str, ...], now: int) -> bool:
    """Whether a secret opens this table in one of these ways."""
    return (
        secret is not None
        and secret.table == table
        and secret.kind in kinds
        and not secret.revoked
        and (secret.expires is None or now < secret.expires)
    )
