"""A statement put together from parts, each a common table expression with its values."""


class Statement:
    """``WITH first AS (…), second AS (…) SELECT …``: parts change several tables in one round trip, all or none."""

    def __init__(self) -> None:
        self.values: list[object] = []
        self._parts: list[str] = []

    def bind(self, value: object, type: str) -> str:
        """What stands for a value in a part. JSON is bound as text, so that it does not matter which codecs there are."""
        self.values.append(value)
        return f"${len(self.values)}::text::jsonb" if type == "jsonb" else f"${len(self.values)}::{type}"

    def add(self, name: str, part: str) -> None:
        """Add a part that others can read under its name."""
        self._parts.append(f"{name} AS ({part})")

    def text(self, select: str) -> str:
        """The whole, with what it gives back."""
        return f"WITH {', '.join(self._parts)} {select}"
