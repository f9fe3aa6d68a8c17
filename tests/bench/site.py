"""The site that a benchmark run measures: a whole copy of its own, set up and logged in."""

from __future__ import annotations

import http.client
import statistics
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import httpx

from deploy.local.processes import node_folder
from tests.bench import load
from tests.stack import Stack

TEMPLATES = ("Default", "Bold", "Editorial")
"""Those of a new site, the one that its pages begin with first."""
OWNER = {"email": "owner@bench.example", "password": "nine brass cogwheels"}


@dataclass
class Site:
    """A running copy and a client logged in as its owner (with the Origin that writes need)."""

    stack: Stack
    client: httpx.Client

    @property
    def node(self) -> str:
        return str(node_folder() / "node")

    @property
    def login(self) -> dict[str, str]:
        """The headers that writes of the owner bear, for other clients."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.client.cookies.jar if cookie.path == "/")
        return {"Cookie": cookies, "Origin": self.stack.base_url}

    def render(self, url: str) -> dict[str, Any]:
        """GET /client/page-render of one address."""
        return self._json(self.client.get("/client/page-render", params={"url": url}))

    def save(self, page: dict[str, Any], version: int, actions: list[dict[str, Any]]) -> dict[str, Any]:
        """PUT of actions with a fresh idempotency key; the page as it now is."""
        return self._json(
            self.client.put(
                f"/client/page-render/{page['id']}",
                json={"version": version, "actions": actions},
                headers={"Idempotency-Key": str(uuid.uuid4())},
            )
        )

    def create_page(self, url: str, title: str) -> dict[str, Any]:
        return self._json(self.client.post("/client/pages", json={"url": url, "title": title}))

    def use_template(self, name: str, url: str = "/") -> None:
        """Give a page one of the site's templates."""
        found = self._json(self.client.get("/client/templates", params={"limit": 100}))["results"]
        template_id = next(each["id"] for each in found if each["name"] == name)
        page_id = self.render(url)["page"]["id"]
        page = self._json(self.client.get(f"/client/pages/{page_id}"))
        body = {"title": page["title"], "url": url, "templateId": template_id}
        self._json(self.client.put(f"/client/pages/{page_id}", json=body, headers={"If-Match": "*"}))

    @staticmethod
    def _json(answer: httpx.Response) -> dict[str, Any]:
        answer.raise_for_status()
        body: dict[str, Any] = answer.json()
        return body


class Kept:
    """One connection to the gateway that is kept, and little more: where the client's own time is not to count."""

    def __init__(self, site: Site) -> None:
        self._headers = {
            **site.login,
            "Content-Type": "application/json",
            "Accept-Encoding": load.ACCEPT_ENCODING,
        }
        self._connection = http.client.HTTPConnection(httpx.URL(site.stack.base_url).netloc.decode())

    def put(self, path: str, body: bytes) -> None:
        """PUT with a fresh idempotency key; the answer is read to its end. Raises RuntimeError for any but 200."""
        self._connection.request("PUT", path, body, {**self._headers, "Idempotency-Key": str(uuid.uuid4())})
        answer = self._connection.getresponse()
        content = answer.read()
        if answer.status != HTTPStatus.OK:
            raise RuntimeError(f"{answer.status} for {path}: {content[:500]!r}")

    def close(self) -> None:
        self._connection.close()


def set_up(stack: Stack, *, has_shop: bool = False, has_crm: bool = False) -> Site:
    """Sets an empty copy up by POST /auth/setup and keeps the cookies."""
    client = httpx.Client(base_url=stack.base_url, headers={"Origin": stack.base_url}, timeout=30)
    client.post(
        "/auth/setup",
        json={
            "code": stack.setup_code,
            "siteName": "Benchmark",
            "firstName": "Bench",
            "lastName": "Owner",
            "emailAddress": OWNER["email"],
            "password": OWNER["password"],
            "timezone": "Europe/London",
            "hasEcom": has_shop,
            "hasCRM": has_crm,
        },
    ).raise_for_status()
    return Site(stack, client)


def milliseconds(call: Callable[[], object], times: int) -> float:
    """The median time of `call` over `times` runs, in milliseconds."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        call()
        taken.append((time.perf_counter() - start) * 1000)
    return statistics.median(taken)


def milliseconds_in_turn(first: Callable[[], object], second: Callable[[], object], times: int) -> tuple[float, float]:
    """The median times of two calls that take turns: what slows the machine down meets both."""
    taken = [(milliseconds(first, 1), milliseconds(second, 1)) for _ in range(times)]
    return statistics.median(each for each, _ in taken), statistics.median(each for _, each in taken)
