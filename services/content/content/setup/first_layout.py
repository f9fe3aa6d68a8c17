"""The layout that a new site begins with: a header with the menu, the page's own column, a footer."""

import html
from typing import Any

from content.documents.split import document_of
from content.layouts.models import Layout
from content.layouts.tree import node, plugin_node, unique_column
from content.plugins.models import Plugin, PluginVersion
from content.plugins.service import new_plugin

_ABOUT = "<p><strong>{name}</strong></p><p>Say here what you do, for everybody that starts at the end.</p>"
_HOURS = "<p><strong>Opening hours</strong></p><p>Monday to Friday, 9 to 5<br>Saturday, 10 to 2</p>"
_CONTACT = (
    "<p><strong>Contact</strong></p>"
    '<p>1 Example Street, London<br><a href="tel:+442079460000">+44 20 7946 0000</a><br>'
    '<a href="mailto:hello@example.com">hello@example.com</a></p>'
)


def default_layout(site_name: str, version: int) -> tuple[Layout, list[Plugin | PluginVersion]]:
    """The layout and the plugins in its bands. The default template's style knows these tags, ids and classes."""
    made: list[Any] = []

    def column(ref: str, fields: dict[str, Any]) -> dict[str, Any]:
        made.extend(new_plugin(ref, fields, version, None))
        return node("col-shared", plugin_node(made[-2].id))

    name = html.escape(site_name)
    header = node("layout", node("row", column("cms.menu", {"showSiteName": True, "orientation": "horizontal"})))
    main = node("layout", node("row", unique_column()))
    footer = node(
        "layout",
        node(
            "row",
            column("cms.text", {"content": _ABOUT.format(name=name)}),
            column("cms.text", {"content": _HOURS}),
            column("cms.text", {"content": _CONTACT}),
        ),
        node("row", column("cms.text", {"content": f"<p>© {name}</p>"})),
    )
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
    return layout, made
