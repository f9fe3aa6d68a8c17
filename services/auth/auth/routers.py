"""The rooms that answer requests, in the order of the documentation."""

from auth.account import endpoints as account
from auth.api_tokens import endpoints as api_tokens
from auth.audit import endpoints as audit
from auth.factors import endpoints as factors
from auth.invitations import endpoints as invitations
from auth.keys import endpoints as keys
from auth.one_time_tokens import endpoints as one_time_tokens
from auth.passkeys import endpoints as passkeys
from auth.people import endpoints as people
from auth.profile_data import endpoints as profile_data
from auth.registrations import endpoints as registrations
from auth.resets import endpoints as resets
from auth.schemas import endpoints as schemas
from auth.scopes import endpoints as scopes
from auth.sessions import endpoints as sessions
from auth.setup import endpoints as setup
from auth.tokens import endpoints as tokens
from auth.users import endpoints as users

ROUTERS = [
    setup.router,
    tokens.router,
    passkeys.router,
    factors.router,
    keys.router,
    sessions.router,
    account.router,
    registrations.router,
    # Before the users, whose addresses would take "reset-password" for an id.
    resets.router,
    users.router,
    people.router,
    scopes.router,
    schemas.router,
    profile_data.router,
    invitations.router,
    api_tokens.router,
    one_time_tokens.router,
    audit.router,
]
