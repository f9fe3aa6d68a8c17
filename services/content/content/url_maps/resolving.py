"""Where an address leads by the URL maps: several in a row are one redirect."""

from typing import NamedTuple

import orjson

from content.address import FEED_FILES, requested_address
from content.documents.loading import Connection, Row
from content.url_maps.patterns import STAR, captured, filled, is_elsewhere, parts_of

MAX_STEPS = 5
"""URL maps in a row; a longer chain goes on with the next request."""
MAX_CHAIN = 50
"""URL maps in a row behind one that is saved: a circle is found however many requests it would take."""
GONE = 410
_PERMANENT = frozenset({301, 308})

# An exact source comes before patterns, a longer pattern before a shorter one. A page that has moved to where a pattern
# that leads to it applies is seen there.
_FIND = """
SELECT m.id::text, m.source, m.destination, m.response_code, p.url AS page_url,
    p.config ->> 'scopeWhitelist' AS scope_whitelist
FROM (
    (SELECT * FROM url_maps WHERE source = $1 AND pattern IS NULL)
    UNION ALL
    (SELECT * FROM url_maps WHERE pattern IS NOT NULL AND $1 LIKE pattern)
) m
LEFT JOIN pages p ON p.id = m.page_id
WHERE p.url IS DISTINCT FROM $1
ORDER BY m.pattern IS NOT NULL, length(m.source) DESC, m.source
LIMIT 1
"""

_PAGES_AT = "SELECT url, config ->> 'scopeWhitelist' AS scope_whitelist FROM pages WHERE url = ANY ($1::text[])"

# Where a list page has moved, its feeds are at the new address: subscribers know the old one alone.
_FIND_FEED = """
SELECT m.id::text, m.source, m.destination, m.response_code, rtrim(p.url, '/') || $2 AS page_url,
    p.config ->> 'scopeWhitelist' AS scope_whitelist
FROM url_maps m JOIN pages p ON p.id = m.page_id
WHERE m.source = $1 AND m.pattern IS NULL AND p.url <> $1
    AND EXISTS (SELECT FROM blog_category_pages listed WHERE listed.page_id = p.id)
"""


class Step(NamedTuple):
    """A URL map that applies, and where it leads; None for 410."""

    id: str
    source: str
    destination: str | None
    response_code: int
    scope_whitelist: list[str]
    """Of the page that the map leads to: its address is not for everybody."""


class Resolved(NamedTuple):
    """A resolved address: the steps in their order, none where no URL map applies."""

    steps: list[Step]
    loop: list[Step]
    """Those that go round in circles: followed by nobody, except as far as the first page in the circle."""
    page_url: str | None = None
    """The address of that page: it is seen there, although a URL map applies."""

    @property
    def destination(self) -> str | None:
        """Where all of it leads; None for 410."""
        return self.steps[-1].destination

    @property
    def response_code(self) -> int:
        """The first step's code; for a chain with a temporary step, that one's."""
        codes = [step.response_code for step in self.steps]
        if codes[-1] == GONE:
            return GONE
        return next((code for code in codes if code not in _PERMANENT), codes[0])

    @property
    def scope_whitelist(self) -> list[str]:
        """Of the page that all of it leads to."""
        return self.steps[-1].scope_whitelist


async def resolve(connection: Connection, url: str, most: int = MAX_STEPS) -> Resolved:
    """Resolves a path with its query through the URL maps, in ``most`` steps at most. A feed follows its list page.

    Takes one statement for each step, and one to find that there is none; another each for a feed, and for a circle.
    """
    steps: list[Step] = []
    addresses: list[str] = []
    while len(steps) < most:
        path, query, _ = parts_of(url)
        address = requested_address(path)
        row = await _find(connection, address) if address is not None else None
        if row is None or address is None:
            break
        step = _step(row, address, query)
        addresses.append(address)
        before = [each.id for each in steps]
        if step.id in before:
            return await _circle(connection, steps, step, addresses, before.index(step.id))
        steps.append(step)
        if step.destination is None or is_elsewhere(step.destination):
            break
        url = step.destination
    return Resolved(steps, [])


async def _circle(
    connection: Connection, steps: list[Step], repeated: Step, addresses: list[str], begin: int
) -> Resolved:
    """What is followed of steps that go round in circles from the one at ``begin``; each applies at its address.

    They end at the first page on the way. A page that moves to where a pattern leads back to its former address makes
    such a circle: both addresses would show nothing otherwise.
    """
    loop = [*steps[begin:], repeated]
    rows = await connection.fetch(_PAGES_AT, addresses[begin:])
    whitelists = {row["url"]: _scopes(row["scope_whitelist"]) for row in rows}
    end = next((index for index in range(begin, len(addresses)) if addresses[index] in whitelists), None)
    if end is None:
        return Resolved(steps[:begin], loop)
    followed = steps[:end]
    if followed:
        followed[-1] = followed[-1]._replace(scope_whitelist=whitelists[addresses[end]])
    return Resolved(followed, loop, addresses[end])


async def _find(connection: Connection, address: str) -> Row | None:
    """The URL map that applies at an address."""
    row = await connection.fetchrow(_FIND, address)
    file = next((file for file in FEED_FILES if address.endswith(file)), None)
    if row is not None or file is None:
        return row
    return await connection.fetchrow(_FIND_FEED, address.removesuffix(file), file)


def _step(row: Row, address: str, query: str) -> Step:
    url = row["page_url"] or row["destination"]
    if url is not None:
        stars = captured(row["source"], address) if STAR in row["source"] else None
        url = _with_query(filled(url, stars) if stars else url, query)
    return Step(row["id"], row["source"], url, row["response_code"], _scopes(row["scope_whitelist"]))


def _scopes(stored: str | None) -> list[str]:
    scopes: list[str] = orjson.loads(stored or "[]")
    return scopes


def _with_query(url: str, query: str) -> str:
    """A destination with the query that was asked with, unless it has one of its own."""
    path, own, fragment = parts_of(url)
    return f"{path}{own or query}{fragment}"
