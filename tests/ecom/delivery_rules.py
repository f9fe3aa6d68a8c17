"""The calls of shipping matrices, and rules to send."""

from typing import Any

from kit.testing import ServiceClient

ADDRESS = "/ecom/shipping-matrices"
JSON = dict[str, Any]
HEAVY_IN_BELFAST: list[JSON] = [
    {"variable": "postcode", "operator": "starts_with", "operand": "BT", "logic": "and"},
    {"variable": "weight", "operator": "over", "operand": 2000, "consequenceType": "set_shipping", "consequence": 1250},
]
ELSE: JSON = {"variable": "always", "consequenceType": "set_shipping", "consequence": 395}


def to(matrix: JSON) -> JSON:
    return {"variable": "always", "consequenceType": "to_matrix", "consequence": matrix["id"]}


class Calls:
    """The calls of the room."""

    def __init__(self, client: ServiceClient, headers: dict[str, str]) -> None:
        self.client, self.headers = client, headers

    async def post(self, name: str, *rows: JSON, **more: Any) -> Any:
        return await self.client.post(ADDRESS, json={"name": name, "rows": [*rows], **more}, headers=self.headers)

    async def add(self, name: str, *rows: JSON, **more: Any) -> JSON:
        answer = await self.post(name, *rows, **more)
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    async def put(self, matrix: JSON, *rows: JSON, **more: Any) -> Any:
        body = {**matrix, "rows": [*rows], **more}
        return await self.client.put(f"{ADDRESS}/{matrix['id']}", json=body, headers=self.headers)

    async def delete(self, matrix: JSON) -> Any:
        return await self.client.delete(f"{ADDRESS}/{matrix['id']}", headers=self.headers)

    async def first(self) -> list[str]:
        listed = (await self.client.get(ADDRESS, headers=self.headers)).json()["results"]
        return [each["name"] for each in listed if each["isFirst"]]

    async def simulate(self, **body: Any) -> JSON:
        answer = await self.client.post(f"{ADDRESS}/simulations", json=body, headers=self.headers)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())


def fault_of(answer: Any) -> tuple[int, str, str]:
    fault = answer.json()["errors"][0]
    return answer.status_code, fault["field"], fault["code"]
