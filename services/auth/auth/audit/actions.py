"""What can be done to identities, and to whom: the names that entries of the audit log use."""

from typing import Literal

Action = Literal[
    "login",
    "user.created",
    "user.invited",
    "user.registered",
    "user.disabled",
    "user.enabled",
    "user.deleted",
    "user.scopes_changed",
    "person.created",
    "person.updated",
    "person.deleted",
    "password.changed",
    "password.reset",
    "reset.requested",
    "session.ended",
    "refresh.reused",
    "passkey.added",
    "passkey.removed",
    "authenticator.added",
    "authenticator.removed",
    "recovery_codes.renewed",
    "factors.removed",
    "api_token.created",
    "api_token.revoked",
    "scope.created",
    "scope.updated",
    "scope.deleted",
    "schema.created",
    "schema.updated",
    "schema.deleted",
    "profile_data.created",
    "profile_data.updated",
    "profile_data.deleted",
]

SubjectType = Literal["user", "person", "scope", "schema"]
"""Sessions, passwords, factors and API tokens are their user's: their subject is the user."""
