"""The settings of a service that people change while it runs, each declared once.

For example, in ``cms/config_entries/``::

    class ConfigEntry(StoredConfigEntry, Base):
        __tablename__ = "config_entries"

    LANGUAGE = Entry("language", Language, read=("editor",))
    CAPTCHA_KEY = Entry("captchaKey", Annotated[str, Field(max_length=200)], None, is_secret=True)
    entries = ConfigEntries(ConfigEntry, [LANGUAGE, CAPTCHA_KEY], name="cms.config")
    router = config_router(entries, "/cms/config")

    key = await entries.get(session, CAPTCHA_KEY)

A secret can be written and not read: answers say whether it is set. It is sealed in the table, and in no cache.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property, partial
from typing import Any, Final, Generic, TypeVar

import orjson
from pydantic import TypeAdapter, ValidationError
from sqlalchemy import String, insert, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from kit.auth import Principal
from kit.cache import JsonCache
from kit.config_schemas import ConfigEntryOut
from kit.database import after_commit
from kit.db import StrictJSONB, Timestamps, UuidPrimaryKey, Versioned, new_id
from kit.errors import FieldError, ValidationFailed
from kit.locks import lock_named
from kit.resealing import reseal_with_newest_key
from kit.same_json import same_json
from kit.sealing import Vault
from kit.state import state_of
from kit.validation_words import in_words

T = TypeVar("T")

_PURPOSE = "config entries"
_CACHED_SECONDS = 60
_NO_DEFAULT: Final[Any] = object()


class StoredConfigEntry(UuidPrimaryKey, Timestamps, Versioned):
    """The columns of a service's table ``config_entries``. A secret is in ``sealed``, anything else in ``value``."""

    key: Mapped[str] = mapped_column(String(100), unique=True)
    value: Mapped[Any] = mapped_column(StrictJSONB, nullable=False)
    sealed: Mapped[bytes | None]


@dataclass(frozen=True)
class Entry(Generic[T]):
    """One setting. ``type`` is what pydantic validates its value by, and has to bound it.

    ``read`` and ``write`` are scopes, any of which suffices; administrators pass unless it says ``super``. An entry
    without a ``default`` has no value until somebody gives it one by code.
    """

    key: str
    type: Any
    default: T = _NO_DEFAULT
    _: KW_ONLY
    read: Collection[str] = ("admin",)
    write: Collection[str] = ("admin",)
    is_secret: bool = False

    @cached_property
    def adapter(self) -> TypeAdapter[T]:
        """What checks a value."""
        return TypeAdapter(self.type)

    @property
    def has_default(self) -> bool:
        """Whether it has a value before anybody gives it one."""
        return self.default is not _NO_DEFAULT

    def check(self, value: Any) -> Any:
        """The value as it is stored. Raises `ValidationFailed`."""
        if value is None and self.is_secret:
            return None
        try:
            return self.adapter.dump_python(self.adapter.validate_python(value), mode="json", by_alias=True)
        except ValidationError as refusal:
            faults = [
                FieldError("value", fault["type"], in_words(fault)) for fault in refusal.errors(include_input=False)
            ]
            raise ValidationFailed(f"{self.key} cannot have this value.", errors=faults) from None

    def is_readable(self, principal: Principal) -> bool:
        """Whether somebody may know its value, or that it is set."""
        return any(principal.has(scope) for scope in self.read)

    def is_writable(self, principal: Principal) -> bool:
        """Whether somebody may change it."""
        return any(principal.has(scope) for scope in self.write)


Changed = Callable[[AsyncSession, Collection[str]], Awaitable[None]]


class ConfigEntries:
    """A service's config entries. ``name`` is what its cache and its lock are called.

    ``changed`` is awaited in the transaction of each change, with the keys; changes take turns.
    """

    def __init__(
        self,
        model: type[Any],
        declared: Sequence[Entry[Any]],
        *,
        name: str,
        changed: Changed | None = None,
    ) -> None:
        self.model = model
        self.declared = {entry.key: entry for entry in declared}
        self._name = name
        self._changed = changed
        self._cache = JsonCache(name.replace(".", ":"), seconds=_CACHED_SECONDS)
        reseal_with_newest_key(model.sealed, purpose=_PURPOSE, bound_to=lambda row: row.id.bytes)

    async def readable_by(self, session: AsyncSession, principal: Principal) -> Sequence[ConfigEntryOut]:
        """The stored entries that the principal may read, by key."""
        return [
            entry
            for entry in await self._stored(session)
            if entry.key in self.declared and self.declared[entry.key].is_readable(principal)
        ]

    async def values(self, session: AsyncSession) -> dict[str, Any]:
        """The values of all entries that are stored and no secrets, by key."""
        # Past the models: a price or a basket asks several times, and what is cached was checked when it was stored.
        return {entry["key"]: entry["value"] for entry in await self._cached(session) if not entry["isSecret"]}

    async def get(self, session: AsyncSession, entry: Entry[T]) -> T:
        """An entry's value, or its default. Raises LookupError where it has neither."""
        if entry.is_secret:
            return await self.get_stored(session, entry)
        values = await self.values(session)
        return entry.adapter.validate_python(values[entry.key]) if entry.key in values else _default_of(entry)

    async def get_stored(self, session: AsyncSession, entry: Entry[T]) -> T:
        """The same past the cache, as this transaction has it: for what follows from a change within its transaction.

        Raises LookupError where it has neither.
        """
        row = next(iter(await self.rows(session, [entry.key])), None)
        if row is None:
            return _default_of(entry)
        value = self._unsealed(session, row) if entry.is_secret else row.value
        if entry.is_secret and value is None:
            return _default_of(entry)
        return entry.adapter.validate_python(value)

    async def put(self, session: AsyncSession, values: Mapping[str, Any]) -> None:
        """Set entries from code, whether they exist or not, and add those that have a default and do not exist."""
        await self.lock(session)
        rows = {row.key: row for row in await self.rows(session, self.declared)}
        changed = await self._add_missing(session, {**self._defaults(), **values}, rows)
        for key, value in values.items():
            row = rows.get(key)
            if row is None:
                continue
            before = row.version
            self.assign(session, row, self.declared[key], self.declared[key].check(value))
            await session.flush()
            if row.version != before:
                changed.append(key)
        if changed:
            await self.publish(session, changed)

    async def reconcile(self, session: AsyncSession) -> int:
        """Make entries usable that were restored from a backup; gives how many secrets were dropped.

        Those are dropped that no key of this installation opens: it is better known that one is not set.
        """
        stored = (await session.scalars(select(self.model).where(self.model.sealed.is_not(None)))).all()
        lost = [row for row in stored if self._unsealed(session, row) is None]
        for row in lost:
            row.sealed = None
        await session.flush()
        after_commit(session, partial(self._cache.clear, state_of(session).redis))
        return len(lost)

    async def lock(self, session: AsyncSession) -> None:
        """Let nobody else change entries before this transaction ends."""
        await lock_named(session, self._name)

    async def rows(self, session: AsyncSession, keys: Collection[str]) -> Sequence[Any]:
        """The rows of these keys, as far as they exist, as they are now."""
        return (await session.scalars(self._query(keys))).all()

    def _query(self, keys: Collection[str]) -> Any:
        query = select(self.model).where(self.model.key.in_(keys))
        return query.execution_options(populate_existing=True)

    async def _stored(self, session: AsyncSession) -> list[ConfigEntryOut]:
        return [ConfigEntryOut.model_validate(entry) for entry in await self._cached(session)]

    async def _cached(self, session: AsyncSession) -> list[dict[str, Any]]:
        """The declared entries that are stored, as they go over the wire."""

        async def load() -> list[dict[str, Any]]:
            rows = (await session.scalars(self._query(self.declared).order_by(self.model.key))).all()
            return [entry_out(row, self.declared[row.key]).model_dump(mode="json") for row in rows]

        cached: list[dict[str, Any]] = await self._cache.read(state_of(session).redis, load)
        return cached

    def _defaults(self) -> dict[str, Any]:
        return {key: entry.default for key, entry in self.declared.items() if entry.has_default}

    async def _add_missing(
        self, session: AsyncSession, values: Mapping[str, Any], rows: Mapping[str, Any]
    ) -> list[str]:
        missing = [key for key in values if key not in rows]
        if not missing:
            return []
        # Nobody else adds them meanwhile: the caller has the lock.
        added = []
        for key in missing:
            row = self.model(id=new_id(), key=key, value=None)
            self.assign(session, row, self.declared[key], self.declared[key].check(values[key]))
            added.append({"id": row.id, "key": key, "value": row.value, "sealed": row.sealed})
        await session.execute(insert(self.model).values(added))
        return missing

    def assign(self, session: AsyncSession, row: Any, entry: Entry[Any], value: Any) -> None:
        """Give a row a value that `Entry.check` has let pass."""
        if not entry.is_secret:
            row.value = value
        elif value is None:
            row.sealed = None
        elif not same_json(self._unsealed(session, row), value):
            row.sealed = self._vault(session).seal(orjson.dumps(value), row.id.bytes)

    def _unsealed(self, session: AsyncSession, row: Any) -> Any:
        if row is None or row.sealed is None:
            return None
        secret = self._vault(session).unseal(row.sealed, row.id.bytes)
        return None if secret is None else orjson.loads(secret)

    def _vault(self, session: AsyncSession) -> Vault:
        return state_of(session).vault(_PURPOSE)

    async def publish(self, session: AsyncSession, keys: Collection[str]) -> None:
        """Have everybody know that entries have changed in this transaction."""
        if self._changed is not None:
            await self._changed(session, keys)
        after_commit(session, partial(self._cache.clear, state_of(session).redis))


def _default_of(entry: Entry[T]) -> T:
    if not entry.has_default:
        raise LookupError(f"{entry.key} is not set")
    return entry.default


def entry_out(row: Any, entry: Entry[Any]) -> ConfigEntryOut:
    """An entry as it goes over the wire."""
    is_set = row.sealed is not None if entry.is_secret else row.value is not None
    value = None if entry.is_secret else row.value
    return ConfigEntryOut(
        id=row.id, key=row.key, value=value, is_secret=entry.is_secret, is_set=is_set, version=row.version
    )
