"""Folders, and what is listed in them."""

import pytest

from kit.testing import ServiceClient
from tests.cms.factory import file, folder
from tests.cms.file_library import Library, admins_library, editor, library, tags_told

__all__ = ["admins_library", "editor", "library"]


class TestCreateFolder:
    async def test_trims_and_collapses_its_name_and_makes_those_above(self, library: Library) -> None:
        answer = await library.call("POST", "/buckets", {"name": " / images //  2026 "})
        made = answer.json()
        assert (answer.status_code, answer.headers["etag"]) == (201, '"1"')
        assert (made["name"], made["label"], made["path"]) == ("images/2026", "2026", "/files/images/2026")
        assert made["metaData"] == {"scopeWhitelist": []}
        assert await library.names() == (["images"], [])
        assert await library.names("/images") == (["images/2026"], [])

    @pytest.mark.parametrize("name", ["", "   ", " / / ", "a/../b", "..", "a/con", "x" * 300])
    async def test_refuses_what_is_no_name(self, library: Library, name: str) -> None:
        answer = await library.call("POST", "/buckets", {"name": name})
        assert (answer.status_code, answer.json()["code"]) == (422, "name_invalid")
        assert answer.json()["errors"][0]["field"] == "name"

    async def test_refuses_one_that_is_there(self, library: Library) -> None:
        await library.call("POST", "/buckets", {"name": "images"})
        answer = await library.call("POST", "/buckets", {"name": "/images/"})
        assert (answer.status_code, answer.json()["code"]) == (409, "name_taken")

    async def test_backups_are_the_administrators(self, library: Library, admins_library: Library) -> None:
        assert (await library.call("POST", "/buckets", {"name": "backups/x"})).json()["code"] == "folder_protected"
        made = (await admins_library.call("POST", "/buckets", {"name": "backups/x"})).json()
        assert await library.names() == ([], [])
        assert (await library.call("GET", f"/buckets/{made['id']}")).status_code == 404
        assert (await library.call("GET", "/file-entities/backups/x")).json()["code"] == "folder_not_found"
        assert (await library.call("DELETE", f"/file-buckets/{made['id']}")).status_code == 404
        assert await admins_library.names("/backups") == (["backups/x"], [])


class TestUpdateFolder:
    async def test_renames_all_below_it(self, library: Library, client: ServiceClient) -> None:
        deep = await folder(client, "images/2026/may")
        await folder(client, "images-of-old")
        stored = await file(client, "a.png", bucket_name="images/2026/may")
        images = (await library.listed())["folders"][0]
        answer = await library.call("PUT", f"/buckets/{images['id']}", {**images, "name": "pictures"})
        assert answer.json()["name"] == "pictures"
        assert await library.names() == (["images-of-old", "pictures"], [])
        listed = await library.listed("/pictures/2026/may")
        assert listed["folder"]["id"] == str(deep.id)
        assert listed["files"][0]["path"]["raw"] == "/files/pictures/2026/may/a.png"
        assert listed["files"][0]["id"] == str(stored.id)
        assert f"folder:{deep.id}" in await tags_told(client)

    async def test_needs_the_version_that_was_read(self, library: Library, client: ServiceClient) -> None:
        made = await folder(client, "images")
        path = f"/buckets/{made.id}"
        assert (await library.call("PUT", path, {"name": "x"})).status_code == 428
        assert (await library.call("PUT", path, {"name": "x"}, **{"If-Match": '"7"'})).status_code == 412
        assert (await library.call("PUT", path, {"name": "x"}, **{"If-Match": '"1"'})).status_code == 200

    @pytest.mark.parametrize(
        ("name", "code"),
        [("other", "name_taken"), ("images/below", "folder_in_itself"), ("backups", "folder_protected")],
    )
    async def test_refuses_places_where_it_cannot_be(
        self, library: Library, client: ServiceClient, name: str, code: str
    ) -> None:
        made = await folder(client, "images")
        await folder(client, "other")
        answer = await library.call("PUT", f"/buckets/{made.id}", {"name": name}, **{"If-Match": "*"})
        assert answer.json()["code"] == code
        assert (await library.names())[0] == ["images", "other"]

    async def test_a_name_that_makes_those_below_too_long_changes_nothing(
        self, library: Library, client: ServiceClient
    ) -> None:
        made = await folder(client, "a")
        await folder(client, "a/" + "/".join(["x" * 199] * 4))
        name = "y" * 250
        answer = await library.call("PUT", f"/buckets/{made.id}", {"name": name}, **{"If-Match": "*"})
        assert answer.json()["code"] == "name_invalid"
        assert (await library.names())[0] == ["a"]

    async def test_sets_who_sees_it(self, library: Library, client: ServiceClient) -> None:
        made = await folder(client, "images")
        data = {"name": "images", "metaData": {"scopeWhitelist": ["members"]}}
        answer = await library.call("PUT", f"/buckets/{made.id}", data, **{"If-Match": "*"})
        assert answer.json()["metaData"] == {"scopeWhitelist": ["members"]}
        assert answer.headers["etag"] == '"2"'


class TestList:
    async def test_pages_through_the_files(self, library: Library, client: ServiceClient) -> None:
        await folder(client, "images")
        for number in range(5):
            await file(client, f"{number}.txt", b"x" * (5 - number), bucket_name="images")
        listed = await library.listed("/images", start=2, limit=2)
        assert [each["name"] for each in listed["files"]] == ["2.txt", "3.txt"]
        assert (listed["total"], listed["start"], listed["limit"]) == (5, 2, 2)
        assert (await library.names("/images", sort="size", limit=1))[1] == ["4.txt"]
        assert (await library.names("/images", sort="-name", limit=1))[1] == ["4.txt"]
        assert (await library.call("GET", "/file-entities/images?limit=1000000000")).status_code == 422

    @pytest.mark.parametrize("path", ["/a%2Fb%20c", "/a/b%20c", "/a/b%20c/", "//a//b c"])
    async def test_takes_encoded_and_plain_slashes(self, library: Library, client: ServiceClient, path: str) -> None:
        await folder(client, "a/b c")
        await file(client, "x.txt", bucket_name="a/b c")
        assert await library.names(path) == ([], ["x.txt"])

    async def test_finds_words_below(self, library: Library, client: ServiceClient) -> None:
        await folder(client, "a/b")
        await folder(client, "c")
        for place in ("", "a", "a/b", "c"):
            await file(client, f"red brick {len(place)}.png", bucket_name=place)
        assert (await library.names(q="BRICK red"))[1] == [f"red brick {number}.png" for number in (0, 1, 1, 3)]
        assert (await library.names("/a", q="brick"))[1] == ["red brick 1.png", "red brick 3.png"]
        assert (await library.names("/a", q="blue")) == ([], [])

    async def test_says_what_a_file_is(self, library: Library, client: ServiceClient) -> None:
        await folder(client, "my images")
        stored = await file(client, "ä b.txt", b"words", bucket_name="my images", is_public=False)
        found = (await library.listed("/my images"))["files"][0]
        assert found == (await library.call("GET", f"/files/{stored.id}")).json()
        version = stored.sha256 and stored.sha256[:16]
        uri = "/files/my%20images/%C3%A4%20b.txt"
        site = client.kit.settings.public_url
        assert found == found | {
            "name": "ä b.txt",
            "bucketName": "my images",
            "isPublic": False,
            "ext": "txt",
            "mimeType": "text/plain",
            "size": 5,
            "width": None,
            "alt": "",
            "scopeWhitelist": [],
            "path": {
                "raw": "/files/my images/ä b.txt",
                "uri": uri,
                "versioned": f"{uri}?v={version}",
                "absolute": {"raw": f"{site}/files/my images/ä b.txt", "uri": f"{site}{uri}"},
            },
        }
        assert "storageKey" not in found

    async def test_a_folder_that_is_not_there(self, library: Library) -> None:
        assert (await library.call("GET", "/file-entities/none")).json()["code"] == "folder_not_found"
