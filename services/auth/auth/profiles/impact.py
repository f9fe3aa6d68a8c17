"""What a change of a schema does to the data that there is."""

import asyncio
import uuid
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from auth.people.models import Person
from auth.profiles.judging import Judge
from auth.profiles.models import ProfileData
from auth.profiles.schemas import InvalidData, InvalidField, PreviewOut
from kit.errors import FieldError

SHOWN = 20
"""How much of the data that would no longer be valid is shown."""

_ROWS_AT_ONCE = 200


@dataclass(slots=True)
class Impact:
    """What would change if a schema had another document."""

    total: int = 0
    becoming_valid: list[uuid.UUID] = field(default_factory=list)
    becoming_invalid: list[uuid.UUID] = field(default_factory=list)
    shown: list[tuple[uuid.UUID, uuid.UUID, list[FieldError]]] = field(default_factory=list)
    """Data, person and faults of the first that would no longer be valid."""

    async def preview(self, session: AsyncSession) -> PreviewOut:
        """The impact on the wire, with the names of the people."""
        people = await session.scalars(select(Person).where(Person.id.in_([person for _, person, _ in self.shown])))
        names = {person.id: person.name for person in people}
        invalid = [
            InvalidData(
                profile_data_id=data,
                person_id=person,
                person_name=names[person],
                errors=[InvalidField(field=fault.field, detail=fault.detail) for fault in faults],
            )
            for data, person, faults in self.shown
        ]
        return PreviewOut(total=self.total, invalid_count=len(self.becoming_invalid), invalid=invalid)

    async def apply(self, session: AsyncSession) -> None:
        """Write down what is valid now. The data has not changed, so neither does its version."""
        for ids, is_valid in ((self.becoming_valid, True), (self.becoming_invalid, False)):
            for start in range(0, len(ids), 1000):
                await session.execute(
                    update(ProfileData)
                    .where(ProfileData.id.in_(ids[start : start + 1000]))
                    .values(is_valid=is_valid, updated_at=ProfileData.updated_at)
                    .execution_options(synchronize_session=False)
                )


async def impact_of(session: AsyncSession, schema_id: uuid.UUID, document: dict[str, Any]) -> Impact:
    """What the document, which has to have been checked, would change for the data of the schema."""
    judge = Judge(document)
    impact = Impact()
    query = (
        select(ProfileData.id, ProfileData.person_id, ProfileData.data, ProfileData.is_valid)
        .where(ProfileData.schema_id == schema_id)
        .order_by(ProfileData.created_at, ProfileData.id)
        .execution_options(yield_per=_ROWS_AT_ONCE)
    )
    async for row in await session.stream(query):
        impact.total += 1
        is_valid = judge.is_valid(row.data)
        if is_valid and not row.is_valid:
            impact.becoming_valid.append(row.id)
        elif row.is_valid and not is_valid:
            impact.becoming_invalid.append(row.id)
            if len(impact.shown) < SHOWN:
                impact.shown.append((row.id, row.person_id, judge.faults(row.data)))
        # Others wait for the same event loop.
        await asyncio.sleep(0)
    return impact
