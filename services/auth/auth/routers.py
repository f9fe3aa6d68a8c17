"""The rooms that answer requests, in the order of the documentation."""

from auth import backup
from auth.accounts import account_endpoints as account
from auth.accounts import endpoints as users
from auth.accounts import invitation_endpoints as invitations
from auth.accounts import person_endpoints as people
from auth.accounts import registration_endpoints as registrations
from auth.accounts import reset_endpoints as resets
from auth.credentials import endpoints as factors
from auth.credentials import one_time_token_endpoints as one_time_tokens
from auth.credentials import passkey_endpoints as passkeys
from auth.grants import api_token_endpoints as api_tokens
from auth.grants import endpoints as scopes
from auth.login import confirmation_endpoints as confirmation
from auth.login import endpoints as tokens
from auth.profiles import endpoints as profile_data
from auth.profiles import schema_endpoints as schemas
from auth.sessions import endpoints as sessions
from auth.sessions import key_endpoints as keys
from auth.setup import endpoints as setup
from kit.job_routes import jobs_router

ROUTERS = [
    setup.router,
    tokens.router,
    passkeys.router,
    factors.router,
    keys.router,
    sessions.router,
    confirmation.router,
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
    backup.router,
    jobs_router("/auth", "admin"),
]
