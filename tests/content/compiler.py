"""The web host's compiler as content knows it, without the web host."""

import asyncio

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route


class Compiler:
    """Stands where the web host stands: upper case is compiled here, and without its blanks it is minified."""

    def __init__(self) -> None:
        self.is_away = False
        self.has_time_to_minify = True
        self.asked = 0
        self.works = True
        """Whether it says that it does."""
        self.looks_until_it_answers = 0
        """How often it has to be asked for that before it answers with what it compiled."""
        self._looked = asyncio.Condition()
        paths = ("/client/api/private/compiled-templates", "/client/api/private/minified-templates")
        routes = (self._compiled, self._minified)
        posts = [Route(path, do, methods=["POST"]) for path, do in zip(paths, routes, strict=True)]
        self.app = Starlette(routes=[*posts, Route("/healthz", self._health)])

    async def _health(self, _: Request) -> Response:
        async with self._looked:
            self.looks_until_it_answers -= 1
            self._looked.notify_all()
        return JSONResponse({"status": "ok"}) if self.works else Response(status_code=503)

    async def _compiled(self, request: Request) -> Response:
        self.asked += 1
        sources = await request.json()
        if self.is_away:
            return Response(status_code=503)
        async with self._looked:
            await self._looked.wait_for(lambda: self.looks_until_it_answers <= 0)
        if "$broken" in sources["inlineSCSS"]:
            return JSONResponse(BROKEN, status_code=422)
        css = {
            name: (
                sources[f"{name[:-3]}SCSS"].strip() and (sources["sharedSCSS"] + sources[f"{name[:-3]}SCSS"]).upper()
            )
            or sources[name]
            for name in ("inlineCSS", "externalCSS")
        }
        served = {**css, "js": sources["js"]}
        is_minified = self.has_time_to_minify
        return JSONResponse({**css, "minified": _small(served) if is_minified else served, "isMinified": is_minified})

    async def _minified(self, request: Request) -> Response:
        self.asked += 1
        return Response(status_code=503) if self.is_away else JSONResponse(_small(await request.json()))


FAULT = {"field": "inlineSCSS", "line": 2, "column": 3, "detail": "Undefined variable."}
BROKEN = {
    "type": "urn:pagewright:problem:template_not_compiled",
    "title": "Template not compiled",
    "status": 422,
    "detail": "Line 2, column 3: Undefined variable.",
    "code": "template_not_compiled",
    "errors": [{"field": "inlineSCSS", "code": "not_compiled", "detail": "Line 2, column 3: Undefined variable."}],
    "faults": [FAULT],
}


def _small(sources: dict[str, str]) -> dict[str, str]:
    return {name: source.replace(" ", "") for name, source in sources.items()}
