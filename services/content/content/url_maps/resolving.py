"""Where an address leads by the URL maps: several in a row are one redirect."""

from collections.abc import Collection, Iterable, Mapping
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

# For each address that is asked for: an exact source comes before patterns, a longer pattern before a shorter one. A page that has
# moved to where a pattern that leads to it applies is seen there.
_FIND = """
SELECT asked.url AS asked, found.*
FROM unnest($1::text[]) AS asked (url)
CROSS JOIN LATERAL (
    SELECT m.id::text, m.source, m.destination, m.response_code, p.url AS page_url,
        p.config ->> 'scopeWhitelist' AS scope_whitelist
    FROM (
        (SELECT * FROM url_maps WHERE source = asked.url AND pattern IS NULL)
        UNION ALL
        (SELECT * FROM url_maps WHERE pattern IS NOT NULL AND asked.url LIKE pattern)
    ) m
    LEFT JOIN pages p ON p.id = m.page_id
    WHERE p.url IS DISTINCT FROM asked.url
    ORDER BY m.pattern IS NOT NULL, length(m.source) DESC, m.source
    LIMIT 1
) found
"""

_PAGES_AT = "SELECT url, config ->> 'scopeWhitelist' AS scope_whitelist FROM pages WHERE url = ANY ($1::text[])"

# Where a list page has moved, its feeds are at the new address: subscribers know the old one alone.
_FIND_FEEDS = """
SELECT asked.url AS asked, m.id::text, m.source, m.destination, m.response_code,
    rtrim(p.url, '/') || asked.file AS page_url, p.config ->> 'scopeWhitelist' AS scope_whitelist
FROM unnest($1::text[], $2::text[], $3::text[]) AS asked (url, list_url, file)
JOIN url_maps m ON m.source = asked.list_url AND m.pattern IS NULL
JOIN pages p ON p.id = m.page_id AND p.url <> asked.list_url
WHERE EXISTS (SELECT FROM blog_category_pages listed WHERE listed.page_id = p.id)
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


class _Way:
    """The URL maps that are followed from one address on, as far as they are known."""

    def __init__(self, url: str) -> None:
        self.steps: list[Step] = []
        self.passed: list[str] = []
        """The addresses at which they apply."""
        self.repeated: Step | None = None
        """The one that is followed again without coming nearer to an end: the way goes round in circles."""
        self._stand_at(url)

    def _stand_at(self, url: str) -> None:
        path, self.query, _ = parts_of(url)
        self.address = requested_address(path)
        """Where it goes on; None at its end."""

    def follow(self, row: Row | None) -> None:
        """Follow the URL map that applies where the way goes on; without one it ends there."""
        address, self.address = self.address, None
        if row is None or address is None:
            return
        step = _step(row, address, self.query)
        passed = zip(reversed(self.steps), reversed(self.passed), strict=True)
        before = next((each for earlier, each in passed if earlier.id == step.id), None)
        self.passed.append(address)
        # A pattern may apply again where the address gets shorter each time: `/old/*` to `/*`, asked for /old/old/x.
        if before is not None and len(address) >= len(before):
            self.repeated = step
            return
        self.steps.append(step)
        if step.destination is not None and not is_elsewhere(step.destination):
            self._stand_at(step.destination)

    @property
    def circle(self) -> list[str]:
        """The addresses in the circle that it goes round in."""
        return self.passed[self._begin_of_circle :] if self.repeated else []

    @property
    def _begin_of_circle(self) -> int:
        indexes = reversed(range(len(self.steps)))
        return next(index for index in indexes if self.repeated and self.steps[index].id == self.repeated.id)

    def resolved(self, whitelists: Mapping[str, list[str]]) -> Resolved:
        """What is followed of it, with the whitelists of the pages in the circle, by address.

        It ends at the first page in the circle. A page that moves to where a pattern leads back to its former address makes
        such a circle: both addresses would show nothing otherwise.
        """
        if self.repeated is None:
            return Resolved(self.steps, [])
        begin = self._begin_of_circle
        loop = [*self.steps[begin:], self.repeated]
        end = next((index for index in range(begin, len(self.passed)) if self.passed[index] in whitelists), None)
        if end is None:
            return Resolved(self.steps[:begin], loop)
        followed = self.steps[:end]
        if followed:
            followed[-1] = followed[-1]._replace(scope_whitelist=whitelists[self.passed[end]])
        return Resolved(followed, loop, self.passed[end])


async def resolve(connection: Connection, url: str, most: int = MAX_STEPS) -> Resolved:
    """Resolves a path with its query through the URL maps, in ``most`` steps at most. A feed follows its list page.

    Takes one statement for each step, and one to find that there is none; another each for a feed, and for a circle.
    """
    [resolved] = await resolve_all(connection, [url], most)
    return resolved


async def resolve_all(connection: Connection, urls: Iterable[str], most: int = MAX_STEPS) -> list[Resolved]:
    """The same for several at once, in as many statements as the longest way takes."""
    ways = [_Way(url) for url in urls]
    found: dict[str, Row | None] = {}
    while going := [(way, way.address) for way in ways if way.address is not None and len(way.steps) < most]:
        found |= await _find(connection, {address for _, address in going} - found.keys())
        for way, address in going:
            way.follow(found[address])
    circles = {address for way in ways for address in way.circle}
    rows = await connection.fetch(_PAGES_AT, [*circles]) if circles else []
    whitelists = {row["url"]: _scopes(row["scope_whitelist"]) for row in rows}
    return [way.resolved(whitelists) for way in ways]


async def _find(connection: Connection, addresses: Collection[str]) -> dict[str, Row | None]:
    """The URL map that applies at each of these addresses."""
    found: dict[str, Row | None] = dict.fromkeys(addresses)
    if addresses:
        found |= {row["asked"]: row for row in await connection.fetch(_FIND, [*addresses])}
    feeds = [
        (address, address.removesuffix(file), file)
        for address, row in found.items()
        if row is None and (file := next((each for each in FEED_FILES if address.endswith(each)), None))
    ]
    if feeds:
        found |= {
            row["asked"]: row for row in await connection.fetch(_FIND_FEEDS, *map(list, zip(*feeds, strict=True)))
        }
    return found


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
