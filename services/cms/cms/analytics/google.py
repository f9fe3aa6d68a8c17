"""Google on the wire: OAuth 2 with PKCE, and reports of the Analytics Data API (v1beta)."""

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import urlencode

import httpx
import orjson
from pydantic import BaseModel, Field, ValidationError

from cms.analytics.errors import (
    GoogleClientRefused,
    GoogleCodeInvalid,
    GoogleNotConnected,
    GooglePropertyRefused,
    GoogleQuotaExceeded,
    GoogleScopeMissing,
    GoogleUnavailable,
)

T = TypeVar("T", bound=BaseModel)

SCOPE = "https://www.googleapis.com/auth/analytics.readonly"
_CONSENT = "https://accounts.google.com/o/oauth2/v2/auth"
_TOKENS = "https://oauth2.googleapis.com/token"
_REVOCATION = "https://oauth2.googleapis.com/revoke"
_DATA = "https://analyticsdata.googleapis.com/v1beta"
_SECONDS = 15
_MOST_BYTES = 2_000_000
# Google says nothing of when a property's quota is there again; most are by the hour.
_RETRY_SECONDS = "600"


@dataclass(frozen=True, slots=True)
class Google:
    """Google for one site: the client that it has there. ``base`` is another host in its place, for tests."""

    http: httpx.AsyncClient
    client_id: str
    redirect_address: str
    client_secret: str = field(repr=False)
    base: str | None = None

    def consent_address(self, state: str, verifier: str) -> str:
        """Where somebody lets the site read their analytics."""
        digest = hashlib.sha256(verifier.encode()).digest()
        asked = {
            "client_id": self.client_id,
            "redirect_uri": self.redirect_address,
            "response_type": "code",
            "scope": SCOPE,
            # A refresh token comes with consent alone, so consent is asked for each time.
            "access_type": "offline",
            "prompt": "consent",
            "state": state,
            "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
            "code_challenge_method": "S256",
        }
        return f"{self._at(_CONSENT)}?{urlencode(asked)}"

    async def exchange(self, code: str, verifier: str) -> str:
        """The refresh token for a code. Raises `GoogleCodeInvalid`, `GoogleScopeMissing` and what `_token` raises."""
        asked = {
            "grant_type": "authorization_code",
            "code": code,
            "code_verifier": verifier,
            "redirect_uri": self.redirect_address,
        }
        granted = await self._token(asked)
        if granted is None:
            raise GoogleCodeInvalid("This code from Google has expired. Connect again.")
        if granted.refresh_token is None or SCOPE not in granted.scope.split():
            if granted.refresh_token:
                await self.revoke(granted.refresh_token)
            raise GoogleScopeMissing("Google Analytics was not allowed. Connect again and tick its box.")
        return granted.refresh_token

    async def access_token(self, refresh_token: str) -> str:
        """A token to read reports with. Raises `GoogleNotConnected` and what `_token` raises."""
        granted = await self._token({"grant_type": "refresh_token", "refresh_token": refresh_token})
        if granted is None:
            raise GoogleNotConnected("The connection to Google was revoked or has expired. Connect again.")
        return granted.access_token

    async def revoke(self, token: str) -> bool:
        """Take a connection back at Google; whether Google has heard of it."""
        try:
            answer = await self.http.post(self._at(_REVOCATION), data={"token": token}, timeout=_SECONDS)
        except httpx.HTTPError:
            return False
        return answer.is_success

    async def run_report(self, access_token: str, property_id: str, asked: Mapping[str, Any]) -> "Report | None":
        """A report; None where the token is not taken any more.

        Raises `GooglePropertyRefused`, `GoogleQuotaExceeded` and `GoogleUnavailable`.
        """
        status, said = await self._post(
            f"{self._at(_DATA)}/properties/{property_id}:runReport",
            content=orjson.dumps(asked),
            headers={"Authorization": f"Bearer {access_token}", "Content-Type": "application/json"},
        )
        if status == httpx.codes.UNAUTHORIZED:
            return None
        if status == httpx.codes.TOO_MANY_REQUESTS:
            detail = "Google Analytics has reached its request limit. Try again in a few minutes."
            raise GoogleQuotaExceeded(detail, headers={"Retry-After": _RETRY_SECONDS})
        if status in {httpx.codes.FORBIDDEN, httpx.codes.NOT_FOUND}:
            raise GooglePropertyRefused(_why_refused(said))
        return _read(Report, status, said)

    async def _token(self, asked: Mapping[str, str]) -> "_Granted | None":
        """What the token endpoint grants; None for an invalid grant. Raises `GoogleClientRefused`, `GoogleUnavailable`."""
        client = {"client_id": self.client_id, "client_secret": self.client_secret}
        status, said = await self._post(self._at(_TOKENS), data={**client, **asked})
        error = said.get("error") if isinstance(said, dict) else None
        if status in {httpx.codes.BAD_REQUEST, httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN}:
            if error == "invalid_grant":
                return None
            if error in {"invalid_client", "unauthorized_client", "deleted_client", "redirect_uri_mismatch"}:
                raise GoogleClientRefused(
                    "Google rejected the site's client ID and secret, or does not know its redirect address."
                )
        return _read(_Granted, status, said)

    async def _post(self, address: str, **sent: Any) -> tuple[int, Any]:
        """The status and the decoded body of an answer. Raises `GoogleUnavailable`."""
        try:
            async with self.http.stream("POST", address, timeout=_SECONDS, **sent) as answer:
                body = bytearray()
                async for chunk in answer.aiter_bytes():
                    body += chunk
                    if len(body) > _MOST_BYTES:
                        raise GoogleUnavailable("Google sent an unexpected answer.")
        except httpx.HTTPError as error:
            raise GoogleUnavailable("Google does not answer. Try again later.") from error
        try:
            return answer.status_code, orjson.loads(body)
        except orjson.JSONDecodeError:
            return answer.status_code, None

    def _at(self, address: str) -> str:
        return address if self.base is None else self.base.rstrip("/") + httpx.URL(address).path


class _Granted(BaseModel):
    access_token: str = Field(min_length=1, max_length=10_000)
    refresh_token: str | None = Field(default=None, max_length=2_000)
    scope: str = ""


class _Value(BaseModel):
    value: str = ""


class Row(BaseModel):
    """A row of a report: values in the order that dimensions and metrics were asked for."""

    dimension_values: Sequence[_Value] = Field(default=(), alias="dimensionValues")
    metric_values: Sequence[_Value] = Field(default=(), alias="metricValues")

    @property
    def dimensions(self) -> list[str]:
        """What the row is about."""
        return [each.value for each in self.dimension_values]

    @property
    def metrics(self) -> list[int]:
        """What was counted. Raises ValueError."""
        return [int(each.value) for each in self.metric_values]


class _Metadata(BaseModel):
    time_zone: str | None = Field(default=None, alias="timeZone")


class Report(BaseModel):
    """What `runReport` answers, as far as it is read."""

    rows: Sequence[Row] = ()
    metadata: _Metadata = _Metadata()


def _read(model: type[T], status: int, said: Any) -> T:
    if not httpx.codes.is_success(status):
        raise GoogleUnavailable(f"Google answers with the status {status}. Try again later.")
    try:
        return model.model_validate(said)
    except ValidationError as error:
        raise GoogleUnavailable("Google sent an unexpected answer.") from error


def _why_refused(said: Any) -> str:
    try:
        reasons = {each.get("reason") for each in said["error"].get("details", ())}
    except (AttributeError, KeyError, TypeError):
        reasons = set()
    if "SERVICE_DISABLED" in reasons:
        return "Turn on the “Google Analytics Data API” for your project at Google, and try again in a few minutes."
    return "The connected Google account cannot read this Analytics property. Check the property's number."
