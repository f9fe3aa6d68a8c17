"""What goes wrong with schemas."""

from kit.errors import Conflict, NotFound, Unprocessable


class SchemaNotFound(NotFound):
    """404: no such schema, or none that the caller may know of."""

    code = "schema_not_found"


class SchemaTaken(Conflict):
    """409: another schema has this name."""

    code = "schema_taken"


class SchemaRefused(Unprocessable):
    """422: not a JSON Schema, or not one that we work with; ``errors`` say what is wrong where."""

    code = "schema_refused"


class SchemaInUse(Conflict):
    """409: there is data of this schema, ``dataCount`` of it."""

    code = "schema_in_use"


class DataWouldBeInvalid(Conflict):
    """409: data that is valid now would not be any more. ``invalid`` has the first of it, ``invalidCount`` how much."""

    code = "data_would_be_invalid"
