import uuid
from datetime import date, datetime, time
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest
from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import PydanticCustomError

from kit.testing import ServiceClient
from kit.validation_words import in_words


class Size(StrEnum):
    SMALL = "small"
    LARGE = "large"


class Point(BaseModel):
    model_config = ConfigDict(extra="forbid")

    x: int = 0


class Round(BaseModel):
    kind: Literal["round"]


class Square(BaseModel):
    kind: Literal["square"]


def refuses(error: Exception) -> Any:
    """A type that takes nothing, with this for a reason."""

    def check(_: Any) -> Any:
        raise error

    return Annotated[str, AfterValidator(check)]


def said(kind: Any, value: Any) -> str:
    """What is said of a value that a type refuses."""
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(kind).validate_python(value)
    return in_words(caught.value.errors()[0])


_DATE_TIME = "Enter a date and a time that exist, such as 2026-01-31T14:30:00Z."


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        (Round, {}, "Fill this in."),
        (Annotated[str, Field(min_length=1)], "", "Fill this in."),
        (Annotated[str, Field(min_length=3)], "ab", "Use at least 3 characters."),
        (Annotated[str, Field(max_length=1)], "ab", "This can have 1 character at most."),
        (Annotated[str, Field(max_length=2000)], "x" * 2001, "This can have 2,000 characters at most."),
        (Annotated[str, Field(pattern="^a$")], "b", "This does not have the form that is needed here."),
        (str, 1, "This has to be text."),
        (Annotated[list[int], Field(min_length=1)], [], "There has to be at least one."),
        (Annotated[list[int], Field(min_length=2)], [], "There have to be at least 2."),
        (Annotated[list[int], Field(max_length=2)], [1, 2, 3], "There can be 2 at most."),
        (list[int], 1, "This has to be a list."),
        (dict[str, int], 1, "This has to be an object with named fields."),
        (Point, 1, "This has to be an object with named fields."),
        (Point, {"y": 1}, "There is no such field."),
        (Annotated[int, Field(ge=0)], -1, "This has to be 0 or more."),
        (Annotated[int, Field(gt=0)], 0, "This has to be more than 0."),
        (Annotated[int, Field(le=9)], 10, "This has to be 9 or less."),
        (Annotated[float, Field(lt=0.5)], 0.5, "This has to be less than 0.5."),
        (Annotated[int, Field(multiple_of=5)], 3, "This has to be a multiple of 5."),
        (Annotated[float, Field(allow_inf_nan=False)], float("inf"), "This has to be a number."),
        (int, "x", "This has to be a whole number."),
        (int, 1.5, "This has to be a whole number."),
        (Annotated[int, Field(strict=True)], "1", "This has to be a whole number."),
        (float, "x", "This has to be a number."),
        (Decimal, "x", "This has to be a number."),
        (Annotated[Decimal, Field(decimal_places=2)], "0.001", "This can have 2 digits after the decimal point at most."),
        (bool, "x", "This has to be true or false."),
        (Annotated[bool, Field(strict=True)], 1, "This has to be true or false."),
        (Literal["a", "b"], "c", "Choose one of the options: 'a' or 'b'."),
        (Size, "huge", "Choose one of the options: 'small' or 'large'."),
        (Annotated[Round | Square, Field(discriminator="kind")], {"kind": "x"}, "Choose one of the options: 'round', 'square'."),
        (Annotated[Round | Square, Field(discriminator="kind")], {}, "Say what kind this is: 'kind' is missing."),
        (uuid.UUID, "x", "This has to be the id of a record."),
        (date, "2026-02-30", "Enter a date that exists, such as 2026-01-31."),
        (time, "25:00", "Enter a time, such as 14:30."),
        (datetime, "tomorrow", _DATE_TIME),
        (AwareDatetime, "2026-01-31T14:30:00", "Say the time zone as well, as in 2026-01-31T14:30:00Z."),
        (None, 1, "Leave this empty."),
    ],
)  # fmt: skip
def test_says_what_to_do(kind: Any, value: Any, words: str) -> None:
    assert said(kind, value) == words


class TestWordsOfOurOwn:
    @pytest.mark.parametrize(
        "error",
        [
            ValueError("It ends before it starts."),
            PydanticCustomError("ends_too_early", "It ends before it starts."),
            PydanticCustomError("too_long", "It ends before it starts."),
            PydanticCustomError("greater_than", "It ends before it starts.", {"other": 1}),
        ],
    )
    def test_stay_as_they_are(self, error: Exception) -> None:
        assert said(refuses(error), "x") == "It ends before it starts."


async def test_answers_have_them(client: ServiceClient) -> None:
    body = {"displayName": "", "parts": [{"nodeId": "x"}, {}], "super": True}
    answer = await client.post("/crm/things", json=body)
    assert {(error["field"], error["detail"]) for error in answer.json()["errors"]} == {
        ("displayName", "Fill this in."),
        ("parts.0.nodeId", "This has to be a whole number."),
        ("parts.1.nodeId", "Fill this in."),
        ("super", "There is no such field."),
    }
