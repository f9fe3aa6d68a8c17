"""The cache in front of a site of containers: Varnish itself, with the rules and settings that `--profile cache` gives it."""

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import count
from typing import Any

import httpx
import pytest

from tests.composed.site import ComposedSite, composed_site
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD, set_up_site
from tests.varnish import require
from tests.whole.page_calls import (
    add_plugin,
    create_page,
    first_text,
    own_column,
    put_actions,
    render,
    set_text,
)

pytestmark = pytest.mark.xdist_group("composed site")

_SEEN_SECONDS = 60.0
"""Within which a change is seen, which without a purge it would not be for an hour. The benchmark measures the true figure."""


@pytest.fixture(scope="module")
def site() -> Iterator[ComposedSite]:
    require()
    with composed_site(COMPOSE_PROFILES="cache", CACHE_PURGE_URL="http://cache:8081", SETUP_CODE="open-sesame") as site:
        set_up_site(site)
        yield site


@pytest.fixture
def owner(site: ComposedSite) -> Iterator[httpx.Client]:
    """Somebody who may do everything, past the cache."""
    with httpx.Client(base_url=site.base_url, headers={"Origin": site.base_url}, timeout=60) as client:
        client.post("/auth/tokens", json={"email": OWNER_EMAIL, "password": OWNER_PASSWORD}).raise_for_status()
        yield client


@pytest.fixture
def visitor(site: ComposedSite) -> Iterator[httpx.Client]:
    """Anybody, through the cache. It takes no compressed form: the first of those is kept briefly."""
    address = f"http://{site.addresses['cache']}:8080"
    with httpx.Client(base_url=address, headers={"Accept-Encoding": "identity"}, timeout=30) as client:
        yield client


def _hit(visitor: httpx.Client, url: str, **headers: str) -> httpx.Response:
    """The page, once it comes from the cache."""
    until = time.monotonic() + _SEEN_SECONDS
    while True:
        answer = visitor.get(url, headers=headers)
        assert answer.status_code == 200, answer.text
        if answer.headers.get("X-Cache") == "hit":
            return answer
        assert time.monotonic() < until, answer.headers
        time.sleep(0.05)


def _settled(visitor: httpx.Client, url: str) -> httpx.Response:
    """The page, once it stays in the cache: keys are purged again half a second after each change."""
    until = time.monotonic() + _SEEN_SECONDS
    while int((kept := _hit(visitor, url)).headers["Age"]) < 2:
        assert time.monotonic() < until, kept.headers
        time.sleep(0.05)
    return kept


def _eventually(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + _SEEN_SECONDS
    while not condition():
        assert time.monotonic() < until, "it is not so in time"


def _in_one_of_three(condition: Callable[[], bool]) -> bool:
    """Whether it is so at the third time at the latest: the second purge of an earlier change may come late."""
    return any(condition() for _ in range(3))


def _seconds_of(call: Callable[[], object]) -> float:
    began = time.monotonic()
    call()
    return time.monotonic() - began


def _write(owner: httpx.Client, url: str, words: str) -> None:
    state = render(owner, url)
    saved = put_actions(owner, state, [set_text(first_text(state), f"<p>{words}</p>")])
    assert saved.is_success, saved.text


def _restrict(owner: httpx.Client, page: dict[str, Any], scopes: list[str]) -> None:
    body = {"title": page["title"], "url": page["url"], "config": {"scopeWhitelist": scopes}}
    owner.put(f"/client/pages/{page['id']}", json=body, headers={"If-Match": "*"}).raise_for_status()


def _shows(visitor: httpx.Client, url: str, words: str) -> bool:
    return words in visitor.get(url).text


def _is_kept(visitor: httpx.Client, url: str, **headers: str) -> bool:
    """Whether the cache has kept what it was asked for: it says so of all that it may keep."""
    return any("X-Cache" in visitor.get(url, headers=headers).headers for _ in range(3))


class TestAPageForEverybody:
    def test_comes_from_the_cache_and_is_checked_by_browsers(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        url = create_page(owner, "Kept")["url"]
        kept = _settled(visitor, url)
        assert kept.text == owner.get(url, headers={"Cookie": "", "Accept-Encoding": "identity"}).text
        assert kept.headers["Cache-Control"] == "no-cache"
        inner = {"Surrogate-Key", "Cache-Tag", "Xkey", "X-Request-Id", "Server-Timing"}
        assert not inner & {name.title() for name in kept.headers}
        again = visitor.get(url, headers={"If-None-Match": kept.headers["ETag"]})
        assert (again.status_code, again.headers["X-Cache"], again.content) == (304, "hit", b"")
        assert visitor.head(url).headers["X-Cache"] == "hit"

    def test_is_the_same_whatever_a_visitor_sends_besides(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        url = create_page(owner, "Same for all")["url"]
        etag = _settled(visitor, url).headers["ETag"]
        others = (
            {"Cookie": "consent=all; pagewright_scheme=dark"},
            {"Host": "elsewhere.example"},
            {"X-Forwarded-Host": "elsewhere.example", "X-Forwarded-Proto": "https"},
            {"User-Agent": "another", "Accept-Language": "de", "Referer": "https://elsewhere.example/"},
            {"Surrogate-Key": "everything", "X-Asked": "/other"},
        )
        for headers in others:
            answer = visitor.get(url, headers=headers)
            assert (answer.headers["X-Cache"], answer.headers["ETag"]) == ("hit", etag), headers

    @pytest.mark.parametrize(
        ("accepted", "encoding"),
        [("gzip, deflate, br, zstd", "br"), ("gzip, deflate", "gzip"), ("br;q=0, gzip", "gzip"), ("deflate", None)],
    )
    def test_comes_in_the_form_that_a_browser_takes(
        self, visitor: httpx.Client, owner: httpx.Client, accepted: str, encoding: str | None
    ) -> None:
        url = create_page(owner, f"Form {encoding}")["url"]

        def is_there() -> bool:
            kept = _hit(visitor, url, **{"Accept-Encoding": accepted})
            return bool(kept.headers.get("Content-Encoding") == encoding)

        # The first form that is made may be another one that the browser takes too, and is kept for a second.
        _eventually(is_there)
        # An ETag is the hash of the page, and the form's name behind it.
        etags = [_hit(visitor, url, **{"Accept-Encoding": form}).headers["ETag"] for form in ("identity", accepted)]
        assert etags[1] == (f'{etags[0][:-1]}-{encoding}"' if encoding else etags[0])

    def test_has_one_entry_whatever_stands_behind_it(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        url = create_page(owner, "Asked with parameters")["url"]
        etag = _settled(visitor, url).headers["ETag"]
        for search in ("?utm_source=a", "?utm_source=b&fbclid=c", "?", "?&", "?a", "?results&x=y", "?sentence=1"):
            answer = visitor.get(url + search)
            assert (answer.headers.get("X-Cache"), answer.headers["ETag"]) == ("hit", etag), search
        # Parameters that some plugin reads, on a page without it: the same page, and never an entry of its own.
        for search in ("?query=tea", "?sent=1", "?results=9&query=x", "?posts-page=2&utm=a"):
            assert visitor.get(url + search).headers["ETag"] == etag
            assert not _is_kept(visitor, url + search), search

    def test_has_one_entry_for_each_value_that_it_reads(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        url = create_page(owner, "With a form")["url"]
        state = render(owner, url)
        assert put_actions(owner, state, add_plugin(own_column(state), "cms.newsletter")).is_success
        sent = _settled(visitor, f"{url}?sent=1")
        for search in ("?utm=a&sent=1", "?sent=1&utm=b", "?sent=1&"):
            assert visitor.get(url + search).headers["X-Cache"] == "hit", search
        # Other spellings of it are answered, and not kept.
        for search in ("?sent=%31", "?sent=1&sent=2", "?sent=1&results=nine", "?sent=01"):
            answer = visitor.get(url + search)
            assert answer.headers["ETag"] == sent.headers["ETag"], search
            assert not _is_kept(visitor, url + search), search


class TestASave:
    def test_is_seen_for_good(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        url = create_page(owner, "Saved")["url"]
        for turn in range(10):
            _hit(visitor, url)
            _write(owner, url, f"Turn {turn} of it")
            _eventually(partial(_shows, visitor, url, f"Turn {turn} of it"))
        # For good: no copy of an older one came after it.
        assert "Turn 9 of it" in _hit(visitor, url).text

    def test_leaves_other_pages_in_the_cache(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        saved, other = (create_page(owner, title)["url"] for title in ("Changed", "Unchanged"))
        turns = count()

        def is_left() -> bool:
            _settled(visitor, saved)
            _settled(visitor, other)
            words = f"Changed words {next(turns)}"
            _write(owner, saved, words)
            _eventually(lambda: words in visitor.get(saved).text)
            return visitor.get(other).headers["X-Cache"] == "hit"

        assert _in_one_of_three(is_left)

    def test_is_seen_by_those_who_are_asking_all_the_time(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        """The page is asked for while it is saved: what was rendered before the save must not be kept after it."""
        url = create_page(owner, "Asked for all the time")["url"]
        for turn in range(20):
            _write(owner, url, f"Round {turn} of it")
            visitor.get(f"{url}?utm={turn}")
        _eventually(lambda: "Round 19 of it" in visitor.get(url).text)
        until = time.monotonic() + 2
        while time.monotonic() < until:
            assert "Round 19 of it" in visitor.get(url).text

    def test_does_not_wait_for_a_cache_that_hangs(
        self, site: ComposedSite, visitor: httpx.Client, owner: httpx.Client
    ) -> None:
        url = create_page(owner, "While the cache hangs")["url"]
        process = site.container("cache").process
        assert process is not None

        def quickest(words: str) -> float:
            return min(_seconds_of(lambda: _write(owner, url, words)) for _ in range(3))

        usual = quickest("Words before")
        _hit(visitor, url)
        os.killpg(process.pid, signal.SIGSTOP)
        try:
            # Each that waited would do so for two seconds.
            assert quickest("Words meanwhile") < usual + 1.5
        finally:
            os.killpg(process.pid, signal.SIGCONT)
        _eventually(lambda: "Words meanwhile" in visitor.get(url).text)

    def test_reaches_a_cache_that_was_away(
        self, site: ComposedSite, visitor: httpx.Client, owner: httpx.Client
    ) -> None:
        url = create_page(owner, "While the cache is away")["url"]
        assert site.container("cache").stop() is not None
        _write(owner, url, "Words without a cache")
        site.restart("cache")
        assert "Words without a cache" in _hit(visitor, url).text
        _write(owner, url, "Words with it again")
        # The host may wait for some seconds until it tries again.
        _eventually(lambda: "Words with it again" in visitor.get(url).text)

    def test_is_not_needed_to_clear_the_cache(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        url = create_page(owner, "Cleared")["url"]
        _hit(visitor, url)
        owner.delete("/client/api/cache").raise_for_status()
        _eventually(lambda: visitor.get(url).headers.get("X-Cache") == "miss")

    def test_is_not_purged_by_visitors(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        url = create_page(owner, "Not purged")["url"]

        def is_left() -> bool:
            _settled(visitor, url)
            for method in ("POST", "PURGE", "BAN"):
                visitor.request(method, url, headers={"Surrogate-Key": "everything", "xkey": "everything"})
            return visitor.get(url).headers["X-Cache"] == "hit"

        assert _in_one_of_three(is_left)


class TestMembers:
    def test_pass_the_cache_by(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        url = create_page(owner, "Seen by members")["url"]
        _hit(visitor, url)
        cookie = f"theme=x; pagewright_session={owner.cookies['pagewright_session']}"
        for headers in ({"Cookie": cookie}, {"Authorization": "Bearer nonsense"}):
            answer = visitor.get(url, headers={**headers, "Sec-Fetch-Dest": "iframe"})
            assert "X-Cache" not in answer.headers
        assert visitor.get(url, headers={"Cookie": cookie}).headers["Cache-Control"] == "private, no-store"

    def test_have_pages_that_are_never_kept(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        page = create_page(owner, "For editors", config={"scopeWhitelist": ["editor"]})
        _write(owner, page["url"], "Editors only")
        session = {"Cookie": f"pagewright_session={owner.cookies['pagewright_session']}", "Sec-Fetch-Dest": "iframe"}
        for _ in range(3):
            members = visitor.get(page["url"], headers=session)
            assert members.headers["Cache-Control"] == "private, no-store"
            assert "Editors only" in members.text
            anybody = visitor.get(f"{page['url']}?utm=a")
            assert (anybody.status_code, "X-Cache" in anybody.headers) == (401, False)
            assert "Editors only" not in anybody.text
            # The way back from the login leads to all of the address.
            assert f"redirectedFrom={page['url'].replace('/', '%2F')}%3Futm%3Da" in anybody.text

    def test_a_page_that_is_restricted_is_gone(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        page = create_page(owner, "Restricted")
        for _ in range(3):
            _write(owner, page["url"], "Once for all")
            assert "Once for all" in _hit(visitor, page["url"]).text
            _restrict(owner, page, ["editor"])
            _eventually(lambda: visitor.get(page["url"]).status_code == 401)
            time.sleep(0.2)
            assert "Once for all" not in visitor.get(page["url"]).text
            _restrict(owner, page, [])
            _eventually(lambda: visitor.get(page["url"]).status_code == 200)

    def test_a_page_without_its_script_is_never_kept(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        url = create_page(owner, "Safely")["url"]
        _hit(visitor, url)
        answer = visitor.get(f"{url}?safe=1")
        assert (answer.headers["Cache-Control"], "X-Cache" in answer.headers) == ("private, no-store", False)


class TestWhatIsNoPage:
    def test_is_not_kept_where_nothing_is(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        address = "/comes-later"
        for _ in range(3):
            assert visitor.get(f"{address}?x=1").status_code == 404
        page = owner.post("/client/pages", json={"title": "Comes later", "url": address}).raise_for_status().json()
        _eventually(lambda: visitor.get(address).status_code == 200)
        _hit(visitor, address)
        owner.delete(f"/client/pages/{page['id']}", headers={"If-Match": "*"}).raise_for_status()
        _eventually(lambda: visitor.get(address).status_code != 200)

    def test_is_a_redirect_with_all_of_the_address(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        body = {"source": "/moved", "destination": "/elsewhere", "responseCode": 302}
        made = owner.post("/cms/url-maps", json=body)
        assert made.status_code == 201, made.text
        for search in ("", "?utm=a&b=c", "?query=x"):
            answer = visitor.get(f"/moved{search}")
            assert (answer.status_code, answer.headers["Location"]) == (302, f"/elsewhere{search}")
        owner.delete(f"/cms/url-maps/{made.json()['id']}").raise_for_status()
        _eventually(lambda: visitor.get("/moved").status_code == 404)

    def test_passes_what_services_answer(self, visitor: httpx.Client, site: ComposedSite) -> None:
        for path in ("/auth/.well-known/jwks.json", "/client/internal/health", "/cms-login", "/robots.txt"):
            answers = [visitor.get(path) for _ in range(2)]
            assert {(answer.status_code, "X-Cache" in answer.headers) for answer in answers} == {(200, False)}, path
        login = visitor.post(
            "/auth/tokens", json={"email": OWNER_EMAIL, "password": OWNER_PASSWORD}, headers={"Origin": site.base_url}
        )
        assert login.status_code == 200

    def test_keeps_files_that_never_change(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        page = visitor.get(create_page(owner, "With a script")["url"]).text
        script = next(part.split('"')[0] for part in page.split('src="')[1:] if part.startswith("/assets/"))
        kept = _hit(visitor, script)
        assert "immutable" in kept.headers["Cache-Control"]


class TestFiles:
    """They may be of any size: the cache has 64 MB for what it passes on, for all visitors together."""

    _SIZE = 32 * 1024 * 1024

    @pytest.fixture
    def file(self, owner: httpx.Client) -> Iterator[bytes]:
        content = os.urandom(1024) * (self._SIZE // 1024)
        owner.post("/cms/files", files={"file": ("large.bin", content)}).raise_for_status()
        yield content
        [found] = owner.get("/cms/file-entities").json()["files"]
        owner.delete(f"/cms/file-entities/{found['id']}", headers={"If-Match": "*"}).raise_for_status()

    def test_come_whole_however_slowly_they_are_read(self, site: ComposedSite, file: bytes) -> None:
        # What a visitor has not taken yet is to wait elsewhere than in the buffers of this machine.
        transport = httpx.HTTPTransport(socket_options=[(socket.SOL_SOCKET, socket.SO_RCVBUF, 64 * 1024)])
        address = f"http://{site.addresses['cache']}:8080"
        with httpx.Client(base_url=address, transport=transport, timeout=60) as client, ExitStack() as stack:
            # Six have begun, and each waits until all before it have been read.
            answers = [stack.enter_context(client.stream("GET", "/files/large.bin")) for _ in range(6)]
            assert [answer.status_code for answer in answers] == [200] * 6
            for answer in answers:
                assert answer.read() == file

    def test_take_no_second_request_along(self, site: ComposedSite, file: bytes) -> None:
        """It would come to the gateway as the cache's own: with whatever address of a visitor somebody wrote into it."""
        with socket.create_connection((site.addresses["cache"], 8080), timeout=60) as connection:
            head = f"HTTP/1.1\r\nHost: localhost:{site.port}\r\n"
            forged = f"GET /auth/.well-known/jwks.json {head}X-Forwarded-For: 198.51.100.1\r\n\r\n"
            connection.sendall(f"GET /files/large.bin {head}Range: bytes=0-9\r\n\r\n{forged}".encode())
            with connection.makefile("rb") as answered:
                said = answered.read()
        assert said.startswith(b"HTTP/1.1 206 ")
        assert said.endswith(file[:10])
        assert said.count(b"HTTP/1.1 ") == 1


class TestWhileTheSiteIsAway:
    def test_pages_are_shown_and_are_new_once_it_is_back(
        self, site: ComposedSite, visitor: httpx.Client, owner: httpx.Client
    ) -> None:
        url = create_page(owner, "Shown meanwhile")["url"]
        before = _settled(visitor, url)
        site.container("web").stop(signal.SIGKILL)
        _write(owner, url, "Written meanwhile")
        assert visitor.get(url).headers["ETag"] == before.headers["ETag"]
        away = visitor.get("/not-kept")
        assert (away.status_code, away.headers["Retry-After"]) == (503, "5")
        site.restart("web")
        _eventually(lambda: "Written meanwhile" in visitor.get(url).text)
        _hit(visitor, url)
