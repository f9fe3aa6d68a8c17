"""One's sessions on the wire."""

import uuid
from typing import Annotated

from pydantic import ConfigDict, Field, PlainValidator

from auth.challenges.schemas import ChallengeToken
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
    """Show who one is by the password."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"password": "nine brass cogwheels"}]})

    password: PresentPassword


class ConfirmByPasskey(Schema):
    """Show who one is by a passkey: an answer to the options of `POST /auth/passkeys/authentication-options`."""

    challenge: ChallengeToken
    passkey: PasskeyAssertion


_Ways = ConfirmByPassword | ConfirmByPasskey


def _way(body: object) -> _Ways:
    # Rejected: leaving it to the union. It would name both forms' fields in every refusal.
    by_passkey = isinstance(body, dict) and "passkey" in body
    return ConfirmByPasskey.model_validate(body) if by_passkey else ConfirmByPassword.model_validate(body)


ConfirmationForm = Annotated[_Ways, PlainValidator(_way, json_schema_input_type=_Ways)]
"""What confirms a session: the password, or a passkey."""


class ConfirmationOut(Out):
    """A session that counts as confirmed."""

    confirmed_until: Moment
