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
has it, and leaves that out of the router. There it may call the operations of its `Resource`, which take ``session``,
``principal`` and ``data``::

    router = crud_router(brands, "/ecom/brands", without=["delete"])

    @router.delete("/{id}", status_code=204)
    async def delete(...) -> None:
        await service.check_deletable(session, id)
        await brands.delete(session, principal, id, if_match)

A rule that has locked the record passes it on (``row=``), so that it is read once.
"""

import re
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar

from sqlalchemy import ColumnElement, inspect
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from kit.audit import MAX_SUBJECT_TYPE, record
from kit.auth import Caller, Principal
from kit.constraints import constraint_faults
from kit.db import Base, new_id
from kit.errors import Conflict, NotFound
from kit.pagination import Order, Slice, Window
from kit.preconditions import check_new, check_replaced, check_version
from kit.repository import Repository, assign
from kit.schemas import RecordIn, RecordOut
from kit.search import matches
from kit.trees import TreeIn, TreeNode, close_gap, lock_tree, place

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

    def __post_init__(self) -> None:
        """Raises TypeError for a declaration that its first request would fail at."""
        for fault in self._mistakes():
            raise TypeError(f"Resource {self.name!r}: {fault}")

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
        check_new(data)
        with self._faults():
            if isinstance(data, TreeIn):
                await lock_tree(session, self.model)
                row = self.model(id=new_id(), **data.values(exclude={"parent_id", "position"}))
                await place(session, row, data.parent_id, data.position)
            else:
                row = await self.repository(session, principal).add(self.model(**data.values()))
        self._note(session, principal, row, "created")
        return row

    async def update(
        self,
        session: AsyncSession,
        principal: Principal,
        identifier: uuid.UUID,
        data: RecordIn,
        if_match: str | None,
        *,
        row: M | None = None,
    ) -> M:
        """Replace a record's fields; a payload that changes nothing leaves the version as it is.

        ``row`` is the record where the caller has locked it.

        Raises `missing`, `conflict`, `PreconditionFailed` when ``if_match``, or else the payload's ``version``, is stale,
        and `PreconditionRequired` without either: what somebody else wrote meanwhile would be gone without a word.
        """
        repository = self.repository(session, principal)
        present: Any = row or await self._lock(session, repository, identifier)
        check_replaced(data, identifier, present.version, if_match)
        before = present.version
        with self._faults():
            if isinstance(data, TreeIn):
                assign(present, data.values(exclude={"parent_id", "position"}))
                await place(session, present, data.parent_id, data.position)
            else:
                await repository.update(present, data.values())
        if present.version != before:
            self._note(session, principal, present, "updated")
        return present  # type: ignore[no-any-return]  # a row of the model, which mypy cannot know to be versioned

    async def delete(
        self,
        session: AsyncSession,
        principal: Principal,
        identifier: uuid.UUID,
        if_match: str | None,
        *,
        row: M | None = None,
    ) -> None:
        """Delete a record, ``row`` where the caller has locked it. Raises `missing`, `in_use`, `PreconditionFailed`."""
        repository = self.repository(session, principal)
        present: Any = row or await self._lock(session, repository, identifier)
        check_version(if_match, present.version)
        with self._faults():
            await repository.delete(present)
        if issubclass(self.data, TreeIn):
            await close_gap(session, self.model, present.parent_id)
        self._note(session, principal, present, "deleted")

    async def _lock(self, session: AsyncSession, repository: Repository[M], identifier: uuid.UUID) -> M:
        # The tree before any record of it: a rule of a tree locks neither by itself.
        if issubclass(self.data, TreeIn):
            await lock_tree(session, self.model)
        return await repository.get_for_update(identifier)

    def _mistakes(self) -> Iterator[str]:
        table, columns = self.model.__tablename__, inspect(self.model).columns.keys()
        if not re.fullmatch(rf"[a-z][a-z_]{{0,{MAX_SUBJECT_TYPE - 1}}}", self.name):
            yield f"the name has to be snake case of at most {MAX_SUBJECT_TYPE} characters, as the audit log holds it"
        if lacking := {"id", "version", "created_at", "updated_at"}.difference(columns):
            yield f"{table} lacks {sorted(lacking)}: its model extends UuidPrimaryKey, Timestamps and Versioned"
        if issubclass(self.data, TreeIn) != issubclass(self.model, TreeNode):
            yield "the payload of a TreeNode extends TreeIn, and no other does"
        # What follows from columns is part of a record that is sent back whole; its payload leaves it out of the values.
        derived = {name for name in self.data.model_fields if isinstance(getattr(self.model, name, None), property)}
        if unknown := {*self.data.model_fields}.difference(columns, derived):
            yield f"{self.data.__name__} has fields that are no columns of {table}: {sorted(unknown)}"

    @property
    def _pascal(self) -> str:
        return "".join(part.capitalize() for part in self.name.split("_"))

    def _faults(self) -> Any:
        return constraint_faults(self.model, conflict=self.conflict, in_use=self.in_use)

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
