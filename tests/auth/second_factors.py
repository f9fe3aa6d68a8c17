"""Setting second factors up in tests, as browsers do it."""

from dataclasses import dataclass, field
from typing import Any

import httpx
import pyotp

from tests.auth.authenticator import Authenticator


@dataclass
class Clock:
    """What time it is for codes of authenticator apps."""

    now: float = 1_800_000_000.0

    def time(self) -> float:
        """Seconds since 1970."""
        return self.now

    def next_step(self) -> None:
        """Half a minute passes: apps show another code."""
        self.now += 30


@dataclass
class App:
    """An authenticator app that has been given a secret."""

    secret: str
    clock: Clock
    recovery_codes: list[str] = field(default_factory=list)

    def code(self, *, later: int = 0) -> str:
        """What it shows, or will show so many steps later."""
        return pyotp.TOTP(self.secret).at(self.clock.now, counter_offset=later)

    def wrong_code(self, n: int = 0) -> str:
        """Six digits that it does not show anywhere near now."""
        near = {self.code(later=step) for step in range(-3, 4)}
        return [code for code in (f"{number:06}" for number in range(100)) if code not in near][n]


async def add_app(client: httpx.AsyncClient, headers: dict[str, str], clock: Clock) -> App:
    """Set an authenticator app up for the user of these headers. This uses up its present code."""
    begun = await client.post("/auth/account/totp", headers=headers)
    assert begun.status_code == 200, begun.text
    app = App(begun.json()["secret"], clock)
    enabled = await client.put("/auth/account/totp", json={"code": app.code()}, headers=headers)
    assert enabled.status_code == 200, enabled.text
    app.recovery_codes = enabled.json()["recoveryCodes"]
    return app


async def add_passkey(
    client: httpx.AsyncClient, headers: dict[str, str], device: Authenticator, name: str = "Laptop"
) -> httpx.Response:
    """Add a passkey on this device for the user of these headers; gives the answer of the last call."""
    asked = await client.post("/auth/account/passkeys/options", headers=headers)
    assert asked.status_code == 200, asked.text
    challenge, options = asked.json()["challenge"], asked.json()["options"]
    body = {"challenge": challenge, "name": name, "credential": device.create(options)}
    return await client.post("/auth/account/passkeys", json=body, headers=headers)


async def ask_passkey(window: httpx.AsyncClient, challenge: str | None = None) -> tuple[str, dict[str, Any]]:
    """The challenge and the options of a login by passkey, or of its use after a password."""
    answer = await window.post("/auth/passkeys/authentication-options", json={"challenge": challenge})
    assert answer.status_code == 200, answer.text
    return answer.json()["challenge"], answer.json()["options"]


async def use_passkey(window: httpx.AsyncClient, device: Authenticator, challenge: str | None = None) -> httpx.Response:
    """What a login with the device's passkey answers."""
    token, options = await ask_passkey(window, challenge)
    return await window.post("/auth/tokens", json={"challenge": token, "passkey": device.get(options)})


async def use_code(window: httpx.AsyncClient, challenge: str, code: str) -> httpx.Response:
    """What the second step of a login by password answers to a code."""
    return await window.post("/auth/tokens", json={"challenge": challenge, "code": code})
