"""What may be done with schemas."""

import uuid
from collections.abc import Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm.attributes import flag_modified

from auth.audit.actions import Action
from auth.audit.service import Subject, record
from auth.device import Device
from auth.people.ownership import check_concerns_no_super
from auth.profiles.document import check_document
from auth.profiles.errors import DataWouldBeInvalid, SchemaInUse, SchemaNotFound, SchemaTaken
from auth.profiles.impact import Impact, impact_of
from auth.profiles.judging import KEPT, invalidate_schemas
from auth.profiles.models import ProfileSchema
from auth.profiles.repository import SchemaRepository
from auth.profiles.schemas import PreviewOut, SchemaIn, SchemaOut, SchemaUpdate
from kit.auth import Principal
from kit.errors import FieldError
from kit.preconditions import check_version
from kit.same_json import same_json
from kit.state import state_of


async def get(session: AsyncSession, principal: Principal, schema_id: uuid.UUID) -> SchemaOut:
    """One schema, from a cache that every change clears. Raises `SchemaNotFound`."""

    async def load() -> object:
        schema = await SchemaRepository(session).get(schema_id)
        return (await described(session, [schema]))[0].model_dump(mode="json")

    kept = await KEPT.read(state_of(session).redis, load, key=str(schema_id))
    schema = SchemaOut.model_validate(kept)
    if principal.has("admin"):
        return schema
    if schema.member_access == "none":
        raise SchemaNotFound
    return schema.model_copy(update={"data_count": None})


async def described(
    session: AsyncSession, schemas: Sequence[ProfileSchema], *, for_members: bool = False
) -> list[SchemaOut]:
    """The schemas, with how much data there is of each unless it is `for_members`."""
    ids = [schema.id for schema in schemas]
    counts = {} if for_members else await SchemaRepository(session).data_counts(ids)
    return [
        SchemaOut(
            id=schema.id,
            name=schema.name,
            description=schema.description,
            document=schema.document,
            member_access=schema.member_access,
            version=schema.version,
            data_count=None if for_members else counts.get(schema.id, 0),
            created_at=schema.created_at,
            updated_at=schema.updated_at,
        )
        for schema in schemas
    ]


async def create(session: AsyncSession, principal: Principal, data: SchemaIn, *, device: Device) -> ProfileSchema:
    """A new schema. Raises `SchemaRefused`, `SchemaTaken`."""
    check_document(data.document)
    await _check_name(session, data.name)
    schema = await SchemaRepository(session).add(ProfileSchema(**data.model_dump()))
    await _note(session, principal, "schema.created", schema, device=device)
    return schema


async def update(
    session: AsyncSession,
    principal: Principal,
    data: SchemaUpdate,
    schema_id: uuid.UUID,
    if_match: str | None,
    *,
    device: Device,
) -> ProfileSchema:
    """Change a schema; data is marked as what it is by the new document.

    Raises `SchemaNotFound`, `PreconditionFailed`, `SchemaRefused`, `SchemaTaken`,
    `DataWouldBeInvalid` unless that is accepted, and `ConcernsSuper` whether or not it is.
    """
    schema = await SchemaRepository(session).get_for_update(schema_id)
    check_version(if_match, schema.version)
    impact = Impact()
    if not same_json(data.document, schema.document):
        check_document(data.document)
        impact = await impact_of(session, schema_id, data.document)
    if impact.becoming_invalid:
        # Before the caller is asked whether to go on: only those are asked who may.
        supers = await SchemaRepository(session).supers_with_data(schema_id, impact.becoming_invalid)
        check_concerns_no_super(principal, "Data of super users would no longer be valid", supers, "schema")
    if impact.becoming_invalid and not data.accept_invalid:
        raise await _refusal(session, impact)
    if data.name != schema.name:
        await _check_name(session, data.name, but=schema_id)
    for name, value in data.model_dump(exclude={"accept_invalid"}).items():
        setattr(schema, name, value)
    # Else it would count as unchanged when only the order of its fields is another.
    flag_modified(schema, "document")
    await session.flush()
    await impact.apply(session)
    await _note(session, principal, "schema.updated", schema, invalidCount=len(impact.becoming_invalid), device=device)
    return schema


async def preview(session: AsyncSession, schema_id: uuid.UUID, document: dict[str, Any]) -> PreviewOut:
    """What a change of the document would do. Raises `SchemaNotFound`, `SchemaRefused`."""
    await SchemaRepository(session).get(schema_id)
    check_document(document)
    return await (await impact_of(session, schema_id, document)).preview(session)


async def delete(
    session: AsyncSession,
    principal: Principal,
    schema_id: uuid.UUID,
    if_match: str | None = None,
    *,
    with_data: bool,
    device: Device,
) -> None:
    """Delete a schema.

    Raises `SchemaNotFound`, `SchemaInUse` for one with data unless that goes too, and
    `ConcernsSuper` when there is data of a super's among it and the caller is none.
    """
    schemas = SchemaRepository(session)
    schema = await schemas.get_for_update(schema_id)
    check_version(if_match, schema.version)
    count = (await schemas.data_counts([schema_id])).get(schema_id, 0)
    if count and not with_data:
        raise SchemaInUse(f"There is data of {count} people.", dataCount=count)
    supers = await schemas.supers_with_data(schema_id)
    check_concerns_no_super(principal, "There is data of super users", supers)
    await _note(session, principal, "schema.deleted", schema, dataCount=count, device=device)
    await schemas.delete(schema)


async def _refusal(session: AsyncSession, impact: Impact) -> DataWouldBeInvalid:
    preview = (await impact.preview(session)).model_dump(mode="json")
    return DataWouldBeInvalid(
        f"Data of {len(impact.becoming_invalid)} people would no longer be valid.",
        invalid=preview["invalid"],
        invalidCount=preview["invalidCount"],
    )


async def _check_name(session: AsyncSession, name: str, *, but: uuid.UUID | None = None) -> None:
    if await SchemaRepository(session).has_name(name, but=but):
        fault = FieldError("name", "schema_taken", "Another schema has this name.")
        raise SchemaTaken("There is a schema with this name.", errors=[fault])


async def _note(
    session: AsyncSession,
    principal: Principal,
    action: Action,
    schema: ProfileSchema,
    *,
    device: Device,
    **details: int,
) -> None:
    """Write it down, and have it read anew: every change comes by here."""
    subject = Subject("schema", schema.id, schema.name)
    await record(session, principal, action, subject=subject, details=details, device=device)
    invalidate_schemas(session, state_of(session).redis)
