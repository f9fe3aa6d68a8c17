"""Connecting the site with Google, and reading who visited it."""

import hashlib
import logging
import secrets
import time
import uuid
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import orjson
from sqlalchemy.ext.asyncio import AsyncSession

from cms.analytics import reports
from cms.analytics.errors import GoogleNotConfigured, GoogleNotConnected, GoogleStateInvalid
from cms.analytics.flights import Flights
from cms.analytics.google import Google
from cms.analytics.reports import FIRST_DAY, Question
from cms.analytics.schemas import GoogleAuthorisation, GoogleStateOut, ReportOut
from cms.config import settings_of
from cms.config_entries.entries import (
    ANALYTICS_PROPERTY,
    GOOGLE_CLIENT_ID,
    GOOGLE_CLIENT_SECRET,
    GOOGLE_REFRESH_TOKEN,
    TIMEZONE,
    entries,
)
from kit import audit
from kit.auth import Principal
from kit.db import release_connection
from kit.errors import FieldError, ValidationFailed
from kit.sealing import Vault
from kit.state import state_of

log = logging.getLogger(__name__)

REDIRECT_PATH = "/oauth2/callback/google"
_STATE_SECONDS = 600
_USUAL_DAYS = 30
_MOST_DAYS = 366

_reports: Flights[ReportOut] = Flights(seconds=300, most=200)
# They are good for an hour.
_access_tokens: Flights[str] = Flights(seconds=3_000, most=20)


async def state(session: AsyncSession) -> GoogleStateOut:
    """How far the site is with its analytics."""
    client_id = await entries.get(session, GOOGLE_CLIENT_ID)
    client_secret = await entries.get(session, GOOGLE_CLIENT_SECRET)
    property_id = await entries.get(session, ANALYTICS_PROPERTY)
    refresh_token = await entries.get(session, GOOGLE_REFRESH_TOKEN)
    return GoogleStateOut(
        is_configured=bool(client_id and client_secret and property_id),
        is_connected=refresh_token is not None,
        redirect_address=_redirect_address(session),
    )


async def consent_address(session: AsyncSession, principal: Principal) -> str:
    """Where this person lets the site read their analytics. Raises `GoogleNotConfigured`."""
    google = await _google(session)
    verifier = secrets.token_urlsafe(64)
    begun = orjson.dumps({"verifier": verifier, "endsAt": int(time.time()) + _STATE_SECONDS})
    # Sealed, so that nothing has to be kept for those who never come back; for this person, so that nobody can have
    # somebody else connect the site with a foreign account.
    sealed = _vault(session).seal(begun, uuid.UUID(principal.user_id).bytes)
    return google.consent_address(sealed.decode(), verifier)


async def connect(session: AsyncSession, principal: Principal, data: GoogleAuthorisation) -> None:
    """Keep what Google has granted.

    Raises `GoogleStateInvalid`, `GoogleNotConfigured` and what `Google.exchange` raises.
    """
    verifier = _verifier(session, principal, data.state)
    google = await _google(session)
    await release_connection(session)
    refresh_token = await google.exchange(data.code, verifier)
    await entries.put(session, {GOOGLE_REFRESH_TOKEN.key: refresh_token})
    await _record(session, principal, "google.connected")


async def disconnect(session: AsyncSession, principal: Principal) -> None:
    """Forget what Google has granted, and take it back there. Without a connection nothing happens."""
    refresh_token = await entries.get(session, GOOGLE_REFRESH_TOKEN)
    if refresh_token is None:
        return
    google = await _google(session, is_revoking=True)
    await release_connection(session)
    if not await google.revoke(refresh_token):
        # The token is useless without the client's secret. To be sure, an administrator revokes it at Google.
        log.warning("Google was not told that the connection ended")
    await entries.lock(session)
    if await entries.get(session, GOOGLE_REFRESH_TOKEN) != refresh_token:
        # Somebody has connected it anew meanwhile, which is for them to end.
        return
    await entries.put(session, {GOOGLE_REFRESH_TOKEN.key: None})
    await _record(session, principal, "google.disconnected")


async def report(session: AsyncSession, start: date | None, end: date | None, path: str | None) -> ReportOut:
    """Who visited the site, or a page of it; the last 30 days if nothing else is asked for.

    Raises `ValidationFailed`, `GoogleNotConfigured`, `GoogleNotConnected` and what `reports.ask` raises.
    """
    question = _question(await _today(session), start, end, path)
    google = await _google(session)
    property_id = await entries.get(session, ANALYTICS_PROPERTY)
    if not property_id:
        raise GoogleNotConfigured("Enter the number of your Analytics property in the configuration.")
    refresh_token = await entries.get(session, GOOGLE_REFRESH_TOKEN)
    if refresh_token is None:
        raise GoogleNotConnected("Connect the site with Google first.")
    await release_connection(session)
    connection = (google.base, google.client_id, hashlib.sha256(refresh_token.encode()).digest())

    async def ask() -> ReportOut:
        for _ in range(2):
            token = await _access_tokens.get(connection, lambda: google.access_token(refresh_token))
            found = await reports.ask(google, token, property_id, question)
            if found is not None:
                return found.model_copy(update={"made_at": datetime.now(UTC)})
            # Google may end a token early.
            _access_tokens.invalidate(connection)
        raise GoogleNotConnected("The connection to Google was revoked or has expired. Connect again.")

    return await _reports.get((connection, property_id, question), ask)


async def _google(session: AsyncSession, *, is_revoking: bool = False) -> Google:
    client_id = await entries.get(session, GOOGLE_CLIENT_ID)
    client_secret = await entries.get(session, GOOGLE_CLIENT_SECRET)
    # A token can be taken back without the client that it was given to.
    if not is_revoking and not (client_id and client_secret):
        raise GoogleNotConfigured("Enter the client ID and secret from Google in the configuration.")
    kit = state_of(session)
    return Google(
        kit.http, client_id, _redirect_address(session), client_secret or "", base=settings_of(kit).google_url
    )


def _redirect_address(session: AsyncSession) -> str:
    return settings_of(state_of(session)).public_url + REDIRECT_PATH


def _vault(session: AsyncSession) -> Vault:
    return state_of(session).vault("google authorisation")


def _verifier(session: AsyncSession, principal: Principal, sealed: str) -> str:
    """The secret that the consent was asked for with. Raises `GoogleStateInvalid`."""
    begun = _vault(session).unseal(sealed.encode(), uuid.UUID(principal.user_id).bytes)
    read = orjson.loads(begun) if begun is not None else {}
    if read.get("endsAt", 0) < time.time():
        raise GoogleStateInvalid("This attempt to connect has expired, or is not yours. Connect again.")
    verifier: str = read["verifier"]
    return verifier


async def _record(session: AsyncSession, principal: Principal, action: str) -> None:
    [row] = await entries.rows(session, [GOOGLE_REFRESH_TOKEN.key])
    audit.record(session, principal, action, subject=("config", row.id, "Google"))


async def _today(session: AsyncSession) -> date:
    zone = (await entries.values(session)).get(TIMEZONE.key, "UTC")
    return datetime.now(ZoneInfo(zone)).date()


def _question(today: date, start: date | None, end: date | None, path: str | None) -> Question:
    last = today if end is None else end
    # Another zone may be a day ahead.
    if last > today + timedelta(days=1):
        raise _invalid("end-date", "date_in_future", "Choose a day that is not in the future.")
    if last < FIRST_DAY:
        raise _invalid("end-date", "date_too_early", "Choose a later day.")
    first = max(last - timedelta(days=_USUAL_DAYS), FIRST_DAY) if start is None else start
    if first < FIRST_DAY:
        raise _invalid("start-date", "date_too_early", f"Choose {FIRST_DAY} or later.")
    if first > last:
        raise _invalid("start-date", "date_after_end", "Choose a day before the last one.")
    question = Question(first, last, path)
    if question.days > _MOST_DAYS:
        raise _invalid("start-date", "too_many_days", f"Choose {_MOST_DAYS} days at most.")
    return question


def _invalid(field: str, code: str, detail: str) -> ValidationFailed:
    return ValidationFailed(detail, errors=[FieldError(field, code, detail)])
