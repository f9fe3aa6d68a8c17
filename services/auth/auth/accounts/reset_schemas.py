"""Changing a password, on the wire."""

import uuid
from typing import Annotated

from pydantic import ConfigDict, Field, PlainValidator, StringConstraints

from auth.credentials.passwords import NewPassword, PresentPassword
from auth.credentials.schemas import TokenText
from kit.schemas import Out, Schema


class ResetByToken(Schema):
    """Choose a password by the link that was mailed."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"token": "the-token-of-the-link", "password": "nine brass cogwheels"}]}
    )

    token: TokenText
    password: NewPassword
    revoke_api_tokens: bool = Field(
        default=False, description="Revoke all API tokens too: the programs that use them lose their way in."
    )


class ChangeOwn(Schema):
    """Choose another password for the account that is logged in."""

    current_password: PresentPassword
    password: NewPassword


_Ways = ResetByToken | ChangeOwn


def _way(body: object) -> _Ways:
    # Rejected: leaving it to the union. It would name both forms' fields in every refusal.
    is_change = isinstance(body, dict) and "token" not in body
    return ChangeOwn.model_validate(body) if is_change else ResetByToken.model_validate(body)


PasswordForm = Annotated[_Ways, PlainValidator(_way, json_schema_input_type=_Ways)]
"""What `PUT /auth/users/reset-password` takes: the token of a link, or the present password, and the new one."""


class ResetSubject(Out):
    """Whose password the link changes, and what opens the account whatever its password is."""

    email_address: str
    api_tokens: int
    passkeys: int


class ResetAttempt(Schema):
    """That somebody at a network address asks for a link to be mailed."""

    email_address: Annotated[str, StringConstraints(max_length=254)]
    address: Annotated[str, StringConstraints(max_length=64)]


class ResetRequest(Schema):
    """Whose password is to be reset."""

    email_address: Annotated[str, StringConstraints(max_length=254)]


class PasswordReset(Out):
    """An account, and the token that the link in its mail is to carry."""

    user_id: uuid.UUID
    name: str
    email_address: str
    is_staff: bool
    token: str
