"""What goes into a header of an email."""


def one_line(value: str) -> str:
    """The value without line breaks and other control characters, which could begin a new header."""
    return " ".join("".join(c if c.isprintable() else " " for c in value).split())
