"""The limit that plain API calls are measured against: FastAPI and SQLAlchemy, one row or three, nothing else.

Run by uvicorn behind a gateway of its own; REFERENCE_DATABASE_URL is a role that owns its schema.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import Depends, FastAPI
from pydantic import BaseModel
from sqlalchemy import Text, select
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

engine = create_async_engine(os.environ["REFERENCE_DATABASE_URL"], pool_size=5, max_overflow=5)
sessions = async_sessionmaker(engine, expire_on_commit=False)


class Base(DeclarativeBase):
    pass


class Row(Base):
    __tablename__ = "bench_rows"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Text)


class Entry(Base):
    """As much as an entry of an audit log has."""

    __tablename__ = "bench_entries"

    id: Mapped[int] = mapped_column(primary_key=True)
    action: Mapped[str] = mapped_column(Text)
    subject: Mapped[int]
    details: Mapped[dict[str, str]] = mapped_column(JSONB)


class Event(Base):
    """As much as a row of an outbox has."""

    __tablename__ = "bench_events"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    payload: Mapped[dict[str, str]] = mapped_column(JSONB)


class RowIn(BaseModel):
    name: str


class RowOut(BaseModel):
    id: int
    name: str


async def session() -> AsyncIterator[AsyncSession]:
    async with sessions() as opened, opened.begin():
        yield opened


@asynccontextmanager
async def lifespan(_: FastAPI) -> AsyncIterator[None]:
    async with engine.begin() as connection:
        await connection.run_sync(Base.metadata.drop_all)
        await connection.run_sync(Base.metadata.create_all)
        await connection.execute(Row.__table__.insert(), [{"name": "one"}])  # type: ignore[attr-defined]  # it has a Table
    yield
    await engine.dispose()


app = FastAPI(lifespan=lifespan)


# Committed before the answer leaves, as Pagewright does it.
Transaction = Annotated[AsyncSession, Depends(session, scope="function")]


@app.post("/auth/rows", status_code=201)
async def create(data: RowIn, session: Transaction) -> RowOut:
    row = Row(name=data.name)
    session.add(row)
    await session.flush()
    return RowOut(id=row.id, name=row.name)


@app.post("/auth/rows-with-log", status_code=201)
async def create_with_log(data: RowIn, session: Transaction) -> RowOut:
    """Write what a service of ours writes with a row: an entry of the audit log and an event."""
    row = Row(name=data.name)
    session.add(row)
    await session.flush()
    session.add_all(
        [
            Entry(action="row.created", subject=row.id, details={"name": data.name}),
            Event(name="rows.row_created", payload={"name": data.name}),
        ]
    )
    return RowOut(id=row.id, name=row.name)


@app.get("/auth/row")
async def read(session: Transaction) -> RowOut:
    row = (await session.execute(select(Row).where(Row.id == 1))).scalar_one()
    return RowOut(id=row.id, name=row.name)
