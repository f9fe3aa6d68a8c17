"""A small service that has one of everything, on the crm schema, the smallest."""

import asyncio
from typing import Annotated, Any, ClassVar

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from kit.app import create_service
from kit.auth import Anonymous, Caller, Internal, LoggedIn, Principal, Public, PublicWrite, requires
from kit.cancellable import Cancellation
from kit.config import PartName, ServiceName, ServiceSettings
from kit.db import Session, after_commit, new_id, pool
from kit.errors import Conflict, FieldError
from kit.events import Payload, emit, event, restates
from kit.http import InternalClient
from kit.job_routes import JobResponse, jobs_router
from kit.jobs import Run, enqueue, task
from kit.schemas import Name, Out, Schema
from kit.state import state_of
from kit.tables import ConsumedEvent


class Settings(ServiceSettings):
    """The settings of crm: its schema is the smallest."""

    service: ClassVar[ServiceName] = "crm"
    prefix: ClassVar[str] = "/crm"
    event_readers: ClassVar[tuple[PartName, ...]] = ("auth", "cms", "content", "crm", "web")


class Part(Schema):
    """A part of a thing."""

    node_id: Annotated[int, Field(ge=1)]


class Thing(Schema):
    """A payload with a bit of everything."""

    display_name: Name
    weight: float = 1.0
    parts: list[Part] = []


class ThingTaken(Conflict):
    """409: as rooms define it."""

    code = "thing_taken"


class WhoAmI(Out):
    """Who called."""

    user_id: str | None
    scopes: list[str]


@event("crm.thing_changed", formerly=["thing.changed"])
class ThingChanged(Payload):
    """A thing is another."""

    number: int


@restates(ThingChanged)
async def restate_things(session: AsyncSession) -> None:
    """Tell of the things as they are."""
    emit(session, ThingChanged(number=-1))


router = APIRouter(prefix="/crm/things")


@router.post("", status_code=201)
async def create(thing: Thing, caller: Annotated[Caller, Public]) -> Thing:
    """Make a thing."""
    return thing


@router.put("/guarded")
async def update(thing: Thing, principal: Annotated[Principal, requires("crm:write")]) -> WhoAmI:
    """Change a thing."""
    return WhoAmI(user_id=principal.user_id, scopes=sorted(principal.scopes))


@router.post("/signed")
async def sign(caller: Annotated[Caller, PublicWrite]) -> WhoAmI:
    """Write down who calls."""
    return WhoAmI(user_id=None if isinstance(caller, Anonymous) else caller.user_id, scopes=sorted(caller.scopes))


@router.get("/whoami")
async def whoami(caller: Annotated[Caller, Public]) -> WhoAmI:
    """Who is asking."""
    return WhoAmI(user_id=None if isinstance(caller, Anonymous) else caller.user_id, scopes=sorted(caller.scopes))


@router.get("/admins-only")
async def admins_only(principal: Annotated[Principal, requires("admin")]) -> None:
    """Nothing, for admins."""


@router.get("/supers-only")
async def supers_only(principal: Annotated[Principal, requires("super")]) -> None:
    """Nothing, for the super user."""


@router.get("/anybody-logged-in")
async def anybody(principal: Annotated[Principal, LoggedIn]) -> None:
    """Nothing, for anybody who is logged in."""


@router.put("/internal")
async def internal(service: Annotated[str, Internal("auth", "content")]) -> str:
    """The name of the calling service."""
    return service


@router.put("/small", max_body_size=100)
async def small(request: Request, caller: Annotated[Caller, Public]) -> int:
    """How many bytes came, of at most 100."""
    return sum([len(chunk) async for chunk in request.stream()])


@router.get("/taken")
async def taken(caller: Annotated[Caller, Public]) -> None:
    """Fail the way rooms fail."""
    raise ThingTaken(
        "Somebody has it.",
        errors=[FieldError("parts.0.nodeId", "taken", "Taken.")],
        headers={"Retry-After": "3"},
        changedBy={"name": "Ada"},
        status=200,
    )


@router.get("/broken")
async def broken(caller: Annotated[Caller, Public]) -> None:
    """Fail the way nobody foresaw."""
    raise RuntimeError("the secret of the trace")


@router.post("/rows", status_code=201)
async def add_row(session: Session, caller: Annotated[Caller, Public], fail_after: bool = False) -> str:
    """Write a row; the handler may fail after it."""
    row = ConsumedEvent(event_id=new_id(), subscriber="row")
    session.add(row)
    await session.flush()
    if fail_after:
        raise ThingTaken
    return str(row.event_id)


@router.post("/failing-commit", status_code=201)
async def failing_commit(session: Session, request: Request, caller: Annotated[Caller, Public]) -> str:
    """Write what a deferred constraint refuses when it is committed."""
    hooks: list[str] = request.app.state.hooks

    async def hook() -> None:
        hooks.append("ran")

    after_commit(session, hook)
    await session.execute(text("INSERT INTO deferred_children (parent) VALUES (1)"))
    return "created"


@router.post("/sleep")
async def sleep(session: Session, caller: Annotated[Caller, Public]) -> None:
    """Let the database sleep for longer than it may."""
    await session.execute(text("SELECT pg_sleep(5)"))


@router.get("/columns")
async def columns(request: Request, number: int, caller: Annotated[Caller, Public]) -> int:
    """A number through a Postgres integer, by the raw pool."""
    found: int = await pool(request).fetchval("SELECT $1::int", number)
    return found


@router.get("/by-session")
async def by_session(session: Session, number: int, caller: Annotated[Caller, Public]) -> int:
    """A number through a Postgres integer, by a session."""
    return int((await session.execute(text("SELECT CAST(:n AS int)"), {"n": number})).scalar_one())


@router.post("/events", status_code=204)
async def send_event(session: Session, caller: Annotated[Caller, Public], fail_after: bool = False) -> None:
    """Emit two events; the handler may fail after it."""
    emit(session, ThingChanged(number=1))
    emit(session, ThingChanged(number=2))
    if fail_after:
        raise ThingTaken


@router.post("/calls/{path}")
async def call(path: str, request: Request, caller: Annotated[Caller, Public]) -> Any:
    """Call the same path of the service content."""
    return await InternalClient(state_of(request), "content").post(f"/{path}", json={"n": 1})


async def stop_waiting(session: AsyncSession, args: dict[str, Any]) -> Cancellation:
    """Note that nobody waits any more; what is to go on to its end goes on."""
    if args.get("isDecided"):
        return "too_late"
    session.add(ConsumedEvent(event_id=args["eventId"], subscriber="stopped"))
    return "requested"


@task("things.wait", timeout=60, cancel=stop_waiting)
async def wait_for_nothing(run: Run, args: dict[str, Any]) -> None:
    """Be there, to be cancelled."""


@task("things.count", timeout=60)
async def count(run: Run, args: dict[str, Any]) -> dict[str, int]:
    """Write a row for each number, telling how far it is."""
    for number in range(args["rows"]):
        run.session.add(ConsumedEvent(event_id=run.job_id, subscriber=f"row {number}"))
        await run.progress((number + 1) / args["rows"], f"row {number}")
    return {"rows": args["rows"]}


@task("things.take", timeout=60)
async def take(run: Run, args: dict[str, Any]) -> None:
    """Fail the way rooms fail."""
    raise ThingTaken(
        "Somebody has it.", errors=[FieldError("parts.0.nodeId", "taken", "Taken.")], changedBy={"name": "Ada"}
    )


@router.post("/jobs")
async def start_job(
    session: Session,
    request: Request,
    principal: Annotated[Principal, LoggedIn],
    wait: float = 0,
    name: Annotated[str, Query(pattern="^things[.](count|take)$")] = "things.count",
) -> Response:
    """Start a job."""
    job = await enqueue(session, name, {"rows": 2}, created_by=principal.user_id)
    return JobResponse(job, request, address="/crm/jobs", wait=wait)


async def count_nothing(state: Any) -> dict[str, int]:
    """A status source."""
    await asyncio.sleep(0)
    return {"thingCount": 0}


@router.post("/unwatched-jobs")
async def start_unwatched(request: Request, session: Session, principal: Annotated[Principal, LoggedIn]) -> Response:
    """Begin a job at an address where nobody can ask for it."""
    job = await enqueue(session, "things.count", {}, created_by=principal.user_id)
    return JobResponse(job, request, address="/crm/unwatched/jobs", wait=0)


app = create_service(Settings, routers=[router, jobs_router("/crm")], status_sources=[count_nothing])
