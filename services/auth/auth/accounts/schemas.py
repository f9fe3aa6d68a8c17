"""Accounts on the wire: users, invitations, registrations and one's own."""

import uuid
from typing import Annotated, Any, Literal, Self

from fastapi import Query
from pydantic import AliasPath, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from auth.credentials.passwords import NewPassword
from auth.credentials.schemas import PasskeyOut, TokenForm
from auth.grants.schemas import ScopeName, ScopeNames
from auth.people.schemas import PersonIn, PersonName, PersonOut
from kit.schemas import EmailAddress, Moment, Out, Schema, Timezone

State = Literal["active", "disabled"]


class UserOut(Out):
    """An account, with the person it belongs to. Send its `version` as If-Match to change it only if nobody else has."""

    id: uuid.UUID
    person_id: uuid.UUID
    person: PersonOut
    state: State
    scopes: list[str] = Field(validation_alias=AliasPath("scope_names"))
    has_password: bool
    has_second_factor: bool = Field(description="Whether an authenticator app or a passkey has been set up.")
    is_invited: bool = Field(description="Whether an invitation is open: mailed, neither accepted nor expired.")
    last_login_at: Moment | None
    version: int
    created_at: Moment
    updated_at: Moment


class UserCreate(Schema):
    """A user for a person, who is new as well or has none so far."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "person": {
                        "firstName": "Grace",
                        "lastName": "Hopper",
                        "emailAddress": "grace@example.org",
                        "timezone": "America/New_York",
                    },
                    "scopes": ["editor"],
                    "invite": True,
                }
            ]
        }
    )

    person_id: uuid.UUID | None = None
    person: PersonIn | None = None
    scopes: ScopeNames = Field(default=[], description="Names of scopes; a single string is a list of one.")
    password: NewPassword | None = Field(None, description="Without one, nobody can log in until invited.")
    invite: Annotated[bool, Field(strict=True)] = Field(False, description="Mail a link to choose a password by.")

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if (self.person_id is None) == (self.person is None):
            raise PydanticCustomError("one_person", "Give either personId or person.")
        if self.invite and self.password is not None:
            raise PydanticCustomError("password_or_invitation", "Give a password or invite, not both.")
        return self


class UserUpdate(Schema):
    """What of a user changes here. Scopes have an address of their own, names are the person's."""

    state: State


class UserScopes(Out):
    """The names of a user's scopes, sorted."""

    scopes: list[str] = Field(validation_alias=AliasPath("scope_names"))


class UserScopesIn(Schema):
    """The names of all scopes of a user."""

    scopes: ScopeNames = Field(description="A single string is a list of one.")

    @model_validator(mode="before")
    @classmethod
    def _wrapped(cls, body: Any) -> Any:
        # What else the call has always taken: the bare list, or the bare name.
        return {"scopes": body} if isinstance(body, str | list) else body


UserIds = Annotated[list[uuid.UUID], Query(min_length=1, max_length=100)]
ScopeFilter = Annotated[ScopeName | None, Query(description="Only users with this scope.")]
StateFilter = Annotated[State | None, Query(description="Only those in this state.")]


class Totp(Out):
    """Whether an authenticator app is asked for at the login."""

    is_enabled: bool
    enabled_at: Moment | None


class AccountOut(Out):
    """All there is to one's own account."""

    user: UserOut
    totp: Totp
    recovery_codes_left: int
    passkeys: list[PasskeyOut]
    needs_second_factor: bool = Field(description="Whether one of the account's scopes requires a second factor.")
    confirmed_until: Moment | None = Field(
        description="Until when the account's credentials can be changed without showing again who one is; may be past."
    )
    pending_email_address: str | None = Field(description="The address that waits for its mailbox to confirm it.")


class OtherAccess(Out):
    """What opened the account and does so no longer."""

    sessions: int = Field(description="Ended: all but the present one.")
    api_tokens: int = Field(description="Revoked: all.")
    passkeys: int = Field(description="Removed: all, or none.")
    passkeys_kept: int = Field(description="Not removed: a scope needs a second factor, and there is no other.")


class NewEmailAddress(Schema):
    """The address that the account is to have."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"emailAddress": "ada@engines.example"}]})

    email_address: EmailAddress


class Acceptance(TokenForm):
    """What the invited send back."""

    password: NewPassword


class Invited(Out):
    """Whom an invitation is for."""

    first_name: str
    email_address: str


class RegistrationIn(Schema):
    """Somebody who wants an account. They choose its password by the link that is mailed, and nowhere else."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "firstName": "Ada",
                    "lastName": "Lovelace",
                    "emailAddress": "ada@example.org",
                    "timezone": "Europe/London",
                }
            ]
        }
    )

    first_name: PersonName
    last_name: PersonName
    email_address: EmailAddress
    timezone: Timezone = "Europe/London"


class Registrant(Out):
    """Whom a registration is for, and the name that the account gets unless it is changed."""

    first_name: str
    last_name: str
    email_address: str


class RegistrationConfirmation(Acceptance):
    """What the owner of the mailbox sends back: all that the account is made of but its address."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "token": "the-token-of-the-link",
                    "password": "nine brass cogwheels",
                    "firstName": "Ada",
                    "lastName": "Lovelace",
                    "timezone": "Europe/London",
                }
            ]
        }
    )

    first_name: PersonName
    last_name: PersonName
    timezone: Timezone | None = Field(None, description="Left out: the one that the site has of them already.")
