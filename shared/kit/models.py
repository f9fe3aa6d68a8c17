"""All tables of a service, whatever of it the process has imported so far."""

import importlib
import pkgutil
from collections.abc import Sequence
from functools import cache

from sqlalchemy import MetaData, Table

from kit.db import metadata_of


def models_of(package: str) -> list[MetaData]:
    """The tables of the service and of kit, once every ``models`` module of the service is imported."""
    module = importlib.import_module(package)
    for found in pkgutil.walk_packages(module.__path__, f"{package}."):
        if found.name.endswith(".models"):
            importlib.import_module(found.name)
    for tables in ("kit.tables", "kit.audit", "kit.idempotency"):
        importlib.import_module(tables)
    return [metadata_of(package), metadata_of("kit")]


@cache
def own_tables(package: str) -> Sequence[Table]:
    """The service's own tables, each after those that it refers to. What refers to itself is left to the caller."""
    own, _ = models_of(package)
    return tuple(own.sorted_tables)
