"""What the cache keeps for everybody, and what it passes on."""

import time

import httpx
import pytest

from tests.composed.behind_cache.visits import hit, is_kept, restrict, settled, write
from tests.composed.site import ComposedSite
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD
from tests.waiting import eventually
from tests.whole.page_calls import add_plugin, create_page, own_column, put_actions, render

pytestmark = pytest.mark.xdist_group("composed site")


class TestAPageForEverybody:
    def test_comes_from_the_cache_and_is_checked_by_browsers(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        url = create_page(owner, "Kept")["url"]
        kept = settled(visitor, url)
        assert kept.text == owner.get(url, headers={"Cookie": "", "Accept-Encoding": "identity"}).text
        assert kept.headers["Cache-Control"] == "no-cache"
        inner = {"Surrogate-Key", "Cache-Tag", "Xkey", "X-Request-Id", "Server-Timing"}
        assert not inner & {name.title() for name in kept.headers}
        again = visitor.get(url, headers={"If-None-Match": kept.headers["ETag"]})
        assert (again.status_code, again.headers["X-Cache"], again.content) == (304, "hit", b"")
        assert visitor.head(url).headers["X-Cache"] == "hit"

    def test_is_the_same_whatever_a_visitor_sends_besides(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        url = create_page(owner, "Same for all")["url"]
        etag = settled(visitor, url).headers["ETag"]
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
            kept = hit(visitor, url, **{"Accept-Encoding": accepted})
            return bool(kept.headers.get("Content-Encoding") == encoding)

        # The first form that is made may be another one that the browser takes too, and is kept for a second.
        eventually(is_there)
        # An ETag is the hash of the page, and the form's name behind it.
        etags = [hit(visitor, url, **{"Accept-Encoding": form}).headers["ETag"] for form in ("identity", accepted)]
        assert etags[1] == (f'{etags[0][:-1]}-{encoding}"' if encoding else etags[0])

    def test_has_one_entry_whatever_stands_behind_it(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        url = create_page(owner, "Asked with parameters")["url"]
        etag = settled(visitor, url).headers["ETag"]
        for search in ("?utm_source=a", "?utm_source=b&fbclid=c", "?", "?&", "?a", "?results&x=y", "?sentence=1"):
            answer = visitor.get(url + search)
            assert (answer.headers.get("X-Cache"), answer.headers["ETag"]) == ("hit", etag), search
        # Parameters that some plugin reads, on a page without it: the same page, and never an entry of its own.
        for search in ("?query=tea", "?sent=1", "?results=9&query=x", "?posts-page=2&utm=a"):
            assert visitor.get(url + search).headers["ETag"] == etag
            assert not is_kept(visitor, url + search), search

    def test_has_one_entry_for_each_value_that_it_reads(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        url = create_page(owner, "With posts")["url"]
        state = render(owner, url)
        assert put_actions(owner, state, add_plugin(own_column(state), "cms.blogList")).is_success
        first = settled(visitor, f"{url}?posts-page=1")
        for search in ("?utm=a&posts-page=1", "?posts-page=1&utm=b", "?posts-page=1&"):
            assert visitor.get(url + search).headers["X-Cache"] == "hit", search
        # Other spellings of it are answered, and not kept.
        for search in ("?posts-page=%31", "?posts-page=1&posts-page=2", "?posts-page=1&results=nine", "?posts-page=01"):
            answer = visitor.get(url + search)
            assert answer.headers["ETag"] == first.headers["ETag"], search
            assert not is_kept(visitor, url + search), search

    def test_has_none_for_a_value_that_anybody_can_make_up(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        url = create_page(owner, "With a form")["url"]
        state = render(owner, url)
        assert put_actions(owner, state, add_plugin(own_column(state), "cms.newsletter")).is_success
        hit(visitor, url)
        assert visitor.get(f"{url}?sent=1").headers["Cache-Control"] == "private, no-store"
        assert not is_kept(visitor, f"{url}?sent=1")


class TestMembers:
    def test_pass_the_cache_by(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        url = create_page(owner, "Seen by members")["url"]
        hit(visitor, url)
        cookie = f"theme=x; pagewright_session={owner.cookies['pagewright_session']}"
        for headers in ({"Cookie": cookie}, {"Authorization": "Bearer nonsense"}):
            answer = visitor.get(url, headers={**headers, "Sec-Fetch-Dest": "iframe"})
            assert "X-Cache" not in answer.headers
        assert visitor.get(url, headers={"Cookie": cookie}).headers["Cache-Control"] == "private, no-store"

    def test_have_pages_that_are_never_kept(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        page = create_page(owner, "For editors", config={"scopeWhitelist": ["editor"]})
        write(owner, page["url"], "Editors only")
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
            write(owner, page["url"], "Once for all")
            assert "Once for all" in hit(visitor, page["url"]).text
            restrict(owner, page, ["editor"])
            eventually(lambda: visitor.get(page["url"]).status_code == 401)
            time.sleep(0.2)
            assert "Once for all" not in visitor.get(page["url"]).text
            restrict(owner, page, [])
            eventually(lambda: visitor.get(page["url"]).status_code == 200)

    def test_a_page_without_its_script_is_never_kept(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        url = create_page(owner, "Safely")["url"]
        hit(visitor, url)
        answer = visitor.get(f"{url}?safe=1")
        assert (answer.headers["Cache-Control"], "X-Cache" in answer.headers) == ("private, no-store", False)


class TestWhatIsNoPage:
    def test_is_not_kept_where_nothing_is(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        address = "/comes-later"
        for _ in range(3):
            assert visitor.get(f"{address}?x=1").status_code == 404
        page = owner.post("/client/pages", json={"title": "Comes later", "url": address}).raise_for_status().json()
        eventually(lambda: visitor.get(address).status_code == 200)
        hit(visitor, address)
        owner.delete(f"/client/pages/{page['id']}", headers={"If-Match": "*"}).raise_for_status()
        eventually(lambda: visitor.get(address).status_code != 200)

    def test_is_a_redirect_with_all_of_the_address(self, visitor: httpx.Client, owner: httpx.Client) -> None:
        body = {"source": "/moved", "destination": "/elsewhere", "responseCode": 302}
        made = owner.post("/cms/url-maps", json=body)
        assert made.status_code == 201, made.text
        for search in ("", "?utm=a&b=c", "?query=x"):
            answer = visitor.get(f"/moved{search}")
            assert (answer.status_code, answer.headers["Location"]) == (302, f"/elsewhere{search}")
        owner.delete(f"/cms/url-maps/{made.json()['id']}").raise_for_status()
        eventually(lambda: visitor.get("/moved").status_code == 404)

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
        kept = hit(visitor, script)
        assert "immutable" in kept.headers["Cache-Control"]
