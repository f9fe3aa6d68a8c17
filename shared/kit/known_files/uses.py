"""What fields have of a file of the library. Pure."""

PLACE = "/files/"
"""What the addresses of files begin with."""

Use = str
"""The id of a file, or an address that begins with `PLACE`, as it is written."""

NOWHERE = "files:nowhere"
"""The tag of what has an address where no file is: one may come there by any change of the library."""
