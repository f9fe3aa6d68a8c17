"""Archives that the command writes to the standard output, and takes from the standard input."""

import io
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from cms import backup_command
from cms.backup_command import STREAM, CommandFailed
from ecom.brands.models import Brand
from tests.cms.backups.archives import wipe
from tests.cms.backups.conftest import Whole
from tests.restored_rows import without_versions


class _Pipe(io.BytesIO):
    """Has no beginning to go back to."""

    def seekable(self) -> bool:
        return False

    def seek(self, *_: Any) -> int:
        raise io.UnsupportedOperation("seek")


@pytest.fixture
def said() -> list[str]:
    return []


async def _written_out(whole: Whole, said: list[str], monkeypatch: pytest.MonkeyPatch) -> bytes:
    out = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=out))
    last = await backup_command.create(whole.cms.kit, STREAM, said.append)
    assert last.startswith("The standard output has a backup of the site")
    return out.getvalue()


async def _restored(whole: Whole, archive: bytes, said: list[str], monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=_Pipe(archive)))
    return await backup_command.restore(whole.cms.kit, STREAM, said.append)


async def test_a_site_goes_out_and_comes_back(whole: Whole, said: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    before, objects = await whole.rows(), await whole.objects()
    archive = await _written_out(whole, said, monkeypatch)
    # Nothing is said in the middle of it.
    assert said
    assert not [line for line in said if line.encode() in archive]
    await wipe(whole)
    last = await _restored(whole, archive, said, monkeypatch)
    assert last.startswith("The site is as it was in the archive. Everybody has to log in again.")
    assert without_versions(await whole.rows()) == without_versions(before)
    assert await whole.objects() == objects


async def test_one_that_broke_off_on_its_way_changes_nothing(
    whole: Whole, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = await _written_out(whole, said, monkeypatch)
    async with whole.services["ecom"].kit.database.transaction() as session:
        session.add(Brand(name="Later"))
    before = await whole.rows()
    with pytest.raises(CommandFailed, match="cut off"):
        await _restored(whole, archive[: len(archive) // 2], said, monkeypatch)
    assert (await whole.rows())["ecom.brands"] == before["ecom.brands"]


async def test_none_at_all_is_said(whole: Whole, said: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandFailed, match="Nothing came by the standard input"):
        await _restored(whole, b"", said, monkeypatch)
    assert [each async for each in whole.cms.kit.storage.list("backups/")] == []


@pytest.mark.parametrize(
    ("arguments", "stream"),
    [(["create", "-"], "err"), (["create", "site.tar"], "out"), (["restore", "-"], "out")],
)
def test_what_is_said_is_not_in_the_archive(
    arguments: list[str], stream: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def run(action: str, file: str, say: backup_command.Say) -> str:
        say("half of it")
        return "all of it"

    monkeypatch.setattr(backup_command, "_run", run)
    assert backup_command.main(arguments) == 0
    found = capsys.readouterr()._asdict()
    assert {name for name, text in found.items() if text} == {stream}
    assert found[stream] == "half of it\nall of it\n"
