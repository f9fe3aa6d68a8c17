from typing import Any


def menu_of(config: dict[str, Any]) -> set[str]:
    """The menu as a resource that changes with a page, when the page is in it."""
    return {"menu"} if (config.get("menu") or {}).get("visible") else set()
