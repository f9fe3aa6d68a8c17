"""``/cms/holidays``."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query, Response

from cms.config_entries.entries import LANGUAGE, TIMEZONE, entries
from cms.holidays.calendar import YEARS, check_place, country_of_zone, holidays_of
from cms.holidays.schemas import HolidayOut
from kit.auth import Caller, Public
from kit.db import Session
from kit.errors import FieldError, ValidationFailed

router = APIRouter(prefix="/cms/holidays")

_Code = Query(pattern=r"^[A-Z]{2}$")
_Part = Query(pattern=r"^[A-Za-z0-9À-ÿ' -]{1,40}$")


@router.get("")
async def list(
    session: Session,
    caller: Annotated[Caller, Public],
    response: Response,
    country: Annotated[str | None, _Code] = None,
    subdivision: Annotated[str | None, _Part] = None,
    year: Annotated[int | None, Query(ge=YEARS[0], le=YEARS[1])] = None,
) -> Sequence[HolidayOut]:
    """Public holidays of a country, or of a part of it that has its own (`ENG`, `BY`), in one year.

    Without a country it is that of the site's time zone, without a year this one. Names are in the site's language
    where the country's holidays are known in it. 422 for what is not known.
    """
    site = await entries.values(session)
    zone = site.get(TIMEZONE.key, "UTC")
    place = country or country_of_zone(zone)
    if place is None:
        detail = "Enter a country: the site's time zone does not belong to one."
        raise ValidationFailed(detail, errors=[FieldError("country", "missing", detail)])
    check_place(place, subdivision)
    days = holidays_of(
        place, subdivision, year or datetime.now(UTC).astimezone(ZoneInfo(zone)).year, site.get(LANGUAGE.key, "en")
    )
    response.headers["Cache-Control"] = "public, max-age=3600"
    return [HolidayOut(date=day, name=name) for day, name in days]
