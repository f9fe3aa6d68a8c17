"""Every operation answers as its OpenAPI document says: to each role, for good requests and bad ones.

The requests are Schemathesis' own, the same in every run, so that a failure is one of the code and can be repeated.
"""

import json
import re
import uuid
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable

from kit.testing import Start, Tokens
from tests.contracts.replacements import IF_MATCH, needs_version
from tests.contracts.services import SERVICES, Headers, Running

DOCUMENTS = Path(__file__).resolve().parents[2] / "web/openapi"
GOOD, BAD = 4, 3
"""How many requests of a kind are made for one operation. Each is sent as every role."""
RAW_WORDS = re.compile(
    r"\bshould (be|have|match|not)\b|^(Field required|Extra inputs|Value error|Assertion failed|Unable to)"
)
"""What pydantic says by itself, which `kit.validation_words` has words for."""


def methods() -> list[tuple[str, str]]:
    found = set()
    for service in SERVICES:
        document = json.loads((DOCUMENTS / f"{service}.json").read_text())
        found |= {(service, method.upper()) for path in document["paths"].values() for method in path}
    return sorted(found)


@pytest.mark.xdist_group("contracts")
@pytest.mark.parametrize(("service", "method"), methods())
async def test_answers_as_documented(service: str, method: str, start: Start, tokens: Tokens) -> None:
    running: Running = await SERVICES[service][1](start, tokens)
    faults: list[str] = []
    for operation in operations_of(service, method):
        everybody = await running.headers()
        good, bad = requests_for(operation)
        if "{" in operation.path:
            # Of what is not there nothing is to be seen; by itself, Schemathesis would ask for no more.
            name_record(good[::2], await running.known_id(operation.path))
        for case in (*good, *bad):
            for role, headers in everybody.items():
                if fault := await fault_of(running.client, case, headers):
                    faults.append(f"{operation.label} as {role}: {fault}")
    assert not faults, "\n\n".join(faults)


@pytest.mark.xdist_group("contracts")
@pytest.mark.parametrize("service", [service for service in SERVICES if service != "auth"])
async def test_replaces_nothing_without_a_version(service: str, start: Start, tokens: Tokens) -> None:
    running: Running = await SERVICES[service][1](start, tokens)
    faults: list[object] = []
    for operation in operations_of(service, "PUT"):
        if needs_version(service, operation.path):
            answers = await answers_to_puts(running, operation)
            refusals = [(answer.status_code, answer.json().get("code")) for answer in answers]
            # What is wrong with a record may be said first. Where it always is, nothing of this was asked.
            if (428, "precondition_required") not in refusals or not all(answer.is_client_error for answer in answers):
                faults.append((operation.label, refusals))
    assert not faults


@pytest.mark.xdist_group("contracts")
@pytest.mark.parametrize("service", [service for service in SERVICES if service != "auth"])
async def test_replaces_no_record_by_another(service: str, start: Start, tokens: Tokens) -> None:
    running: Running = await SERVICES[service][1](start, tokens)
    faults: list[object] = []
    for operation in operations_of(service, "PUT"):
        if may_have_id(service, operation.path, "put"):
            answers = await answers_to_puts(running, operation, id=str(uuid.uuid4()), version=1)
            refused = [[error["field"] for error in answer.json().get("errors", [])] for answer in answers]
            if ["id"] not in refused or not all(answer.is_client_error for answer in answers):
                faults.append((operation.label, [answer.status_code for answer in answers], refused))
    assert not faults


@pytest.mark.xdist_group("contracts")
@pytest.mark.parametrize("service", [service for service in SERVICES if service != "auth"])
async def test_adds_no_record_under_an_id_that_it_is_sent_with(service: str, start: Start, tokens: Tokens) -> None:
    running: Running = await SERVICES[service][1](start, tokens)
    super_user = (await running.headers())["super"]
    added = {address: body for address, body in running.bodies.items() if may_have_id(service, address, "post")}
    assert added
    for address, body in added.items():
        answer = await running.client.post(address, json={**body, "id": str(uuid.uuid4())}, headers=super_user)
        refused = [error["field"] for error in answer.json().get("errors", [])]
        assert (answer.status_code, refused) == (422, ["id"]), address


@cache
def document_of(service: str) -> Any:
    # Not at the top: it takes a second to import, and every worker would.
    import schemathesis  # noqa: PLC0415

    config = schemathesis.Config()
    config.projects.default.generation.with_security_parameters = False
    return schemathesis.openapi.from_dict(SERVICES[service][0].openapi(), config=config)


def operations_of(service: str, method: str) -> list[Any]:
    operations = [found.ok() for found in document_of(service).get_all_operations()]
    return [operation for operation in operations if operation.method.upper() == method]


def requests_for(operation: Any) -> tuple[list[Any], list[Any]]:
    """Good ones and bad ones, the same in every run."""
    from schemathesis import GenerationMode  # noqa: PLC0415

    good = generated(operation, GenerationMode.POSITIVE, GOOD)
    return good, generated(operation, GenerationMode.NEGATIVE, BAD)


def generated(operation: Any, mode: Any, most: int) -> list[Any]:
    found: list[Any] = []

    @settings(
        max_examples=most,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(operation.as_strategy(generation_mode=mode))
    def collect(case: Any) -> None:
        found.append(case)

    # Of an operation that takes nothing there are no bad requests.
    with suppress(Unsatisfiable):
        collect()
    return found


def may_have_id(service: str, path: str, method: str) -> bool:
    """Whether a body there may be a record as it was read, with its id."""
    document = SERVICES[service][0].openapi()
    content = document["paths"][path].get(method, {}).get("requestBody", {}).get("content", {})
    reference = content.get("application/json", {}).get("schema", {}).get("$ref", "")
    return "id" in document["components"]["schemas"].get(reference.rpartition("/")[2], {}).get("properties", {})


async def answers_to_puts(running: Running, operation: Any, **members: Any) -> list[httpx.Response]:
    """The answers to good requests for a record that is there, with no other id and version than these."""
    super_user = (await running.headers())["super"]
    good, _ = requests_for(operation)
    name_record(good, await running.known_id(operation.path))
    if body := running.bodies.get(operation.path.removesuffix("/{id}")):
        # As the record was added: of what is good by the document alone, its rules may let nothing pass.
        good[0].body = {**body}
    for case in good:
        case.headers.pop(IF_MATCH, None)
        if isinstance(case.body, dict):
            for name in ("id", "version"):
                case.body.pop(name, None)
            case.body.update(members)
    return [await send(running.client, case, super_user) for case in good]


def name_record(cases: list[Any], identifier: str | None) -> None:
    """Have the requests name a record that is there."""
    for case in cases:
        for name in case.path_parameters:
            case.path_parameters[name] = identifier or case.path_parameters[name]


def in_form(part: Any) -> Any:
    """A member of a form as httpx sends it: whatever it is not to be, it is text on the wire."""
    if not isinstance(part, tuple):
        return part if isinstance(part, str | bytes) else str(part)
    name, content, *rest = part
    return (name, content if isinstance(content, str | bytes) else str(content), *rest)


async def fault_of(client: httpx.AsyncClient, case: Any, headers: Headers) -> str:
    """What is wrong with the answer; nothing if nothing is."""
    from schemathesis.checks import not_a_server_error  # noqa: PLC0415
    from schemathesis.core.failures import FailureGroup  # noqa: PLC0415
    from schemathesis.specs.openapi import checks  # noqa: PLC0415

    asked = [
        not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_headers_conformance,
        checks.response_schema_conformance,
        checks.negative_data_rejection,
    ]
    answer = await send(client, case, headers)
    try:
        case.validate_response(answer, checks=asked)
    except FailureGroup as failures:
        sent = answer.request.content[:1000]
        return f"{failures}\n{answer.request.url} {sent!r} → {answer.status_code} {answer.text[:1000]}"
    return next((f"{answer.request.url} → {each}" for each in details_of(answer) if RAW_WORDS.search(each)), "")


async def send(client: httpx.AsyncClient, case: Any, headers: Headers) -> httpx.Response:
    """The answer to a generated request."""
    arguments = case.as_transport_kwargs(base_url=str(client.base_url))
    if "data" in arguments:
        arguments["content"] = arguments.pop("data")
    if arguments.get("files"):
        arguments["files"] = [(name, in_form(part)) for name, part in arguments["files"]]
    arguments.pop("cookies", None)
    # Nobody works on jobs here: an answer that waits for one would come late.
    arguments["headers"] = {**arguments["headers"], **headers, "Prefer": "respond-async"}
    answer = await client.request(**arguments)
    # A form is sent as a stream, and Schemathesis wants to see what was sent.
    await answer.request.aread()
    return answer


def details_of(answer: httpx.Response) -> list[str]:
    """What a problem says of single fields."""
    is_problem = answer.headers.get("content-type") == "application/problem+json"
    return [error["detail"] for error in answer.json()["errors"]] if is_problem and answer.content else []
