"""Login, refresh and their answers on the wire."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, PlainValidator, StringConstraints

from auth.credentials.passwords import PresentPassword
from auth.credentials.schemas import ChallengeToken, Code, PasskeyAssertion
from auth.sessions.schemas import TokenAnswer
from kit.schemas import Moment, Out, Schema


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


class LoginAnswer(TokenAnswer):
    """The claims of the session, and what the login set up."""

    recovery_codes: list[str] | None = Field(
        None, description="Shown this once, when the login set the account's second factor up."
    )


class ConfirmByPassword(Schema):
    """Show who one is by the password; with a second factor it is the first step."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"password": "nine brass cogwheels"}]})

    password: PresentPassword


class ConfirmByPasskey(Schema):
    """Show who one is by a passkey: an answer to the options of `POST /auth/passkeys/authentication-options`."""

    challenge: ChallengeToken
    passkey: PasskeyAssertion


class ConfirmByCode(Schema):
    """Go on after the password, by a code of the authenticator app or a recovery code."""

    challenge: ChallengeToken
    code: Code


_Confirmations = ConfirmByPassword | ConfirmByCode | ConfirmByPasskey


def _confirmation(body: object) -> _Confirmations:
    # Rejected: leaving it to the union. It would name both forms' fields in every refusal.
    sent = body.keys() if isinstance(body, dict) else ()
    form = ConfirmByPasskey if "passkey" in sent else ConfirmByCode if "challenge" in sent else ConfirmByPassword
    return form.model_validate(body)


ConfirmationForm = Annotated[_Confirmations, PlainValidator(_confirmation, json_schema_input_type=_Confirmations)]
"""What confirms a session: the password, and a code after it where there is a second factor; or a passkey."""


class ConfirmationOut(Out):
    """A session that counts as confirmed."""

    confirmed_until: Moment
