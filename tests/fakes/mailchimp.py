"""Mailchimp's Marketing API 3.0: members of audiences."""

import asyncio
import base64
import hashlib
import uuid
from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import JSONResponse, Response

_STATUSES = {"subscribed", "unsubscribed", "cleaned", "pending", "transactional", "archived"}
_TITLES = {
    400: "Invalid Resource",
    401: "API Key Invalid",
    403: "Forbidden",
    404: "Resource Not Found",
    429: "Too Many Requests",
    500: "Internal Server Error",
    503: "Service Unavailable",
}


class Mailchimp:
    """An account with its audiences: ``{audience: {member's id: member}}``."""

    def __init__(self, key: str, *audiences: str) -> None:
        self.key = key
        self.audiences: dict[str, dict[str, dict[str, Any]]] = {each: {} for each in audiences}
        self.asked: list[tuple[str, str, Any]] = []
        """Method, path and body of each request."""
        self.fails_with: int | None = None
        """The status that it answers everything with."""
        self.refused: set[str] = set()
        """Addresses that it takes for made up."""
        self.is_silent = False
        """It takes requests, and never answers; `reached` is set meanwhile."""
        self.reached = asyncio.Event()
        self.app = FastAPI()
        self.app.add_api_route("/3.0/lists/{audience}/members/{member}", self._get, methods=["GET"])
        self.app.add_api_route("/3.0/lists/{audience}/members/{member}", self._put, methods=["PUT"])

    def member(self, audience: str, email_address: str) -> dict[str, Any] | None:
        """A member as the account has it."""
        return self.audiences[audience].get(_id_of(email_address))

    def put(self, audience: str, email_address: str, status: str) -> None:
        """Have a member on an audience."""
        self.audiences[audience][_id_of(email_address)] = _member(audience, email_address, status, {})

    async def _get(self, audience: str, member: str, request: Request) -> Response:
        if refusal := await self._refusal(request, None):
            return refusal
        found = self.audiences.get(audience, {}).get(member)
        return JSONResponse(found) if found else _problem(404, "The requested resource could not be found.")

    async def _put(self, audience: str, member: str, request: Request) -> Response:
        data = await request.json()
        if refusal := await self._refusal(request, data) or self._fault_of(audience, member, data):
            return refusal
        members = self.audiences[audience]
        known = members.get(member)
        status = data.get("status") or (known["status"] if known else data["status_if_new"])
        members[member] = _member(audience, data["email_address"], status, data.get("merge_fields", {}))
        return JSONResponse(members[member])

    def _fault_of(self, audience: str, member: str, data: dict[str, Any]) -> Response | None:
        """What is wrong with a member that somebody wants to have put on an audience."""
        address = data.get("email_address", "")
        if audience not in self.audiences:
            return _problem(404, "The requested resource could not be found.")
        if address in self.refused or _id_of(address) != member:
            return _problem(400, f"{address} looks fake or invalid, please enter a real email address.")
        faults = [
            {"field": name, "message": "Value must be one of the allowed ones."}
            for name in ("status", "status_if_new")
            if name in data and data[name] not in _STATUSES
        ]
        if "status_if_new" not in data:
            faults.append({"field": "status_if_new", "message": "Required fields were not provided: status_if_new"})
        return _problem(400, "The resource submitted could not be validated.", faults) if faults else None

    async def _refusal(self, request: Request, data: Any) -> Response | None:
        self.asked.append((request.method, request.url.path, data))
        if self.is_silent:
            self.reached.set()
            await asyncio.Event().wait()
        if self.fails_with is not None:
            return _problem(self.fails_with, "It went wrong.")
        scheme, _, credentials = request.headers.get("Authorization", "").partition(" ")
        password = base64.b64decode(credentials).decode().partition(":")[2] if scheme == "Basic" else None
        if password != self.key:
            return _problem(401, "Your API key may be invalid, or you've attempted to access the wrong datacenter.")
        return None


def _id_of(email_address: str) -> str:
    return hashlib.md5(email_address.lower().encode(), usedforsecurity=False).hexdigest()


def _member(audience: str, email_address: str, status: str, fields: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": _id_of(email_address),
        "email_address": email_address,
        "unique_email_id": uuid.uuid4().hex[:10],
        "email_type": "html",
        "status": status,
        "merge_fields": {"FNAME": "", "LNAME": "", **fields},
        "list_id": audience,
        "_links": [],
    }


def _problem(status: int, detail: str, errors: list[dict[str, str]] | None = None) -> Response:
    body = {
        "type": "https://mailchimp.com/developer/marketing/docs/errors/",
        "title": _TITLES[status],
        "status": status,
        "detail": detail,
        "instance": str(uuid.uuid4()),
    }
    if errors:
        body["errors"] = errors
    return JSONResponse(body, status, media_type="application/problem+json")
