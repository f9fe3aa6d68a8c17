"""What goes wrong with schemas and profile data."""

from kit.errors import Conflict, Forbidden, NotFound, Unprocessable


class ProfileDataNotFound(NotFound):
    """404: no such data, or none that the caller may read."""

    code = "profile_data_not_found"


class ProfileDataExists(Conflict):
    """409: there is data of this person by this schema, ``profileDataId``."""

    code = "profile_data_exists"


class ProfileDataReadOnly(Forbidden):
    """403: people may read their own data of this schema, administrators change it."""

    code = "profile_data_read_only"


class ProfileDataInvalid(Unprocessable):
    """422: the data is not what its schema asks for; ``errors`` say what is wrong where."""

    code = "profile_data_invalid"


class UnknownPerson(Unprocessable):
    """422: nobody has this id."""

    code = "person_unknown"


class UnknownSchema(Unprocessable):
    """422: no schema has this id, or none that the caller may know of."""

    code = "schema_unknown"


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
