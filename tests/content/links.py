"""What the tests of the link checker arrange and read."""

from typing import Any

from tests.content.factory import JSON, Site
from tests.kit.working import run_jobs

LINKS = "/client/links"


async def check(site: Site) -> JSON:
    """Have all links checked; the check at its end."""
    answer = await site.client.post(f"{LINKS}/checks", headers=site.editor)
    assert answer.status_code == 202, answer.text
    await run_jobs(site.client, "links.check")
    latest = await site.client.get(f"{LINKS}/checks/latest", headers=site.editor)
    found: JSON = latest.json()["check"]
    return found


def query(params: dict[str, Any]) -> dict[str, Any]:
    return {"limit": 100} | {name.replace("_", "-"): value for name, value in params.items()}


async def links(site: Site, **params: Any) -> list[JSON]:
    answer = await site.client.get(LINKS, params=query(params), headers=site.editor)
    assert answer.status_code == 200, answer.text
    found: list[JSON] = answer.json()["results"]
    return found


async def faults(site: Site) -> dict[str, str]:
    """The reasons of all links that are not right, by address."""
    return {link["address"]: link["reason"] for link in await links(site) if link["state"] != "ok"}


async def link_to(site: Site, address: str) -> JSON:
    [found] = [link for link in await links(site) if link["address"] == address]
    return found


async def uses(site: Site, **params: Any) -> list[JSON]:
    answer = await site.client.get(f"{LINKS}/uses", params=query(params), headers=site.editor)
    assert answer.status_code == 200, answer.text
    found: list[JSON] = answer.json()["results"]
    return found


async def replace(site: Site, link: JSON, to: str | None, **more: Any) -> JSON:
    body = {"to": to, **more}
    answer = await site.client.post(f"{LINKS}/{link['id']}/replacements", json=body, headers=site.editor)
    assert answer.status_code == 200, answer.text
    done: JSON = answer.json()
    return done


async def undo(site: Site, done: JSON, start: int = 0) -> JSON:
    """Take a fix back, from the page of this number on, as far as one request goes."""
    address = f"{LINKS}/fixes/{done['fixId']}/undo"
    answer = await site.client.post(address, params={"start": start}, headers=site.editor)
    assert answer.status_code == 200, answer.text
    undone: JSON = answer.json()
    return undone
