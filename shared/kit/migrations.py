"""Alembic for every service, which has nothing but its ``migrations/versions/*.py``.

There are no downgrades: releases only add, so that the one before works beside them, and the way
back from a migration that went wrong is a backup.
"""

import asyncio
from pathlib import Path
from typing import Any

import asyncpg
import sqlalchemy as sa
from alembic import command, context, op
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import create_async_engine

from kit.environment import from_environment
from kit.revisions import versions_folder

_LOCK_TIMEOUT = "5s"
_ADVISORY_LOCK = 8_273_015
"""Held while a schema is migrated, so that replicas that start together take turns."""


def config_of(package: str) -> Config:
    """Alembic's configuration for one service."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "alembic"))
    config.set_main_option("version_locations", str(versions_folder(package)))
    config.set_main_option("path_separator", "newline")
    config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
    config.attributes["package"] = package
    return config


def head_of(package: str) -> str | None:
    """The newest revision of one service."""
    return ScriptDirectory.from_config(config_of(package)).get_current_head()


def upgrade(package: str, database_url: str, revision: str = "head") -> None:
    """Bring the schema behind ``database_url`` to ``revision``. Blocks; not for an event loop's thread."""
    config = config_of(package)
    config.attributes["database_url"] = database_url
    command.upgrade(config, revision)


def upgrade_within(connection: Connection, package: str, revision: str) -> None:
    """Bring the schema that a connection finds first to ``revision``, within the connection's own transaction."""
    config = config_of(package)
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def run(package: str) -> None:
    """What Alembic's ``env.py`` does."""
    metadata = _models(package) if context.config.attributes.get("autogenerate") else None
    connection = context.config.attributes.get("connection")
    if connection is None:
        asyncio.run(_run_online(package, metadata))
    else:
        _migrate(connection, metadata)


def _models(package: str) -> list[sa.MetaData]:
    # Only a migration that is to be written is compared with them.
    from kit.models import models_of  # noqa: PLC0415  # it loads FastAPI, which takes as long as migrating

    return models_of(package)


async def _run_online(package: str, metadata: list[sa.MetaData] | None) -> None:
    url = context.config.attributes.get("database_url") or database_url_of(package)

    async def connect() -> asyncpg.Connection:
        return await asyncpg.connect(url, timeout=10)

    engine = create_async_engine("postgresql+asyncpg://", async_creator=connect, poolclass=sa.NullPool)
    try:
        async with engine.begin() as connection:
            # The advisory lock has no timeout: the process that holds it may have much to do. Locks of tables have one,
            # since other processes use the tables as well.
            await connection.execute(sa.text("SET LOCAL lock_timeout = 0"))
            await connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
            await connection.execute(sa.text(f"SET LOCAL lock_timeout = '{_LOCK_TIMEOUT}'"))
            await connection.run_sync(_migrate, metadata)
    finally:
        await engine.dispose()


def _migrate(connection: Connection, metadata: list[sa.MetaData] | None) -> None:
    context.configure(connection=connection, target_metadata=metadata, compare_server_default=False)
    with context.begin_transaction():
        context.run_migrations()


def database_url_of(package: str) -> str:
    """``<PACKAGE>_DATABASE_URL``, else ``DATABASE_URL``, or what is in the file that either with ``_FILE`` names.

    Raises LookupError without any.
    """
    own = f"{package.upper()}_DATABASE_URL"
    url = from_environment(own) or from_environment("DATABASE_URL")
    if not url:
        raise LookupError(f"set DATABASE_URL or {own}")
    return url


def create_kit_tables() -> None:
    """Create the tables of `kit.tables`, within a service's first migration.

    Written out and not derived from the models: what an old migration does must not change with
    the code. A later change of these tables becomes a second function here.
    """
    now, moment = sa.text("now()"), sa.DateTime(timezone=True)
    op.create_table(
        "outbox",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("payload", JSONB(), nullable=False),
        sa.Column("at", moment, server_default=now, nullable=False),
        sa.Column("sent_at", moment, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
    )
    op.create_index("ix_outbox_unsent", "outbox", ["id"], postgresql_where=sa.text("sent_at IS NULL"))
    op.create_table(
        "consumed_events",
        sa.Column("event_id", sa.Uuid(), nullable=False),
        sa.Column("subscriber", sa.String(200), nullable=False),
        sa.Column("at", moment, server_default=now, nullable=False),
        sa.PrimaryKeyConstraint("event_id", "subscriber", name="pk_consumed_events"),
    )
    op.create_table("jobs", *_job_columns(now, moment))
    op.create_index("ix_jobs_open", "jobs", ["run_at"], postgresql_where=sa.text("state IN ('queued', 'running')"))


def index_told_jobs() -> None:
    """Add the index of jobs by those who are told of them."""
    is_notified = sa.text("created_by IS NOT NULL OR state = 'failed'")
    op.create_index("ix_jobs_told", "jobs", ["created_by", "finished_at"], postgresql_where=is_notified)


def dismiss_jobs() -> None:
    """Add when failed jobs were dismissed. The release before this one leaves it empty."""
    op.add_column("jobs", sa.Column("dismissed_at", sa.DateTime(timezone=True), nullable=True))


def trace_jobs() -> None:
    """Add what asked for a job, by its trace. The release before this one leaves it empty."""
    op.add_column("jobs", sa.Column("asked_by", sa.String(55), nullable=True))


def record_columns() -> list[sa.Column[Any]]:
    """The columns of a plain record: id, version and its two times."""
    now, moment = sa.text("now()"), sa.DateTime(timezone=True)
    return [
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created_at", moment, server_default=now, nullable=False),
        sa.Column("updated_at", moment, server_default=now, nullable=False),
    ]


def tree_columns() -> list[sa.Column[Any]]:
    """The columns of `kit.trees.TreeNode`; the table adds the foreign key and the index of ``parent_id``."""
    return [
        sa.Column("parent_id", sa.Uuid(), nullable=True),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
    ]


def create_audit_table() -> None:
    """Create the table of `kit.audit`, within a migration of a service that has none yet."""
    now, moment = sa.text("now()"), sa.DateTime(timezone=True)
    op.create_table(
        "audit_entries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("at", moment, server_default=now, nullable=False),
        sa.Column("action", sa.String(40), nullable=False),
        sa.Column("actor_id", sa.Uuid(), nullable=True),
        sa.Column("actor_name", sa.String(401), nullable=True),
        sa.Column("address", sa.String(64), nullable=True),
        sa.Column("subject_type", sa.String(20), nullable=False),
        sa.Column("subject_id", sa.Uuid(), nullable=False),
        sa.Column("subject_name", sa.String(401), nullable=False),
        sa.Column("details", JSONB(), server_default=sa.text("'{}'"), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit_entries"),
    )
    for column in ("at", "actor_id", "subject_id"):
        op.create_index(f"ix_audit_entries_{column}", "audit_entries", [column])


def create_idempotency_table() -> None:
    """Create the table of `kit.idempotency`."""
    op.create_table(
        "idempotency_keys",
        sa.Column("scope", sa.String(200), nullable=False),
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("request_hash", sa.LargeBinary(), nullable=False),
        sa.Column("answer", JSONB(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("scope", "key", name="pk_idempotency_keys"),
    )
    op.create_index("ix_idempotency_keys_at", "idempotency_keys", ["at"])


def log_events() -> None:
    """Make the outbox a log that is read, and add the tables of those who read it.

    Rows that are there, sent or not, become the beginning of the log: of what was sent to Redis nobody knows whether
    all had it. Those who did have marks in ``consumed_events``, which subscribers of this release heed. The release
    before this one works beside it: what it inserts is numbered too, and what it sends it still finds, if more slowly.
    """
    now, moment = sa.text("now()"), sa.DateTime(timezone=True)
    op.add_column("outbox", sa.Column("position", sa.BigInteger(), nullable=True))
    op.execute(
        "UPDATE outbox SET position = numbered.position"
        " FROM (SELECT id, row_number() OVER (ORDER BY id) AS position FROM outbox) AS numbered"
        " WHERE outbox.id = numbered.id"
    )
    op.execute("ALTER TABLE outbox ALTER COLUMN position SET NOT NULL")
    op.execute("ALTER TABLE outbox ALTER COLUMN position ADD GENERATED BY DEFAULT AS IDENTITY")
    op.execute(
        "SELECT setval(pg_get_serial_sequence('outbox', 'position'), coalesce(max(position), 0) + 1, false) FROM outbox"
    )
    op.execute("ALTER TABLE outbox ADD COLUMN transaction bigint NOT NULL DEFAULT (pg_current_xact_id()::text::bigint)")
    op.drop_index("ix_outbox_unsent", "outbox")
    op.drop_constraint("pk_outbox", "outbox", type_="primary")
    op.create_primary_key("pk_outbox", "outbox", ["position"])
    op.create_index("ix_outbox_transaction", "outbox", ["transaction"])
    op.create_table(
        "event_readers",
        sa.Column("service", sa.String(50), nullable=False),
        sa.Column("subscriber", sa.String(200), nullable=False),
        sa.Column("cursor", sa.Text(), nullable=False),
        sa.Column("seen_at", moment, server_default=now, nullable=False),
        sa.PrimaryKeyConstraint("service", "subscriber", name="pk_event_readers"),
    )
    op.create_table(
        "pruned_events",
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("transaction", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pruned_events"),
        sa.CheckConstraint("id = 1", name="ck_pruned_events_single_row"),
    )
    op.create_table(
        "event_cursors",
        sa.Column("publisher", sa.String(50), nullable=False),
        sa.Column("subscriber", sa.String(200), nullable=False),
        sa.Column("cursor", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("retry_at", moment, nullable=True),
        sa.Column("moved_at", moment, server_default=now, nullable=False),
        sa.PrimaryKeyConstraint("publisher", "subscriber", name="pk_event_cursors"),
    )
    op.create_table(
        "failed_events",
        sa.Column("event_id", sa.Uuid(), nullable=False),
        sa.Column("subscriber", sa.String(200), nullable=False),
        sa.Column("publisher", sa.String(50), nullable=False),
        sa.Column("event", JSONB(), nullable=False),
        sa.Column("error", sa.Text(), nullable=False),
        sa.Column("failed_at", moment, server_default=now, nullable=False),
        sa.PrimaryKeyConstraint("event_id", "subscriber", name="pk_failed_events"),
    )


def _job_columns(now: sa.TextClause, moment: sa.DateTime) -> list[Any]:
    return [
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("queue", sa.String(20), nullable=False),
        sa.Column("state", sa.String(10), server_default="queued", nullable=False),
        sa.Column("args", JSONB(), nullable=False),
        sa.Column("progress", sa.Float(), server_default="0", nullable=False),
        sa.Column("message", sa.Text(), nullable=True),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("max_attempts", sa.Integer(), nullable=False),
        sa.Column("run_at", moment, server_default=now, nullable=False),
        sa.Column("lease", sa.Uuid(), nullable=True),
        sa.Column("lease_until", moment, nullable=True),
        sa.Column("result", JSONB(), nullable=True),
        sa.Column("error", JSONB(), nullable=True),
        sa.Column("idempotency_key", sa.String(200), nullable=True),
        sa.Column("created_by", sa.String(100), nullable=True),
        sa.Column("finished_at", moment, nullable=True),
        sa.Column("created_at", moment, server_default=now, nullable=False),
        sa.Column("updated_at", moment, server_default=now, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_jobs"),
        sa.UniqueConstraint("name", "idempotency_key", name="uq_jobs_name_idempotency_key"),
    ]
