"""The pages that a new site begins with."""

import html
from typing import Any

from content.address import HOME
from content.documents.split import document_of
from content.layouts.models import Layout
from content.layouts.tree import node, plugin_node
from content.model.walk import nodes_of
from content.pages.models import Page
from content.plugins.models import Plugin, PluginVersion
from content.plugins.service import new_plugin
from content.templates.models import Template
from kit.db import new_id

Content = tuple[str, dict[str, Any]]
"""A plugin's ref and fields."""

_STEPS = (
    (
        "Click and type",
        "Press Edit, then click into any text on the page. What you see while typing is what visitors get.",
    ),
    (
        "Add and arrange",
        "Add rows of up to six columns, choose from the palette of plugins, and drag things into place.",
    ),
    ("Save when you are ready", "Visitors see nothing until you save. You can undo every step."),
)
_ERRORS = {
    404: ("404 Page Not Found", "The page you were looking for could not be found."),
    500: ("500 Internal Server Error", "The server encountered an unexpected error."),
}


def first_pages(
    site_name: str, template: Template, layout: Layout, version: int
) -> list[Page | Plugin | PluginVersion]:
    """The home page and those that serve errors, with their plugins."""
    config = {"menu": {"visible": True, "label": "Home", "order": 0}}
    rows = _page(HOME, site_name, _home(site_name), config, template, layout, version)
    for status, (title, sentence) in _ERRORS.items():
        content = f'<h1>{title}</h1><p>{sentence}</p><p><a href="/">Go to the home page</a></p>'
        rows += _page(
            f"/error/{status}",
            title,
            [[("cms.text", {"content": content})]],
            {"noIndex": True},
            template,
            layout,
            version,
        )
    return rows


def _home(site_name: str) -> list[list[Content]]:
    """Rows of columns, each of one plugin."""
    welcome = (
        f"<h1>Welcome to {html.escape(site_name)}</h1>"
        "<p>This is your first page, and it is live already. Make it yours: press <strong>Edit</strong> in the bar"
        " above, click into this text and start typing.</p>"
    )
    story = (
        "<p>A paragraph or two about who you are and what you do says more than a slogan. Choose a picture for it in"
        " the settings of this text and image pair: in a row of several pairs, pictures alternate between left and right.</p>"
    )
    onward = (
        "<h2>Next steps</h2><ol><li>Put your own words on this page.</li>"
        "<li>Create a second page from the toolbar, and add it to the menu.</li>"
        "<li>Change a heading, a link or a list, and save with Ctrl+S.</li></ol>"
    )
    return [
        [("cms.text", {"content": welcome})],
        [("cms.text", {"content": f"<h2>{heading}</h2><p>{sentence}</p>"}) for heading, sentence in _STEPS],
        [("cms.textImage", {"heading": "Tell your story", "text": story})],
        [("cms.text", {"content": onward})],
    ]


def _page(
    url: str,
    title: str,
    rows: list[list[Content]],
    config: dict[str, Any],
    template: Template,
    layout: Layout,
    version: int,
) -> list[Page | Plugin | PluginVersion]:
    made: list[Any] = []

    def column(content: Content) -> dict[str, Any]:
        made.extend(new_plugin(*content, version, None))
        return node("col", plugin_node(made[-2].id))

    block: Any = {"nodes": [node("row", *(column(content) for content in row)) for row in rows]}
    unique = next(each["id"] for each in nodes_of(layout.block) if each["type"] == "col-unique")
    document, _ = document_of([block])
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
