"""Credentials on the wire.

What browsers make (`PublicKeyCredential.toJSON()`) comes as they make it: a newer browser may add
members, so there, and only there, unknown ones are let pass unread.
"""

import uuid
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, StringConstraints

from kit.schemas import Moment, OneLine, Out, Schema

ChallengeToken = Annotated[str, StringConstraints(min_length=1, max_length=100)]
"""What an answer gave to carry on with. It is good for one login and a short while."""


_Id = Annotated[str, StringConstraints(min_length=1, max_length=1400)]
_Encoded = Annotated[str, StringConstraints(min_length=1, max_length=8192)]
_Attestation = Annotated[str, StringConstraints(min_length=1, max_length=65_536)]

PasskeyName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100), OneLine]
"""What somebody calls one of their passkeys."""


class _FromBrowser(Schema):
    model_config = ConfigDict(extra="ignore")


class Assertion(_FromBrowser):
    """What an authenticator signed to log in."""

    client_data_json: _Encoded = Field(alias="clientDataJSON")
    authenticator_data: _Encoded
    signature: _Encoded
    user_handle: _Id | None = None


class PasskeyAssertion(_FromBrowser):
    """AuthenticationResponseJSON: the answer of `navigator.credentials.get()`."""

    id: _Id
    raw_id: _Id
    type: Literal["public-key"]
    response: Assertion


class Attestation(_FromBrowser):
    """The key pair that an authenticator made."""

    client_data_json: _Encoded = Field(alias="clientDataJSON")
    attestation_object: _Attestation
    transports: Annotated[list[Annotated[str, StringConstraints(max_length=32)]], Field(max_length=16)] = []


class PasskeyAttestation(_FromBrowser):
    """RegistrationResponseJSON: the answer of `navigator.credentials.create()`."""

    id: _Id
    raw_id: _Id
    type: Literal["public-key"]
    response: Attestation


class AuthenticationOptionsRequest(Schema):
    """What a passkey is asked for: to log in, or as the second step of a login by password."""

    challenge: ChallengeToken | None = Field(
        None, description="The challenge that the password's answer gave; left out to log in by passkey alone."
    )


class PasskeyOptions(Out):
    """What the browser is to ask an authenticator, and the challenge to send its answer back with."""

    challenge: str
    options: dict[str, Any] = Field(
        description="PublicKeyCredentialRequestOptionsJSON to log in, PublicKeyCredentialCreationOptionsJSON to add one."
    )


class NewPasskey(Schema):
    """A passkey to add to one's account."""

    challenge: ChallengeToken
    name: PasskeyName
    credential: PasskeyAttestation


class PasskeyChange(Schema):
    """A new name for a passkey."""

    name: PasskeyName


class PasskeyOut(Out):
    """A passkey of one's account."""

    id: uuid.UUID
    name: str
    created_at: Moment
    last_used_at: Moment | None
    is_backed_up: bool = Field(description="Whether it is kept in an account of its maker and so on several devices.")


class AddedPasskey(PasskeyOut):
    """A passkey that has just been added."""

    recovery_codes: list[str] = Field(
        description="Shown this once. None where the account has some already, which stay good."
    )


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
    """Recovery codes, each valid once in place of the second factor. They are shown once."""

    recovery_codes: list[str]


TokenText = Annotated[
    str,
    StringConstraints(min_length=1, max_length=200),
    Field(description="The token in the fragment of the link that was mailed."),
]
"""A token as sent. Its form is not checked further: one that cannot be ours is as unusable as any other."""


class TokenForm(Schema):
    """The token of a link, and nothing else."""

    token: TokenText


class Revealed(Out):
    """A token in the clear, for the mail that is being written."""

    token: str


class Mailed(Out):
    """Nothing: the answer is the same whether somebody has the address or not. What there is to tell is mailed."""
