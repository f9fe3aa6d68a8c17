from typing import Any

from ecom.app import app
from ecom.brands.endpoints import brands
from kit.testing.contracts import ResourceContract


class TestBrands(ResourceContract):
    app = app
    resource = brands
    address = "/ecom/brands"

    def payload(self, number: int) -> dict[str, Any]:
        return {
            "name": f"Willow {number:02}",
            "description": f"Baskets, kind {number}.",
            "website": f"https://willow.example/{number}",
        }
