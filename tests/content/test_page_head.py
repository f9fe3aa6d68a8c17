"""What a page says of itself where it is found and shared: its image, other words for sharing, its canonical address."""

from typing import Any

import pytest

from kit.field_values.declarations import rule_of
from kit.testing import Tokens
from kit.testing.identity import PUBLIC_URL
from tests.content.factory import JSON, Site, change_page, create_page, fault, refused
from tests.content.file_use_calls import all_used, asked
from tests.content.library import file, tell
from tests.content.statements import Statements


async def with_meta(site: Site, url: str = "/about", **meta: Any) -> JSON:
    answer = await create_page(site, url, meta=meta)
    assert answer.status_code == 201, answer.text
    page: JSON = answer.json()
    return page


async def in_sitemap(site: Site) -> list[str]:
    answer = await site.client.get("/private/sitemap", headers=site.tokens.internal("web", to="content"))
    return [page["url"] for page in answer.json()["pages"]]


class TestImage:
    async def test_pages_come_with_the_file(self, site: Site) -> None:
        picture = file("a b.jpg")
        await tell(site.client, picture)
        image = {"file": picture["id"], "alt": "Boats", "aspect": "16:9", "crop": "0-0-5000-10000"}
        page = await with_meta(site, image=image, shareTitle=" Boats! ", shareDescription="")
        assert page["meta"]["image"] == image
        assert page["meta"]["shareTitle"] == "Boats!"
        render = (await site.render("/about")).json()
        assert render["page"]["meta"]["image"] == image
        assert render["page"]["files"][picture["id"]]["address"] == "/files/a%20b.jpg?v=abc-80"
        assert f"file:{picture['id']}" in render["tags"], "a change of the file makes the page stale"

    async def test_is_one_statement_more(self, site: Site) -> None:
        picture = file()
        await tell(site.client, picture)
        await with_meta(site, image={"file": picture["id"]})
        await site.render("/about")
        async with Statements(site.client.kit).counted() as sent:
            await site.render("/about")
        assert len(sent) == 2

    @pytest.mark.parametrize("changed", [{"isPublic": False}, {"isDeleted": True}, {"scopeWhitelist": ["members"]}])
    async def test_says_nothing_of_what_visitors_may_not_see(self, site: Site, changed: JSON) -> None:
        picture = file("secret.jpg", **changed)
        await tell(site.client, picture)
        await with_meta(site, image={"file": picture["id"], "alt": "Hidden"}, title="Shown")
        answer = await site.render("/about")
        render = answer.json()
        assert render["page"]["meta"] == {"title": "Shown"}
        assert "secret" not in answer.text
        assert "Hidden" not in answer.text

    async def test_editors_keep_what_they_chose(self, site: Site, tokens: Tokens) -> None:
        picture = file(isDeleted=True)
        await tell(site.client, picture)
        await with_meta(site, image={"file": picture["id"]})
        render = (await site.render("/about", tokens.bearer("editor"))).json()
        assert render["page"]["meta"]["image"] == {"file": picture["id"]}
        assert render["page"]["files"] == {picture["id"]: None}

    async def test_counts_as_a_use_of_the_file(self, site: Site) -> None:
        picture = file()
        await with_meta(site, image={"file": picture["id"]})
        found = await asked(site, [{"id": picture["id"], "path": picture["name"]}])
        assert [(use["kind"], use["title"], use["count"]) for use in found["uses"]] == [("page", "A page", 1)]
        assert picture["id"] in (await all_used(site))["ids"]

    @pytest.mark.parametrize(
        ("image", "field"),
        [
            ({"file": "a.jpg"}, "meta.image.file"),
            ({"address": "https://elsewhere.test/a.jpg"}, "meta.image.address"),
            ("/files/a.jpg", "meta.image"),
            ({"file": "0199a1b2-0000-7000-8000-000000000001", "aspect": "17:3"}, "meta.image.aspect"),
            ({"file": "0199a1b2-0000-7000-8000-000000000001", "aspect": "1:12:1"}, "meta.image.aspect"),
            ({"file": "0199a1b2-0000-7000-8000-000000000001", "aspect": "1:1\n"}, "meta.image.aspect"),
            ({"file": "0199a1b2-0000-7000-8000-000000000001", "alt": "a" * 301}, "meta.image.alt"),
            ({"file": "0199a1b2-0000-7000-8000-000000000001", "crop": "5001-0-5000-10000"}, "meta.image.crop"),
            ({"file": "0199a1b2-0000-7000-8000-000000000001", "crop": ""}, "meta.image.crop"),
            ({"file": "0199a1b2-0000-7000-8000-000000000001", "crop": "1" * 36}, "meta.image.crop"),
        ],
    )
    async def test_refuses_what_is_none_of_the_library(self, site: Site, image: Any, field: str) -> None:
        answer = await create_page(site, "/about", meta={"image": image})
        assert answer.status_code == 422
        assert field in [each["field"] for each in answer.json()["errors"]]

    async def test_takes_each_shape_that_fields_of_images_have(self, site: Site) -> None:
        """The shapes were written down a second time: a new one of fields would have been refused here."""
        shapes = rule_of("image")["else"]["members"]["aspect"]["pattern"].split("|")
        assert "16:9" in shapes
        picture = file()
        await tell(site.client, picture)
        for number, shape in enumerate(shapes):
            page = await with_meta(site, f"/shape-{number}", image={"file": picture["id"], "aspect": shape})
            assert page["meta"]["image"]["aspect"] == shape


class TestCanonical:
    @pytest.mark.parametrize(
        ("given", "kept"),
        [
            ("https://elsewhere.test/a?b=1#c", "https://elsewhere.test/a?b=1"),
            (" /other ", "/other"),
            ("/other/?a=%20b", "/other?a=%20b"),
            (f"{PUBLIC_URL}/other", "/other"),
            (f"{PUBLIC_URL.upper()}/other?a=B#c", "/other?a=B"),
            (PUBLIC_URL, "/"),
            (f"{PUBLIC_URL}?a=1", "/?a=1"),
            ("http://localhost:8081/other", "http://localhost:8081/other"),
            ("/about", None),
            (f"{PUBLIC_URL}/about", None),
            ("", None),
        ],
    )
    async def test_is_a_path_of_this_site_or_an_address_elsewhere(
        self, site: Site, given: str, kept: str | None
    ) -> None:
        page = await with_meta(site, canonical=given)
        assert page["meta"].get("canonical") == kept
        assert (await site.render("/about")).json()["page"]["meta"].get("canonical") == kept

    @pytest.mark.parametrize("given", [PUBLIC_URL, f"{PUBLIC_URL}/", "/"])
    async def test_of_the_home_page_is_its_own_with_and_without_a_slash(self, site: Site, given: str) -> None:
        shown = (await site.render("/")).json()["page"]
        home = (await site.client.get(f"/client/pages/{shown['id']}", headers=site.editor)).json()
        answer = await change_page(site, home, meta={"canonical": given})
        assert answer.status_code == 200, answer.text
        assert answer.json()["meta"] == {}

    @pytest.mark.parametrize(
        "given",
        [
            *("javascript:alert(1)", "//elsewhere.test/", "/\\elsewhere.test", "elsewhere.test", "ftp://a.test/"),
            *("https://", "https://me@elsewhere.test/", "/a b\nc", "mailto:me@a.test", "/files/a.pdf"),
        ],
    )
    async def test_refuses_anything_else(self, site: Site, given: str) -> None:
        answer = await create_page(site, "/about", meta={"canonical": given})
        assert refused(answer) == (422, "canonical_invalid")
        assert fault(answer) == ("meta.canonical", "canonical_invalid")
        page = await with_meta(site, title="Before")
        answer = await change_page(site, page, meta={"canonical": given})
        assert refused(answer) == (422, "canonical_invalid")
        assert (await site.render("/about")).json()["page"]["meta"] == {"title": "Before"}

    async def test_the_sitemap_has_pages_at_their_own_addresses_alone(self, site: Site) -> None:
        page = await with_meta(site, canonical="/about")
        await with_meta(site, "/copy", canonical="/about")
        await with_meta(site, "/from-elsewhere", canonical="https://elsewhere.test/")
        urls = await in_sitemap(site)
        assert "/about" in urls
        assert not {"/copy", "/from-elsewhere"} & {*urls}
        await change_page(site, page, meta={"canonical": "/copy"})
        assert "/about" not in await in_sitemap(site)
