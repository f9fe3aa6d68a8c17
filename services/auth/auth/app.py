"""The auth service: people, users, scopes, sessions and tokens."""

from auth.config import Settings
from auth.housekeeping import housekeeping
from auth.keys import endpoints as keys
from auth.keys.ring import key_ring
from auth.people import endpoints as people
from auth.scopes import endpoints as scopes
from auth.setup import endpoints as setup
from auth.status import count_users
from auth.tokens import endpoints as tokens
from auth.users import endpoints as users
from auth.users.passwords import password_hashing
from kit.app import create_service

app = create_service(
    Settings,
    routers=[setup.router, tokens.router, keys.router, users.router, people.router, scopes.router],
    lifespans=[key_ring, password_hashing, housekeeping],
    status_sources=[count_users],
)
