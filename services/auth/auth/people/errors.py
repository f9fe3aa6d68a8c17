"""What goes wrong with people."""

from kit.errors import NotFound


class PersonNotFound(NotFound):
    """404: no such person."""

    code = "person_not_found"
