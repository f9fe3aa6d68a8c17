"""A plain resource, declared once: its routes, rules and contract tests follow from the declaration.

For example, all of ``ecom/brands`` beside its model and schemas::

    brands = Resource(
        Brand,
        name="brand",
        data=BrandIn,
        out=BrandOut,
        read=("ecom:read", "ecom:write"),
        write=("ecom:write",),
        search=(Brand.name, Brand.description),
        sort={"name": Brand.name, "createdAt": Brand.created_at},
        default_sort="name",
    )
    router = crud_router(brands, "/ecom/brands")

Plain means that each operation is one row and one check. A resource with a rule of its own writes out the endpoint that
has it, and may call the other operations of its `Resource` there: they take ``session``, ``principal`` and ``data``.
"""

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from kit.audit import record
from kit.auth import Caller, Principal
from kit.constraints import constraint_faults
from kit.db import Base, new_id
from kit.errors import Conflict, FieldError, NotFound, ValidationFailed
from kit.pagination import Order, Slice, Window
from kit.preconditions import check_version
from kit.repository import Repository, assign
from kit.schemas import RecordIn, RecordOut
from kit.search import matches
from kit.trees import TreeIn, close_gap, lock_tree, place

M = TypeVar("M", bound=Base)
Verb = Literal["created", "updated", "deleted"]
Visible = Callable[[Caller], Sequence[ColumnElement[bool]]]


@dataclass(frozen=True)
class Resource(Generic[M]):
    """A resource of plain records.

    ``model`` has `UuidPrimaryKey`, `Timestamps` and `Versioned`. ``name`` is a singular noun in snake case: it begins the
    codes (``brand_not_found``, ``brand_taken``, ``brand_in_use``) and the actions of the audit log (``brand.created``).
    ``read`` and ``write`` are scopes, any of which suffices; ``read=None`` opens reading to the public. ``filters`` are
    columns that the list can be narrowed by, each by the name of its query parameter, for equality or, given several
    times, for any of the values.
    """

    model: type[M]
    _: KW_ONLY
    name: str
    data: type[RecordIn]
    out: type[RecordOut]
    read: tuple[str, ...] | None
    write: tuple[str, ...]
    sort: Mapping[str, InstrumentedAttribute[Any]]
    default_sort: str
    search: tuple[InstrumentedAttribute[Any], ...] = ()
    filters: Mapping[str, InstrumentedAttribute[Any]] = field(default_factory=dict)
    title: Callable[[M], str] | None = None
    """What the audit log calls a record; its ``name`` or ``title`` by default."""
    publish: Callable[[AsyncSession, M, Verb], None] | None = None
    """Emits the event of a change, in its transaction."""
    visible: Visible | None = None
    """Conditions that hide records from a caller wherever they are read or changed."""

    @cached_property
    def missing(self) -> type[NotFound]:
        """The error for a record that does not exist: 404 ``<name>_not_found``."""
        return type(f"{self._pascal}NotFound", (NotFound,), {"code": f"{self.name}_not_found"})

    @cached_property
    def conflict(self) -> type[Conflict]:
        """The error for a unique value that another record has: 409 ``<name>_taken``."""
        return type(f"{self._pascal}Taken", (Conflict,), {"code": f"{self.name}_taken"})

    @cached_property
    def in_use(self) -> type[Conflict]:
        """The error for deleting a record that others refer to: 409 ``<name>_in_use``."""
        return type(f"{self._pascal}InUse", (Conflict,), {"code": f"{self.name}_in_use"})

    def repository(self, session: AsyncSession, caller: Caller) -> Repository[M]:
        """The records that ``caller`` may see."""
        return _Visible(session, self, caller)

    async def list(
        self,
        session: AsyncSession,
        caller: Caller,
        window: Window,
        order: Order,
        q: str | None = None,
        filters: Mapping[str, Sequence[Any]] | None = None,
    ) -> Slice[M]:
        """One part of the records that match, and how many there are."""
        repository = self.repository(session, caller)
        query = repository.base().where(*matches(q, *self.search))
        for name, values in (filters or {}).items():
            query = query.where(self.filters[name].in_(values))
        return await repository.page(window, order, query)

    async def get(self, session: AsyncSession, caller: Caller, identifier: uuid.UUID) -> M:
        """One record. Raises `missing`."""
        return await self.repository(session, caller).get(identifier)

    async def create(self, session: AsyncSession, principal: Principal, data: RecordIn) -> M:
        """Add a record. Raises `conflict`, and `ValidationFailed` for a reference that leads nowhere."""
        self._refuse_foreign_id(data, None)
        with self._faults():
            if isinstance(data, TreeIn):
                row = self.model(id=new_id(), **data.values(exclude={"parent_id", "position"}))
                await place(session, row, data.parent_id, data.position)
            else:
                row = await self.repository(session, principal).add(self.model(**data.values()))
        self._note(session, principal, row, "created")
        return row

    async def update(
        self, session: AsyncSession, principal: Principal, identifier: uuid.UUID, data: RecordIn, if_match: str | None
    ) -> M:
        """Replace a record's fields; a payload that changes nothing leaves the version as it is.

        Raises `missing`, `conflict`, `PreconditionFailed` when ``if_match``, or else the payload's ``version``, is stale.
        """
        repository = self.repository(session, principal)
        row: Any = await self._lock(session, repository, identifier)
        self._refuse_foreign_id(data, identifier)
        if if_match is None and data.version is not None:
            if_match = str(data.version)
        check_version(if_match, row.version)
        before = row.version
        with self._faults():
            if isinstance(data, TreeIn):
                assign(row, data.values(exclude={"parent_id", "position"}))
                await place(session, row, data.parent_id, data.position)
            else:
                await repository.update(row, data.values())
        if row.version != before:
            self._note(session, principal, row, "updated")
        return row  # type: ignore[no-any-return]  # a row of the model, which mypy cannot know to be versioned

    async def delete(
        self, session: AsyncSession, principal: Principal, identifier: uuid.UUID, if_match: str | None
    ) -> None:
        """Delete a record. Raises `missing`, `in_use`, `PreconditionFailed`."""
        repository = self.repository(session, principal)
        row: Any = await self._lock(session, repository, identifier)
        check_version(if_match, row.version)
        with self._faults():
            await repository.delete(row)
        if issubclass(self.data, TreeIn):
            await close_gap(session, self.model, row.parent_id)
        self._note(session, principal, row, "deleted")

    async def _lock(self, session: AsyncSession, repository: Repository[M], identifier: uuid.UUID) -> M:
        if issubclass(self.data, TreeIn):
            await lock_tree(session, self.model)
        return await repository.get_for_update(identifier)

    @property
    def _pascal(self) -> str:
        return "".join(part.capitalize() for part in self.name.split("_"))

    def _faults(self) -> Any:
        return constraint_faults(self.model, conflict=self.conflict, in_use=self.in_use)

    def _refuse_foreign_id(self, data: RecordIn, identifier: uuid.UUID | None) -> None:
        if data.id is not None and data.id != identifier:
            detail = "The server chooses the id." if identifier is None else "This is not the record at this address."
            raise ValidationFailed(detail, errors=[FieldError("id", "read_only", detail)])

    def _note(self, session: AsyncSession, principal: Principal, row: Any, verb: Verb) -> None:
        if self.publish is not None:
            self.publish(session, row, verb)
        title = self.title(row) if self.title else getattr(row, "name", None) or getattr(row, "title", None) or row.id
        record(session, principal, f"{self.name}.{verb}", subject=(self.name, row.id, str(title)))


class _Visible(Repository[M]):
    def __init__(self, session: AsyncSession, resource: Resource[M], caller: Caller) -> None:
        super().__init__(session)
        self.model = resource.model
        self.missing = resource.missing  # type: ignore[misc]  # of the class elsewhere, of the resource here
        self._conditions = resource.visible(caller) if resource.visible else ()

    def base(self) -> Any:
        return super().base().where(*self._conditions)
