"""The same address, asked by different people: visitors, members, editors, and those who pretend."""

from __future__ import annotations

import httpx
import pytest

from tests.e2e import identity
from tests.lapsed import lapsed
from tests.stack import Stack
from tests.whole.page_calls import create_page

pytestmark = pytest.mark.xdist_group("site of the web host")

FOR_ANYBODY = ' data-anybody=""'
SHELL = '<div id="app"></div>'


def session(cookies: httpx.Cookies) -> dict[str, str]:
    return {"Cookie": f"pagewright_session={cookies['pagewright_session']}"}


class TestEditor:
    @pytest.mark.parametrize("destination", ["document", None])
    def test_opens_a_page_in_the_editor(
        self, host: httpx.Client, owner_cookies: httpx.Cookies, destination: str | None
    ) -> None:
        headers = session(owner_cookies) | ({"Sec-Fetch-Dest": destination} if destination else {})
        answer = host.get("/", headers=headers)
        assert SHELL in answer.text
        assert answer.headers["cache-control"] == "private, no-store"

    @pytest.mark.parametrize("destination", ["iframe", "empty"])
    def test_has_the_page_itself_in_a_frame_and_for_scripts(
        self, host: httpx.Client, owner_cookies: httpx.Cookies, destination: str
    ) -> None:
        answer = host.get("/", headers=session(owner_cookies) | {"Sec-Fetch-Dest": destination})
        assert SHELL not in answer.text
        assert '<div id="page">' in answer.text
        assert answer.headers["cache-control"] == "private, no-store"
        assert "etag" not in answer.headers

    def test_sees_in_the_frame_what_visitors_do_not(
        self, host: httpx.Client, owner_client: httpx.Client, owner_cookies: httpx.Cookies
    ) -> None:
        page = create_page(owner_client, "Editors only", config={"scopeWhitelist": ["editor"]})
        seen = host.get(page["url"], headers=session(owner_cookies) | {"Sec-Fetch-Dest": "iframe"})
        assert (seen.status_code, "Editors only" in seen.text) == (200, True)
        assert host.get(page["url"]).status_code == 401

    def test_leaves_no_trace_for_visitors(self, host: httpx.Client, owner_cookies: httpx.Cookies) -> None:
        host.get("/", headers=session(owner_cookies) | {"Sec-Fetch-Dest": "iframe"})
        host.get("/", headers=session(owner_cookies))
        assert SHELL not in host.get("/").text

    def test_first_paint_has_the_chosen_scheme(self, host: httpx.Client, owner_cookies: httpx.Cookies) -> None:
        cookie = session(owner_cookies)["Cookie"]
        dark = host.get("/", headers={"Cookie": f"{cookie}; pagewright_scheme=dark"})
        assert '<html lang="en" data-mantine-color-scheme="dark">' in dark.text
        odd = host.get("/", headers={"Cookie": f'{cookie}; pagewright_scheme="><script>'})
        assert '<html lang="en">' in odd.text


class TestEditorWhoseTokenHasRunOut:
    """The session cookie stays with the browser when its token is good for nothing any more."""

    def test_opens_the_editor_which_renews_it(
        self, host: httpx.Client, stack: Stack, owner_cookies: httpx.Cookies
    ) -> None:
        old = {"Cookie": f"pagewright_session={lapsed(stack, owner_cookies['pagewright_session'])}"}
        answer = host.get("/", headers={**old, "Sec-Fetch-Dest": "document"})
        assert SHELL in answer.text
        assert answer.headers["cache-control"] == "private, no-store"

    def test_is_a_visitor_for_all_else(
        self, host: httpx.Client, stack: Stack, owner_client: httpx.Client, owner_cookies: httpx.Cookies
    ) -> None:
        page = create_page(owner_client, "Once editors only", config={"scopeWhitelist": ["editor"]})
        old = {"Cookie": f"pagewright_session={lapsed(stack, owner_cookies['pagewright_session'])}"}
        assert host.get(page["url"], headers={**old, "Sec-Fetch-Dest": "iframe"}).status_code == 401
        answer = httpx.get(f"{stack.base_url}/auth/account", headers=old, timeout=30)
        assert answer.status_code == 401


class TestSomebodyWhoseSessionWasEnded:
    """Their token still looks good to the host; content takes them for a visitor, and the page says that it is one's."""

    def test_gets_a_page_that_says_so(self, host: httpx.Client, owner_client: httpx.Client) -> None:
        member = identity.add_user(owner_client, "club")
        site = str(owner_client.base_url)
        with httpx.Client(base_url=site, headers={"Origin": site}, timeout=30) as window:
            login = window.post("/auth/tokens", json={"email": member.address, "password": identity.PASSWORD})
            headers = session(login.cookies)
        page = create_page(owner_client, "The club's", config={"scopeWhitelist": ["club"]})
        for address in ("/", page["url"]):
            answer = host.get(address, headers=headers)
            assert (answer.status_code, FOR_ANYBODY in answer.text) == (200, False)
        assert FOR_ANYBODY in host.get("/").text
        assert owner_client.delete(f"/auth/users/{member.id}/sessions").status_code == 204
        for address, status in (("/", 200), (page["url"], 401)):
            answer = host.get(address, headers=headers)
            assert (answer.status_code, FOR_ANYBODY in answer.text) == (status, True)

    def test_the_pages_of_other_errors_are_for_all(self, host: httpx.Client) -> None:
        answer = host.get("/nothing-is-here")
        assert (answer.status_code, FOR_ANYBODY in answer.text) == (404, False)


class TestPretender:
    @pytest.mark.parametrize("token", ["nonsense", "a.b.c", "eyJhbGciOiJub25lIn0.eyJzY29wZXMiOlsic3VwZXIiXX0."])
    def test_is_a_visitor(self, host: httpx.Client, token: str) -> None:
        plain = host.get("/")
        for headers in ({"Cookie": f"pagewright_session={token}"}, {"Authorization": f"Bearer {token}"}):
            answer = host.get("/", headers=headers)
            assert answer.headers["etag"] == plain.headers["etag"]

    def test_with_a_token_that_was_tampered_with_too(self, host: httpx.Client, owner_cookies: httpx.Cookies) -> None:
        header, payload, signature = owner_cookies["pagewright_session"].split(".")
        answer = host.get("/", headers={"Cookie": f"pagewright_session={header}.{payload[:-2]}AA.{signature}"})
        assert SHELL not in answer.text


class TestVisitorWithCookies:
    def test_has_the_page_that_all_have(self, host: httpx.Client) -> None:
        plain = host.get("/")
        assert (
            host.get("/", headers={"Cookie": "consent=yes; pagewright_scheme=dark"}).headers["etag"]
            == plain.headers["etag"]
        )


class TestScreens:
    @pytest.mark.parametrize(
        "path",
        [
            "/cms-login",
            "/cms-login/reset-password",
            "/cms-admin",
            "/cms-admin/pages",
            "/cms-ecom/orders",
            "/oauth2/callback/google?code=x&state=y",
        ],
    )
    def test_are_the_application(self, host: httpx.Client, path: str) -> None:
        answer = host.get(path)
        assert answer.status_code == 200
        assert SHELL in answer.text
        assert "noindex" in answer.text

    def test_are_not_kept_for_services_that_nobody_can_connect_to_yet(self, host: httpx.Client) -> None:
        """The application would ask for a token, go, and be served again, for ever."""
        answer = host.get("/oauth2/callback/instagram?code=x")
        assert (answer.status_code, SHELL in answer.text) == (404, False)

    @pytest.mark.parametrize("path", ["/cms-administration", "/cms-loginx", "/oauth2x"])
    def test_are_not_what_only_begins_like_them(self, host: httpx.Client, path: str) -> None:
        assert host.get(path).status_code == 404

    def test_set_up_is_over(self, host: httpx.Client) -> None:
        answer = host.get("/cms-setup?code=x")
        assert (answer.status_code, answer.headers["location"]) == (302, "/cms-login")
