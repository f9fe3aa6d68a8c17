"""Queries about schemas and profile data."""

import uuid
from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import ARRAY, Select, Uuid, any_, cast, func, select

from auth.people.models import Person, Scope, User
from auth.profiles.errors import ProfileDataNotFound, SchemaNotFound
from auth.profiles.models import ProfileData, ProfileSchema
from kit.auth import Principal
from kit.repository import Repository
from kit.search import matches


class SchemaRepository(Repository[ProfileSchema]):
    """Schemas."""

    model = ProfileSchema
    missing = SchemaNotFound

    def visible_to(self, principal: Principal) -> Select[ProfileSchema]:
        """All of them for administrators; for anybody else those whose data people may at least read."""
        query = self.base()
        return query if principal.has("admin") else query.where(ProfileSchema.member_access != "none")

    def search(self, query: Select[ProfileSchema], q: str | None) -> Select[ProfileSchema]:
        """Those whose name or description hold every word of `q`, in any case."""
        return query.where(*matches(q, ProfileSchema.name, ProfileSchema.description))

    async def shared(self, identifier: uuid.UUID) -> ProfileSchema | None:
        """The schema as it is now, kept from being changed until the commit, for data that is judged by it."""
        query = self.base().where(ProfileSchema.id == identifier).with_for_update(read=True)
        return await self.one_or_none(query.execution_options(populate_existing=True))

    async def has_name(self, name: str, *, but: uuid.UUID | None = None) -> bool:
        """Whether a schema, other than `but`, has this name."""
        query = select(ProfileSchema.id).where(ProfileSchema.name == name, ProfileSchema.id.is_distinct_from(but))
        return await self.session.scalar(query) is not None

    async def supers_with_data(self, schema_id: uuid.UUID, only: Collection[uuid.UUID] | None = None) -> Sequence[str]:
        """Who holds `super` and has data of this schema, or the rows `only` of it: the names of the people."""
        name = Person.first_name + " " + Person.last_name
        query = (
            select(name)
            .join(User, User.person_id == Person.id)
            .join(ProfileData, ProfileData.person_id == Person.id)
            .where(User.scopes.any(Scope.name == "super"), ProfileData.schema_id == schema_id)
            .order_by(name)
        )
        if only is not None:
            query = query.where(ProfileData.id == any_(cast(list(only), ARRAY(Uuid))))
        return (await self.session.scalars(query)).all()

    async def data_counts(self, ids: Collection[uuid.UUID]) -> Mapping[uuid.UUID, int]:
        """Of how many people there is data, for each of these schemas; those without any are left out."""
        query = select(ProfileData.schema_id, func.count()).where(ProfileData.schema_id.in_(ids))
        return dict((await self.session.execute(query.group_by(ProfileData.schema_id))).all())


class ProfileDataRepository(Repository[ProfileData]):
    """Profile data. All that anybody is shown comes from `visible_to`."""

    model = ProfileData
    missing = ProfileDataNotFound

    def visible_to(
        self, principal: Principal, *, schema_id: uuid.UUID | None = None, person_id: uuid.UUID | None = None
    ) -> Select[ProfileData]:
        """All data for administrators; for anybody else what is theirs and theirs to read."""
        query = self.base()
        if schema_id is not None:
            query = query.where(ProfileData.schema_id == schema_id)
        if person_id is not None:
            query = query.where(ProfileData.person_id == person_id)
        if principal.has("admin"):
            return query
        is_own = ProfileData.person_id == uuid.UUID(principal.person_id)
        return query.join(ProfileData.schema).where(is_own, ProfileSchema.member_access != "none")

    async def get_visible(self, identifier: uuid.UUID, principal: Principal) -> ProfileData:
        """The data with this id. Raises `ProfileDataNotFound`, also where it is not for the caller to read."""
        query = self.visible_to(principal).where(ProfileData.id == identifier)
        row = await self.one_or_none(query.execution_options(populate_existing=True))
        if row is None:
            raise ProfileDataNotFound
        return row

    async def id_of(self, person_id: uuid.UUID, schema_id: uuid.UUID) -> uuid.UUID | None:
        """The id of a person's data by one schema."""
        return await self.session.scalar(
            select(ProfileData.id).where(ProfileData.person_id == person_id, ProfileData.schema_id == schema_id)
        )
