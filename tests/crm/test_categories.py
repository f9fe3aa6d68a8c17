from typing import Any

from crm.app import app
from crm.categories.endpoints import categories
from kit.testing.contracts import ResourceContract


class TestCategories(ResourceContract):
    app = app
    resource = categories
    address = "/crm/categories"

    def payload(self, number: int) -> dict[str, Any]:
        return {"name": f"Interest {number:02}"}
