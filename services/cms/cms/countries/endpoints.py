"""``/cms/countries``."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Response

from cms.config_entries.entries import LANGUAGE, entries
from cms.countries.schemas import CountryOut
from kit.auth import Caller, Public
from kit.countries import country_names
from kit.db import Session

router = APIRouter(prefix="/cms/countries")


@router.get("")
async def list(session: Session, caller: Annotated[Caller, Public], response: Response) -> Sequence[CountryOut]:
    """All countries and territories by their names in the site's language."""
    values = await entries.values(session)
    # The site's language may change; countries do so less often.
    response.headers["Cache-Control"] = "public, max-age=3600"
    names = country_names(values.get(LANGUAGE.key, "en"))
    return [CountryOut(code=code, name=name) for code, name in names.items()]
