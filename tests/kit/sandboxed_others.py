"""A second module that a sandbox runs for test_sandbox.py."""

from tests.kit.sandboxed_functions import chatter

__all__ = ["chatter"]
