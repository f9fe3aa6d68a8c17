"""Images that plugins show beside those in their fields: of what their data tells of, such as posts."""

from collections.abc import Mapping
from typing import Any

from content.blog.images import first_shown, part_of
from content.page_render.sources import Answer
from kit.known_files.uses import Use


def uses_of(answers: Mapping[str, Answer]) -> set[Use]:
    """The files that are asked for: of each record several, of which one is shown."""
    return {each["use"] for answer in answers.values() for shown in answer.pictured for each in shown.candidates}


def add_images(plugins: Mapping[str, Any], answers: Mapping[str, Answer], files: Mapping[Use, Any]) -> None:
    """Put into each record the first of its images that is among these files, and the files into the plugins."""
    for plugin_id, answer in answers.items():
        plugin = plugins[plugin_id]
        for record, candidates in answer.pictured:
            if (found := first_shown(candidates, files)) is not None:
                candidate, file = found
                record["image"] = {"file": file["id"], **part_of(candidate)}
                plugin.setdefault("files", {})[file["id"]] = file
