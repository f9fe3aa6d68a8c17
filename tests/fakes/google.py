"""Google on the wire: consent, tokens, revocation and reports of the Analytics Data API, with its own error shapes.

It counts what was asked, and answers reports of visits that it is given.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

CLIENT = "1234-abc.apps.googleusercontent.com"
SECRET = "GOCSPX-a-secret"
SCOPE = "https://www.googleapis.com/auth/analytics.readonly"


@dataclass(frozen=True)
class Visit:
    """One page that one visitor has looked at."""

    day: date
    visitor: str
    path: str
    source: str = "(direct)"


@dataclass
class Google:
    """A Google with one client and one property that its owner may read."""

    property_id: str = "4242"
    redirect_addresses: set[str] = field(default_factory=lambda: {"http://localhost:8080/oauth2/callback/google"})
    visits: list[Visit] = field(default_factory=list)
    time_zone: str = "America/Los_Angeles"
    scope: str = SCOPE
    is_api_on: bool = True
    is_quota_used_up: bool = False
    is_refused: bool = False
    odd_answer: Any = None
    asked: list[dict[str, Any]] = field(default_factory=list)
    refreshed: int = 0
    revoked: list[str] = field(default_factory=list)
    while_revoking: Callable[[], Awaitable[Any]] | None = None

    def __post_init__(self) -> None:
        self.app = FastAPI()
        self._codes: dict[str, tuple[str, str]] = {}
        self.refresh_tokens: set[str] = set()
        self.access_tokens: set[str] = set()
        self.app.get("/o/oauth2/v2/auth")(self._consent)
        self.app.post("/token")(self._token)
        self.app.post("/revoke")(self._revoke)
        self.app.post("/v1beta/properties/{name}")(self._report)

    def code(self, challenge: str, redirect: str = "http://localhost:8080/oauth2/callback/google") -> str:
        """A code as somebody gets it who agrees."""
        code = f"4/{secrets.token_urlsafe(16)}"
        self._codes[code] = (challenge, redirect)
        return code

    def grant(self) -> str:
        """A refresh token as if somebody had agreed before."""
        token = f"1//{secrets.token_urlsafe(16)}"
        self.refresh_tokens.add(token)
        return token

    async def _consent(self, request: Request) -> Response:
        """Google's page, on which somebody agrees at once, or refuses."""
        asked = request.query_params
        if asked.get("client_id") != CLIENT or asked.get("redirect_uri") not in self.redirect_addresses:
            return Response("Error 400: redirect_uri_mismatch", 400)
        assert (asked["response_type"], asked["access_type"], asked["scope"]) == ("code", "offline", SCOPE)
        assert asked["code_challenge_method"] == "S256"
        if self.is_refused:
            back = urlencode({"state": asked["state"], "error": "access_denied"})
        else:
            code = self.code(asked["code_challenge"], asked["redirect_uri"])
            back = urlencode({"state": asked["state"], "code": code, "scope": self.scope})
        return RedirectResponse(f"{asked['redirect_uri']}?{back}", 302)

    async def _token(self, request: Request) -> Response:
        form = {name: str(value) for name, value in (await request.form()).items()}
        if (form.get("client_id"), form.get("client_secret")) != (CLIENT, SECRET):
            return _refused(401, "invalid_client", "The OAuth client was not found.")
        access_token = f"ya29.{secrets.token_urlsafe(8)}"
        granted = {"access_token": access_token, "expires_in": 3599, "token_type": "Bearer", "scope": self.scope}
        if form["grant_type"] == "refresh_token":
            if form["refresh_token"] not in self.refresh_tokens:
                return _refused(400, "invalid_grant", "Token has been expired or revoked.")
            self.refreshed += 1
            self.access_tokens.add(access_token)
            return JSONResponse(granted)
        challenge, redirect = self._codes.pop(form["code"], ("", ""))
        digest = hashlib.sha256(form["code_verifier"].encode()).digest()
        if not challenge or challenge != base64.urlsafe_b64encode(digest).rstrip(b"=").decode():
            return _refused(400, "invalid_grant", "Bad Request")
        if redirect != form["redirect_uri"]:
            return _refused(400, "redirect_uri_mismatch", "Bad Request")
        return JSONResponse({**granted, "refresh_token": self.grant()})

    async def _revoke(self, request: Request) -> Response:
        token = str((await request.form())["token"])
        if token not in self.refresh_tokens:
            return _refused(400, "invalid_token", "Token expired or revoked")
        if self.while_revoking is not None:
            await self.while_revoking()
        self.refresh_tokens.discard(token)
        self.revoked.append(token)
        return JSONResponse({})

    async def _report(self, name: str, request: Request) -> Response:
        if self.odd_answer is not None:
            return JSONResponse(self.odd_answer)
        if (failure := self._failure(name, request)) is not None:
            return failure
        asked = await request.json()
        self.asked.append(asked)
        if any(span["startDate"] < "2015-08-14" or span["startDate"] > span["endDate"] for span in asked["dateRanges"]):
            return _failed(400, "INVALID_ARGUMENT", "Invalid date range.")
        return JSONResponse(self._counted(asked))

    def _failure(self, name: str, request: Request) -> Response | None:
        property_id, _, call = name.partition(":")
        if call != "runReport":
            return _failed(404, "NOT_FOUND", "Requested entity was not found.")
        bearer = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if bearer not in self.access_tokens:
            return _failed(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.")
        if not self.is_api_on:
            return _failed(403, "PERMISSION_DENIED", "Google Analytics Data API has not been used.", "SERVICE_DISABLED")
        if property_id != self.property_id:
            return _failed(403, "PERMISSION_DENIED", "User does not have sufficient permissions for this property.")
        if self.is_quota_used_up:
            return _failed(429, "RESOURCE_EXHAUSTED", "Exhausted property tokens per hour.")
        return None

    def _counted(self, asked: dict[str, Any]) -> dict[str, Any]:
        names = [each["name"] for each in asked["dimensions"]]
        rows: dict[tuple[str, ...], list[Visit]] = {}
        for visit in filter(_filter_of(asked.get("dimensionFilter")), self.visits):
            for number, span in enumerate(asked["dateRanges"]):
                if not span["startDate"] <= visit.day.isoformat() <= span["endDate"]:
                    continue
                key = [_dimension(visit, name) for name in names]
                if len(asked["dateRanges"]) > 1:
                    key.append(span.get("name", f"date_range_{number}"))
                rows.setdefault(tuple(key), []).append(visit)
        counted = [
            (key, {"activeUsers": len({each.visitor for each in found}), "screenPageViews": len(found)})
            for key, found in rows.items()
        ]
        for order in asked.get("orderBys", []):
            metric = order["metric"]["metricName"]
            counted.sort(key=lambda row: row[1][metric], reverse=order.get("desc", False))
        answer: dict[str, Any] = {
            "dimensionHeaders": [{"name": name} for name in names],
            "metricHeaders": [{"name": each["name"], "type": "TYPE_INTEGER"} for each in asked["metrics"]],
            "rowCount": len(counted),
            "metadata": {"currencyCode": "USD", "timeZone": self.time_zone},
            "kind": "analyticsData#runReport",
        }
        if counted:
            answer["rows"] = [
                {
                    "dimensionValues": [{"value": value} for value in key],
                    "metricValues": [{"value": str(counts[each["name"]])} for each in asked["metrics"]],
                }
                for key, counts in counted[: int(asked.get("limit", 10_000))]
            ]
        else:
            del answer["rowCount"]
        return answer


def _dimension(visit: Visit, name: str) -> str:
    return {"date": visit.day.strftime("%Y%m%d"), "pagePath": visit.path, "sessionSource": visit.source}[name]


def _filter_of(asked: dict[str, Any] | None) -> Any:
    if asked is None:
        return lambda _: True
    text, name = asked["filter"]["stringFilter"], asked["filter"]["fieldName"]
    if text["matchType"] == "EXACT":
        return lambda visit: _dimension(visit, name) == text["value"]
    return lambda visit: _dimension(visit, name).startswith(text["value"])


def _refused(status: int, error: str, description: str) -> Response:
    return JSONResponse({"error": error, "error_description": description}, status)


def _failed(status: int, name: str, message: str, reason: str | None = None) -> Response:
    error: dict[str, Any] = {"code": status, "message": message, "status": name}
    if reason is not None:
        error["details"] = [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": reason}]
    return JSONResponse({"error": error}, status)
