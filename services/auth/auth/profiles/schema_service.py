"""What may be done with schemas."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Request
from sqlalchemy.orm.attributes import flag_modified

from auth.audit.actions import Action
from auth.audit.service import Subject, record
from auth.device import Client
from auth.people.ownership import check_concerns_no_super
from auth.profiles.document import check_document
from auth.profiles.errors import DataWouldBeInvalid, SchemaInUse, SchemaNotFound, SchemaTaken
from auth.profiles.impact import Impact, impact_of
from auth.profiles.judging import KEPT, forget_schemas
from auth.profiles.models import ProfileSchema
from auth.profiles.repository import SchemaRepository
from auth.profiles.schemas import PreviewOut, SchemaIn, SchemaOut, SchemaUpdate
from kit.auth import Principal
from kit.db import Session
from kit.errors import FieldError
from kit.preconditions import check_version
from kit.state import state_of


@dataclass(frozen=True, slots=True)
class SchemaService:
    """Schemas, and how a change of one treats the data that there is."""

    request: Request
    session: Session
    device: Client

    async def get(self, schema_id: uuid.UUID, by: Principal) -> SchemaOut:
        """One schema, from a cache that every change clears. Raises `SchemaNotFound`."""

        async def load() -> object:
            schema = await SchemaRepository(self.session).get(schema_id)
            return (await self.described([schema]))[0].model_dump(mode="json")

        kept = await KEPT.read(state_of(self.request).redis, load, key=str(schema_id))
        schema = SchemaOut.model_validate(kept)
        if by.has("admin"):
            return schema
        if schema.member_access == "none":
            raise SchemaNotFound
        return schema.model_copy(update={"data_count": None})

    async def described(self, schemas: Sequence[ProfileSchema], *, for_members: bool = False) -> list[SchemaOut]:
        """The schemas, with how much data there is of each unless it is `for_members`."""
        ids = [schema.id for schema in schemas]
        counts = {} if for_members else await SchemaRepository(self.session).data_counts(ids)
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

    async def create(self, form: SchemaIn, by: Principal) -> ProfileSchema:
        """A new schema. Raises `SchemaRefused`, `SchemaTaken`."""
        check_document(form.document)
        await self._check_name(form.name)
        schema = await SchemaRepository(self.session).add(ProfileSchema(**form.model_dump()))
        await self._note("schema.created", schema, by)
        return schema

    async def update(
        self, schema_id: uuid.UUID, form: SchemaUpdate, by: Principal, if_match: str | None
    ) -> ProfileSchema:
        """Change a schema; data is marked as what it is by the new document.

        Raises `SchemaNotFound`, `PreconditionFailed`, `SchemaRefused`, `SchemaTaken`,
        `DataWouldBeInvalid` unless that is accepted, and `ConcernsSuper` whether or not it is.
        """
        schema = await SchemaRepository(self.session).held(schema_id)
        check_version(if_match, schema.version)
        impact = Impact()
        if form.document != schema.document:
            check_document(form.document)
            impact = await impact_of(self.session, schema_id, form.document)
        if impact.becoming_invalid:
            # Before it is asked whether to go on: whoever is asked that has to be one who may.
            supers = await SchemaRepository(self.session).supers_with_data(schema_id, impact.becoming_invalid)
            check_concerns_no_super(by, "Data of users who hold super would no longer be valid", supers, "schema")
        if impact.becoming_invalid and not form.accept_invalid:
            raise await self._refusal(impact)
        if form.name != schema.name:
            await self._check_name(form.name, but=schema_id)
        for name, value in form.model_dump(exclude={"accept_invalid"}).items():
            setattr(schema, name, value)
        # Else it would count as unchanged when only the order of its fields is another.
        flag_modified(schema, "document")
        await self.session.flush()
        await impact.apply(self.session)
        await self._note("schema.updated", schema, by, invalidCount=len(impact.becoming_invalid))
        return schema

    async def preview(self, schema_id: uuid.UUID, document: dict[str, Any]) -> PreviewOut:
        """What a change of the document would do. Raises `SchemaNotFound`, `SchemaRefused`."""
        await SchemaRepository(self.session).get(schema_id)
        check_document(document)
        return await (await impact_of(self.session, schema_id, document)).preview(self.session)

    async def delete(
        self, schema_id: uuid.UUID, by: Principal, if_match: str | None = None, *, with_data: bool
    ) -> None:
        """Delete a schema.

        Raises `SchemaNotFound`, `SchemaInUse` for one with data unless that goes too, and
        `ConcernsSuper` when there is data of a super's among it and the caller is none.
        """
        schemas = SchemaRepository(self.session)
        schema = await schemas.held(schema_id)
        check_version(if_match, schema.version)
        count = (await schemas.data_counts([schema_id])).get(schema_id, 0)
        if count and not with_data:
            raise SchemaInUse(f"There is data of {count} people.", dataCount=count)
        supers = await schemas.supers_with_data(schema_id)
        check_concerns_no_super(by, "There is data of users who hold super", supers)
        await self._note("schema.deleted", schema, by, dataCount=count)
        await schemas.delete(schema)

    async def _refusal(self, impact: Impact) -> DataWouldBeInvalid:
        preview = (await impact.preview(self.session)).model_dump(mode="json")
        return DataWouldBeInvalid(
            f"Data of {len(impact.becoming_invalid)} people would no longer be valid.",
            invalid=preview["invalid"],
            invalidCount=preview["invalidCount"],
        )

    async def _check_name(self, name: str, *, but: uuid.UUID | None = None) -> None:
        if await SchemaRepository(self.session).has_name(name, but=but):
            fault = FieldError("name", "schema_taken", "Another schema has this name.")
            raise SchemaTaken("There is a schema with this name.", errors=[fault])

    async def _note(self, action: Action, schema: ProfileSchema, by: Principal, **details: int) -> None:
        """Write it down, and have it read anew: every change comes by here."""
        subject = Subject("schema", schema.id, schema.name)
        await record(self.session, action, actor=by, subject=subject, details=details, device=self.device)
        forget_schemas(self.session, state_of(self.request).redis)


Schemas = Annotated[SchemaService, Depends()]
"""The service of the request."""
