"""How many addresses of other sites a process asks for people at once: each question may take ten seconds."""

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from fastapi import FastAPI

from content.links.errors import TooManyQuestions

QUESTIONS_OF_ONE = 3
"""Addresses that one person may have a process ask at once."""
QUESTIONS_IN_ALL = 12


class Questions:
    """How many addresses of other sites a process asks at present: each takes up to ten seconds."""

    def __init__(self) -> None:
        self._asked: Counter[str] = Counter()

    @contextmanager
    def one_of(self, user_id: str) -> Iterator[None]:
        """Count a question while the block runs. Raises TooManyQuestions."""
        if self._asked[user_id] >= QUESTIONS_OF_ONE or self._asked.total() >= QUESTIONS_IN_ALL:
            raise TooManyQuestions(
                "Too many links are being checked. Try again in a moment.", headers={"Retry-After": "2"}
            )
        self._asked[user_id] += 1
        try:
            yield
        finally:
            self._asked[user_id] -= 1
            self._asked += Counter()  # Drops those with none.


@asynccontextmanager
async def questions(app: FastAPI) -> AsyncIterator[None]:
    """Count what the app asks other sites, for as long as it runs."""
    app.state.questions = Questions()
    yield
