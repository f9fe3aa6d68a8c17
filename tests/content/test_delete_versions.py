"""If-Match on DELETE, and on the new name of a branch block: nobody takes away what has changed since they read it."""

import pytest

from tests.content.factory import JSON, Site, id_, own_plugins, refused

TEMPLATE = {"name": "Dark"}


@pytest.fixture(params=["pages", "templates", "blocks"])
async def record(request: pytest.FixtureRequest, site: Site) -> tuple[str, JSON]:
    """The address of a record, and the record."""
    body = {"pages": {"title": "About", "url": "/about"}, "templates": TEMPLATE, "blocks": {"name": "Hours"}}
    path = f"/client/{request.param}"
    answer = await site.client.post(path, json=body[request.param], headers=site.admin)
    assert answer.status_code == 201, answer.text
    return f"{path}/{answer.json()['id']}", answer.json()


async def test_a_stale_version_deletes_nothing(site: Site, record: tuple[str, JSON]) -> None:
    address, found = record
    stale = {**site.admin, "If-Match": f'"{found["version"] + 1}"'}
    assert refused(await site.client.delete(address, headers=stale)) == (412, "precondition_failed")
    present = {**site.admin, "If-Match": f'"{found["version"]}"', "Prefer": "respond-async"}
    assert (await site.client.delete(address, headers=present)).status_code in {202, 204}


async def test_of_an_unused_plugin_too(site: Site) -> None:
    page = await site.new_page("/about")
    [plugin] = own_plugins(page)
    await site.client.delete(f"/client/pages/{page['page']['id']}", headers=site.editor)
    address = f"/cms/plugins/{plugin['id']}"
    stale = {**site.editor, "If-Match": f'"{plugin["version"] + 1}"'}
    assert refused(await site.client.delete(address, headers=stale)) == (412, "precondition_failed")
    present = {**site.editor, "If-Match": f'"{plugin["version"]}"'}
    assert (await site.client.delete(address, headers=present)).status_code == 204


async def test_a_branch_blocks_new_name_needs_its_version(site: Site) -> None:
    branch = (await site.client.post("/client/blocks", json={"name": "Hours"}, headers=site.editor)).json()
    address, name = f"/client/blocks/{branch['id']}", {"name": "Opening hours"}
    bare = await site.client.put(address, json=name, headers=site.editor)
    assert refused(bare) == (428, "precondition_required")
    seen = {**site.editor, "If-Match": f'"{branch["version"]}"'}
    renamed = await site.client.put(address, json=name, headers=seen)
    assert renamed.headers["ETag"] == f'"{renamed.json()["version"]}"'
    assert renamed.json()["version"] > branch["version"]
    assert refused(await site.client.put(address, json=name, headers=seen)) == (412, "precondition_failed")
    missing = await site.client.put(f"/client/blocks/{id_()}", json=name, headers=seen)
    assert refused(missing) == (404, "branch_not_found")
