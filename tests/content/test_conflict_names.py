from __future__ import annotations

from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from content.app import app
from content.page_render.conflicts import NAMELESS, add_names
from kit.testing import Start, Tokens
from tests.content.factory import id_

# As auth has it; more are refused.
MOST_IDS = 100


def conflict(user_id: str | None) -> dict[str, Any]:
    return {"resource": f"node:{id_()}", "changedBy": {"userId": user_id, "name": NAMELESS}}


async def named(start: Start, tokens: Tokens, conflicts: list[dict[str, Any]], *, gone: str = "") -> list[str]:
    """The names in `conflicts` after asking an auth that knows everybody but `gone`."""

    async def names(request: Request) -> JSONResponse:
        ids = request.query_params.getlist("ids")
        if len(ids) > MOST_IDS:
            return JSONResponse({"code": "validation_failed"}, 422)
        return JSONResponse({user_id: f"Name of {user_id}" for user_id in ids if user_id != gone})

    routes = [Route("/private/people/names", names), *tokens.app.routes]
    client = await start(app, mounts={"http://auth.test": Starlette(routes=routes)})
    await add_names(client.kit, conflicts)
    return [entry["changedBy"]["name"] for entry in conflicts]


async def test_more_people_than_auth_takes_at_once_are_asked_for_in_turns(start: Start, tokens: Tokens) -> None:
    users = [id_() for _ in range(2 * MOST_IDS + 1)]
    assert await named(start, tokens, [conflict(user) for user in users]) == [f"Name of {user}" for user in users]


async def test_somebody_who_is_gone_or_unknown_stays_nameless(start: Start, tokens: Tokens) -> None:
    user, gone = id_(), id_()
    found = await named(start, tokens, [conflict(user), conflict(gone), conflict(None)], gone=gone)
    assert found == [f"Name of {user}", NAMELESS, NAMELESS]
