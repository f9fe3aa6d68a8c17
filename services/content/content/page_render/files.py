"""The library's files that a page shows, as far as the viewer may see them: one statement for all of them."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from content.documents.loading import Connection
from content.fields.files import shown_fields, uses_in
from content.page_render.viewer import Viewer
from kit.known_files.shown import Known, files_of
from kit.known_files.uses import PLACE, Use

_NOTHING = Known({}, frozenset(), frozenset(), {})
_NO_IMAGE = {"mimeType": ""}
_EDITORS = frozenset({"editor"})
BACKGROUNDS = ("backgroundImage", "backgroundMobileImage")


async def add_files(
    page: dict[str, Any],
    plugins: Mapping[str, Any],
    site: dict[str, Any],
    viewer: Viewer,
    connection: Connection,
    others: Collection[Use] = (),
) -> Known:
    """Put into each plugin, the site, and the page for itself and its nodes, the files that they show.

    Gives what is known of them and of `others`.

    What a visitor may not see is taken out, with all that is said of it. Editors get the fields as they are, and None
    for what is gone, or protected and not theirs to see. The site has the same images for all, so of these nobody is shown what is not for everybody.
    """
    images = site.pop("images")
    by_plugin = {id: uses for id, plugin in plugins.items() if (uses := set(uses_in(plugin["ref"], plugin["fields"])))}
    of_page = {*_backgrounds(page["nodeFields"]), *_shared_image(page)}
    of_site = {image["file"] for image in images.values()}
    if not by_plugin and not of_page and not of_site and not others:
        return _NOTHING
    shown: set[Use] = set().union(of_page, of_site, others, *by_plugin.values())
    known = await files_of(connection, shown, _scopes_of(viewer))
    site |= images_of_site(images, known.open)
    for id, uses in by_plugin.items():
        plugin = plugins[id]
        plugin["files"] = _of_uses(uses, known, viewer)
        if not viewer.sees_all and not known.hidden.isdisjoint(uses):
            plugin["fields"] = shown_fields(plugin["ref"], plugin["fields"], lambda use: use not in known.hidden)
    if of_page:
        page["files"] = _of_uses(of_page, known, viewer)
        if not viewer.sees_all and not known.hidden.isdisjoint(of_page):
            page["nodeFields"] = _without_backgrounds(page["nodeFields"], known.hidden)
            if not known.hidden.isdisjoint(_shared_image(page)):
                page["meta"] = {name: value for name, value in page["meta"].items() if name != "image"}
    return known


def _scopes_of(viewer: Viewer) -> Collection[str]:
    """The scopes by which files are judged: an editor has an administrator's for pages, but not for files."""
    return _EDITORS if viewer.sees_all and not viewer.is_administrator else viewer.scopes


def images_of_site(images: Mapping[str, Any], files: Mapping[Use, Any]) -> dict[str, Any]:
    """The site's `images` as far as they are among these files; nothing where none is."""
    shown = {
        name: {"file": _measured(files[image["file"]], image), "withName": image.get("withName", False)}
        for name, image in images.items()
        if files.get(image["file"], _NO_IMAGE)["mimeType"].startswith("image/")
    }
    return {"images": shown} if shown else {}


def _measured(file: Mapping[str, Any], image: Mapping[str, Any]) -> dict[str, Any]:
    """A file with the dimensions of a drawing, which are known of its use alone."""
    if file["width"]:
        return {**file}
    return {**file, "width": image.get("width"), "height": image.get("height")}


def _of_uses(uses: Iterable[Use], known: Known, viewer: Viewer) -> dict[str, Any]:
    files: dict[str, Any] = {use: known.shown[use] for use in uses if use in known.shown}
    if viewer.sees_all:
        files |= {use: None for use in uses if use in known.hidden}
    return files


def _backgrounds(node_fields: Mapping[str, Mapping[str, Any]]) -> Iterator[Use]:
    for levels in node_fields.values():
        for fields in levels.values():
            for name in BACKGROUNDS:
                address = fields.get(name)
                if isinstance(address, str) and address.startswith(PLACE):
                    yield address


def _shared_image(page: Mapping[str, Any]) -> set[Use]:
    image = page.get("meta", {}).get("image")
    return {image["file"]} if image else set()


def _without_backgrounds(node_fields: Mapping[str, Mapping[str, Any]], hidden: frozenset[Use]) -> dict[str, Any]:
    return {
        id: {
            level: {name: value for name, value in fields.items() if name not in BACKGROUNDS or value not in hidden}
            for level, fields in levels.items()
        }
        for id, levels in node_fields.items()
    }
