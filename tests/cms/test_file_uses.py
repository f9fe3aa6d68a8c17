"""Where files are used: pages of content beside what cms has itself, and the filter for unused files."""

from typing import Any

import httpx
import pytest

from cms.app import app
from cms.email_template_types.models import EmailTemplateType
from cms.email_templates.models import EmailTemplate
from cms.files.models import Entity
from cms.trackers.models import Tracker
from content.app import app as content_app
from ecom.app import app as ecom_app
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.factory import config_entry, file, folder
from tests.cms.file_library import Library
from tests.content.compiler import Compiler
from tests.content.factory import Site, add_text, column_of, put_site
from tests.ecom.catalogue import Shop


class Both:
    """cms beside content and the shop, and an editor of both."""

    def __init__(self, client: ServiceClient, site: Site, tokens: Tokens, shop: Shop) -> None:
        self.shop = shop
        self.client = client
        self.site = site
        self.editor = Library(client, tokens.bearer("editor"))
        self.admin = Library(client, tokens.bearer("admin"))

    async def page(self, url: str, *addresses: str) -> None:
        """A page with links to these addresses."""
        page = await self.site.new_page(url, url)
        content = "".join(f'<p><a href="{address}">Link</a></p>' for address in addresses)
        await self.site.saved(page, *add_text(column_of(page), content))

    async def template(self, content: str) -> None:
        async with self.client.kit.database.transaction() as session:
            type = EmailTemplateType(name="Letter")
            session.add(type)
            await session.flush()
            session.add(EmailTemplate(name="Hello", email_template_type_id=type.id, subject="Hi", content=content))

    async def tracker(self, snippet: str) -> None:
        async with self.client.kit.database.transaction() as session:
            session.add(Tracker(name="Count", category="statistics", place="head", snippet=snippet))


@pytest.fixture
async def both(start: Start, tokens: Tokens) -> Both:
    return await started(start, tokens)


async def started(start: Start, tokens: Tokens, **changed: str | None) -> Both:
    """The services, with these settings of cms besides."""
    content = await start(content_app, mounts={"http://web.test": Compiler().app})
    await put_site(content, tokens)
    shop = await start(ecom_app)
    mounts = {"http://content.test": content} | ({} if "ecom_url" in changed else {"http://ecom.test": shop})
    client = await start(app, mounts=mounts, **changed)
    return Both(client, Site(content, tokens), tokens, Shop(shop, tokens))


async def uses(library: Library, stored: Entity) -> Any:
    answer = await library.call("GET", f"/files/{stored.id}/uses")
    assert answer.status_code == 200, answer.text
    return answer.json()


class TestASiteWithoutAShop:
    async def test_says_where_files_are_used_all_the_same(self, start: Start, tokens: Tokens) -> None:
        both = await started(start, tokens, ecom_url=None)
        used, unused = await file(both.client, "used.png"), await file(both.client, "unused.png")
        await both.page("/one", "/files/used.png")
        found = await uses(both.editor, used)
        assert ([use["title"] for use in found["uses"]], found["total"], found["hidden"]) == (["/one"], 1, 0)
        assert (await uses(both.editor, unused))["total"] == 0
        listed = (await both.editor.call("GET", "/file-entities?unused=true")).json()
        assert [each["name"] for each in listed["files"]] == ["unused.png"]


class TestUsesOfAFile:
    async def test_pages_and_what_cms_has_are_told(self, both: Both) -> None:
        await folder(both.client, "pictures")
        stored = await file(both.client, "a b.png", bucket_name="pictures")
        await both.page("/one", "/files/pictures/a%20b.png", "/files/pictures/a b.png?v=1")
        await both.template(
            '<img src="{{ site }}/files/x.png"><img src="http://localhost:8080/files/pictures/a%20b.png">'
        )
        await both.editor.call(
            "POST", "/entities", {"bucketName": "pictures", "name": "r", "payload": {"logo": {"file": str(stored.id)}}}
        )
        found = await uses(both.editor, stored)
        assert [(use["kind"], use["title"], use["address"], use["count"]) for use in found["uses"]] == [
            ("page", "/one", "/one", 2),
            ("emailTemplate", "Hello", None, 1),
            ("record", "pictures/r", None, 1),
        ]
        assert {use["fileId"] for use in found["uses"]} == {str(stored.id)}
        assert (found["total"], found["hidden"]) == (3, 0)

    async def test_what_the_caller_may_not_see_is_counted_and_not_named(self, both: Both) -> None:
        stored = await file(both.client, "pixel.gif")
        await folder(both.client, "backups")
        payload = {"picture": "/files/pixel.gif"}
        await both.admin.call("POST", "/entities", {"bucketName": "backups", "name": "r", "payload": payload})
        await both.tracker('<img src="/files/pixel.gif">')
        await config_entry(both.client, "unknownEntry", "/files/pixel.gif")
        await config_entry(both.client, "contactAddress", "/files/pixel.gif")
        of_editor, of_admin = await uses(both.editor, stored), await uses(both.admin, stored)
        assert [(use["kind"], use["title"]) for use in of_editor["uses"]] == [("config", "contactAddress")]
        assert (of_editor["total"], of_editor["hidden"]) == (4, 3)
        assert {use["kind"] for use in of_admin["uses"]} == {"config", "record", "tracker"}
        assert (of_admin["total"], of_admin["hidden"]) == (4, 1)

    async def test_products_are_told_to_who_may_see_the_shop(self, both: Both) -> None:
        stored = await file(both.client, "cup.jpg")
        cup = await both.shop.group(name="Cup", images=[{"file": str(stored.id)}])
        of_editor, of_admin = await uses(both.editor, stored), await uses(both.admin, stored)
        assert [(use["kind"], use["title"], use["id"]) for use in of_admin["uses"]] == [("product", "Cup", cup["id"])]
        assert (of_admin["total"], of_admin["hidden"]) == (1, 0)
        assert (of_editor["uses"], of_editor["total"], of_editor["hidden"]) == ([], 1, 1)
        unused = (await both.editor.call("GET", "/file-entities?unused=true")).json()
        assert unused["total"] == 0

    async def test_unknown_and_protected_files_are_not_there(self, both: Both) -> None:
        await folder(both.client, "backups")
        stored = await file(both.client, "a.png", bucket_name="backups")
        answer = await both.editor.call("GET", f"/files/{stored.id}/uses")
        assert (answer.status_code, answer.json()["code"]) == (404, "file_not_found")

    @pytest.mark.parametrize("name", ["content", "ecom"])
    async def test_without_another_service_nobody_says_that_nothing_is_used(
        self, start: Start, tokens: Tokens, name: str
    ) -> None:
        async def down(scope: Any, receive: Any, send: Any) -> None:
            raise httpx.ConnectError("down")

        others = {"content": await start(content_app), "ecom": await start(ecom_app)}
        mounts = {f"http://{each}.test": down if each == name else other for each, other in others.items()}
        client = await start(app, mounts=mounts)
        stored = await file(client, "a.png")
        library = Library(client, tokens.bearer("editor"))
        for answer in (
            await library.call("GET", f"/files/{stored.id}/uses"),
            await library.call("POST", "/file-uses", {"files": [str(stored.id)]}),
            await library.call("GET", "/file-entities?unused=true"),
        ):
            assert (answer.status_code, answer.json()["code"]) == (503, "service_unavailable")


class TestUsesOfASelection:
    async def find(self, library: Library, **selection: Any) -> Any:
        answer = await library.call("POST", "/file-uses", selection)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def test_files_and_all_below_folders_count(self, both: Both) -> None:
        root = await folder(both.client, "a")
        await folder(both.client, "a/b")
        await folder(both.client, "ab")
        deep = await file(both.client, "x.png", bucket_name="a/b")
        chosen, unused = await file(both.client, "y.png"), await file(both.client, "z.png")
        await file(both.client, "other.png", bucket_name="ab")
        await both.page("/one", "/files/a/b/x.png", "/files/y.png", "/files/ab/other.png")
        await both.page("/two", "/files/y.png")
        found = await self.find(both.editor, files=[str(chosen.id), str(unused.id)], folders=[str(root.id)])
        assert [(each["path"], each["places"]) for each in found["files"]] == [("y.png", 2), ("a/b/x.png", 1)]
        assert (found["usedFiles"], found["total"], found["hidden"]) == (2, 3, 0)
        assert {(use["fileId"], use["title"]) for use in found["uses"]} == {
            (str(deep.id), "/one"),
            (str(chosen.id), "/one"),
            (str(chosen.id), "/two"),
        }

    async def test_a_selection_that_nothing_uses(self, both: Both) -> None:
        stored = await file(both.client, "z.png")
        empty = {"uses": [], "total": 0, "hidden": 0, "files": [], "usedFiles": 0}
        assert await self.find(both.editor, files=[str(stored.id)]) == empty
        assert await self.find(both.editor) == empty


class TestUnused:
    async def test_what_is_used_by_address_or_id_is_left_out(self, both: Both) -> None:
        await folder(both.client, "a")
        for name in ("linked.png", "free.png", "über.png"):
            await file(both.client, name, bucket_name="a")
        by_id, mailed = await file(both.client, "by-id.png"), await file(both.client, "mailed.png")
        await file(both.client, "free.txt")
        await both.page("/one", "/files/a/linked.png?size=md", "/files/a/%C3%BCber.png")
        await both.template('<img src="/files/mailed.png">')
        payload = {"logo": {"file": str(by_id.id)}}
        await both.editor.call("POST", "/entities", {"bucketName": "", "name": "r", "payload": payload})
        assert await both.editor.names(unused=True) == ([], ["free.png", "free.txt"])
        assert await both.editor.names(unused=True, q="png") == ([], ["free.png"])
        assert await both.editor.names("/a", unused=True, type=["other", "image"]) == ([], ["free.png"])
        assert (await both.editor.listed(unused=True, limit=1))["total"] == 2
        async with both.client.kit.database.transaction() as session:
            template = await session.get(EmailTemplate, (await uses(both.editor, mailed))["uses"][0]["id"])
            await session.delete(template)
        assert await both.editor.names(unused=True) == ([], ["free.png", "free.txt", "mailed.png"])
