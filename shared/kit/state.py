"""What one process of a service holds while it runs: settings and connections.

The app keeps it at ``app.state.kit``; the worker opens its own with `kit.lifecycle.open_state`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from sqlalchemy.ext.asyncio import AsyncSession

from kit.sealing import Vault

if TYPE_CHECKING:
    # At run time these modules import this one.
    import httpx
    from starlette.requests import HTTPConnection

    from kit.api_tokens import ApiTokens
    from kit.config import ServiceSettings
    from kit.database import Database
    from kit.identity import ServiceIdentity
    from kit.job_outcomes import WatchJob
    from kit.keys import ServiceKeys
    from kit.redis_link import RedisLink
    from kit.sandbox import Sandboxes
    from kit.storage import Storage
    from kit.tokens import Verifier
    from kit.waker import Waker
    from kit.wakes import Wakes

STATE = "kit.state"
"""The key of the state in a session's ``info``."""

STOPPING = "stopping"
"""What is among the settled facts of a web process that was asked to stop."""


@dataclass(frozen=True, slots=True)
class KitState:
    """The settings and connections of one running service."""

    settings: ServiceSettings
    database: Database
    redis: RedisLink
    http: httpx.AsyncClient
    keys: ServiceKeys
    identity: ServiceIdentity
    verifier: Verifier
    api_tokens: ApiTokens
    wakes: Wakes
    waker: Waker
    storage: Storage
    sandboxes: Sandboxes
    watching: Counter[str] = field(default_factory=Counter)
    """How many answers and streams of this process wait for a job, by whose they are."""
    settled: set[str] = field(default_factory=set)
    """What this process has found to be so, and need not ask again."""
    caught_up: dict[tuple[str, str], float] = field(default_factory=dict)
    """Of a worker: when each subscriber last had all events of a service, by `time.monotonic`."""
    watch_job: WatchJob | None = None
    """What tells of attempts at jobs to those who run the site; None where nobody asks."""

    def vault(self, purpose: str) -> Vault:
        """What this service seals with for one purpose, by the keys that are in force now."""
        return Vault(self.keys.sealing, self.settings.service, purpose)


def state_of(source: HTTPConnection | AsyncSession) -> KitState:
    """The state of the app that serves a request, or that a session belongs to."""
    if isinstance(source, AsyncSession):
        return cast("KitState", source.info[STATE])
    return cast("KitState", source.app.state.kit)
