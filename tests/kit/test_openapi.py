from typing import Any

import pytest

from tests.kit.service import app


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return app.openapi()


def operation(document: dict[str, Any], method: str, path: str) -> dict[str, Any]:
    found: dict[str, Any] = document["paths"][path][method]
    return found


class TestOperations:
    def test_are_named_for_room_and_verb(self, document: dict[str, Any]) -> None:
        found = operation(document, "put", "/crm/things/guarded")
        # This room is a single module: its package is the folder of tests.
        assert (found["operationId"], found["tags"], found["summary"]) == ("kit_update", ["kit"], "Change a thing")

    def test_have_names_of_their_own(self, document: dict[str, Any]) -> None:
        names = [found["operationId"] for path in document["paths"].values() for found in path.values()]
        assert len(names) == len(set(names)) > 1

    def test_say_who_may_call(self, document: dict[str, Any]) -> None:
        cookie_or_bearer: list[dict[str, list[str]]] = [{"session": []}, {"bearer": []}]
        assert operation(document, "put", "/crm/things/guarded")["security"] == cookie_or_bearer
        assert operation(document, "put", "/crm/things/guarded")["x-scope"] == "crm:write"
        assert operation(document, "post", "/crm/things")["security"] == [{}, *cookie_or_bearer]
        assert operation(document, "put", "/crm/things/internal")["security"] == [{"internal": []}]

    def test_fail_with_problems(self, document: dict[str, Any]) -> None:
        for path in document["paths"].values():
            for found in path.values():
                assert found["responses"]["default"] == {"$ref": "#/components/responses/Problem"}
                assert "422" not in found["responses"]
        content = document["components"]["responses"]["Problem"]["content"]
        assert list(content) == ["application/problem+json"]
        assert "HTTPValidationError" not in document["components"]["schemas"]

    def test_speak_camel_case(self, document: dict[str, Any]) -> None:
        thing = document["components"]["schemas"]["Thing"]
        assert (list(thing["properties"]), thing["additionalProperties"]) == (["displayName", "weight", "parts"], False)
