"""Challenges on the wire."""

from typing import Annotated

from pydantic import StringConstraints

ChallengeToken = Annotated[str, StringConstraints(min_length=1, max_length=100)]
"""What an answer gave to carry on with. It is good for one login and a short while."""
