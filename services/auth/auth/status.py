"""What auth adds to its public status."""

from collections.abc import Mapping

from sqlalchemy import func, select

from auth.people.models import User
from kit.state import KitState


async def count_users(state: KitState) -> Mapping[str, int]:
    """`userCount`: without any user the site still has to be set up."""
    async with state.database.reading() as session:
        return {"userCount": await session.scalar(select(func.count()).select_from(User)) or 0}
