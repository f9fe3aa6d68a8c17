"""Files of the library on pages: what content knows of them, and who is shown what."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from content.files.models import File, Folder
from kit.known_files.uses import NOWHERE
from kit.tables import OutboxRow
from kit.testing import ServiceClient, Tokens
from kit.testing.identity import PUBLIC_URL
from tests.content.factory import JSON, Site, column_of, create_plugin, id_, own_plugins, place_plugin
from tests.content.library import file, folder, pair_with, tell
from tests.content.statements import Statements
from tests.kit.working import run_jobs


async def shown(site: Site, headers: JSON | None = None, url: str = "/pictures") -> JSON:
    """The last plugin of the page, as somebody gets it."""
    answer = await site.render(url, headers)
    assert answer.status_code == 200, answer.text
    plugin: JSON = own_plugins(answer.json())[-1]
    return plugin


async def known(client: ServiceClient) -> list[str]:
    async with client.kit.database.transaction() as session:
        return [*await session.scalars(select(File.name).where(~File.is_deleted).order_by(File.name))]


async def tags_told(client: ServiceClient) -> list[list[str]]:
    async with client.kit.database.transaction() as session:
        rows = await session.scalars(select(OutboxRow).order_by(OutboxRow.position))
        return [row.payload["tags"] for row in rows if row.name == "content.pages_changed"]


class TestShown:
    async def test_with_what_the_library_says_of_it(self, site: Site) -> None:
        place, image = folder("views/sea"), file()
        image["folderId"] = place["id"]
        await tell(site.client, image, folders=[place])
        await pair_with(site, {"file": image["id"], "aspect": "4:3"})
        plugin = await shown(site)
        assert plugin["fields"]["picture"] == {"file": image["id"], "aspect": "4:3"}
        assert plugin["files"] == {
            image["id"]: {
                "id": image["id"],
                "address": "/files/views/sea/a%20b.jpg?v=abc-80",
                "name": "a b.jpg",
                "mimeType": "image/jpeg",
                "size": 1_000,
                "width": 1600,
                "height": 1200,
                "hasSizes": True,
                "alt": "A harbour",
                "title": "",
                "focalPoint": {"x": 0.5, "y": 0.25},
            }
        }
        tags = (await site.render("/pictures")).json()["tags"]
        assert {f"file:{image['id']}", f"folder:{place['id']}"} <= set(tags)

    @pytest.mark.parametrize(
        ("scope", "view_as", "is_shown"),
        [
            *(("editor", view_as, False) for view_as in (None, "admin", "super", "-")),
            *(("admin", view_as, view_as in {None, "admin"}) for view_as in (None, "admin", "editor", "club", "-")),
        ],
    )
    async def test_of_backups_to_administrators_alone(
        self, site: Site, scope: str, view_as: str | None, is_shown: bool
    ) -> None:
        """Editors got name and description of a file that the library refuses them."""
        place = folder("backups/new", "admin")
        image = file(folderId=place["id"])
        await tell(site.client, image, folders=[place])
        await pair_with(site, {"file": image["id"]})
        headers = {**site.tokens.bearer(scope), **({} if view_as is None else {"View-As": view_as})}
        assert ("A harbour" in (await site.render("/pictures", headers)).text) is is_shown

    async def test_of_backups_as_what_is_gone_where_editors_see_the_fields(self, site: Site) -> None:
        place = folder("backups", "admin")
        image = file(folderId=place["id"])
        await tell(site.client, image, folders=[place])
        await pair_with(site, {"file": image["id"]})
        plugin = await shown(site, site.editor)
        assert (plugin["fields"]["picture"], plugin["files"]) == ({"file": image["id"]}, {image["id"]: None})

    async def test_by_its_address_in_fields_and_texts_and_behind_nodes(self, site: Site) -> None:
        place, image, other = folder("views"), file(), file("ä.png")
        image["folderId"] = place["id"]
        await tell(site.client, image, other, folders=[place])
        text = '<p><img src="/files/views/a%20b.jpg?v=old" alt=""><img src="/files/nowhere.jpg"></p>'
        page = await pair_with(site, {"address": "/files/a%CC%88.png"}, text=text)
        background = {"allowBackground": True, "backgroundImage": "/files/views/a%20b.jpg"}
        node = column_of(page)
        await site.saved(
            page, {"name": "NODE_SET_BACKGROUND", "nodeId": node, "level": "page", "background": background}
        )
        files = (await shown(site))["files"]
        assert {use: each["id"] for use, each in files.items()} == {
            "/files/a%CC%88.png": other["id"],
            "/files/views/a%20b.jpg?v=old": image["id"],
        }
        render = (await site.render("/pictures")).json()
        assert render["page"]["files"]["/files/views/a%20b.jpg"]["id"] == image["id"]

    async def test_named_with_the_sites_own_host_it_is_the_same_file(self, site: Site) -> None:
        image = file(scopeWhitelist=["members"], isPublic=False, alt="Secret")
        await tell(site.client, image)
        address = f"{PUBLIC_URL}/files/a%20b.jpg"
        text = f'<figure><img src="{address}"><figcaption>Secret</figcaption></figure><p>Open</p>'
        page = await pair_with(site, {"address": address, "alt": "Secret"}, text=text)
        background = {"allowBackground": True, "backgroundImage": address}
        node = column_of(page)
        page = await site.saved(
            page, {"name": "NODE_SET_BACKGROUND", "nodeId": node, "level": "page", "background": background}
        )
        [create] = [each for each in page["plugins"] if page["plugins"][each]["ref"] == "cms.textImage"]
        answer = await site.render("/pictures", {})
        assert answer.json()["plugins"][create]["fields"] == {"text": "<p>Open</p>"}
        assert "Secret" not in answer.text
        assert "/files/" not in answer.text
        plugin = (await site.render("/pictures", site.editor)).json()["plugins"][create]
        assert plugin["fields"]["picture"]["address"] == "/files/a%20b.jpg"

    async def test_it_costs_one_statement_however_many_there_are(self, site: Site) -> None:
        images = [file(f"{number}.jpg") for number in range(20)]
        await tell(site.client, *images)
        page = await site.new_page("/pictures")
        for image in images:
            plugin = id_()
            create = create_plugin(plugin, ref="cms.textImage", picture={"file": image["id"]})
            page = await site.saved(page, create, place_plugin(column_of(page), plugin))
        async with Statements(site.client.kit).counted() as sent:
            await site.render("/pictures")
        assert len(sent) == 2

    async def test_of_what_an_editor_has_chosen_and_not_saved(self, site: Site) -> None:
        image = file()
        await tell(site.client, image)
        page = await site.new_page("/pictures")
        fields = {"picture": {"file": image["id"]}, "text": ""}
        asked = {
            "page": {"id": page["page"]["id"], "url": "/pictures"},
            "plugins": [{"id": "new", "ref": "cms.textImage", "fields": fields}],
        }
        answer = await site.client.post("/client/plugin-data", json=asked, headers=site.editor)
        assert answer.status_code == 200, answer.text
        assert answer.json()["plugins"]["new"]["files"][image["id"]]["alt"] == "A harbour"


class TestAudiences:
    """The site tells users who may not see a file nothing of the file: no address, no words, no size."""

    PICTURE = "A picture of our plans"

    async def page(self, site: Site, image: JSON, **told: Any) -> None:
        await tell(site.client, image, **told)
        by_address = f"/files/{image['name']}"
        text = f'<p>Before<img src="{by_address}" alt="{self.PICTURE}">after</p>'
        render = await pair_with(site, {"file": image["id"], "alt": self.PICTURE}, text=text)
        background = {"allowBackground": True, "backgroundImage": by_address}
        await site.saved(
            render,
            {"name": "NODE_SET_BACKGROUND", "nodeId": column_of(render), "level": "page", "background": background},
        )

    async def sees(self, site: Site, headers: JSON | None) -> bool:
        """Whether somebody is shown it; else nothing of it may be in the answer."""
        answer = await site.render("/pictures", headers)
        plugin = own_plugins(answer.json())[-1]
        if plugin["files"]:
            assert plugin["fields"]["picture"]["alt"] == self.PICTURE
            return True
        for secret in ("plan.jpg", self.PICTURE, "A harbour", "abc-80"):
            assert secret not in answer.text
        assert plugin["fields"] == {"text": "<p>Beforeafter</p>"}
        return False

    async def test_one_that_is_not_public_is_for_editors(self, site: Site) -> None:
        await self.page(site, file("plan.jpg", isPublic=False))
        assert not await self.sees(site, None)
        assert not await self.sees(site, site.tokens.bearer("staff"))
        assert await self.sees(site, site.editor)
        assert not await self.sees(site, {**site.editor, "View-As": "-"})

    @pytest.mark.parametrize("is_public", [True, False])
    async def test_a_whitelist_names_who_sees_it(self, site: Site, is_public: bool) -> None:
        await self.page(site, file("plan.jpg", scopeWhitelist=["staff"], isPublic=is_public))
        assert not await self.sees(site, None)
        assert not await self.sees(site, site.tokens.bearer("other"))
        assert await self.sees(site, site.tokens.bearer("staff"))

    async def test_those_of_all_folders_above_it_count(self, site: Site) -> None:
        top, below = folder("in", "staff"), folder("in/side", "board")
        image = file("plan.jpg", folderId=below["id"])
        await tell(site.client, image, folders=[top, below, folder("inside", "others")])
        await pair_with(site, {"file": image["id"], "alt": self.PICTURE})
        for scopes, is_seen in ((("staff",), False), (("board",), False), (("staff", "board"), True)):
            plugin = await shown(site, site.tokens.bearer(*scopes))
            assert bool(plugin["files"]) is is_seen
            assert ("picture" in plugin["fields"]) is is_seen

    async def test_one_that_is_gone_is_shown_to_nobody_and_editors_are_told(self, site: Site) -> None:
        image = file("plan.jpg")
        await self.page(site, image)
        assert await self.sees(site, None)
        await tell(site.client, {**image, "version": 2, "isDeleted": True})
        answer = await site.render("/pictures")
        assert own_plugins(answer.json())[-1]["files"] == {}
        assert "picture" not in own_plugins(answer.json())[-1]["fields"]
        plugin = await shown(site, site.editor)
        assert plugin["fields"]["picture"]["alt"] == self.PICTURE
        assert plugin["files"][image["id"]] is None

    async def test_one_that_was_never_heard_of_is_shown_to_nobody(self, site: Site) -> None:
        missing = id_()
        await pair_with(site, {"file": missing, "alt": self.PICTURE})
        assert (await shown(site))["fields"] == {"text": ""}
        assert (await shown(site, site.editor))["files"] == {missing: None}

    async def test_it_goes_and_comes_with_its_folder(self, site: Site) -> None:
        place = folder("views")
        image = file(folderId=place["id"])
        await tell(site.client, image, folders=[place])
        await pair_with(site, {"file": image["id"]})
        await tell(site.client, folders=[{**place, "version": 2, "isDeleted": True}])
        assert (await shown(site))["files"] == {}
        assert f"folder:{place['id']}" in (await site.render("/pictures")).json()["tags"]
        await tell(site.client, folders=[{**place, "version": 3, "name": "sights"}])
        assert (await shown(site))["files"][image["id"]]["address"] == "/files/sights/a%20b.jpg?v=abc-80"


class TestToldByCms:
    async def test_what_is_later_stays(self, site: Site) -> None:
        image = file("new.jpg", version=3)
        await tell(site.client, image)
        await tell(site.client, {**image, "version": 2, "name": "old.jpg"})
        assert await known(site.client) == ["new.jpg"]

    async def test_pages_that_show_it_are_told_to_be_stale(self, site: Site) -> None:
        image = file()
        version = (await site.page("/"))["version"]
        await tell(site.client, image, tags=[f"file:{image['id']}", "folder:x"])
        assert (await tags_told(site.client))[-1] == sorted([f"file:{image['id']}", NOWHERE, "folder:x"])
        assert (await site.page("/"))["version"] == version

    async def test_what_is_told_anew_and_known_changes_nothing(self, site: Site) -> None:
        image = file()
        await tell(site.client, image)
        before = await tags_told(site.client)
        await tell(site.client, image, span={"of": "files", "after": None, "until": None})
        assert await tags_told(site.client) == before

    async def test_what_is_not_told_anew_is_gone(self, site: Site) -> None:
        first, second, third = sorted((file("1"), file("2"), file("3")), key=lambda each: str(each["id"]))
        long_ago = datetime.now(UTC) - timedelta(days=40)
        await tell(site.client, first, second, third, at=long_ago)
        await tell(site.client, first, span={"of": "files", "after": None, "until": second["id"]})
        assert await known(site.client) == sorted([first["name"], third["name"]])
        assert (await tags_told(site.client))[-1] == [f"file:{second['id']}", NOWHERE]

    async def test_what_came_while_it_was_told_anew_stays(self, site: Site) -> None:
        await tell(site.client, file("1"))
        await tell(site.client, span={"of": "files", "after": None, "until": None})
        assert await known(site.client) == ["1"]

    async def test_what_was_removed_for_good_is_forgotten(self, site: Site) -> None:
        image, place = file(isDeleted=True), folder("a")
        await tell(site.client, image, folders=[place])
        await tell(site.client, removed=[image["id"], place["id"]])
        async with site.client.kit.database.transaction() as session:
            assert [*await session.scalars(select(File.id)), *await session.scalars(select(Folder.id))] == []

    async def test_an_earlier_release_of_cms_tells_tags_alone(self, site: Site) -> None:
        await tell(site.client, tags=["file:x"])
        assert (await tags_told(site.client))[-1] == ["file:x"]

    async def test_two_at_once_leave_the_later(self, site: Site) -> None:
        image = file()
        versions = [{**image, "version": version, "name": str(version)} for version in range(1, 9)]
        await asyncio.gather(*(tell(site.client, each) for each in versions))
        assert await known(site.client) == ["8"]


class TestAdopted:
    """What was chosen by an address before names the file, once all files are known."""

    async def test_the_image_names_its_file(self, site: Site) -> None:
        image, other = file(), file("gone.jpg", isDeleted=True)
        page = await pair_with(site, {"address": "/files/a%20b.jpg", "width": 8, "height": 6, "alt": "Ours"})
        await pair_with(site, {"address": "/files/gone.jpg"}, "/gone")
        await pair_with(site, {"address": "https://example.org/files/a%20b.jpg"}, "/elsewhere")
        await tell(site.client, image, other, span={"of": "files", "after": None, "until": None})
        await run_jobs(site.client)
        after = await shown(site)
        assert after["fields"]["picture"] == {"file": image["id"], "alt": "Ours"}
        assert after["version"] > own_plugins(page)[-1]["version"]
        assert (await shown(site, site.editor, "/gone"))["fields"]["picture"] == {"address": "/files/gone.jpg"}
        assert "address" in (await shown(site, url="/elsewhere"))["fields"]["picture"]
        history = await site.client.get(f"/cms/plugins/{after['id']}/versions", headers=site.editor)
        assert history.json()["results"][0]["fields"] == after["fields"]

    async def test_who_chose_another_one_meanwhile_is_told(self, site: Site) -> None:
        page = await pair_with(site, {"address": "/files/a%20b.jpg"})
        await tell(site.client, file(), span={"of": "files", "after": None, "until": None})
        await run_jobs(site.client)
        plugin = own_plugins(page)[-1]["id"]
        change = {"name": "PLUGIN_UPDATE", "pluginId": plugin, "fields": {"picture": {"address": "/other.jpg"}}}
        answer = await site.save(page, change)
        assert answer.status_code == 409
        assert answer.json()["conflicts"][0]["parts"] == ["fields/picture"]


class TestGallery:
    async def test_an_image_that_is_hidden_takes_its_caption_along(self, site: Site, tokens: Tokens) -> None:
        open_one, hidden = file("open.jpg"), file("hidden.jpg", isPublic=False)
        await tell(site.client, open_one, hidden)
        page = await site.new_page("/pictures")
        plugin = id_()
        images = [
            {"image": {"file": hidden["id"], "alt": "Their secret"}, "caption": "Secret"},
            {"image": {"file": open_one["id"]}, "caption": "Open"},
            {"image": {"address": "https://example.org/a.jpg", "width": 3, "height": 2}, "caption": "Elsewhere"},
        ]
        create = create_plugin(plugin, ref="cms.gallery", images=images)
        await site.saved(page, create, place_plugin(column_of(page), plugin))
        anyone = await site.render("/pictures")
        assert [each["caption"] for each in own_plugins(anyone.json())[-1]["fields"]["images"]] == ["Open", "Elsewhere"]
        assert "ecret" not in anyone.text
        editors = await shown(site, tokens.bearer("editor"))
        assert len(editors["fields"]["images"]) == 3
