"""The layout that a new site begins with: a header with the menu, the page's own column, a footer."""

from typing import Any

from content.documents.split import document_of
from content.layouts.models import Layout
from content.layouts.tree import node, plugin_node, unique_column
from content.plugins.models import Plugin, PluginVersion
from content.plugins.service import new_plugin
from content.setup.first_words import Words

_PHONE = '<a href="tel:+442079460000">+44 20 7946 0000</a>'
_EMAIL = '<a href="mailto:hello@example.com">hello@example.com</a>'


def default_layout(words: Words, version: int) -> tuple[Layout, list[Plugin | PluginVersion]]:
    """The layout and the plugins in its bands. The default template's style knows these tags, ids and classes."""
    made: list[Any] = []

    def column(ref: str, fields: dict[str, Any]) -> dict[str, Any]:
        made.extend(new_plugin(ref, fields, version, None))
        return node("col-shared", plugin_node(made[-2].id))

    def text(title: str, paragraph: str) -> dict[str, Any]:
        return column("cms.text", {"content": f"<p><strong>{title}</strong></p><p>{paragraph}</p>"})

    menu = {"showSiteName": True, "orientation": "horizontal"}
    header = node("layout", node("row", column("cms.menu", menu)))
    main = node("layout", node("row", unique_column()))
    footer = node(
        "layout",
        node(
            "row",
            text(words.about.title, words.about.text),
            text(words.hours, words.hours_html),
            text(words.contact, f"{words.street}<br>{_PHONE}<br>{_EMAIL}"),
        ),
        node("row", column("cms.menu", {**menu, "label": words.footer_menu})),
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
