"""An import whose worker is lost, late or killed: its state follows its job, and nothing is done twice or by halves."""

import asyncio
import signal
import uuid
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import update

from ecom import worker
from ecom.imports import receiving
from ecom.imports.tasks import APPLY, PLAN, end_stranded
from kit import jobs
from kit.runner import Runner
from kit.tables import Job
from tests.ecom.catalogue import Shop, fault
from tests.ecom.importing import IMPORTS, bring, carry_out, preview, rows_of, sample, seen, table, upload
from tests.kit.worker_process import end, module_process
from tests.kit.working import run_jobs, with_worker

assert worker.__all__, "tasks register themselves on import"
ASYNC = {"Prefer": "respond-async"}
CONTENT = table({"SKU": "a", "Name": "Basket", "Price": "10"}, {"SKU": "b", "Name": "Trug", "Price": "12"})


async def begin(shop: Shop, found: dict[str, Any], step: str) -> uuid.UUID:
    """Begin a step that nobody does yet; its job."""
    if step == APPLY:
        await with_worker(shop.client, preview(shop, found))
        answer = await shop.send("POST", f"{IMPORTS}/{found['id']}/application", await seen(shop, found), **ASYNC)
    else:
        answer = await shop.send("PUT", f"{IMPORTS}/{found['id']}/columns", {"columns": found["columns"]}, **ASYNC)
    assert answer.status_code == 202, answer.text
    return uuid.UUID(answer.json()["id"])


async def state_of(shop: Shop, found: dict[str, Any]) -> str:
    return str((await shop.read(f"{IMPORTS}/{found['id']}"))["state"])


async def set_job(shop: Shop, job: uuid.UUID, **values: Any) -> None:
    async with shop.client.kit.database.transaction() as session:
        await session.execute(update(Job).where(Job.id == job).values(values))


async def kill(shop: Shop, job: uuid.UUID, step: str) -> None:
    """Have a worker do a job that is killed at a step; the job can be taken up again then, as the sweeper does."""
    process = await module_process(shop.client, "tests.ecom.dying_import", str(job), step)
    try:
        assert await process.wait() == -signal.SIGKILL, f"not killed at {step}"
    finally:
        await end(process)
    await set_job(shop, job, state="queued", lease=None, lease_until=None)


class TestKilled:
    @pytest.mark.parametrize("step", ["Reading the file", "Noting down", "written"])
    async def test_a_preview_is_taken_up_again(self, shop: Shop, step: str) -> None:
        found = await upload(shop, CONTENT)
        await kill(shop, await begin(shop, found, PLAN), step)
        assert await state_of(shop, found) == "planning"
        await run_jobs(shop.client, PLAN)
        assert await state_of(shop, found) == "planned"
        assert len(await rows_of(shop, found)) == 2

    @pytest.mark.parametrize("step", ["Reading the file", "0 of 2 products", "written"])
    async def test_it_is_carried_out_once_and_whole(self, shop: Shop, step: str) -> None:
        found = await upload(shop, CONTENT)
        job = await begin(shop, found, APPLY)
        await kill(shop, job, step)
        assert await state_of(shop, found) == "applying"
        assert (await shop.read("/ecom/product-groups"))["total"] == 0
        await run_jobs(shop.client, APPLY)
        assert await state_of(shop, found) == "done"
        assert (await shop.read("/ecom/product-groups"))["total"] == 2


class TestLost:
    @pytest.mark.parametrize("step", [PLAN, APPLY])
    async def test_in_every_attempt(self, shop: Shop, step: str) -> None:
        found = await upload(shop, CONTENT)
        job = await begin(shop, found, step)
        await set_job(shop, job, attempts=5)
        await run_jobs(shop.client, step)
        await end_stranded(shop.client.kit)
        now = await shop.read(f"{IMPORTS}/{found['id']}")
        assert (now["state"], now["isUnderWay"]) == ("failed", False)
        assert now["fault"] == "The worker was lost in every attempt. Nothing has changed."
        await with_worker(shop.client, preview(shop, found))
        await with_worker(shop.client, carry_out(shop, found))
        assert await state_of(shop, found) == "done"

    @pytest.mark.parametrize("step", [PLAN, APPLY])
    async def test_a_job_that_takes_too_long(self, shop: Shop, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
        found = await upload(shop, CONTENT)
        job = await begin(shop, found, step)
        await set_job(shop, job, attempts=4)

        async def load(*_: Any) -> None:
            await asyncio.Event().wait()

        monkeypatch.setattr(receiving, "load", load)
        monkeypatch.setitem(jobs._tasks, step, replace(jobs.task_named(step), timeout=0.01))
        await run_jobs(shop.client, step)
        await end_stranded(shop.client.kit)
        now = await shop.read(f"{IMPORTS}/{found['id']}")
        assert (now["state"], now["fault"]) == ("failed", "The job took too long. Nothing has changed.")

    async def test_a_list_and_a_deletion_know_it_too(self, shop: Shop) -> None:
        found = await upload(shop, CONTENT)
        job = await begin(shop, found, PLAN)
        assert fault(await shop.send("DELETE", f"{IMPORTS}/{found['id']}"))[:2] == (409, "import_not_ready")
        await set_job(shop, job, state="failed")
        assert (await shop.send("DELETE", f"{IMPORTS}/{found['id']}")).status_code == 204

    async def test_what_is_under_way_is_left_alone(self, shop: Shop) -> None:
        found = await upload(shop, CONTENT)
        await begin(shop, found, PLAN)
        await end_stranded(shop.client.kit)
        assert await state_of(shop, found) == "planning"


async def test_a_worker_that_was_held_up_turns_nothing_back(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    found = await upload(shop, CONTENT)
    job = await begin(shop, found, PLAN)
    load = receiving.load
    done = False

    async def held_up(*arguments: Any) -> Any:
        nonlocal done
        content = await load(*arguments)
        if not done:
            # Another has done this, and somebody has had it carried out.
            done = True
            await set_job(shop, job, state="queued", lease=None, lease_until=None)
            await run_jobs(shop.client, PLAN)
            await with_worker(shop.client, carry_out(shop, found))
        return content

    monkeypatch.setattr(receiving, "load", held_up)
    await run_jobs(shop.client, PLAN)
    now = await shop.read(f"{IMPORTS}/{found['id']}")
    assert (now["state"], now["fault"], now["counts"]["create"]) == ("done", None, 2)


async def test_two_applications_of_one_file_make_each_rate_once(shop: Shop) -> None:
    found = [await upload(shop, sample("sample-tax-rates.csv"), "tax_rates") for _ in range(2)]
    for each in found:
        await with_worker(shop.client, preview(shop, each))
    begun = [
        await shop.send("POST", f"{IMPORTS}/{each['id']}/application", await seen(shop, each), **ASYNC)
        for each in found
    ]
    await asyncio.gather(*(Runner(shop.client.kit, 1).run(uuid.UUID(each.json()["id"])) for each in begun))
    assert (await shop.read("/ecom/tax-rates"))["total"] == 5
    assert sorted([await state_of(shop, each) for each in found]) == ["done", "planned"]


async def test_rows_say_what_was_done(shop: Shop) -> None:
    await with_worker(shop.client, bring(shop, table({"SKU": "a", "Name": "Basket", "Stock": "5"})))
    found = await upload(shop, table({"SKU": "a", "Name": "Basket", "Stock": "9"}))
    await with_worker(shop.client, preview(shop, found))
    [group] = (await shop.read("/ecom/product-groups"))["results"]
    [row] = (await shop.read(f"/ecom/product-groups/{group['id']}"))["products"]
    stocked = await shop.adjust(row["id"], by=-2)
    assert stocked.status_code < 300, stocked.text
    await with_worker(shop.client, carry_out(shop, found))
    [told] = await rows_of(shop, found)
    assert told["changes"] == [{"field": "stock", "before": "3", "after": "9"}]


async def test_a_change_behind_what_is_shown_is_one(shop: Shop) -> None:
    text = "x" * 300
    await with_worker(shop.client, bring(shop, table({"SKU": "a", "Name": "Basket", "Summary": text})))
    found = await upload(shop, table({"SKU": "a", "Name": "Basket", "Summary": f"{text}y"}))
    await with_worker(shop.client, preview(shop, found))
    [group] = (await shop.read("/ecom/product-groups"))["results"]
    group = await shop.read(f"/ecom/product-groups/{group['id']}")
    assert (await shop.save(group, summary=f"{text}z")).status_code == 200
    applying = shop.send("POST", f"{IMPORTS}/{found['id']}/application", await seen(shop, found))
    refused = await with_worker(shop.client, applying)
    assert fault(refused)[:2] == (409, "import_outdated")
    assert await state_of(shop, found) == "planned"
