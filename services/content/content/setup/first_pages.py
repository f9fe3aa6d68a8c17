"""The pages that a new site begins with."""

from typing import Any

from content.address import HOME
from content.documents.split import document_of
from content.layouts.models import Layout
from content.layouts.tree import node, plugin_node
from content.model.walk import nodes_of
from content.pages.models import Page
from content.plugins.models import Plugin, PluginVersion
from content.plugins.service import new_plugin
from content.setup.first_home import Column, Content, Row, home
from content.setup.first_words import Words
from content.templates.models import Template
from kit.db import new_id


def first_pages(words: Words, template: Template, layout: Layout, version: int) -> list[Page | Plugin | PluginVersion]:
    """The home page and those that serve errors, with their plugins."""
    config = {"menu": {"visible": True, "order": 0}}
    rows = _page(HOME, words.home, home(words), config, template, layout, version)
    for status, error in words.errors.items():
        content = f'<h1>{error.title}</h1><p>{error.text}</p><p><a class="button" href="/">{words.to_home}</a></p>'
        content_rows = [Row([Column([("cms.text", {"content": content})])])]
        rows += _page(f"/error/{status}", error.title, content_rows, {"noIndex": True}, template, layout, version)
    return rows


def _page(
    url: str,
    title: str,
    rows: list[Row],
    config: dict[str, Any],
    template: Template,
    layout: Layout,
    version: int,
) -> list[Page | Plugin | PluginVersion]:
    made: list[Any] = []
    fields: dict[str, dict[str, Any]] = {}

    def plugin_of(content: Content) -> dict[str, Any]:
        made.extend(new_plugin(*content, version, None))
        return plugin_node(made[-2].id)

    def column_of(column: Column) -> dict[str, Any]:
        parts = (row_of(each) if isinstance(each, Row) else plugin_of(each) for each in column.content)
        return styled(node("col", *parts), {"classNames": column.classes} if column.classes else {})

    def row_of(row: Row) -> dict[str, Any]:
        return styled(node("row", *(column_of(column) for column in row.columns)), row.fields)

    def styled(styled_node: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
        if own:
            fields[styled_node["id"]] = own
        return styled_node

    block: Any = {"nodes": [row_of(row) for row in rows]}
    unique = next(each["id"] for each in nodes_of(layout.block) if each["type"] == "col-unique")
    document, _ = document_of([block])
    for node_id, own in fields.items():
        document.add_fields(node_id, {"site": own}, [own])
    page = Page(
        id=new_id(),
        url=url,
        title=title,
        template_id=template.id,
        layout_id=layout.id,
        config=config,
        blocks={unique: block},
        version=version,
        **document.columns(),
    )
    return [*made, page]
