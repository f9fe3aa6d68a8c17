"""One's sessions on the wire."""

import uuid
from typing import Annotated

from pydantic import ConfigDict, Field, PlainValidator

from auth.challenges.schemas import ChallengeToken
from auth.factors.schemas import Code
from auth.passkeys.schemas import PasskeyAssertion
from auth.users.passwords import PresentPassword
from kit.schemas import Moment, Out, Schema


class SessionOut(Out):
    """A login that still stands."""

    id: uuid.UUID
    device: str = Field(description="The User-Agent header of the latest refresh; empty where there was none.")
    address: str = Field(description="The network address of the latest refresh.")
    created_at: Moment
    last_used_at: Moment = Field(description="When it was last refreshed.")
    is_current: bool = Field(description="Whether it is the session that asks.")


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


_Ways = ConfirmByPassword | ConfirmByCode | ConfirmByPasskey


def _way(body: object) -> _Ways:
    # Rejected: leaving it to the union. It would name both forms' fields in every refusal.
    sent = body.keys() if isinstance(body, dict) else ()
    form = ConfirmByPasskey if "passkey" in sent else ConfirmByCode if "challenge" in sent else ConfirmByPassword
    return form.model_validate(body)


ConfirmationForm = Annotated[_Ways, PlainValidator(_way, json_schema_input_type=_Ways)]
"""What confirms a session: the password, and a code after it where there is a second factor; or a passkey."""


class ConfirmationOut(Out):
    """A session that counts as confirmed."""

    confirmed_until: Moment
