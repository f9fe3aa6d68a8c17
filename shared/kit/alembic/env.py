"""Alembic's entry for every service; which one is in the configuration that `kit.migrations` makes."""

from alembic import context

from kit.migrations import run

run(context.config.attributes["package"])
