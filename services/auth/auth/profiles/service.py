"""Who may change which profile data, and that it is what its schema asks for."""

import uuid
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from auth.audit.actions import Action
from auth.audit.service import Subject, record
from auth.device import Device
from auth.people.models import Person
from auth.people.ownership import check_may_administer, check_own_person, is_own_person
from auth.people.repository import UserRepository
from auth.profiles.errors import (
    ProfileDataExists,
    ProfileDataInvalid,
    ProfileDataReadOnly,
    UnknownPerson,
    UnknownSchema,
)
from auth.profiles.judging import Judge, fault_of_shape, invalidate_schemas
from auth.profiles.models import ProfileData, ProfileSchema
from auth.profiles.repository import ProfileDataRepository, SchemaRepository
from auth.profiles.schemas import ProfileDataIn
from kit.auth import Principal
from kit.errors import FieldError
from kit.preconditions import check_version
from kit.state import state_of


async def create(session: AsyncSession, principal: Principal, data: ProfileDataIn, *, device: Device) -> ProfileData:
    """What is known of a person by a schema.

    Raises `ScopeMissing`, `UnknownSchema`, `ProfileDataReadOnly`, `UnknownPerson`,
    `ProfileDataExists`, `ProfileDataInvalid`.
    """
    check_own_person(principal, data.person_id)
    schema = await _schema(session, principal, data.schema_id)
    await _check_may_change(session, principal, data.person_id, schema)
    if await session.get(Person, data.person_id) is None:
        detail = "There is no such person."
        raise UnknownPerson(detail, errors=[FieldError("personId", "person_unknown", detail)])
    rows = ProfileDataRepository(session)
    existing = await rows.id_of(data.person_id, schema.id)
    if existing is not None:
        raise ProfileDataExists("This person already has data for this schema.", profileDataId=str(existing))
    _check(schema, data.data)
    row = await rows.add(ProfileData(person_id=data.person_id, schema_id=schema.id, data=data.data))
    # Schemas tell how much data there is.
    invalidate_schemas(session, state_of(session).redis)
    await _note(session, principal, "profile_data.created", row, schema, device=device)
    return row


async def update(
    session: AsyncSession,
    principal: Principal,
    data: dict[str, Any],
    row_id: uuid.UUID,
    if_match: str | None,
    *,
    device: Device,
) -> ProfileData:
    """Replace the data.

    Raises `ProfileDataNotFound`, `ProfileDataReadOnly`, `ScopeMissing`, `PreconditionFailed`, `ProfileDataInvalid`.
    """
    row, schema = await _changeable(session, principal, row_id)
    check_version(if_match, row.version)
    _check(schema, data)
    row.data = data
    row.is_valid = True
    await session.flush()
    await _note(session, principal, "profile_data.updated", row, schema, device=device)
    return row


async def delete(
    session: AsyncSession, principal: Principal, row_id: uuid.UUID, if_match: str | None = None, *, device: Device
) -> None:
    """Delete the data. Raises `ProfileDataNotFound`, `ProfileDataReadOnly`, `ScopeMissing`."""
    row, schema = await _changeable(session, principal, row_id)
    check_version(if_match, row.version)
    await _note(session, principal, "profile_data.deleted", row, schema, device=device)
    await ProfileDataRepository(session).delete(row)
    invalidate_schemas(session, state_of(session).redis)


async def _changeable(
    session: AsyncSession, principal: Principal, row_id: uuid.UUID
) -> tuple[ProfileData, ProfileSchema]:
    """The data and its schema, which stays as it is until the commit."""
    rows = ProfileDataRepository(session)
    row = await rows.get_visible(row_id, principal)
    schema = await _schema(session, principal, row.schema_id)
    # As it is now: a change of the schema that was waited for may have marked it.
    row = await rows.get_visible(row_id, principal)
    await _check_may_change(session, principal, row.person_id, schema)
    return row, schema


async def _schema(session: AsyncSession, principal: Principal, schema_id: uuid.UUID) -> ProfileSchema:
    schema = await SchemaRepository(session).shared(schema_id)
    if schema is None or (schema.member_access == "none" and not principal.has("admin")):
        detail = "There is no such schema."
        raise UnknownSchema(detail, errors=[FieldError("schemaId", "schema_unknown", detail)])
    return schema


async def _check_may_change(
    session: AsyncSession, principal: Principal, person_id: uuid.UUID, schema: ProfileSchema
) -> None:
    if not principal.has("admin"):
        if schema.member_access != "write":
            raise ProfileDataReadOnly("Only an administrator can change this.")
    elif not is_own_person(principal, person_id):
        user = await UserRepository(session).get_of_person_for_update(person_id)
        if user is not None:
            check_may_administer(principal, user)


async def _note(
    session: AsyncSession,
    principal: Principal,
    action: Action,
    row: ProfileData,
    schema: ProfileSchema,
    *,
    device: Device,
) -> None:
    """Write down what is done to the data of others."""
    if is_own_person(principal, row.person_id):
        return
    person = await session.get_one(Person, row.person_id)
    details = {"schemaId": str(schema.id), "schemaName": schema.name}
    subject = Subject.of_person(person)
    await record(session, principal, action, subject=subject, details=details, device=device)


def _check(schema: ProfileSchema, data: dict[str, Any]) -> None:
    fault = fault_of_shape(data)
    faults = [fault] if fault else Judge(schema.document).faults(data)
    if faults:
        raise ProfileDataInvalid(f"This data does not fit the fields of {schema.name}.", errors=faults)
