"""What goes wrong with changing a password."""

from kit.errors import Forbidden


class WrongPassword(Forbidden):
    """403: not the present password of who is logged in."""

    code = "wrong_password"
