"""Invitations on the wire."""

from auth.one_time_tokens.schemas import TokenForm
from auth.users.passwords import NewPassword
from kit.schemas import Out


class Acceptance(TokenForm):
    """What the invited send back."""

    password: NewPassword


class Invited(Out):
    """Whom an invitation is for."""

    first_name: str
    email_address: str
