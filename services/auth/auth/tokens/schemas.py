"""Login, refresh and their answers on the wire."""

import uuid
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, PlainValidator, StringConstraints

from auth.challenges.schemas import ChallengeToken
from auth.factors.schemas import Code
from auth.passkeys.schemas import PasskeyAssertion
from auth.users.passwords import PresentPassword
from kit.schemas import Out, Schema


class Login(Schema):
    """Log in with a password."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"email": "ada@example.org", "password": "nine brass cogwheels"}]}
    )

    # Looser than an address has to be: what no account can have is a wrong login like any other.
    email: Annotated[str, StringConstraints(min_length=1, max_length=254)]
    password: PresentPassword


class Refresh(Schema):
    """Get a new access token for the refresh credential in the cookie."""

    refresh: Literal[True]


class LoginByCode(Schema):
    """The second step of a login by password: a code."""

    challenge: ChallengeToken
    code: Code


class LoginByPasskey(Schema):
    """Log in with a passkey: by itself, or as the second step of a login by password."""

    challenge: ChallengeToken
    passkey: PasskeyAssertion


class SetUpRequest(Schema):
    """Ask for the secret of an authenticator app, where a login may not be finished without one."""

    challenge: ChallengeToken


_Ways = Login | LoginByCode | LoginByPasskey | Refresh


def _way(body: object) -> _Ways:
    # Rejected: a discriminated union. It would put its tag into the names of the faulty fields.
    given = body if isinstance(body, dict) else {}
    if "refresh" in given:
        return Refresh.model_validate(body)
    if "passkey" in given:
        return LoginByPasskey.model_validate(body)
    kind = LoginByCode if "challenge" in given else Login
    return kind.model_validate(body)


TokenRequest = Annotated[_Ways, PlainValidator(_way, json_schema_input_type=_Ways)]
"""What `POST /auth/tokens` takes: e-mail address and password, what follows on them, or `{"refresh": true}`."""


class Claims(Out):
    """What the access token says to the browser, which cannot read the token itself."""

    sub: uuid.UUID = Field(description="The person's id.")
    user: uuid.UUID = Field(description="The user's id.")
    exp: int = Field(description="When the token expires, in seconds since 1970.")
    scopes: list[str]
    timezone: str


class PublicClaims(Out):
    """What of the session the browser's scripts may know."""

    claims: Claims


class TokenAnswer(Out):
    """The claims of the session that the answer's cookies carry."""

    public: PublicClaims


class LoginAnswer(TokenAnswer):
    """The claims of the session, and what the login set up."""

    recovery_codes: list[str] | None = Field(
        None, description="Shown this once, when the login set the account's second factor up."
    )


class SessionStands(Out):
    """A session that has not been ended."""

    id: uuid.UUID
