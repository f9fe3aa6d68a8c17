"""Counting in which places files are named."""

import uuid
from collections import Counter
from collections.abc import Collection
from typing import NamedTuple

from content.file_uses.tokens import tokens_of
from kit.file_uses import FileUseQuestion
from kit.mentions import Mention, mentions_in


class Place(NamedTuple):
    """What can name files: its kind and its id."""

    kind: str
    id: uuid.UUID


class Found:
    """How often each place names each of the files that are looked for."""

    def __init__(self, question: FileUseQuestion, hosts: Collection[str]) -> None:
        self._hosts = hosts
        self._ids = {str(file.id): file.id for file in question.files}
        self._by_path = {file.path: file.id for file in question.files}
        self.tokens = sorted({*self._ids, *(token for path in self._by_path for token in tokens_of(path))})
        self.counts: Counter[tuple[uuid.UUID, Place]] = Counter()

    def add(self, place: Place, named: Counter[uuid.UUID]) -> None:
        """Count what a place names."""
        for file_id, count in named.items():
            self.counts[file_id, place] += count

    def named_in(self, document: str) -> Counter[uuid.UUID]:
        """How often a document names each of the files."""
        named: Counter[uuid.UUID] = Counter()
        for mention in mentions_in(document, self._hosts):
            named.update(self._files_of(mention))
        return named

    def _files_of(self, mention: Mention) -> set[uuid.UUID]:
        if mention.id is not None:
            return {self._ids[mention.id]} if mention.id in self._ids else set()
        return {self._by_path[path] for path in mention.paths if path in self._by_path}
