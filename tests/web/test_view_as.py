"""Editors see a page as somebody else gets it; nobody else can, and nothing of it is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import httpx
import pytest

from tests.stack import Stack
from tests.whole.accounts import logged_in
from tests.whole.page_calls import create_page, first_text, put_actions, render, set_text

pytestmark = pytest.mark.xdist_group("site of the web host")

MEMBERS = "view-as-members"
SECRET = "For members of the harbour"
FRAME = {"Sec-Fetch-Dest": "iframe"}


@dataclass(frozen=True, slots=True)
class Pages:
    mixed: str
    """With a part for members."""
    hidden: str
    """For members alone."""


@pytest.fixture
def pages(owner_client: httpx.Client) -> Iterator[Pages]:
    hidden = create_page(owner_client, "Hidden harbour", config={"scopeWhitelist": [MEMBERS]})
    mixed = create_page(owner_client, "Mixed harbour")
    state = render(owner_client, mixed["url"])
    text = first_text(state)
    column = next(iter(state["page"]["blocks"].values()))
    whitelist = {"name": "NODE_SET_SCOPE_WHITELIST", "level": "site", "scopeWhitelist": [MEMBERS]}
    actions = [set_text(text, f"<p>{SECRET}</p>"), {**whitelist, "nodeId": column["nodes"][0]["id"]}]
    put_actions(owner_client, state, actions).raise_for_status()
    yield Pages(mixed["url"], hidden["url"])
    for page in (hidden, mixed):
        owner_client.delete(f"/client/pages/{page['id']}").raise_for_status()


def cookies(session: httpx.Cookies | None, view_as: str) -> dict[str, str]:
    held = f"pagewright_session={session['pagewright_session']}; " if session else ""
    return {"Cookie": f"{held}pagewright_view_as={view_as}"}


class TestEditors:
    @pytest.mark.parametrize(("view_as", "is_seen"), [("-", False), ("nobodys", False), (f"a+{MEMBERS}", True)])
    @pytest.mark.parametrize("destination", ["iframe", "empty"])
    def test_see_the_page_as_others_do_in_the_frame_and_as_its_script_asks(
        self,
        host: httpx.Client,
        owner_cookies: httpx.Cookies,
        pages: Pages,
        view_as: str,
        is_seen: bool,
        destination: str,
    ) -> None:
        headers = cookies(owner_cookies, view_as) | {"Sec-Fetch-Dest": destination}
        answer = host.get(pages.mixed, headers=headers)
        assert answer.status_code == 200
        assert (SECRET in answer.text) is is_seen
        assert answer.headers["cache-control"] == "private, no-store"
        assert "etag" not in answer.headers

    @pytest.mark.parametrize(("view_as", "status"), [("-", 401), ("nobodys", 403), (MEMBERS, 200)])
    def test_get_the_error_page_that_others_get(
        self, host: httpx.Client, owner_cookies: httpx.Cookies, pages: Pages, view_as: str, status: int
    ) -> None:
        answer = host.get(pages.hidden, headers=cookies(owner_cookies, view_as) | FRAME)
        assert answer.status_code == status
        assert ("Hidden harbour" in answer.text) is (status == 200)

    @pytest.mark.parametrize("view_as", ["", "+", "a,b", "%2B", "x" * 65, '"-"'])
    def test_see_it_as_themselves_where_the_cookie_says_nothing(
        self, host: httpx.Client, owner_cookies: httpx.Cookies, pages: Pages, view_as: str
    ) -> None:
        assert SECRET in host.get(pages.mixed, headers=cookies(owner_cookies, view_as) | FRAME).text

    def test_open_the_editor_whomever_they_view_it_as(
        self, host: httpx.Client, owner_cookies: httpx.Cookies, pages: Pages
    ) -> None:
        answer = host.get(pages.hidden, headers=cookies(owner_cookies, "-") | {"Sec-Fetch-Dest": "document"})
        assert '<div id="app"></div>' in answer.text

    def test_edit_the_whole_page_all_the_same(self, stack: Stack, owner_cookies: httpx.Cookies, pages: Pages) -> None:
        answer = httpx.get(
            f"{stack.base_url}/client/page-render",
            params={"url": pages.mixed},
            headers=cookies(owner_cookies, "-"),
            timeout=30,
        )
        assert SECRET in answer.text

    def test_leave_nothing_of_it_to_visitors(
        self, host: httpx.Client, owner_cookies: httpx.Cookies, pages: Pages
    ) -> None:
        before = host.get("/")
        for view_as in (MEMBERS, "-"):
            for url in (pages.mixed, pages.hidden, "/"):
                host.get(url, headers=cookies(owner_cookies, view_as) | FRAME)
        after = host.get("/")
        assert after.headers["etag"] == before.headers["etag"]
        assert after.headers["cache-control"] == "public, max-age=0, s-maxage=1"
        assert SECRET not in host.get(pages.mixed).text
        assert host.get(pages.hidden).status_code == 401


class TestOthers:
    @pytest.mark.parametrize("view_as", ["-", MEMBERS, "editor", "super", "admin+editor"])
    def test_visitors_get_what_all_get(self, host: httpx.Client, pages: Pages, view_as: str) -> None:
        headers = cookies(None, view_as) | FRAME
        assert host.get("/", headers=headers).headers["etag"] == host.get("/").headers["etag"]
        assert SECRET not in host.get(pages.mixed, headers=headers).text
        assert host.get(pages.hidden, headers=headers).status_code == 401

    def test_members_and_strangers_stay_themselves(self, host: httpx.Client, stack: Stack, pages: Pages) -> None:
        for scope, status in ((MEMBERS, 200), ("something-else", 403)):
            with logged_in(stack, scope) as client:
                for view_as in ("-", MEMBERS, "editor", "super"):
                    headers = cookies(client.cookies, view_as) | FRAME
                    assert (SECRET in host.get(pages.mixed, headers=headers).text) is (scope == MEMBERS)
                    assert host.get(pages.hidden, headers=headers).status_code == status

    def test_the_header_means_nothing_to_the_host(
        self, host: httpx.Client, owner_cookies: httpx.Cookies, pages: Pages
    ) -> None:
        assert SECRET not in host.get(pages.mixed, headers={"View-As": MEMBERS}).text
        as_oneself = {"Cookie": f"pagewright_session={owner_cookies['pagewright_session']}", "View-As": "-"}
        assert SECRET in host.get(pages.mixed, headers=as_oneself | FRAME).text


class TestWayToTheLogin:
    def test_leads_back(self, host: httpx.Client, pages: Pages) -> None:
        answer = host.get(f"{pages.hidden}?from=mail&n=1")
        assert answer.status_code == 401
        back = f"{pages.hidden.replace('/', '%2F')}%3Ffrom%3Dmail%26n%3D1"
        assert f'?redirectedFrom={back}"' in answer.text
        assert answer.headers["cache-control"] == "no-store"

    def test_is_another_for_each_who_asks(self, host: httpx.Client, pages: Pages) -> None:
        first, second = (host.get(f"{pages.hidden}?n={number}").text for number in (1, 2))
        assert "n%3D1" in first
        assert "n%3D2" in second

    def test_breaks_out_of_nothing(self, host: httpx.Client, pages: Pages) -> None:
        answer = host.get(f'{pages.hidden}?"><script>alert(1)</script>')
        assert answer.status_code == 401
        assert "<script>alert" not in answer.text

    def test_is_not_offered_to_those_who_are_logged_in(self, host: httpx.Client, stack: Stack, pages: Pages) -> None:
        with logged_in(stack, "something-else") as client:
            session = {"Cookie": f"pagewright_session={client.cookies['pagewright_session']}"}
            answer = host.get(pages.hidden, headers=session)
        assert answer.status_code == 403
        assert "redirectedFrom" not in answer.text
