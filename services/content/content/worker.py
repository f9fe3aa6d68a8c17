"""What the worker of this service does: its tasks register themselves on import."""

from content.blocks import tasks as blocks_tasks

__all__ = ["blocks_tasks"]
