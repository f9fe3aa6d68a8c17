"""Images of other sites on the wire."""

from typing import Annotated

from pydantic import Field, StringConstraints

from cms.files.schemas import FileOut, GivenName, ItemProblem
from kit.schemas import Out, Schema

MOST_AT_ONCE = 20
_Address = Annotated[str, StringConstraints(min_length=1, max_length=2000)]


class FileCopiesIn(Schema):
    """Addresses of images, and the folder that they are to be in: it is made where it is missing; empty for the top."""

    addresses: Annotated[list[_Address], Field(min_length=1, max_length=MOST_AT_ONCE)]
    bucket_name: GivenName = ""


class FileCopiesOut(Out):
    """The file of each image or why there is none, by its address."""

    success: dict[str, FileOut]
    failed: dict[str, ItemProblem]
