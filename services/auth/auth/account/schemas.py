"""One's own account on the wire."""

from pydantic import ConfigDict, Field

from auth.passkeys.schemas import PasskeyOut
from auth.users.schemas import UserOut
from kit.schemas import EmailAddress, Moment, Out, Schema


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
    needs_second_factor: bool = Field(description="Whether a scope that one holds asks for a second factor.")
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
