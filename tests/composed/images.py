"""What a Dockerfile of ours says of the containers that are made from its image."""

import json
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Image:
    """The last stage of a Dockerfile. ``health`` is the command that says whether a container answers."""

    environment: Mapping[str, str]
    folder: str
    command: list[str]
    entry_point: list[str]
    health: list[str]


def read_image(dockerfile: Path, arguments: Mapping[str, str]) -> Image:
    """The image that a build with these arguments makes."""
    instructions = _instructions(dockerfile.read_text())
    begin = max(index for index, (word, _) in enumerate(instructions) if word == "FROM")
    environment: dict[str, str] = {}
    folder, command, entry_point, health = "/", [], [], []
    for word, rest in instructions[begin:]:
        if word == "ENV":
            pairs = (pair.split("=", 1) for pair in shlex.split(rest))
            environment |= {name: _filled(value, {**environment, **arguments}) for name, value in pairs}
        elif word == "WORKDIR":
            folder = rest
        elif word == "CMD":
            command = json.loads(rest)
        elif word == "ENTRYPOINT":
            entry_point = json.loads(rest)
        elif word == "HEALTHCHECK":
            health = json.loads(rest.partition("CMD ")[2])
    return Image(environment, folder, command, entry_point, health)


def _instructions(text: str) -> list[tuple[str, str]]:
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    whole = re.sub(r"\\\n\s*", "", "\n".join(lines))
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1].strip()) for line in whole.splitlines() if " " in line]


def _filled(text: str, values: Mapping[str, str]) -> str:
    return re.sub(r"\$\{?(\w+)\}?", lambda match: values.get(match[1], ""), text)
