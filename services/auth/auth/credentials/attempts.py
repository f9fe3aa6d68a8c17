"""Counting failures in Postgres, where they hold for every process, without Redis, over restarts."""

import math
from datetime import UTC, datetime

import asyncpg
from sqlalchemy.ext.asyncio import AsyncSession

from auth.credentials.limits import Limit
from kit.errors import TooManyRequests
from kit.state import state_of

_FULL = """
SELECT max(c.window_ends_at)
FROM failure_counts c JOIN unnest($1::bytea[], $2::int[]) AS asked(bucket, most) USING (bucket)
WHERE c.failures >= asked.most AND c.window_ends_at > clock_timestamp()
"""

# A bucket that is full is left as it is and not returned, so nobody can lengthen a block by
# knocking on it. Buckets come in one order: two attempts that share both cannot lock each other out.
_CONSUME = """
INSERT INTO failure_counts AS c (bucket, failures, window_ends_at)
SELECT bucket, 1, clock_timestamp() + make_interval(secs => seconds)
FROM unnest($1::bytea[], $2::int[], $3::int[]) AS asked(bucket, most, seconds) ORDER BY bucket
ON CONFLICT (bucket) DO UPDATE SET
    failures = CASE WHEN c.window_ends_at > clock_timestamp() THEN c.failures + 1 ELSE 1 END,
    window_ends_at = CASE WHEN c.window_ends_at > clock_timestamp() THEN c.window_ends_at ELSE excluded.window_ends_at END
WHERE c.window_ends_at <= clock_timestamp()
   OR c.failures < (SELECT most FROM unnest($1::bytea[], $2::int[]) AS asked(bucket, most) WHERE asked.bucket = c.bucket)
RETURNING bucket
"""

# Rows that several attempts share are taken in the order of _CONSUME, or two of them lock each other out.
_REFUND = """
WITH locked AS MATERIALIZED (SELECT bucket FROM failure_counts WHERE bucket = ANY($1) ORDER BY bucket FOR UPDATE)
UPDATE failure_counts SET failures = greatest(failures - 1, 0) WHERE bucket IN (SELECT bucket FROM locked)
"""

_RESET = """
WITH locked AS MATERIALIZED (SELECT bucket FROM failure_counts WHERE bucket = ANY($1) ORDER BY bucket FOR UPDATE)
DELETE FROM failure_counts WHERE bucket IN (SELECT bucket FROM locked)
"""


class TooManyAttempts(TooManyRequests):
    """429: too often, for this account or from this network; `Retry-After` says how many seconds to wait."""

    code = "too_many_attempts"


class Failures:
    """The failures of accounts and addresses.

    Each call is a transaction of its own: a count has to stay although the request that made it
    fails and is rolled back.
    """

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool

    async def check(self, *limits: Limit) -> None:
        """Raise `TooManyAttempts` when one of the limits is reached. Counts nothing."""
        until: datetime | None = await self._pool.fetchval(_FULL, [x.bucket for x in limits], [x.most for x in limits])
        if until is not None:
            seconds = max(1, math.ceil((until - datetime.now(UTC)).total_seconds()))
            detail = f"Too many attempts. Try again in {_in_words(seconds)}."
            raise TooManyAttempts(detail, headers={"Retry-After": str(seconds)})

    async def consume(self, *limits: Limit) -> None:
        """Count a failure under every limit, or raise `TooManyAttempts` and count none.

        To be called before the verdict is known, and given back when it is good: so of any number of
        guesses made at once no more than the limit are ever judged.
        """
        buckets = [limit.bucket for limit in limits]
        rows = await self._pool.fetch(_CONSUME, buckets, [x.most for x in limits], [x.seconds for x in limits])
        if len(rows) < len(limits):
            await self._pool.execute(_REFUND, [row["bucket"] for row in rows])
            await self.check(*limits)
            # The block ended between the two statements. Rare enough for "try again in a second".
            raise TooManyAttempts("Try again.", headers={"Retry-After": "1"})

    async def refund(self, *limits: Limit) -> None:
        """Uncount one failure under every limit."""
        await self._pool.execute(_REFUND, [limit.bucket for limit in limits])

    async def reset(self, *limits: Limit) -> None:
        """Uncount every failure under the limits."""
        await self._pool.execute(_RESET, [limit.bucket for limit in limits])


def _in_words(seconds: int) -> str:
    minutes = math.ceil(seconds / 60)
    return "a minute" if minutes == 1 else f"{minutes} minutes"


def failures_of(session: AsyncSession) -> Failures:
    """The failures counted so far."""
    return Failures(state_of(session).database.pool)
