"""What is remembered is nobody's in particular: each viewer sees what is theirs of it."""

from copy import deepcopy
from typing import Any

import pytest

from content.page_render.shared_parts import SharedMemory
from tests.content.factory import Site, add_text, create_plugin, id_, place_plugin, whitelist
from tests.content.library import file
from tests.content.library import tell as tell_of_files
from tests.content.scopes.names import BOTH, RENAMED, hear, told
from tests.content.scopes.names import tell as tell_of_scopes
from tests.content.shared_parts.pages import footer_column_of, footer_of, shown
from tests.content.test_site import tell as tell_of_site
from tests.content.test_site import told as told_of_site


class TestViewers:
    """What is remembered is the same for all. What is shown of it is not."""

    @pytest.fixture
    async def kept(self, pages: Site) -> Site:
        """A site whose footer is for the club, in all of its pages."""
        await tell_of_scopes(pages.client, told(1, BOTH))
        page = await pages.page("/one")
        secret = add_text(footer_column_of(page), "<p>For the club</p>")
        await pages.saved(page, *secret, whitelist(footer_of(page)["id"], ["club"]))
        return pages

    @pytest.mark.parametrize("first", ["editor", "club", "staff", None])
    async def test_whoever_came_first_each_gets_what_is_theirs(self, kept: Site, first: str | None) -> None:
        footer = footer_of(await kept.page("/one"))["id"]
        await kept.new_page("/fresh")
        viewers: list[str | None] = [first, "club", None, "editor", "staff", None, "club"]
        for viewer in viewers:
            for url in ("/one", "/two"):
                answer = await kept.render(url, kept.tokens.bearer(viewer) if viewer else None)
                sees = viewer in {"club", "editor"}
                assert ("For the club" in answer.text) is sees
                assert (footer in answer.text) is sees
                assert ("scopeWhitelist" in answer.text) is (viewer == "editor")
                assert answer.json()["isCacheable"] is False

    async def test_an_editor_who_views_it_as_others_do(self, kept: Site) -> None:
        await shown(kept, "/one", kept.editor)
        for scopes, sees in (("-", False), ("staff", False), ("club", True)):
            answer = await kept.render("/two", {**kept.editor, "View-As": scopes})
            assert ("For the club" in answer.text) is sees
            assert "scopeWhitelist" not in answer.text

    async def test_a_name_that_begins_to_be_renamed_opens_nothing_at_once(self, kept: Site) -> None:
        """It is no change of a page, and brings no version."""
        member, version = kept.tokens.bearer("club"), (await kept.page("/two"))["version"]
        assert "For the club" in str(await shown(kept, "/two", member))
        await hear(kept.client, told(2, RENAMED, BOTH))
        after = await shown(kept, "/two", member)
        assert after["version"] == version
        assert "For the club" not in str(after)

    async def test_a_file_that_is_hidden_from_one_is_there_for_another(self, pages: Site) -> None:
        image, plugin_id, page = file("x.jpg", isPublic=False, scopeWhitelist=["club"]), id_(), await pages.page("/one")
        await tell_of_files(pages.client, image)
        picture = create_plugin(plugin_id, ref="cms.textImage", picture={"file": image["id"]}, text="")
        await pages.saved(page, picture, place_plugin(footer_column_of(page), plugin_id))
        for viewer in ("club", None, "editor", "club", None):
            answer = await pages.render("/two", pages.tokens.bearer(viewer) if viewer else None)
            assert (image["id"] in str(answer.json()["plugins"])) is (viewer is not None)

    async def test_nothing_that_is_remembered_is_changed_by_a_request(self, kept: Site) -> None:
        image, plugin_id, page = file("x.jpg", scopeWhitelist=["club"]), id_(), await kept.page("/one")
        logo = file("logo.png")
        await tell_of_files(kept.client, image, logo)
        await tell_of_site(kept.client, told_of_site(7, logo={"file": logo["id"]}))
        picture = create_plugin(plugin_id, ref="cms.textImage", picture={"file": image["id"]}, text="")
        page = await kept.page("/one")
        await kept.saved(page, picture, place_plugin(footer_column_of(page), plugin_id))
        memory = kept.client.app.state.sources.shared
        await shown(kept, "/one")
        before = remembered(memory)
        assert before
        assert "For the club" in str(before)
        for viewer in ("club", None, "editor", "staff"):
            for url in ("/one", "/two", "/"):
                await shown(kept, url, kept.tokens.bearer(viewer) if viewer else None)
        assert remembered(memory) == before


def remembered(memory: SharedMemory) -> Any:
    """A copy of all that is remembered."""
    return deepcopy([_plain(part) for part in memory._parts.values()])


def _plain(value: Any) -> Any:
    if hasattr(value, "items"):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value
