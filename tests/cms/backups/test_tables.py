"""Tables that archives have had by accident, or lacked: they are imported as far as they go."""

import gzip
from typing import Any

import orjson
from sqlalchemy import delete, func, select

from content.scopes.models import KnownScope
from content.search.models import SearchDocument, SearchState
from content.search.tasks import keep_index
from kit.db import new_id
from tests.cms.backups.archives import archive_of, changed, honest, latest_import, put, put_together, taken_apart
from tests.cms.backups.conftest import Whole


def rewritten(archive: bytes, lack: str, more: list[tuple[str, dict[str, Any]]], part: str = "pages") -> bytes:
    """The archive without a table of a part, and with rows of others."""
    name_of_rows = f"{part}/0001.jsonl.gz"
    members = taken_apart(archive)
    head, *rows, _ = [orjson.loads(line) for line in gzip.decompress(members[name_of_rows]).splitlines()]
    rows = [row for row in rows if row["table"] != lack] + [{"table": name, "row": row} for name, row in more]
    head["tables"] = [name for name in head["tables"] if name != lack] + [name for name, _ in more]
    counts = {name: sum(row["table"] == name for row in rows) for name in head["tables"]}
    lines = [
        orjson.dumps(head),
        *(b'{"table":"%s","row":%s}' % (row["table"].encode(), orjson.dumps(row["row"])) for row in rows),
        orjson.dumps({"counts": counts}),
    ]
    members[name_of_rows] = gzip.compress(b"\n".join(lines) + b"\n")
    manifest = orjson.loads(members["manifest.json"])
    manifest["parts"][part]["counts"] = counts
    return put_together(honest(changed(members, "manifest.json", parts=manifest["parts"])))


async def known(whole: Whole) -> set[str]:
    async with whole.services["content"].kit.database.transaction() as session:
        return {*await session.scalars(select(KnownScope.name))}


async def know(whole: Whole, name: str) -> None:
    async with whole.services["content"].kit.database.transaction() as session:
        await session.execute(delete(KnownScope))
        session.add(KnownScope(id=new_id(), name=name))


async def documents(whole: Whole) -> int:
    async with whole.services["content"].kit.database.transaction() as session:
        return await session.scalar(select(func.count()).select_from(SearchDocument)) or 0


async def test_names_of_scopes_come_back_with_the_pages_that_name_them(whole: Whole) -> None:
    await know(whole, "members")
    archive = await archive_of(whole)
    await know(whole, "friends")
    answer = await put(whole, archive, parts="pages")
    assert answer.status_code == 200, answer.text
    assert await known(whole) == {"members"}


async def test_archives_of_before_lack_the_names_and_have_what_searches_find(whole: Whole) -> None:
    await know(whole, "members")
    state = {"id": 1, "version": 7, "language": "en", "extraction": 1}
    archive = rewritten(await archive_of(whole), "known_scopes", [("search_state", state)])
    answer = await put(whole, archive, parts="pages")
    assert answer.status_code == 200, answer.text
    assert await known(whole) == set()
    async with whole.services["content"].kit.database.transaction() as session:
        assert await session.scalar(select(func.count()).select_from(SearchState)) == 0


async def test_archives_of_before_lack_the_earlier_versions_of_files(whole: Whole) -> None:
    before = await whole.objects()
    members = taken_apart(rewritten(await archive_of(whole), "former_contents", [], "files"))
    assert orjson.loads(members["backup.json"])["format"] == 2
    archive = put_together(honest(changed(members, "backup.json", format=1)))
    await whole.cms.kit.storage.delete([*before])
    answer = await put(whole, archive, parts="files")
    assert answer.status_code == 200, answer.text
    assert await whole.objects() == before
    # What the question before an import goes by.
    address = f"/cms/backups/{(await latest_import(whole))['backup']}/preview"
    preview = (await whole.cms.get(address, headers=whole.headers)).json()
    [files] = [part for part in preview["parts"] if part["name"] == "files"]
    assert [each["backedUp"] for each in files["tables"] if each["table"] == "former_contents"] == [0]


async def test_other_tables_may_not_be_lacking(whole: Whole) -> None:
    archive = rewritten(await archive_of(whole), "url_maps", [])
    answer = await put(whole, archive, parts="pages")
    assert (answer.status_code, answer.json()["code"]) == (422, "backup_invalid"), answer.text


async def test_pages_are_found_again(whole: Whole) -> None:
    """Their documents went with the rows of before, and nothing said that they are to be made anew."""
    content = whole.services["content"]
    await keep_index(content.kit)
    before = await documents(whole)
    archive = await archive_of(whole)
    assert (await put(whole, archive)).status_code == 200
    await keep_index(content.kit)
    assert await documents(whole) == before > 0
