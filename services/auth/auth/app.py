"""The auth service: people, users, scopes, sessions and tokens."""

from auth.config import Settings
from auth.credentials.passwords import password_hashing
from auth.routers import ROUTERS
from auth.sessions.key_ring import key_ring
from auth.status import count_users
from kit.app import create_service

app = create_service(
    Settings,
    routers=ROUTERS,
    lifespans=[key_ring, password_hashing],
    status_sources=[count_users],
)
