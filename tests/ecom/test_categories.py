from typing import Any

from ecom.app import app
from ecom.categories.endpoints import categories
from kit.testing.tree_contracts import TreeContract


class TestCategories(TreeContract):
    app = app
    resource = categories
    address = "/ecom/categories"

    def payload(self, number: int) -> dict[str, Any]:
        return {"name": f"Baskets {number:02}", "description": f"Kind {number}."}
