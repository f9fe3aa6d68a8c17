"""The names of who did what with an order."""

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ecom.app import app
from kit.testing import Start, Tokens
from tests.ecom.ordering import Shop, shop

__all__ = ["shop"]


class TestTimeline:
    async def test_names_who_did_it(self, shop: Shop, start: Start, tokens: Tokens) -> None:
        order = await shop.changed(await shop.buy(await shop.sell(1000)), state="preparing")
        actor = order["events"][-1]["actorId"]
        asked: list[str] = []

        async def names(request: Request) -> Response:
            asked.extend(request.query_params.getlist("ids"))
            return JSONResponse({actor: "Ada Lovelace"})

        auth = Starlette(routes=[Route("/private/people/names", names), *tokens.app.routes])
        shop.client = await start(app, mounts={"http://auth.test": auth})
        events = (await shop.order(order["id"]))["events"]
        assert [(event["kind"], event["actorName"]) for event in events] == [
            ("placed", None),
            ("state_changed", "Ada Lovelace"),
        ]
        assert asked == [actor]

    async def test_is_there_where_auth_is_not(self, shop: Shop) -> None:
        order = await shop.changed(await shop.buy(await shop.sell(1000)), state="preparing")
        last = (await shop.order(order["id"]))["events"][-1]
        assert (last["actorId"] is None, last["actorName"]) == (False, None)
