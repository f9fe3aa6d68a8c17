"""Parts of images, each for one use: only those that something saved shows are made for everybody."""

from typing import Any

import httpx
import pytest

from cms.app import app
from cms.file_delivery.crops import MOST_QUESTIONS
from cms.images.stored_variants import Variant
from cms.images.variants import Picture, area_of
from content.app import app as content_app
from ecom.app import app as ecom_app
from kit.image_crops import parsed_crop
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.file_content_calls import replace
from tests.cms.file_library import Library
from tests.cms.picture_calls import BROWSER, OLDER, OLDEST, keys, kind, uploaded
from tests.cms.pictures import animation, encoded, opened, photograph
from tests.content.compiler import Compiler
from tests.content.factory import Site, column_of, create_plugin, id_, place_plugin, put_site
from tests.ecom.catalogue import Shop, product_of
from tests.kit.working import run_jobs

RIGHT = "5000-0-5000-10000"
WIDE = Picture("png", 600, 300, 1, False)


class Used:
    """cms beside content and the shop, with an image of 600 by 300 pixels in which red grows to the right."""

    def __init__(
        self, client: ServiceClient, site: Site, shop: Shop, editor: dict[str, str], file: dict[str, Any]
    ) -> None:
        self.client, self.site, self.shop, self.editor, self.file = client, site, shop, editor, file

    async def save(self, crop: str, use: str = "cms.textImage") -> None:
        """Have something show a part: a plugin, or what a page or a product is shown with."""
        image = {"file": self.file["id"], "crop": crop}
        match use:
            case "shared page":
                await self.site.new_page(f"/{id_()}", meta={"image": image})
            case "product":
                await self.shop.group(images=[{"file": id_()}, image])
            case "variant":
                await self.shop.group(products=[product_of(image=image)])
            case _:
                await self._place(image, use)

    async def _place(self, image: dict[str, Any], ref: str) -> None:
        fields = {"picture": image} if ref == "cms.textImage" else {"images": [{"image": image, "caption": ""}]}
        page = await self.site.new_page(f"/{id_()}")
        plugin = id_()
        await self.site.saved(page, create_plugin(plugin, ref=ref, **fields), place_plugin(column_of(page), plugin))

    async def get(self, query: str, headers: dict[str, str] = OLDEST) -> httpx.Response:
        return await self.client.get(f"{self.file['path']['versioned']}&{query}", headers=headers)

    async def variants(self) -> list[str]:
        return await keys(self.client, "variants/")


@pytest.fixture
async def used(start: Start, tokens: Tokens) -> Used:
    content = await start(content_app, mounts={"http://web.test": Compiler().app})
    await put_site(content, tokens)
    ecom = await start(ecom_app)
    client = await start(app, mounts={"http://content.test": content, "http://ecom.test": ecom})
    editor = tokens.bearer("editor")
    file = await uploaded(client, editor, "a.png", encoded(photograph(600, 300), "png"))
    return Used(client, Site(content, tokens), Shop(ecom, tokens), editor, file)


class TestArea:
    @pytest.mark.parametrize(
        ("crop", "aspect", "area"),
        [
            (None, None, None),
            ("0-0-10000-10000-1000-1000", None, None),
            ("2500-0-5000-10000", None, (0.25, 0, 0.5, 1)),
            # The library's point is at the right edge, which the crop does not have: as near as can be.
            ("0-0-7500-10000", "1:1", (0.25, 0, 0.5, 1)),
            ("0-0-7500-10000-0-5000", "1:1", (0, 0, 0.5, 1)),
            ("0-0-10000-10000-5000-5000", "1:1", (0.25, 0, 0.5, 1)),
            ("0-5000-2500-5000", "1:1", (0, 0.5, 0.25, 0.5)),
        ],
    )
    def test_it_is_the_crop_and_the_shape_within_it(
        self, crop: str | None, aspect: Any, area: tuple[float, ...] | None
    ) -> None:
        found = area_of(WIDE, aspect, (1, 0.5), parsed_crop(crop) if crop else None)
        assert (None if found is None else tuple(found.values())) == (None if area is None else pytest.approx(area))

    def test_what_shows_the_same_has_the_same_key(self) -> None:
        def key(crop: str | None, aspect: Any = None) -> str:
            return Variant("files/a", WIDE, "xs", "png", 80, aspect, (0.5, 0.5), crop).key

        assert key("0-0-10000-10000-100-100") == key(None)
        assert key("0-0-10000-10000-5000-5000", "1:1") == key(None, "1:1")
        assert key(f"{RIGHT}-6000-0") == key(RIGHT)
        assert len({key(None), key(RIGHT), key(None, "1:1"), key(RIGHT, "1:1"), key(f"{RIGHT}-6000-0", "1:1")}) == 5

    def test_a_job_makes_the_same_also_of_what_a_release_without_crops_asked_for(self) -> None:
        variant = Variant("files/a", WIDE, "xs", "avif", 80, "1:1", (0.2, 0.5), RIGHT)
        args = variant.as_args()
        assert Variant.from_args(args) == variant
        del args["crop"]
        assert Variant.from_args(args).crop is None


class TestDelivery:
    @pytest.mark.parametrize("use", ["cms.textImage", "cms.gallery", "shared page", "product", "variant"])
    async def test_everybody_gets_the_part_that_is_shown(self, used: Used, use: str) -> None:
        await used.save(RIGHT, use)
        whole, answer = await used.get("size=full"), await used.get(f"size=full&crop={RIGHT}")
        part = opened(answer.content)
        assert (part.width, part.height) == (300, 300)
        assert part(0, 150) == opened(whole.content)(300, 150)
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["etag"] != whole.headers["etag"]
        small = opened((await used.get(f"size=xs&crop={RIGHT}")).content)
        assert (small.width, small.height) == (128, 128)
        shaped = opened((await used.get(f"size=full&crop={RIGHT}&aspect=2:1")).content)
        assert (shaped.width, shaped.height) == (300, 150)

    @pytest.mark.parametrize("use", ["cms.textImage", "shared page", "product", "variant"])
    async def test_of_a_part_that_nothing_shows_nothing_is_made(self, used: Used, use: str) -> None:
        await used.save(RIGHT, use)
        whole = await used.get("size=full")
        before = await used.variants()
        for crop in ("5001-0-4999-10000", f"{RIGHT}-6000-0", "0-0-100-100"):
            answer = await used.get(f"size=full&crop={crop}")
            assert (answer.status_code, answer.content) == (200, whole.content), crop
            assert answer.headers["cache-control"] == "public, max-age=60"
        assert await used.variants() == before

    @pytest.mark.parametrize("use", ["cms.textImage", "shared page", "product", "variant"])
    async def test_it_is_another_files_part_that_is_shown(self, used: Used, use: str) -> None:
        await used.save(RIGHT, use)
        other = await uploaded(used.client, used.editor, "b.png", encoded(photograph(600, 300), "png"))
        answer = await used.client.get(f"{other['path']['versioned']}&size=full&crop={RIGHT}", headers=OLDEST)
        assert opened(answer.content).width == 600

    async def test_an_editor_gets_what_is_not_saved_yet(self, used: Used) -> None:
        answer = await used.get(f"size=full&crop={RIGHT}", {**OLDEST, **used.editor})
        assert opened(answer.content).width == 300
        # What is there is given to everybody, and nobody is asked.
        assert opened((await used.get(f"size=full&crop={RIGHT}")).content).width == 300

    async def test_the_best_format_shows_the_same_part(self, used: Used) -> None:
        await used.save(RIGHT)
        first = await used.get(f"size=xs&crop={RIGHT}", BROWSER)
        assert (kind(first), first.headers["cache-control"]) == ("image/webp", "public, max-age=60")
        assert [job.name for job in await run_jobs(used.client)] == ["images.make_variant"]
        second = await used.get(f"size=xs&crop={RIGHT}", BROWSER)
        assert kind(second) == "image/avif"
        assert (opened(second.content).width, opened(second.content).height) == (128, 128)

    async def test_animations_go_on_moving(self, used: Used) -> None:
        await uploaded(used.client, used.editor, "a.gif", animation(300, 200, 4))
        for query in (f"size=full&crop={RIGHT}", "size=xs&aspect=3:4"):
            for accept, name in ((OLDER, "image/webp"), (OLDEST, "image/gif")):
                answer = await used.client.get(f"/files/a.gif?{query}", headers={**accept, **used.editor})
                part = opened(answer.content)
                assert (kind(answer), part.get_n_pages(), part.width) == (name, 4, 150 if "full" in query else 128)

    async def test_it_stays_when_the_file_is_replaced(self, used: Used) -> None:
        await used.save(RIGHT)
        library = Library(used.client, used.editor)
        answer = await replace(library, used.file["id"], encoded(photograph(400, 400), "png"))
        used.file = answer.raise_for_status().json()
        part = opened((await used.get(f"size=full&crop={RIGHT}")).content)
        assert (part.width, part.height) == (200, 400)

    @pytest.mark.parametrize(
        "crop",
        ["", "1-2-3", "5001-0-5000-10000", "00-0-5000-10000", "0-0-99-99", "a" * 36, "0-0-1e3-1e3", "0-0-100-100%00"],
    )
    async def test_what_is_no_crop_is_refused(self, used: Used, crop: str) -> None:
        assert (await used.get(f"crop={crop}")).status_code == 422

    async def test_of_what_is_no_image_it_changes_nothing(self, used: Used) -> None:
        await uploaded(used.client, used.editor, "a.txt", b"words")
        assert (await used.client.get(f"/files/a.txt?crop={RIGHT}")).content == b"words"

    async def test_without_content_what_is_there_is_given_and_all_of_the_image_else(
        self, used: Used, start: Start, tokens: Tokens
    ) -> None:
        async def down(scope: Any, receive: Any, send: Any) -> None:
            raise httpx.ConnectError("down")

        await used.get(f"size=xs&crop={RIGHT}", {**OLDEST, **used.editor})
        alone = await start(app, mounts={"http://content.test": down})
        path = f"{used.file['path']['versioned']}&crop={RIGHT}"
        assert (await alone.get(f"{path}&size=xs", headers=OLDEST)).status_code == 200
        before = await used.variants()
        answer = await alone.get(f"{path}&size=sm", headers=OLDEST)
        assert (answer.status_code, opened(answer.content).width) == (200, 256)
        assert answer.headers["cache-control"] == "public, max-age=60"
        made = {*await used.variants()} - {*before}
        assert len(made) == 1, "the whole image alone"

    async def test_who_makes_crops_up_is_soon_answered_without_asking(self, used: Used) -> None:
        await used.save(RIGHT)
        for left in range(MOST_QUESTIONS):
            answer = await used.get(f"size=xs&crop={left}-0-5000-10000")
            assert answer.status_code == 200
        late = await used.get(f"size=full&crop={RIGHT}")
        assert (opened(late.content).width, late.headers["cache-control"]) == (600, "public, max-age=60")
        # Only this file's.
        other = await uploaded(used.client, used.editor, "b.png", encoded(photograph(600, 300), "png"))
        used.file = other
        await used.save(RIGHT)
        assert opened((await used.get(f"size=full&crop={RIGHT}")).content).width == 300

    async def test_the_shop_is_not_asked_for_what_a_page_shows(self, used: Used, start: Start) -> None:
        async def down(scope: Any, receive: Any, send: Any) -> None:
            raise httpx.ConnectError("down")

        await used.save(RIGHT)
        content = used.site.client
        alone = await start(app, mounts={"http://content.test": content, "http://ecom.test": down})
        answer = await alone.get(f"{used.file['path']['versioned']}&crop={RIGHT}&size=full", headers=OLDEST)
        assert (answer.status_code, opened(answer.content).width) == (200, 300)
