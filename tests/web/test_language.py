"""A site in another language than English: visitors get its words, and the change reaches what was kept."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.stack import Stack
from tests.waiting import eventually_answered
from tests.whole.page_calls import add_plugin, create_page, own_column, put_actions, render

pytestmark = pytest.mark.xdist_group("site of the web host")


def set_language(client: httpx.Client, language: str) -> None:
    entries = client.get("/cms/config").json()
    entry = next(entry for entry in entries if entry["key"] == "language")
    answer = client.put(
        f"/cms/config/{entry['id']}", json={"value": language}, headers={"If-Match": f'"{entry["version"]}"'}
    )
    assert answer.is_success, answer.text


@pytest.fixture
def german_site(stack: Stack, owner_cookies: httpx.Cookies, host: httpx.Client) -> Iterator[str]:
    """The address of a page with a form to log in, on a site that is in German until the test ends."""
    with httpx.Client(
        base_url=stack.base_url, headers={"Origin": stack.base_url}, cookies=owner_cookies, timeout=30
    ) as client:
        url = create_page(client, "Log in here")["url"]
        state = render(client, url)
        assert put_actions(client, state, add_plugin(own_column(state), "cms.login")).is_success
        # Kept in English from here on.
        assert "<h2>Log in</h2>" in host.get(url).text
        set_language(client, "de")
        yield url
        set_language(client, "en")
        eventually_answered(lambda: '<html lang="en">' in host.get(url).text)


def test_pages_errors_and_the_login_speak_the_sites_language(host: httpx.Client, german_site: str) -> None:
    eventually_answered(lambda: '<html lang="de">' in host.get(german_site).text)
    text = host.get(german_site).text
    assert "<h2>Anmelden</h2>" in text
    assert ">Passwort</label>" in text
    eventually_answered(lambda: 'data-site-language="de"' in host.get("/cms-login").text)
