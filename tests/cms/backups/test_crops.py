"""Crops of images outlive a backup: of a plugin's image, of what a page is shared with, and of products."""

from kit.testing import Tokens
from tests.cms.backups.archives import archive_of, put, wipe
from tests.cms.backups.conftest import Whole
from tests.cms.picture_calls import OLDEST, uploaded
from tests.cms.pictures import encoded, opened, photograph
from tests.content.factory import Site, column_of, create_plugin, id_, place_plugin
from tests.ecom.catalogue import Shop, product_of

# Of an image of 600 by 300 pixels, with what is left of each.
PLUGIN, SHARED, PRODUCT, VARIANT = "0-0-5000-10000", "0-0-10000-5000", "0-5000-5000-5000-100-9000", "0-0-2500-2500"
SIZES = {PLUGIN: (300, 300), SHARED: (600, 150), PRODUCT: (300, 150), VARIANT: (150, 75)}


async def test_each_use_shows_its_part_again(whole: Whole, tokens: Tokens) -> None:
    file = await uploaded(whole.cms, tokens.bearer("editor"), "a.png", encoded(photograph(600, 300), "png"))

    def image(crop: str) -> dict[str, str]:
        return {"file": file["id"], "crop": crop}

    site, plugin = Site(whole.services["content"], tokens), id_()
    page = await site.new_page("/boats", meta={"image": image(SHARED)})
    created = create_plugin(plugin, ref="cms.textImage", picture=image(PLUGIN))
    await site.saved(page, created, place_plugin(column_of(page), plugin))
    shop = Shop(whole.services["ecom"], tokens)
    group = await shop.group(images=[image(PRODUCT)], products=[product_of(image=image(VARIANT))])

    archive = await archive_of(whole)
    await wipe(whole)
    assert (await put(whole, archive)).status_code == 200

    page = await site.page("/boats")
    assert page["page"]["meta"]["image"] == image(SHARED)
    assert page["plugins"][plugin]["fields"]["picture"] == image(PLUGIN)
    again = await shop.read(f"/ecom/product-groups/{group['id']}")
    assert [each["crop"] for each in (*again["images"], again["products"][0]["image"])] == [PRODUCT, VARIANT]
    # Variants are in no backup: each is made of what came back, for everybody.
    for crop, size in SIZES.items():
        answer = await whole.cms.get(f"{file['path']['versioned']}&size=full&crop={crop}", headers=OLDEST)
        part = opened(answer.content)
        assert (part.width, part.height) == size, crop
