"""What is logged of a page whose text cannot be indexed: not its words, and as all else is."""

import json

import asyncpg
import pytest

from content.search import repository
from kit.logs import json_logging
from tests.content.factory import Site
from tests.content.search import new, rebuilt

WORDS = "the bride is not told"


async def test_no_words_of_a_page(
    site: Site, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    await new(site, "/secret", WORDS)

    async def refuse(*_: object) -> None:
        raise asyncpg.DataError(f'invalid input syntax: "{WORDS}"')

    monkeypatch.setattr(repository, "write_documents", refuse)
    with json_logging(site.client.kit.settings):
        await rebuilt(site)
    printed = capsys.readouterr()
    lines = [json.loads(line) for line in printed.out.splitlines()]
    [line] = [line for line in lines if line["logger"] == "content.search.indexing" and line.get("page_id")][:1]
    assert (line["level"], line["message"]) == ("warning", "page cannot be searched: DataError (22000)")
    assert WORDS not in printed.out + printed.err
