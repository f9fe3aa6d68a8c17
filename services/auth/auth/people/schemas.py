"""People on the wire."""

import uuid
from typing import Annotated

from fastapi import Query

from kit.schemas import Moment, Out

SearchText = Annotated[str | None, Query(max_length=100, description="Words that names or address have to hold.")]


class PersonOut(Out):
    """Somebody the site knows."""

    id: uuid.UUID
    first_name: str
    last_name: str
    email_address: str
    timezone: str
    created_at: Moment
    updated_at: Moment
