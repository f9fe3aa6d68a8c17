from tests.kit.service import Settings

__all__ = ["Settings"]
