"""Images that only members see, on a page for everybody, with a text in everything that is said of them."""

from __future__ import annotations

from typing import Any

import httpx

from tests.cms.pictures import encoded, photograph
from tests.whole.page_calls import add_plugin, own_column, put_actions, render

NAMES = ("seen.jpg", "deleted.jpg", "renamed.jpg")


def add_images(client: httpx.Client, url: str, text: str, scope: str) -> set[str]:
    """Adds an image by its file and three by their addresses, of which one is deleted then and one renamed.

    Gives the ids of the files and their folder.
    """
    whitelist = {"scopeWhitelist": [scope]}
    folder = client.post("/cms/buckets", json={"name": text, "metaData": whitelist}).raise_for_status().json()
    files = [_uploaded(client, folder["name"], name, text) for name in NAMES]
    figures = (
        f'<figure><img src="{file["path"]["uri"]}" alt="{text}"><figcaption>{text}</figcaption></figure>'
        for file in files
    )
    state = render(client, url)
    column = own_column(state)
    pair = {"picture": {"file": files[0]["id"], "alt": text}}
    actions = [
        *add_plugin(column, "cms.text", {"content": "".join(figures)}, 9),
        *add_plugin(column, "cms.textImage", pair, 9),
        *add_plugin(column, "cms.gallery", {"images": [{"image": pair["picture"], "caption": text}]}, 9),
    ]
    put_actions(client, state, actions).raise_for_status()
    client.delete(f"/cms/file-entities/{files[1]['id']}", headers=_version(client, files[1])).raise_for_status()
    _change(client, files[2], name="another.jpg")
    return {folder["id"], *(file["id"] for file in files)}


def _uploaded(client: httpx.Client, folder: str, name: str, text: str) -> dict[str, Any]:
    form = {"filenames": f'["{name}"]', "bucketName": folder}
    answer = client.post("/cms/files", data=form, files={"files": (name, encoded(photograph(640, 480)), "image/jpeg")})
    [file] = answer.raise_for_status().json()["success"].values()
    _change(client, file, metaData={"alt": text, "title": text})
    return dict(file)


def _change(client: httpx.Client, file: dict[str, Any], **changed: Any) -> None:
    path = f"/cms/file-entities/{file['id']}"
    client.put(path, json=changed, headers=_version(client, file)).raise_for_status()


def _version(client: httpx.Client, file: dict[str, Any]) -> dict[str, str]:
    return {"If-Match": client.get(f"/cms/files/{file['id']}").raise_for_status().headers["etag"]}
