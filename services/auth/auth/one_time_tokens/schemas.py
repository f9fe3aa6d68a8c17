"""One-time tokens on the wire."""

from typing import Annotated

from pydantic import Field, StringConstraints

from kit.schemas import Out, Schema

TokenText = Annotated[
    str,
    StringConstraints(min_length=1, max_length=200),
    Field(description="The token in the fragment of the link that was mailed."),
]
"""A token as sent. Its form is not checked further: one that cannot be ours is as unusable as any other."""


class TokenForm(Schema):
    """The token of a link, and nothing else."""

    token: TokenText


class Revealed(Out):
    """A token in the clear, for the mail that is being written."""

    token: str


class Mailed(Out):
    """Nothing: the answer is the same whether somebody has the address or not. What there is to tell is mailed."""
