"""One spelling for the names of query parameters: `parent-id`, as the call catalogue has `category-id` and `plugin-ref`.

`?orderId=` narrowed payments and `?order-id=` stock movements. A name that a route does not know is passed over, so the wrong
one of the two answered with everything.
"""

import json
import re
from pathlib import Path

DOCUMENTS = sorted((Path(__file__).parents[2] / "web" / "openapi").glob("*.json"))
SPELLING = re.compile(r"[a-z]+(-[a-z]+)*")
FIXED = {"email_template_type_id": "so spelled in the call catalogue: GET /email-templates"}
"""Names that somebody else fixed, and where."""


def query_names(path: Path) -> set[tuple[str, str]]:
    """The operations of a document, each with the names of its query parameters."""
    return {
        (f"{method.upper()} {address}", parameter["name"])
        for address, operations in json.loads(path.read_text())["paths"].items()
        for method, operation in operations.items()
        for parameter in operation.get("parameters", ())
        if parameter["in"] == "query"
    }


def test_query_names_have_one_spelling() -> None:
    names = {each for path in DOCUMENTS for each in query_names(path)}
    assert {"start", "limit", "sort", "category-id"} <= {name for _, name in names}
    assert [each for each in sorted(names) if not SPELLING.fullmatch(each[1]) and each[1] not in FIXED] == []


def test_each_exception_is_a_name_that_there_is() -> None:
    assert FIXED.keys() - {name for path in DOCUMENTS for _, name in query_names(path)} == set()
