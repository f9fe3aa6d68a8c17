"""Images of imported products: fetched into the library, or missing until somebody has them fetched again."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import select, update

from cms.app import app as cms_app
from ecom import worker
from ecom.app import app
from ecom.imports.models import ImportImages
from ecom.imports.tasks import FETCH
from kit.audit import AuditEntry
from kit.tables import Job
from kit.testing import Start, Tokens
from tests.cms.pictures import encoded, photograph
from tests.ecom.catalogue import Shop, fault
from tests.ecom.importing import IMPORTS, carry_out, group_by_code, preview, seen, table, upload
from tests.elsewhere import Elsewhere, site_elsewhere
from tests.kit.working import run_jobs, with_worker

assert worker.__all__, "tasks register themselves on import"
PNG = encoded(photograph(64, 48), "png")


@pytest.fixture
async def elsewhere() -> AsyncIterator[Elsewhere]:
    async with site_elsewhere() as found:
        yield found


@pytest.fixture
async def shop(start: Start, tokens: Tokens) -> Shop:
    cms = await start(cms_app)
    client = await start(app, mounts={"http://cms.test": cms}, outbound_networks=["127.0.0.0/8"])
    return Shop(client, tokens)


def product(elsewhere: Elsewhere, *names: str, code: str = "a") -> dict[str, str]:
    images = ", ".join(f"{elsewhere.address}/{name}" for name in names)
    return {"Product code": code, "SKU": f"{code}-1", "Name": f"Basket {code}", "Price": "10", "Images": images}


async def brought(shop: Shop, *rows: dict[str, str]) -> dict[str, Any]:
    """An import with images, carried out, before any is fetched."""
    found = await previewed(shop, *rows)
    await carried_out(shop, found)
    return found


async def previewed(shop: Shop, *rows: dict[str, str]) -> dict[str, Any]:
    found = await upload(shop, table(*rows))
    await with_worker(shop.client, preview(shop, found, fetchesImages=True))
    return found


async def carried_out(shop: Shop, found: dict[str, Any]) -> None:
    call = shop.send("POST", f"{IMPORTS}/{found['id']}/application", await seen(shop, found), Prefer="respond-async")
    assert (await call).status_code == 202
    jobs = await run_jobs(shop.client, "imports.apply")
    assert {job.state for job in jobs} == {"done"}, [job.error for job in jobs]


async def fetched(shop: Shop) -> None:
    jobs = await run_jobs(shop.client, FETCH)
    assert {job.state for job in jobs} == {"done"}, [job.error for job in jobs]


async def state_of(shop: Shop, found: dict[str, Any]) -> tuple[int, int, bool]:
    """How many are left, how many missing, and whether something goes on."""
    now = await shop.read(f"{IMPORTS}/{found['id']}")
    return now["imagesLeft"], now["imagesMissing"], now["isUnderWay"]


async def missing(shop: Shop, found: dict[str, Any]) -> list[tuple[int, str, str]]:
    rows = (await shop.read(f"{IMPORTS}/{found['id']}/missing-images"))["results"]
    return [(row["row"], each["address"].rpartition("/")[2], each["detail"]) for row in rows for each in row["faults"]]


async def retry(shop: Shop, found: dict[str, Any]) -> Any:
    return await shop.send("POST", f"{IMPORTS}/{found['id']}/image-retries", Prefer="respond-async")


async def test_what_is_missing_is_told_fetched_again_and_forgotten(shop: Shop, elsewhere: Elsewhere) -> None:
    elsewhere.files["/one.png"] = PNG
    found = await brought(shop, product(elsewhere, "one.png", "two.png"), product(elsewhere, "one.png", code="b"))
    assert await state_of(shop, found) == (2, 0, True)
    await fetched(shop)
    assert await state_of(shop, found) == (0, 1, False)
    assert await missing(shop, found) == [(2, "two.png", "The site answers with 404.")]
    [first] = (await group_by_code(shop, "a"))["images"]
    assert (await group_by_code(shop, "b"))["images"][0]["file"] == first["file"], "one file for one address"

    elsewhere.files["/two.png"] = encoded(photograph(32, 32), "png")
    assert (await retry(shop, found)).status_code == 202
    await fetched(shop)
    assert await state_of(shop, found) == (0, 0, False)
    assert await missing(shop, found) == []
    assert len((await group_by_code(shop, "a"))["images"]) == 2
    assert elsewhere.asked.count("/one.png") == 1
    assert fault(await retry(shop, found))[:2] == (409, "import_not_ready")


async def test_the_crop_of_an_image_stays_when_the_file_names_it_again(shop: Shop, elsewhere: Elsewhere) -> None:
    elsewhere.files["/one.png"] = PNG
    await brought(shop, product(elsewhere, "one.png"))
    await fetched(shop)
    group = await group_by_code(shop, "a")
    cropped = [{**group["images"][0], "crop": "0-0-5000-10000"}]
    assert (await shop.save(group, images=cropped)).status_code == 200
    await brought(shop, {**product(elsewhere, "one.png"), "Name": "Another name"})
    again = await group_by_code(shop, "a")
    assert (again["name"], again["images"]) == ("Another name", cropped)


async def test_its_bytes_say_whether_it_is_an_image(shop: Shop, elsewhere: Elsewhere) -> None:
    elsewhere.files |= {"/one": PNG, "/two": b"no image", "/three": PNG}
    elsewhere.kinds |= {"/one": "application/octet-stream", "/two": "application/octet-stream", "/three": "Image/PNG"}
    found = await brought(shop, product(elsewhere, "one", "two", "three"))
    await fetched(shop)
    assert await missing(shop, found) == [(2, "two", "There is no image at this address.")]
    assert len((await group_by_code(shop, "a"))["images"]) == 2


async def test_what_is_missing_still_is_told_again(shop: Shop, elsewhere: Elsewhere) -> None:
    found = await brought(shop, product(elsewhere, "one.png"))
    for _ in range(2):
        await fetched(shop)
        assert await missing(shop, found) == [(2, "one.png", "The site answers with 404.")]
        assert (await retry(shop, found)).status_code == 202
    assert await state_of(shop, found) == (1, 0, True)


async def test_nothing_is_fetched_again_while_it_is_fetched(shop: Shop, elsewhere: Elsewhere) -> None:
    found = await brought(shop, product(elsewhere, "one.png"))
    assert fault(await retry(shop, found))[:2] == (409, "import_not_ready")


async def test_a_lost_job_can_be_begun_anew(shop: Shop, elsewhere: Elsewhere) -> None:
    elsewhere.files["/one.png"] = PNG
    found = await brought(shop, product(elsewhere, "one.png"))
    async with shop.client.kit.database.transaction() as session:
        await session.execute(update(Job).where(Job.name == FETCH).values(state="failed"))
    assert await state_of(shop, found) == (1, 0, False)
    assert (await retry(shop, found)).status_code == 202
    await run_jobs(shop.client, FETCH)
    assert await state_of(shop, found) == (0, 0, False)


async def test_what_somebody_put_in_its_place_stays(shop: Shop, elsewhere: Elsewhere) -> None:
    elsewhere.files["/one.png"] = PNG
    found = await brought(shop, product(elsewhere, "one.png", "two.png"))
    await fetched(shop)
    group = await group_by_code(shop, "a")
    own = {"address": "https://example.org/own.png", "alt": "Own"}
    assert (await shop.save(group, images=[*group["images"], own])).status_code == 200
    await retry(shop, found)
    await fetched(shop)
    assert [each.get("address") for each in (await group_by_code(shop, "a"))["images"]] == [None, own["address"]]


async def test_what_somebody_adds_before_it_is_fetched_stays(shop: Shop, elsewhere: Elsewhere) -> None:
    elsewhere.files |= {"/one.png": PNG, "/two.png": encoded(photograph(32, 32), "png")}
    await brought(shop, product(elsewhere, "one.png"))
    await fetched(shop)
    await brought(shop, product(elsewhere, "two.png"))
    group = await group_by_code(shop, "a")
    [before] = group["images"]
    own = {"address": "https://example.org/own.png", "alt": "Own"}
    assert (await shop.save(group, images=[before, own])).status_code == 200
    await fetched(shop)
    fetched_now, still = (await group_by_code(shop, "a"))["images"]
    assert (fetched_now["file"] != before["file"], still) == (True, own)


async def test_the_image_of_a_variant_stays_until_the_next_is_there(shop: Shop, elsewhere: Elsewhere) -> None:
    def variant(name: str) -> dict[str, str]:
        return {**product(elsewhere), "Variant image": f"{elsewhere.address}/{name}"}

    async def shown() -> Any:
        return (await group_by_code(shop, "a"))["products"][0]["image"]

    elsewhere.files["/one.png"] = PNG
    await brought(shop, variant("one.png"))
    await fetched(shop)
    first = await shown()
    assert first is not None
    found = await brought(shop, variant("two.png"))
    assert await shown() == first, "it is not there yet"
    await fetched(shop)
    assert (await shown(), [name for _, name, _ in await missing(shop, found)]) == (first, ["two.png"])
    elsewhere.files["/two.png"] = encoded(photograph(32, 32), "png")
    assert (await retry(shop, found)).status_code == 202
    await fetched(shop)
    assert (await shown())["file"] != first["file"]
    assert await state_of(shop, found) == (0, 0, False)


async def test_the_image_that_somebody_gives_a_variant_meanwhile_stays(shop: Shop, elsewhere: Elsewhere) -> None:
    elsewhere.files["/one.png"] = PNG
    await brought(shop, {**product(elsewhere), "Variant image": f"{elsewhere.address}/one.png"})
    group = await group_by_code(shop, "a")
    own = {"address": "https://example.org/own.png", "alt": "Own"}
    assert (await shop.save(group, products=[{**group["products"][0], "image": own}])).status_code == 200
    await fetched(shop)
    assert (await group_by_code(shop, "a"))["products"][0]["image"] == own


async def test_what_an_earlier_import_still_fetches_is_nobodys_own(shop: Shop, elsewhere: Elsewhere) -> None:
    elsewhere.files |= {"/one.png": PNG, "/two.png": encoded(photograph(32, 32), "png")}
    await brought(shop, product(elsewhere, "two.png", code="b"))
    await brought(shop, product(elsewhere))
    own = [product(elsewhere, name) for name in ("one.png", "two.png")]
    both = [await previewed(shop, {**row, "Variant image": row["Images"]}) for row in own]
    for found in both:
        await carried_out(shop, found)
    await fetched(shop)
    [two] = (await group_by_code(shop, "b"))["images"]
    group = await group_by_code(shop, "a")
    shown = [*group["images"], group["products"][0]["image"]]
    assert [each["file"] for each in shown] == [two["file"], two["file"]]


async def test_what_is_missing_of_a_deleted_product_is_no_fault(shop: Shop, elsewhere: Elsewhere) -> None:
    found = await brought(shop, product(elsewhere, "one.png"))
    group = await group_by_code(shop, "a")
    assert (await shop.send("DELETE", f"/ecom/product-groups/{group['id']}")).status_code == 204
    await fetched(shop)
    assert await state_of(shop, found) == (0, 0, False)


async def test_what_is_not_public_is_refused_row_by_row_and_the_others_come(
    start: Start, tokens: Tokens, elsewhere: Elsewhere
) -> None:
    cms = await start(cms_app)
    client = await start(app, mounts={"http://cms.test": cms}, outbound_networks=["127.0.0.2/32"])
    shop = Shop(client, tokens)
    elsewhere.files["/one.png"] = PNG
    port = elsewhere.address.rpartition(":")[2]
    private = (
        f"http://127.0.0.1:{port}/one.png",
        "http://169.254.169.254/latest/meta-data/iam.png",
        f"http://[::ffff:127.0.0.1]:{port}/one.png",
        f"http://localhost:{port}/one.png",
    )
    rows = [product(elsewhere, code=f"p{number}") | {"Images": address} for number, address in enumerate(private)]
    async with site_elsewhere("127.0.0.2") as opened:
        opened.files["/two.png"] = PNG
        opened.redirects["/three.png"] = private[0]
        mixed = f"{private[0]}, {opened.address}/two.png, {opened.address}/three.png"
        found = await brought(shop, *rows, product(opened, code="z") | {"Images": mixed})
        await fetched(shop)
    told = "This address is not public."
    assert await missing(shop, found) == [
        (2, "one.png", told),
        (3, "iam.png", told),
        (4, "one.png", told),
        (5, "one.png", told),
        (6, "one.png", told),
        (6, "three.png", told),
    ]
    assert elsewhere.asked == [], "nothing of this machine was asked"
    assert await state_of(shop, found) == (0, 6, False)
    assert [len((await group_by_code(shop, f"p{number}"))["images"]) for number in range(4)] == [0, 0, 0, 0]
    assert len((await group_by_code(shop, "z"))["images"]) == 1


async def test_the_list_is_paged(shop: Shop, elsewhere: Elsewhere) -> None:
    found = await brought(shop, *(product(elsewhere, "x.png", code=f"p{number}") for number in range(12)))
    await fetched(shop)
    page = await shop.read(f"{IMPORTS}/{found['id']}/missing-images?start=10")
    assert (page["total"], [each["row"] for each in page["results"]]) == (12, [12, 13])


async def test_whoever_applies_it_is_named(shop: Shop, elsewhere: Elsewhere, tokens: Tokens) -> None:
    found = await upload(shop, table({"SKU": "a", "Name": "Basket"}))
    await with_worker(shop.client, preview(shop, found))
    other = "0192f000-0000-7000-8000-00000000abcd"
    shop.writer = tokens.bearer("ecom:write", user=other)
    await with_worker(shop.client, carry_out(shop, found))
    async with shop.client.kit.database.reading() as session:
        query = select(AuditEntry.actor_id).where(AuditEntry.action == "product_group.created")
        assert [str(each) for each in await session.scalars(query)] == [other]
        assert await session.scalar(select(ImportImages.id)) is None
