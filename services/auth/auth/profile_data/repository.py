"""Queries about profile data."""

import uuid

from sqlalchemy import Select, select

from auth.profile_data.errors import ProfileDataNotFound
from auth.profile_data.models import ProfileData
from auth.schemas.models import ProfileSchema
from kit.auth import Principal
from kit.repository import Repository


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
        row = await self.one_or_none(self.visible_to(principal).where(ProfileData.id == identifier))
        if row is None:
            raise ProfileDataNotFound
        return row

    async def id_of(self, person_id: uuid.UUID, schema_id: uuid.UUID) -> uuid.UUID | None:
        """The id of a person's data by one schema."""
        return await self.session.scalar(
            select(ProfileData.id).where(ProfileData.person_id == person_id, ProfileData.schema_id == schema_id)
        )
