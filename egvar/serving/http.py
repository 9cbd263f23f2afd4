"""`egvar serve`: a page in a browser, and the same over HTTP.

May import: anything of egvar but the command line; starlette and uvicorn inside the functions that need them (extra
`serve`).

Requests are JSON, from this site only, bounded in size, time and number. Nothing is written, and nothing is kept.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pydantic import ValidationError

from egvar.errors import BusyError, EgvarError, RequestError, RootsError
from egvar.serving.openapi import REQUESTS, description
from egvar.serving.pool import Pool

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src data:; "
    "frame-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


@dataclass(frozen=True)
class Limits:
    """Bytes of a request, seconds in which it has to come, seconds that it may take, and how many may wait."""

    size: int = 8 << 20
    arrival: float = 20.0
    seconds: float = 30.0
    waiting: int = 64


def app(limits: Limits = Limits(), jobs: int = 2, hosts: tuple[str, ...] = LOOPBACK) -> Starlette:
    """The application. `hosts` are the names that a browser may call it by. Raises RootsError where a package is
    missing."""
    try:
        from starlette.applications import Starlette
        from starlette.middleware import Middleware
        from starlette.middleware.trustedhost import TrustedHostMiddleware
        from starlette.responses import JSONResponse, Response
        from starlette.routing import Route
    except ImportError as e:
        raise RootsError("the server needs the package starlette", hint="pip install 'egvar[serve]'") from e

    pool = Pool(jobs, limits.seconds, limits.waiting)
    files = {
        "": ("index.html", "text/html; charset=utf-8"),
        "app.js": ("app.js", "text/javascript; charset=utf-8"),
        "app.css": ("app.css", "text/css; charset=utf-8"),
    }
    texts = {route: _text("egvar.serving", f"page/{name}") for route, (name, _) in files.items()}
    texts["app.css"] = _text("egvar.report", "templates/style.css") + texts["app.css"]

    async def page(request: Request) -> Response:
        route = request.url.path.lstrip("/")
        return Response(texts[route], media_type=files[route][1], headers=HEADERS)

    async def described(request: Request) -> Response:
        return JSONResponse(description(), headers=HEADERS)

    async def api(request: Request) -> Response:
        task = request.url.path.rsplit("/", 1)[-1]
        try:
            body = await _body(request, limits)
            reply = await asyncio.to_thread(pool.call, task, _fitting(task, body))
        except _Refused as e:
            return _fault(e.error, e.code)
        except BusyError as e:
            return _fault(e, 503, {"Retry-After": "2"})
        return JSONResponse(reply.data, reply.code, HEADERS)

    def _fault(error: EgvarError, code: int, more: dict[str, str] | None = None) -> Response:
        # The connection is not used again: of a request that was refused there may be more to come.
        headers = {**HEADERS, "Connection": "close", **(more or {})}
        return JSONResponse({"schema_version": 1, "error": error.as_dict()}, code, headers)

    @contextlib.asynccontextmanager
    async def running(_: Any) -> AsyncIterator[None]:
        from concurrent.futures import ThreadPoolExecutor

        # Calls wait in threads for a process; each needs one, or the waiting would not be bounded where it is said.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(jobs + limits.waiting + 4))
        yield
        await asyncio.to_thread(pool.stop)

    routes = [Route(f"/{r}", page, methods=["GET"]) for r in files]
    routes += [Route("/api/openapi.json", described, methods=["GET"])]
    routes += [Route(f"/api/{name}", api, methods=["POST"]) for name in REQUESTS]
    names = [h.partition(":")[0] if not h.startswith("[") else h for h in hosts]
    return Starlette(
        routes=routes,
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=names, www_redirect=False)],
        lifespan=running,
    )


class _Refused(Exception):
    def __init__(self, code: int, message: str, **more: str) -> None:
        super().__init__(message)
        self.code, self.error = code, RequestError(message, **more)  # type: ignore[arg-type]


async def _body(request: Request, limits: Limits) -> Any:
    """The JSON of a request. Raises _Refused for one from another site, too large, too slow, or no JSON."""
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site", "same-origin")
    if site not in ("same-origin", "none") or (origin is not None and urlsplit(origin).netloc != request.url.netloc):
        raise _Refused(403, "the request comes from another site")
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise _Refused(415, "a request is application/json")
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > limits.size:
        raise _Refused(413, f"a request is larger than {limits.size >> 20} MB")
    data = bytearray()
    try:
        async with asyncio.timeout(limits.arrival):
            async for chunk in request.stream():
                data += chunk
                if len(data) > limits.size:
                    raise _Refused(413, f"a request is larger than {limits.size >> 20} MB")
    except TimeoutError as e:
        raise _Refused(408, f"the request took longer than {limits.arrival:g} s to come") from e
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as e:
        raise _Refused(400, "the request is not JSON", cause=str(e)[:200]) from e


def _fitting(task: str, body: Any) -> dict[str, Any]:
    """A request that fits its description. Raises _Refused."""
    try:
        return REQUESTS[task].model_validate(body).model_dump()
    except ValidationError as e:
        first = e.errors(include_input=False, include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "it"
        raise _Refused(422, f"the request does not fit: {where}: {first['msg']}", hint="/api/openapi.json") from e
    except RecursionError as e:
        raise _Refused(422, "the request is nested too deeply") from e


def _text(package: str, name: str) -> str:
    return resources.files(package).joinpath(name).read_text(encoding="utf-8")
