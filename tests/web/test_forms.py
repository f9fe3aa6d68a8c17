"""Forms of plugins, posted to the page that they stand on without a script: a logout, which a cms.loginButton has."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.stack import Stack
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD
from tests.web.plugin_pages import FIELD, page_with
from tests.whole.accounts import owner_session
from tests.whole.page_calls import new_id, render

pytestmark = pytest.mark.xdist_group("site of the web host")


@pytest.fixture(scope="module")
def page(stack: Stack, owner_cookies: httpx.Cookies) -> tuple[str, str]:
    """The address of a page with a login button, and the button's id."""
    return page_with(stack, owner_cookies, "cms.loginButton")


@pytest.fixture
def member(stack: Stack) -> Iterator[httpx.Client]:
    """A browser in which somebody has just logged in."""
    with httpx.Client(base_url=stack.base_url, headers={"Origin": stack.base_url}, timeout=30) as client:
        answer = client.post("/auth/tokens", json={"email": OWNER_EMAIL, "password": OWNER_PASSWORD})
        assert answer.is_success, answer.text
        yield client


def is_logged_in(client: httpx.Client) -> bool:
    return client.get("/auth/account").status_code == 200


class TestAForm:
    def test_is_answered_by_its_plugin_and_leads_back_to_the_page(
        self, member: httpx.Client, page: tuple[str, str]
    ) -> None:
        url, plugin = page
        shown = member.get(url, headers={"Sec-Fetch-Dest": "empty"}).text
        assert f'name="{FIELD}" value="{plugin}"' in shown
        assert "data-islands" not in shown
        assert is_logged_in(member)
        answer = member.post(f"{url}?utm=1", data={FIELD: plugin})
        assert (answer.status_code, answer.headers["location"]) == (303, url)
        assert not is_logged_in(member)
        # The cookies are gone from the browser, too.
        assert "pagewright_session" not in member.cookies
        assert "Log in</a>" in member.get(url).text

    @pytest.mark.parametrize("origin", [None, "null", "https://other.example"])
    def test_from_another_site_does_nothing(
        self, member: httpx.Client, page: tuple[str, str], origin: str | None
    ) -> None:
        url, plugin = page
        del member.headers["Origin"]
        headers = {} if origin is None else {"Origin": origin}
        answer = member.post(url, data={FIELD: plugin}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "origin_mismatch")
        assert is_logged_in(member)

    def test_that_no_plugin_of_the_page_has_is_not_found(self, member: httpx.Client, page: tuple[str, str]) -> None:
        url, plugin = page
        for path, named in ((url, new_id()), (url, "__proto__"), (url, ""), ("/", plugin)):
            answer = member.post(path, data={FIELD: named})
            assert (answer.status_code, answer.json()["code"]) == (404, "form_not_found")
        assert member.post("/no-such-page", data={FIELD: plugin}).status_code == 404
        assert is_logged_in(member)

    def test_is_sent_on_to_where_its_page_has_moved(self, stack: Stack, owner_cookies: httpx.Cookies) -> None:
        url, plugin = page_with(stack, owner_cookies, "cms.loginButton")
        moved = f"{url}-moved"
        with owner_session(stack) as member:
            page = member.get(f"/client/pages/{render(member, url)['page']['id']}").json()
            data, match = {"title": page["title"], "url": moved}, {"If-Match": f'"{page["version"]}"'}
            assert member.put(f"/client/pages/{page['id']}", json=data, headers=match).is_success
            address = f"{url}?{FIELD}={plugin}"
            answer = member.post(address, data={FIELD: plugin})
            assert (answer.status_code, answer.headers["location"]) == (308, f"{moved}?{FIELD}={plugin}")
            answer = member.post(address, data={FIELD: plugin}, follow_redirects=True)
            assert [(step.status_code, step.request.method) for step in answer.history] == [
                (308, "POST"),
                (303, "POST"),
            ]
            assert (answer.status_code, answer.url.path) == (200, moved)
            assert not is_logged_in(member)

    def test_that_names_a_field_twice_counts_by_the_first(self, member: httpx.Client, page: tuple[str, str]) -> None:
        url, plugin = page
        answer = member.post(url, data={FIELD: [plugin, new_id()]})
        assert (answer.status_code, is_logged_in(member)) == (303, False)

    def test_that_is_too_large_or_none_at_all_is_refused(self, member: httpx.Client, page: tuple[str, str]) -> None:
        url, plugin = page
        large = member.post(url, data={FIELD: plugin, "words": "x" * 70_000})
        assert (large.status_code, large.json()["code"]) == (413, "payload_too_large")
        many = member.post(url, data={FIELD: plugin, **{f"f{number}": "1" for number in range(300)}})
        assert many.status_code == 413
        other = member.post(url, json={FIELD: plugin})
        assert (other.status_code, other.json()["code"]) == (415, "unsupported_media_type")
        assert other.json()["title"] == "Unsupported media type"
        assert is_logged_in(member)
