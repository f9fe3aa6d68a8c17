"""Campaign Monitor's API 3.3: subscribers of lists."""

import base64
from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import JSONResponse, Response


class CampaignMonitor:
    """An account with its lists: ``{list: {address in lower case: subscriber}}``. All of them ask for a confirmation."""

    def __init__(self, key: str, *lists: str) -> None:
        self.key = key
        self.lists: dict[str, dict[str, dict[str, Any]]] = {each: {} for each in lists}
        self.asked: list[Any] = []
        self.fails_with: int | None = None
        self.app = FastAPI()
        self.app.add_api_route("/api/v3.3/subscribers/{name}", self._post, methods=["POST"])

    async def _post(self, name: str, request: Request) -> Response:
        data = await request.json()
        self.asked.append(data)
        list_id = name.removesuffix(".json")
        if refusal := self._refusal(request) or self._fault_of(list_id, data):
            return refusal
        subscribers = self.lists[list_id]
        address = data["EmailAddress"].lower()
        known = subscribers.get(address, {"State": "Unconfirmed"})
        if known["State"] in {"Unsubscribed", "Deleted"}:
            if not data.get("Resubscribe"):
                return _fault(400, 206, "Subscriber is Unsubscribed")
            known["State"] = "Unconfirmed"
        subscribers[address] = {**known, "EmailAddress": data["EmailAddress"], "Name": data.get("Name", "")}
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

    def _fault_of(self, list_id: str, data: dict[str, Any]) -> Response | None:
        if list_id not in self.lists:
            return _fault(400, 101, "Invalid ListID")
        if data.get("ConsentToTrack") not in {"Yes", "No", "Unchanged"}:
            return _fault(400, 1, "The ConsentToTrack value was missing")
        if "@" not in data.get("EmailAddress", "") or data["EmailAddress"].endswith("@refused.example"):
            return _fault(400, 1, "Invalid Email Address")
        return None


def _fault(status: int, code: int, message: str) -> Response:
    return JSONResponse({"Code": code, "Message": message}, status)
