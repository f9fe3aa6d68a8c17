"""Sites that do without some service: what they have is backed up, and comes back."""

from typing import Any

import pytest

from cms.app import app
from kit.testing import Start, Tokens
from tests.cms.backups.archives import archive_of, backed_up, put
from tests.cms.backups.conftest import Whole, whole_site

_PARTS = {"crm": "crm", "ecom": "shop"}


async def without(start: Start, whole: Whole, service: str) -> Whole:
    """The same site, once its operator has taken a service out."""
    others = {
        url: each for url, each in whole.cms.app.state.mounts.items() if url not in ("all://", f"http://{service}.test")
    }
    mounts = {url: each.app for url, each in others.items()}
    client = await start(app, mounts=mounts, **{f"{service}_url": None})
    return Whole({**whole.services, "cms": client}, whole.headers)


async def told_of(whole: Whole, address: str) -> Any:
    answer = await whole.cms.get(f"/cms/backups{address}", headers=whole.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("service", ["crm", "ecom"])
class TestASiteWithoutAService:
    async def test_is_backed_up_and_comes_back(self, start: Start, tokens: Tokens, service: str) -> None:
        whole = await whole_site(start, tokens, **{f"{service}_url": None})
        made = await backed_up(whole)
        [listed] = (await told_of(whole, ""))["results"]
        assert {part["name"] for part in listed["parts"]} == {
            "pages", "files", "settings", "emailTemplates", "mail", "subscribers", "users", "crm", "shop"
        } - {_PARTS[service]}  # fmt: skip
        assert listed["whyNotRestorable"] is None
        preview = await told_of(whole, f"/{made['name']}/preview")
        assert {part["name"] for part in preview["parts"]} == {part["name"] for part in listed["parts"]}
        archive = (await whole.cms.get(f"/cms/backups/{made['name']}/archive", headers=whole.headers)).content
        answer = await put(whole, archive)
        assert (answer.status_code, answer.json()["lost"]) == (200, {}), answer.text

    async def test_takes_what_it_can_of_a_site_that_had_it(self, start: Start, whole: Whole, service: str) -> None:
        archive = await archive_of(whole)
        less = await without(start, whole, service)
        [listed] = (await told_of(less, ""))["results"]
        assert listed["whyNotRestorable"] is None
        preview = await told_of(less, f"/{listed['name']}/preview")
        assert _PARTS[service] not in {part["name"] for part in preview["parts"]}
        answer = await put(less, archive)
        assert (answer.status_code, answer.json()["lost"]) == (200, {"leftOutParts": 1}), answer.text
        # A request for that very part gets the reason of its refusal.
        refused = await put(less, archive, parts=f"pages,{_PARTS[service]}")
        assert refused.status_code == 422, refused.text
        assert f"This site does not have {_PARTS[service]}." in refused.json()["detail"]
