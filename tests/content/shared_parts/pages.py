"""Pages of one layout and one template, and what is seen of what they share."""

import httpx

from tests.content.factory import JSON, Site, add_text, column, create_node, id_, nodes_of, row


async def shown(site: Site, url: str = "/two", headers: JSON | None = None) -> JSON:
    """What somebody gets of a page."""
    answer = await site.render(url, headers)
    assert answer.status_code == 200, answer.text
    render: JSON = answer.json()
    return render


def shared_texts(render: JSON) -> list[JSON]:
    """The texts in the page's layout."""
    placed = [node["pluginId"] for node in nodes_of(render["page"]["layout"]["block"]) if node["type"] == "plugin"]
    return [plugin for id in placed if (plugin := render["plugins"].get(id)) and plugin["ref"] == "cms.text"]


def footer_of(render: JSON) -> JSON:
    footer: JSON = render["page"]["layout"]["block"]["nodes"][0]["block"]["nodes"][2]
    return footer


def footer_column_of(render: JSON) -> str:
    found: str = footer_of(render)["block"]["nodes"][0]["block"]["nodes"][0]["id"]
    return found


def checked(answer: httpx.Response) -> httpx.Response:
    assert answer.is_success, answer.text
    return answer


async def layout_of(site: Site) -> JSON:
    layout_id = (await site.page("/"))["page"]["layoutId"]
    found: JSON = checked(await site.client.get(f"/cms/layouts/{layout_id}", headers=site.editor)).json()
    return found


async def template_of(site: Site) -> JSON:
    template_id = (await site.page("/"))["template"]["id"]
    found: JSON = checked(await site.client.get(f"/client/templates/{template_id}", headers=site.editor)).json()
    return found


def seen(record: JSON, site: Site) -> JSON:
    return {**site.editor, "If-Match": f'"{record["version"]}"'}


async def share_text_in_block(site: Site) -> str:
    """Put a text into a branch block of the layout; the id of the text."""
    page, col, plugin_id = await site.page("/one"), column(), id_()
    shared = row(col)
    footer = footer_of(page)["id"]
    await site.saved(
        page,
        create_node(footer, shared),
        *add_text(col["id"], "<p>Deep inside</p>", plugin_id=plugin_id),
        {
            "name": "NODE_SET_TYPE",
            "nodeId": shared["id"],
            "type": "row-branch",
            "blockId": id_(),
            "branchName": "Inner",
        },
    )
    return plugin_id
