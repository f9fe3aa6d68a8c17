"""A scope that gets another name keeps what is for its holders; one that is deleted keeps it from everybody."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from tests.stack import Stack
from tests.waiting import eventually
from tests.whole.page_calls import create_page, first_text, put_actions, render, set_text

SECRET = "only-for-the-club"
PASSWORD = "nine brass cogwheels"


@dataclass(frozen=True, slots=True)
class Club:
    """A scope, somebody who holds it, and what is for them: a page in the menu, and a part of another page."""

    scope: str
    name: str
    page: str
    page_id: str
    state: dict[str, Any]
    """The page with the part, as an editor saw it before anything was renamed."""
    node: str
    member: httpx.Client
    email: str

    def log_in(self) -> None:
        """As often as the scope changes: that ends the sessions of those who hold it."""
        self.member.post("/auth/tokens", json={"email": self.email, "password": PASSWORD}).raise_for_status()

    def sees(self) -> tuple[bool, bool, bool]:
        """Whether the member gets the page, its place in the menu, and the part."""
        page, other = self.member.get(self.page), self.member.get(self.state["page"]["url"])
        return page.status_code == 200, f'href="{self.page}"' in other.text, f"<p>{SECRET}</p>" in other.text


@pytest.fixture
def club(stack: Stack, owner_client: httpx.Client) -> Iterator[Club]:
    name, email = f"club-{uuid.uuid4().hex[:8]}", f"{uuid.uuid4().hex}@example.org"
    scope = owner_client.post("/auth/scopes", json={"name": name}).raise_for_status().json()
    person = {"firstName": "Mel", "lastName": "Member", "emailAddress": email}
    form = {"person": person, "scopes": [name], "password": PASSWORD}
    owner_client.post("/auth/users", json=form).raise_for_status()
    page = create_page(owner_client, "Club", config={"scopeWhitelist": [name], "menu": {"visible": True}})
    state = render(owner_client, create_page(owner_client, "Mixed")["url"])
    node = next(iter(state["page"]["blocks"].values()))["nodes"][0]["id"]
    keep = {"name": "NODE_SET_SCOPE_WHITELIST", "nodeId": node, "level": "page", "scopeWhitelist": [name]}
    saved = put_actions(owner_client, state, [set_text(first_text(state), f"<p>{SECRET}</p>"), keep]).raise_for_status()
    with httpx.Client(base_url=stack.base_url, headers={"Origin": stack.base_url}, timeout=30) as member:
        found = Club(scope["id"], name, page["url"], page["id"], saved.json(), node, member, email)
        found.log_in()
        yield found
    owner_client.delete(f"/client/pages/{page['id']}").raise_for_status()


def whitelists(owner: httpx.Client, club: Club) -> list[list[str]]:
    """Of the page and of the part, as they are stored."""
    page = owner.get(f"/client/pages/{club.page_id}").raise_for_status().json()
    part = render(owner, club.state["page"]["url"])["page"]["nodeFields"][club.node]["page"]
    return [page["config"]["scopeWhitelist"], part["scopeWhitelist"]]


def test_a_new_name_goes_through_all_that_is_for_its_holders(
    owner_client: httpx.Client, visitor_client: httpx.Client, club: Club
) -> None:
    assert club.sees() == (True, True, True)
    name = f"{club.name}-renamed"
    owner_client.put(f"/auth/scopes/{club.scope}", json={"name": name}).raise_for_status()
    eventually(lambda: club.member.get(club.page).status_code == 401)
    eventually(lambda: whitelists(owner_client, club) == [[name], [name]])
    club.log_in()
    eventually(lambda: club.sees() == (True, True, True))
    assert SECRET not in visitor_client.get(club.state["page"]["url"]).text
    # An editor who began before it saves what has nothing to do with it, to the same part.
    answer = put_actions(owner_client, club.state, [set_text(first_text(club.state), "<p>New words</p>")])
    assert answer.status_code == 200, answer.text
    assert whitelists(owner_client, club) == [[name], [name]]
    # An editor who changes the same list has to resolve a conflict.
    keep = {"name": "NODE_SET_SCOPE_WHITELIST", "nodeId": club.node, "level": "page", "scopeWhitelist": [club.name]}
    answer = put_actions(owner_client, club.state, [keep])
    assert (answer.status_code, answer.json()["code"]) == (409, "page_conflict")
    assert answer.json()["conflicts"][0]["changedBy"]["name"] != "someone"


def test_what_a_deleted_scope_opened_opens_for_nobody(
    owner_client: httpx.Client, visitor_client: httpx.Client, club: Club
) -> None:
    assert club.sees() == (True, True, True)
    owner_client.delete(f"/auth/scopes/{club.scope}").raise_for_status()
    club.log_in()
    # Told of a later change, content has heard of the deletion as well.
    other = owner_client.post("/auth/scopes", json={"name": f"{club.name}-other"}).raise_for_status().json()
    owner_client.put(f"/auth/scopes/{other['id']}", json={"name": f"{club.name}-third"}).raise_for_status()
    assert club.sees() == (False, False, False)
    assert SECRET not in visitor_client.get(club.state["page"]["url"]).text
    assert visitor_client.get(club.page).status_code == 401
    assert whitelists(owner_client, club) == [[club.name], [club.name]]
