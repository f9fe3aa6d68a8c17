"""Backups by themselves."""

import uuid
from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import func, select, text, update

from cms.backups.calendar import Frequency, Retention, Schedule
from cms.backups.gauges import BACKUP_GAUGES, DUE, LAST_SUCCESS
from cms.backups.models import Backup
from cms.config_entries.entries import BACKUP_SCHEDULE, entries
from cms.config_entries.models import ConfigEntry
from kit.db import new_id
from tests.cms.backups.archives import backed_up
from tests.cms.backups.conftest import Whole
from tests.kit.working import run_jobs

LONDON = ZoneInfo("Europe/London")


def moment(day: int, hour: int, month: int = 6) -> datetime:
    return datetime(2026, month, day, hour, 30, tzinfo=LONDON)


class TestDue:
    @pytest.mark.parametrize(
        ("frequency", "now", "due"),
        [
            ("off", moment(10, 12), None),
            ("daily", moment(10, 12), moment(10, 3)),
            ("daily", moment(10, 2), moment(9, 3)),
            ("daily", moment(1, 2), moment(31, 3, month=5)),
            # The 10th of June 2026 is a Wednesday, the 7th the Sunday before.
            ("weekly", moment(10, 12), moment(7, 3)),
            ("weekly", moment(7, 3), moment(7, 3)),
            ("weekly", moment(7, 2), datetime(2026, 5, 31, 3, 30, tzinfo=LONDON)),
        ],
    )
    def test_latest(self, frequency: Frequency, now: datetime, due: datetime | None) -> None:
        schedule = Schedule(frequency, time(3, 30), 6, LONDON)
        assert schedule.latest_due(now.astimezone(UTC)) == due

    @pytest.mark.parametrize(
        ("frequency", "after", "due"),
        [
            ("off", moment(10, 12), None),
            ("daily", moment(10, 2), moment(10, 3)),
            ("daily", moment(10, 3), moment(11, 3)),
            ("daily", moment(31, 12, month=5), moment(1, 3)),
            ("weekly", moment(7, 3), moment(14, 3)),
            ("weekly", moment(6, 12), moment(7, 3)),
        ],
    )
    def test_first_after(self, frequency: Frequency, after: datetime, due: datetime | None) -> None:
        assert Schedule(frequency, time(3, 30), 6, LONDON).first_due_after(after.astimezone(UTC)) == due

    def test_keeps_to_the_clock_when_it_changes(self) -> None:
        schedule = Schedule("daily", time(3, 30), 6, LONDON)
        before, after = (schedule.latest_due(datetime(2026, 3, day, 12, tzinfo=UTC)) for day in (28, 29))
        assert before is not None
        assert after is not None
        assert after.astimezone(UTC) - before.astimezone(UTC) == timedelta(hours=23)


class TestRetention:
    def test_keeps_the_newest_of_each_stretch(self) -> None:
        start = datetime(2026, 6, 30, 3, tzinfo=UTC)
        backups = [(new_id(), start - timedelta(days=day)) for day in range(100)]
        superfluous = {*Retention(3, 2, 3).superfluous(backups, LONDON)}
        kept = [(start - made).days for identifier, made in backups if identifier not in superfluous]
        # Three days, the Sunday of the week before, and the last days of May and April.
        assert kept == [0, 1, 2, 30, 61]

    def test_never_deletes_the_newest(self) -> None:
        backups = [(uuid.uuid4(), datetime(2026, 6, day, tzinfo=UTC)) for day in (1, 2)]
        assert Retention(0, 0, 0).superfluous(backups, LONDON) == [backups[0][0]]


class TestTask:
    async def _pass(self, whole: Whole) -> None:
        async with whole.cms.kit.database.transaction() as session:
            await session.execute(
                text(
                    "INSERT INTO jobs (id, name, queue, args, max_attempts)"
                    " VALUES (gen_random_uuid(), 'backups.schedule', 'short', '{}', 1)"
                )
            )
        await run_jobs(whole.cms, "backups.schedule")
        await run_jobs(whole.cms, "backups.create")

    async def _backups(self, whole: Whole) -> list[Backup]:
        async with whole.cms.kit.database.transaction() as session:
            return [*await session.scalars(select(Backup).order_by(Backup.id))]

    async def test_makes_none_unless_somebody_wants_it(self, whole: Whole) -> None:
        await self._pass(whole)
        assert await self._backups(whole) == []

    async def test_makes_one_when_it_is_due_and_no_second(self, whole: Whole) -> None:
        async with whole.cms.kit.database.transaction() as session:
            await entries.put(session, {BACKUP_SCHEDULE.key: "daily"})
        await self._pass(whole)
        await self._pass(whole)
        [backup] = await self._backups(whole)
        assert (backup.kind, backup.state) == ("scheduled", "done")

    async def _latest_state(self, whole: Whole) -> Any:
        """What the dashboard asks."""
        params: dict[str, str | int] = {"kind": "scheduled", "limit": 1}
        told = (await whole.cms.get("/cms/backups", headers=whole.headers, params=params)).json()
        return told["results"][0]["state"]

    async def test_one_that_failed_is_told_by_the_status_and_the_list(self, whole: Whole) -> None:
        async with whole.cms.kit.database.transaction() as session:
            await entries.put(session, {BACKUP_SCHEDULE.key: "daily"})
        await self._pass(whole)
        assert (await whole.cms.get("/cms/internal/status")).json()["backupFailed"] is False
        assert await self._latest_state(whole) == "done"
        await backed_up(whole)
        async with whole.cms.kit.database.transaction() as session:
            await session.execute(update(Backup).where(Backup.kind == "scheduled").values(state="failed"))
        assert (await whole.cms.get("/cms/internal/status")).json()["backupFailed"] is True
        assert await self._latest_state(whole) == "failed"
        async with whole.cms.kit.database.transaction() as session:
            await session.execute(update(Backup).values(deleted_at=func.now()))
        assert (await whole.cms.get("/cms/internal/status")).json()["backupFailed"] is False

    async def _told(self, whole: Whole) -> Mapping[str, float]:
        """What Prometheus is told: when the last one was made, and when the next one is due."""
        return await BACKUP_GAUGES.read(whole.cms.kit)

    async def test_prometheus_is_told_of_none_that_nobody_wants(self, whole: Whole) -> None:
        assert await self._told(whole) == {}

    async def test_prometheus_is_told_of_one_that_never_comes(self, whole: Whole) -> None:
        async with whole.cms.kit.database.transaction() as session:
            await entries.put(session, {BACKUP_SCHEDULE.key: "daily"})
        told = await self._told(whole)
        assert told.keys() == {DUE}
        # Not before it was wanted.
        now = datetime.now(UTC).timestamp()
        assert now - 60 < told[DUE] <= now + 25 * 3600
        async with whole.cms.kit.database.transaction() as session:
            wanted = ConfigEntry.key == BACKUP_SCHEDULE.key
            long_ago = datetime.now(UTC) - timedelta(days=9)
            await session.execute(update(ConfigEntry).where(wanted).values(updated_at=long_ago))
        told = await self._told(whole)
        assert now - 9 * 86_400 < told[DUE] < now - 7 * 86_400

    async def test_prometheus_is_told_of_the_last_one_that_was_made(self, whole: Whole) -> None:
        made = datetime.now(UTC) - timedelta(days=3)
        async with whole.cms.kit.database.transaction() as session:
            await entries.put(session, {BACKUP_SCHEDULE.key: "daily"})
            await session.execute(update(ConfigEntry).values(updated_at=made - timedelta(days=9)))
            session.add(Backup(name="good", kind="scheduled", state="done", created_at=made, deleted_at=func.now()))
            for state in ("failed", "cancelled", "running"):
                session.add(Backup(name=state, kind="scheduled", state=state))
            session.add(Backup(name="mine", kind="manual", state="done"))
        told = await self._told(whole)
        assert told[LAST_SUCCESS] == pytest.approx(made.timestamp())
        assert made.timestamp() < told[DUE] <= made.timestamp() + 25 * 3600

    async def test_deletes_what_is_superfluous(self, whole: Whole) -> None:
        async with whole.cms.kit.database.transaction() as session:
            await entries.put(session, {"backupsKeptDaily": 1, "backupsKeptWeekly": 0, "backupsKeptMonthly": 0})
            for number in range(3):
                made = datetime.now(UTC) - timedelta(days=number)
                session.add(Backup(name=f"backup-{number}", kind="scheduled", state="done", created_at=made))
            session.add(Backup(name="mine", kind="manual", state="done", created_at=datetime(2020, 1, 1, tzinfo=UTC)))
        await self._pass(whole)
        left = {backup.name for backup in await self._backups(whole) if backup.deleted_at is None}
        assert left == {"backup-0", "mine"}
