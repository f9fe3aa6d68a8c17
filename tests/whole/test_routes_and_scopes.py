"""Every route of every service, walked by everybody whom docs/routes.md has a column for."""

from __future__ import annotations

import re
import uuid
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from kit.auth import Principal
from kit.describe import PERSONAS, app_of
from kit.testing import ServiceClient, Start, Tokens
from kit.testing.databases import SERVICES

TABLE = Path(__file__).parents[2] / "docs" / "routes.md"


class Row(NamedTuple):
    service: str
    method: str
    path: str
    who: str
    admits: dict[str, bool]


def rows_of(service: str) -> list[Row]:
    """The service's lines of the table that people read."""
    lines = [line.strip("|").split("|") for line in TABLE.read_text().splitlines() if line.startswith("|")]
    head, _, *body = [[cell.strip() for cell in line] for line in lines]
    assert head[4:] == [*PERSONAS]
    return [
        Row(name, method, path, who, {persona: cell == "yes" for persona, cell in zip(PERSONAS, cells, strict=True)})
        for name, method, path, who, *cells in body
        if name == service
    ]


def is_refused(answer: httpx.Response) -> bool:
    """Refused for who one is, not for what one asked."""
    if answer.status_code not in {401, 403}:
        return False
    # Which of the codes it is, an answer without a body does not say.
    return answer.request.method == "HEAD" or answer.json()["code"] in {
        "unauthorized",
        "token_invalid",
        "scope_missing",
    }


class Walker:
    """One person's requests, for records of their own where an address names a person or a user."""

    def __init__(self, client: ServiceClient, tokens: Tokens, persona: str) -> None:
        caller = PERSONAS[persona]
        self._client = client
        self._ids = {"people": str(uuid.uuid4()), "users": str(uuid.uuid4())}
        self._headers = (
            tokens.bearer(*caller.scopes, sub=self._ids["people"], user=self._ids["users"])
            if isinstance(caller, Principal)
            else {}
        )

    async def ask(self, row: Row) -> httpx.Response:
        own = re.match(r"/auth/(people|users)/\{", row.path)
        identifier = self._ids[own[1]] if own else str(uuid.uuid4())
        address = re.sub(r"\{\w+\}", identifier, row.path, count=1)
        address = re.sub(r"\{\w+\}", lambda _: str(uuid.uuid4()), address)
        content = b"{}" if row.method in {"POST", "PUT", "PATCH"} else None
        headers = {**self._headers, "Content-Type": "application/json", "Prefer": "respond-async"}
        return await self._client.request(row.method, address, headers=headers, content=content)


async def started(start: Start, service: str) -> ServiceClient:
    if service == "auth":
        return await start(app_of(service), setup_code="set-up-code-of-the-tests")
    return await start(app_of(service))


@pytest.mark.parametrize("persona", PERSONAS)
@pytest.mark.parametrize("service", SERVICES)
async def test_whom_the_table_lets_in(start: Start, tokens: Tokens, service: str, persona: str) -> None:
    rows = rows_of(service)
    assert rows
    walker = Walker(await started(start, service), tokens, persona)
    wrong = {}
    for row in rows:
        answer = await walker.ask(row)
        if is_refused(answer) == row.admits[persona]:
            wrong[row.method, row.path] = (answer.status_code, answer.json().get("code"))
    assert wrong == {}


@pytest.mark.parametrize("service", SERVICES)
async def test_what_is_internal_takes_another_services_token(start: Start, tokens: Tokens, service: str) -> None:
    client = await started(start, service)
    for row in rows_of(service):
        if row.who.startswith("internal: "):
            callers = row.who.removeprefix("internal: ").split(", ")
            address = re.sub(r"\{\w+\}", str(uuid.uuid4()), row.path)
            for part in (*SERVICES, "web"):
                ours, others = (tokens.internal(part, to=to) for to in (service, "nobody"))
                assert (await client.request(row.method, address, headers=others)).status_code == 401, row
                answer = await client.request(row.method, address, headers=ours)
                assert answer.status_code != 401, row
                assert (answer.status_code == 403) == (part not in callers), (row, part)
