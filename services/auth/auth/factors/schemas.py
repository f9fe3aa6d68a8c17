"""Authenticator apps and recovery codes on the wire."""

from typing import Annotated

from pydantic import Field, StringConstraints

from kit.schemas import Out, Schema

Code = Annotated[str, StringConstraints(min_length=1, max_length=40)]
"""Six digits of an authenticator app, or a recovery code; spaces, hyphens and case do not matter."""


class AuthenticatorSecret(Out):
    """What an authenticator app is given, three ways. Nothing is asked for until a code confirmed it."""

    secret: str = Field(description="To be typed in, base32.")
    otpauth_uri: str = Field(description="To be opened on the device that has the app.")
    qr_code: str = Field(description="To be scanned: an SVG image as a data: address.")


class AuthenticatorConfirmation(Schema):
    """A code that the app shows, which proves that it has the secret."""

    code: Code


class RecoveryCodes(Out):
    """Codes that stand in for the second factor, each of them once. They are shown this once."""

    recovery_codes: list[str]
