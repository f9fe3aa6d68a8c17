import pytest

from tests.content.factory import (
    JSON,
    Site,
    add_text,
    column,
    column_of,
    create_node,
    create_plugin,
    fault,
    id_,
    leaf_of,
    own_plugins,
    refused,
    row,
    update_plugin,
)


class TestRefused:
    async def test_a_page_that_is_not_there(self, site: Site, page: JSON) -> None:
        missing = {**page, "page": {**page["page"], "id": id_()}}
        assert refused(await site.save(missing, *add_text(column_of(page), "x"))) == (404, "page_not_found")
        assert refused(await site.save(missing)) == (404, "page_not_found")

    async def test_a_version_of_the_future(self, site: Site, page: JSON) -> None:
        answer = await site.save(page, *add_text(column_of(page), "x"), version=page["version"] + 1)
        assert refused(answer) == (422, "version_unknown")

    async def test_a_column_in_a_root(self, site: Site, page: JSON) -> None:
        root = page["page"]["layout"]["block"]["nodes"][0]["id"]
        answer = await site.save(page, create_node(root, column()))
        assert fault(answer) == ("actions.0.parentId", "child_not_allowed")

    async def test_seven_columns(self, site: Site, page: JSON) -> None:
        wide = row(*(column() for _ in range(6)))
        home = await site.page("/")
        answer = await site.save(home, create_node(column_of(home), wide), create_node(wide["id"], column()))
        assert fault(answer) == ("actions.1.parentId", "too_many_columns")
        assert leaf_of(await site.page("/")) == leaf_of(home)

    async def test_ten_thousand_actions(self, site: Site, page: JSON) -> None:
        answer = await site.save(page, *([update_plugin(id_(), "x")] * 10_000))
        assert refused(answer) == (422, "validation_failed")
        assert fault(answer) == ("actions", "too_long")

    async def test_taking_apart_a_block_that_others_show(self, site: Site, page: JSON) -> None:
        rows = [row(column()) for _ in range(2)]
        shares = [
            {
                "name": "NODE_SET_TYPE",
                "nodeId": each["id"],
                "type": "row-branch",
                "blockId": id_(),
                "branchName": "Shared",
            }
            for each in rows
        ]
        wrap: JSON = {"wrapBefore": {"rowId": id_(), "colId": id_()}}
        [first, second] = rows
        page = await site.saved(
            page, create_node(column_of(page), first, **wrap), create_node(column_of(page), second), *shares
        )
        other = await site.new_page("/other")
        shown = {"id": id_(), "type": "row-branch", "blockId": shares[1]["blockId"]}
        wrap = {"wrapBefore": {"rowId": id_(), "colId": id_()}}
        await site.saved(other, create_node(column_of(other), shown, **wrap))
        page = await site.page("/about")
        [title, *_] = own_plugins(page)
        # The first block is on this page alone.
        apart = [{"name": "NODE_SET_TYPE", "nodeId": each["id"], "type": "row"} for each in rows]
        answer = await site.save(page, update_plugin(title["id"], "<p>New</p>"), *apart)
        assert refused(answer) == (422, "action_refused")
        assert fault(answer) == ("actions.2.ids", "type_not_possible")
        assert await site.page("/about") == page

    @pytest.mark.parametrize(
        ("fields", "field", "code"),
        [
            ({"content": 5}, "fields.content", "wrong_type"),
            ({"content": ["<p>"]}, "fields.content", "wrong_type"),
            ({"colour": "red"}, "fields.colour", "unknown_field"),
            ({"content": "x" * 200_001}, "fields.content", "too_long"),
        ],
    )
    async def test_fields_of_the_wrong_kind(self, site: Site, page: JSON, fields: JSON, field: str, code: str) -> None:
        create = {"name": "PLUGIN_CREATE", "pluginId": id_(), "ref": "cms.text", "fields": fields}
        answer = await site.save(page, create_plugin(id_()), create)
        assert refused(answer) == (422, "action_refused")
        assert fault(answer) == (f"actions.1.{field}", code)

    @pytest.mark.parametrize("raw", [b"NaN", b"1e400", b'"\\ud800"', b'"\\u0000"', b"-Infinity"])
    async def test_what_json_cannot_hold(self, site: Site, page: JSON, raw: bytes) -> None:
        create = b'{"name":"PLUGIN_CREATE","pluginId":"%s","ref":"acme.x","fields":{"a":%s}}' % (id_().encode(), raw)
        answer = await site.client.put(
            f"/client/page-render/{page['page']['id']}",
            content=b'{"version":%d,"actions":[%s]}' % (page["version"], create),
            headers={**site.editor, "Idempotency-Key": id_(), "Content-Type": "application/json"},
        )
        assert answer.status_code == 422
        assert await site.page("/about") == page

    @pytest.mark.parametrize(
        "action",
        [
            {"name": "NODE_EXPLODE", "nodeId": id_()},
            {"nodeId": id_()},
            {"name": "NODE_DELETE", "nodeId": id_(), "force": True},
            {"name": "NODE_DELETE", "nodeId": "../../etc"},
            {"name": "NODE_SET_TAG_NAME", "nodeId": id_(), "level": "site", "tagName": "script"},
            {"name": "NODE_SET_HREF", "nodeId": id_(), "level": "site", "href": "javascript:x()", "hrefTarget": ""},
        ],
    )
    async def test_actions_of_the_wrong_shape(self, site: Site, page: JSON, action: JSON) -> None:
        answer = await site.save(page, action)
        assert refused(answer) == (422, "validation_failed")
        assert fault(answer)[0].startswith("actions.0")

    async def test_a_plugin_of_another_ref_under_the_same_id(self, site: Site, page: JSON) -> None:
        [title] = own_plugins(page)
        answer = await site.save(page, create_plugin(title["id"], ref="cms.menu"))
        assert fault(answer) == ("actions.0.pluginId", "id_taken")

    async def test_an_id_that_another_page_uses_with_another_ref(self, site: Site, page: JSON) -> None:
        other = await site.new_page("/other")
        [title] = own_plugins(other)
        answer = await site.save(page, create_plugin(title["id"], ref="cms.menu"))
        assert fault(answer) == ("actions.0.pluginId", "id_taken")
        assert own_plugins(await site.page("/other")) == [title]
