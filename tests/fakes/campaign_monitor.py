"""Campaign Monitor's API 3.3: subscribers of lists."""

import base64
from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import JSONResponse, Response


class CampaignMonitor:
    """An account with its lists: ``{list: {address in lower case: subscriber}}``.

    They ask for a confirmation, but for those that are ``unasked``.
    """

    def __init__(self, key: str, *lists: str) -> None:
        self.key = key
        self.lists: dict[str, dict[str, dict[str, Any]]] = {each: {} for each in lists}
        self.unasked: set[str] = set()
        self.asked: list[Any] = []
        self.fails_with: int | None = None
        self.app = FastAPI()
        self.app.add_api_route("/api/v3.3/subscribers/{name}", self._post, methods=["POST"])
        self.app.add_api_route("/api/v3.3/subscribers/{name}", self._get, methods=["GET"])
        self.app.add_api_route("/api/v3.3/lists/{name}", self._get_list, methods=["GET"])

    async def _get(self, name: str, email: str, request: Request) -> Response:
        list_id = name.removesuffix(".json")
        if refusal := self._refusal(request) or self._fault_of_list(list_id):
            return refusal
        known = self.lists[list_id].get(email.lower())
        return JSONResponse(known) if known else _fault(400, 203, "Subscriber not in list or has already been removed.")

    async def _get_list(self, name: str, request: Request) -> Response:
        list_id = name.removesuffix(".json")
        if refusal := self._refusal(request) or self._fault_of_list(list_id):
            return refusal
        return JSONResponse({"ListID": list_id, "Title": "News", "ConfirmedOptIn": list_id not in self.unasked})

    async def _post(self, name: str, request: Request) -> Response:
        data = await request.json()
        self.asked.append(data)
        list_id = name.removesuffix(".json")
        if refusal := self._refusal(request) or self._fault_of(list_id, data):
            return refusal
        subscribers = self.lists[list_id]
        address = data["EmailAddress"].lower()
        state = "Active" if list_id in self.unasked else "Unconfirmed"
        known = subscribers.get(address, {"State": state, "Name": ""})
        if known["State"] in {"Unsubscribed", "Deleted"}:
            if not data.get("Resubscribe"):
                return _fault(400, 206, "Subscriber is Unsubscribed")
            known["State"] = state
        subscribers[address] = {
            **known,
            "EmailAddress": data["EmailAddress"],
            "Name": data.get("Name", known["Name"]),
        }
        return JSONResponse(data["EmailAddress"], 201)

    def _refusal(self, request: Request) -> Response | None:
        if self.fails_with == 429:
            return _fault(429, 429, "Rate limit exceeded.")
        if self.fails_with is not None:
            # Its proxies answer in HTML.
            return Response("<html>Sorry</html>", self.fails_with, media_type="text/html")
        credentials = base64.b64decode(request.headers.get("Authorization", " ").partition(" ")[2]).decode()
        if credentials.partition(":")[0] != self.key:
            return _fault(401, 50, "Must supply a valid HTTP Basic Authorization header")
        return None

    def _fault_of_list(self, list_id: str) -> Response | None:
        return None if list_id in self.lists else _fault(400, 101, "Invalid ListID")

    def _fault_of(self, list_id: str, data: dict[str, Any]) -> Response | None:
        if fault := self._fault_of_list(list_id):
            return fault
        if data.get("ConsentToTrack") not in {"Yes", "No", "Unchanged"}:
            return _fault(400, 1, "The ConsentToTrack value was missing")
        if "@" not in data.get("EmailAddress", "") or data["EmailAddress"].endswith("@refused.example"):
            return _fault(400, 1, "Invalid Email Address")
        return None


def _fault(status: int, code: int, message: str) -> Response:
    return JSONResponse({"Code": code, "Message": message}, status)
