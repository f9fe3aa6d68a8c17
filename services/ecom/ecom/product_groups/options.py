"""The options of a group and the choices among them that its products are: pure rules."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from kit.errors import FieldError

Choice = Mapping[str, str]

_ANSWERS = frozenset({"yes", "no", "ja", "nein"})
"""Values that say nothing without their question, which shops write in their own language."""


def option_faults(options: Sequence[Mapping[str, Any]]) -> Iterator[FieldError]:
    """Two options of the same name, two values of one option that read the same."""
    yield from _doubles("options", ".name", "Another option has this name.", [option["name"] for option in options])
    for place, option in enumerate(options):
        yield from _doubles(f"options.{place}.values", "", "This value is listed twice.", option["values"])


def choice_faults(options: Sequence[Mapping[str, Any]], choices: Iterable[tuple[str, Choice]]) -> Iterator[FieldError]:
    """What is wrong with products' choices, each given with its path: unknown options and values, the same choice twice."""
    known = {option["name"]: frozenset(option["values"]) for option in options}
    seen: set[frozenset[tuple[str, str]]] = set()
    for path, choice in choices:
        for name, value in choice.items():
            if name not in known:
                yield FieldError(path, "unknown_option", f"The product group has no option called {name}.")
            elif value not in known[name]:
                yield FieldError(path, "unknown_option_value", f"{name} has no value called {value}.")
        key = frozenset(choice.items())
        if key in seen:
            yield FieldError(path, "choice_taken", "Another product has the same choice of options.")
        seen.add(key)


def is_whole(options: Sequence[Mapping[str, Any]], choice: Choice) -> bool:
    """Whether a choice has one of the values of each option, and nothing else."""
    values = {option["name"]: option["values"] for option in options}
    return choice.keys() == values.keys() and all(choice[name] in values[name] for name in values)


def in_order(options: Sequence[Mapping[str, Any]], choice: Choice) -> dict[str, str]:
    """A choice in the order of the options. As it is stored it is in the database's, shorter names first."""
    return {option["name"]: choice[option["name"]] for option in options if option["name"] in choice}


def choice_in_words(options: Sequence[Mapping[str, Any]], choice: Choice) -> str:
    """What tells a product from others of its group: the values in the order of the options, "Large, red, Logo: No"."""
    chosen = in_order(options, choice).items()
    return ", ".join(f"{name}: {value}" if value.casefold() in _ANSWERS else value for name, value in chosen)


def _doubles(path: str, member: str, detail: str, texts: Sequence[str]) -> Iterator[FieldError]:
    seen: set[str] = set()
    for place, text in enumerate(texts):
        if text.casefold() in seen:
            yield FieldError(f"{path}.{place}{member}", "duplicate", detail)
        seen.add(text.casefold())
