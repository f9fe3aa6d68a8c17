"""The records that people make in the admin, with hostile texts in all their strings, by the OpenAPI documents."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Mapping
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx

from tests.hostile.corpus import Corpus, post_record
from tests.hostile.payloads import PAYLOADS

DOCUMENTS = Path(__file__).parents[2] / "web" / "openapi"
STEP = 12
"""Of the texts, each record gets others; so many records of a kind begin with every twelfth."""
SOURCE = 1_000_000
"""Characters of the styles and scripts of templates, which tests of their own try."""
SAYS = "What people read"
UNLIKE = "unlike all others"
# What makes a body of these calls valid, beside the members that have to be there.
VALID: dict[str, dict[str, Any]] = {
    "/auth/account/api-tokens": {"name": SAYS, "scopes": ["editor"], "expiresAt": UNLIKE},
    "/auth/people": {"firstName": "A", "lastName": "B", "emailAddress": UNLIKE, "timezone": "UTC"},
    "/auth/schemas": {"name": UNLIKE, "schema": {"type": "object", "properties": {"size": {"type": "string"}}}},
    "/auth/scopes": {"name": UNLIKE, "description": SAYS},
    "/auth/users": {
        "person": {"firstName": "A", "lastName": "B", "emailAddress": UNLIKE, "timezone": "UTC"},
        "scopes": [],
    },
    "/client/pages": {
        "title": SAYS,
        "url": UNLIKE,
        "config": {"menu": {"visible": False}},
        "meta": {"image": {"file": "0199a1b2-0000-7000-8000-000000000001"}},
    },
    "/client/linked-data": {"name": SAYS, "data": {"@type": "Thing", "name": SAYS, "url": "https://example.org/"}},
    "/cms/buckets": {"name": UNLIKE},
    "/cms/entities": {"bucketName": "", "name": UNLIKE, "payload": {}},
    "/cms/trackers": {"name": UNLIKE, "category": "statistics", "snippet": "<div></div>", "isEnabled": False},
    "/cms/email-templates": {"name": UNLIKE, "emailTemplateTypeName": SAYS, "subject": SAYS, "content": SAYS},
    "/cms/mailing-lists": {"key": UNLIKE, "name": SAYS, "provider": "mailchimp", "externalId": "a1"},
    "/cms/subscribers": {"emailAddress": UNLIKE, "name": SAYS, "listId": UNLIKE, "state": "confirmed"},
    "/ecom/shipping-matrices": {"name": UNLIKE, "rows": [{"variable": "always", "consequenceType": "no_delivery"}]},
    "/ecom/tax-rates": {"name": UNLIKE, "rateMillionths": 200_000},
    "/cms/url-maps": {"source": UNLIKE, "destination": "/", "responseCode": 302},
}
# What is meant to run; who may save it is shown elsewhere.
PROGRAMS = {"/cms/trackers": {"snippet"}}
# These make no record that a screen lists: calls without a login, steps of a login, and work on records.
NO_RECORDS = (
    "confirmation",
    "inspection",
    "acceptance",
    "authentication-options",
    "retries",
    "tokens",
    "setup",
    "registrations",
    "passkeys",
    "totp",
    "email-address",
    "reset-password",
    "profile-data",
    "plugin-data",
    "events",
    "checks",
    "logout",
    "files",
    "file-copies",
    "file-uses",
    "archives",
    "authorise",
    "file-moves",
    "file-removals",
    "file-restorations",
    "emails",
    "preview",
    "mailchimp",
    "campaign-monitor",
    # What an order says is the visitor's; tests/ecom/test_orders.py looks at the page that it becomes.
    "orders",
    "summary",
    "tests",
    "stripe",
    "paypal",
    "bulk-edits",
    # Of a product group, with which they are saved.
    "products",
    # Of an order, and without a text.
    "payments",
    "simulations",
)


def calls() -> list[tuple[str, list[str]]]:
    """The calls that make a record, and the paths of the strings in their bodies."""
    found = []
    for file in sorted(DOCUMENTS.glob("*.json")):
        document = json.loads(file.read_text(encoding="utf-8"))
        for path, operations in document["paths"].items():
            body = operations.get("post", {}).get("requestBody")
            is_record = path in VALID or path.rpartition("/")[2] not in NO_RECORDS
            if body and "{" not in path and is_record:
                schema = body["content"]["application/json"]["schema"]
                strings = [".".join(each) for each in _strings(document, schema)]
                found.append((path, [each for each in strings if each not in PROGRAMS.get(path, ())]))
    return found


def _strings(
    document: Mapping[str, Any], schema: Mapping[str, Any], above: tuple[str, ...] = ()
) -> Iterator[tuple[str, ...]]:
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    for kind in ("anyOf", "oneOf", "allOf"):
        for each in schema.get(kind, ()):
            yield from _strings(document, each, above)
    is_source = schema.get("maxLength", 0) >= SOURCE
    if schema.get("type") == "string" and not is_source and not {"enum", "const", "format"} & set(schema):
        yield above
    for name, member in schema.get("properties", {}).items():
        if not member.get("readOnly"):
            yield from _strings(document, member, (*above, name))


def store_records(client: httpx.Client, corpus: Corpus) -> None:
    """Makes records of every kind with the texts in their strings."""
    list_id = _mailing_list(client)
    for number, (path, strings) in enumerate(calls()):
        # What JSON of any form holds.
        more = ("data.name", "data.url", "data.description") if path.endswith("linked-data") else ()
        for turn in range(number % STEP, len(PAYLOADS), STEP):
            texts = corpus.texts(path, (*strings, *more), turn)
            post_record(client, path, _valid(path, strings, list_id), texts, corpus)


def _mailing_list(client: httpx.Client) -> str:
    """The id of a list that subscribers are put on."""
    answer = client.post("/cms/mailing-lists", json={"key": f"k{uuid.uuid4().hex[:12]}", "name": SAYS})
    return str(answer.raise_for_status().json()["id"])


def _valid(path: str, strings: list[str], list_id: str) -> dict[str, Any]:
    """A body of the call without any text of ours, unlike all others."""
    unique = uuid.uuid4().hex[:12]
    unlike = {
        "emailAddress": f"{unique}@example.org",
        "source": f"/{unique}",
        "url": f"/{unique}",
        "name": f"s{unique}",
        "key": f"k{unique}",
        "listId": list_id,
    }
    unlike["expiresAt"] = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    required: dict[str, Any] = {name: f"{SAYS} {unique}" for name in ("name", "title") if name in strings}
    body: dict[str, Any] = deepcopy(VALID.get(path, required))
    for holder in (body, body.get("person", {})):
        holder.update({name: unlike[name] for name, value in holder.items() if value == UNLIKE})
    return body
