"""The layout that a new site begins with: a header with the menu, the page's own column, a footer."""

import html
from typing import Any

from content.documents.split import document_of
from content.layouts.models import Layout
from content.layouts.tree import node, plugin_node, unique_column
from content.plugins.models import Plugin, PluginVersion
from content.plugins.service import new_plugin


def default_layout(site_name: str, version: int) -> tuple[Layout, list[Plugin | PluginVersion]]:
    """The layout and the plugins in its bands. The default template's style knows these tags, ids and classes."""
    menu = new_plugin("cms.menu", {"showSiteName": True, "orientation": "horizontal"}, version, None)
    closing = new_plugin("cms.text", {"content": f"<p>© {html.escape(site_name)}</p>"}, version, None)
    header = node("layout", node("row", node("col-shared", plugin_node(menu[0].id))))
    main = node("layout", node("row", unique_column()))
    footer = node("layout", node("row", node("col-shared", plugin_node(closing[0].id))))
    block: Any = {"nodes": [node("root", header, main, footer)]}
    document, _ = document_of([block])
    fields: dict[str, dict[str, Any]] = {
        header["id"]: {"tagName": "header", "classNames": ["site-header"]},
        main["id"]: {"tagName": "main", "ids": ["main"]},
        footer["id"]: {"tagName": "footer", "classNames": ["site-footer"]},
    }
    for node_id, values in fields.items():
        document.add_fields(node_id, values, [values])
    layout = Layout(name="Default", block=block, version=version, **document.columns())
    return layout, [*menu, *closing]
