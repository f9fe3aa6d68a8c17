"""Who may change which profile data, and that it is what its schema asks for."""

import uuid
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Request

from auth.audit.actions import Action
from auth.audit.service import Subject, record
from auth.device import Client
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
from auth.profiles.judging import Judge, fault_of_shape, forget_schemas
from auth.profiles.models import ProfileData, ProfileSchema
from auth.profiles.repository import ProfileDataRepository, SchemaRepository
from auth.profiles.schemas import ProfileDataIn
from kit.auth import Principal
from kit.db import Session
from kit.errors import FieldError
from kit.preconditions import check_version
from kit.state import state_of


@dataclass(frozen=True, slots=True)
class ProfileDataService:
    """Profile data: one's own as far as the schema lets, everybody's for administrators."""

    request: Request
    session: Session
    device: Client

    async def create(self, form: ProfileDataIn, by: Principal) -> ProfileData:
        """What is known of a person by a schema.

        Raises `ScopeMissing`, `UnknownSchema`, `ProfileDataReadOnly`, `UnknownPerson`,
        `ProfileDataExists`, `ProfileDataInvalid`.
        """
        check_own_person(by, form.person_id)
        schema = await self._schema(form.schema_id, by)
        await self._check_may_change(form.person_id, schema, by)
        if await self.session.get(Person, form.person_id) is None:
            raise UnknownPerson("There is no such person.", errors=[_fault("personId", "person_unknown")])
        rows = ProfileDataRepository(self.session)
        existing = await rows.id_of(form.person_id, schema.id)
        if existing is not None:
            raise ProfileDataExists("There is data of this person by this schema.", profileDataId=str(existing))
        _check(schema, form.data)
        row = await rows.add(ProfileData(person_id=form.person_id, schema_id=schema.id, data=form.data))
        # Schemas tell how much data there is.
        forget_schemas(self.session, state_of(self.request).redis)
        await self._note("profile_data.created", row, schema, by)
        return row

    async def update(self, row_id: uuid.UUID, data: dict[str, Any], by: Principal, if_match: str | None) -> ProfileData:
        """Replace the data.

        Raises `ProfileDataNotFound`, `ProfileDataReadOnly`, `ScopeMissing`, `PreconditionFailed`, `ProfileDataInvalid`.
        """
        row, schema = await self._changeable(row_id, by)
        check_version(if_match, row.version)
        _check(schema, data)
        row.data = data
        row.is_valid = True
        await self.session.flush()
        await self._note("profile_data.updated", row, schema, by)
        return row

    async def delete(self, row_id: uuid.UUID, by: Principal, if_match: str | None = None) -> None:
        """Delete the data. Raises `ProfileDataNotFound`, `ProfileDataReadOnly`, `ScopeMissing`."""
        row, schema = await self._changeable(row_id, by)
        check_version(if_match, row.version)
        await self._note("profile_data.deleted", row, schema, by)
        await ProfileDataRepository(self.session).delete(row)
        forget_schemas(self.session, state_of(self.request).redis)

    async def _changeable(self, row_id: uuid.UUID, by: Principal) -> tuple[ProfileData, ProfileSchema]:
        """The data and its schema, which stays as it is until the commit."""
        row = await ProfileDataRepository(self.session).get_visible(row_id, by)
        schema = await self._schema(row.schema_id, by)
        await self._check_may_change(row.person_id, schema, by)
        return row, schema

    async def _schema(self, schema_id: uuid.UUID, by: Principal) -> ProfileSchema:
        schema = await SchemaRepository(self.session).shared(schema_id)
        if schema is None or (schema.member_access == "none" and not by.has("admin")):
            raise UnknownSchema("There is no such schema.", errors=[_fault("schemaId", "schema_unknown")])
        return schema

    async def _check_may_change(self, person_id: uuid.UUID, schema: ProfileSchema, by: Principal) -> None:
        if not by.has("admin"):
            if schema.member_access != "write":
                raise ProfileDataReadOnly("Administrators change this, you may read it.")
        elif not is_own_person(by, person_id):
            user = await UserRepository(self.session).held_of_person(person_id)
            if user is not None:
                check_may_administer(by, user)

    async def _note(self, action: Action, row: ProfileData, schema: ProfileSchema, by: Principal) -> None:
        """Write down what is done to the data of others."""
        if is_own_person(by, row.person_id):
            return
        person = await self.session.get_one(Person, row.person_id)
        details = {"schemaId": str(schema.id), "schemaName": schema.name}
        subject = Subject.of_person(person)
        await record(self.session, action, actor=by, subject=subject, details=details, device=self.device)


def _check(schema: ProfileSchema, data: dict[str, Any]) -> None:
    fault = fault_of_shape(data)
    faults = [fault] if fault else Judge(schema.document).faults(data)
    if faults:
        raise ProfileDataInvalid(f"This is not what {schema.name} asks for.", errors=faults)


def _fault(field: str, code: str) -> FieldError:
    return FieldError(field, code, "There is none with this id.")


ProfileDataOf = Annotated[ProfileDataService, Depends()]
"""The service of the request."""
