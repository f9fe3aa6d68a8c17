"""Processes whose event loop stands still: they end, so that what supervises them starts them anew."""

import asyncio
import signal
import socket
import sys
from pathlib import Path

import pytest

from kit import heartbeat
from kit.alive import HEARTBEAT_FILE
from kit.environment import SettingsError
from kit.hanging import _SHORTEST, BEAT_SECONDS, hang_seconds
from kit.testing import ServiceClient, Tokens
from kit.testing.engines import free_port
from tests.kit.waiting import eventually
from tests.kit.worker_process import _environment, end, on_ports

_SECONDS = 10
# It leaves a byte for each time that it puts off its end, more often than it does elsewhere, and hangs at a signal: by a
# regular expression that goes on for years, and lets nothing else of Python run meanwhile.
_THAT_CAN_HANG = """
import faulthandler, re, runpy, signal, sys
import kit.hanging
del sys.argv[0]
put_off, dump_traceback_later = open(sys.argv.pop(0), "ab", buffering=0), faulthandler.dump_traceback_later
def dump_later(seconds, exit):
    dump_traceback_later(seconds, exit=exit)
    put_off.write(b"x")
def hang(number, frame):
    re.fullmatch("(a*)*b", "a" * 60)
faulthandler.dump_traceback_later = dump_later
kit.hanging.BEAT_SECONDS /= 10
signal.signal(signal.SIGUSR1, hang)
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""


class TestTheSetting:
    def test_is_longer_than_the_loop_takes_to_go_round(self) -> None:
        assert _SHORTEST > 2 * BEAT_SECONDS

    @pytest.mark.parametrize(("text", "seconds"), [("", 0), ("0", 0), ("5", 5), ("3600", 3600)])
    def test_is_a_number(self, monkeypatch: pytest.MonkeyPatch, text: str, seconds: int) -> None:
        monkeypatch.setenv("HANG_SECONDS", text)
        assert hang_seconds() == seconds

    @pytest.mark.parametrize("text", ["4", "-1", "3601", "soon", "6.5", "\uff19"])
    def test_is_refused_where_it_is_none(self, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
        monkeypatch.setenv("HANG_SECONDS", text)
        with pytest.raises(SettingsError, match="HANG_SECONDS must be 0 or a number from 5 to 3600"):
            hang_seconds()


class TestAProcess:
    @pytest.mark.parametrize("command", [("kit.worker", "tests.kit.jobsite"), ("kit.serve", "crm")], ids=str)
    async def test_that_hangs_ends_and_says_where_it_was(
        self, client: ServiceClient, tokens: Tokens, tmp_path: Path, command: tuple[str, str]
    ) -> None:
        port, file, put_off = free_port(), tmp_path / "worker", tmp_path / "put-off"
        async with on_ports({"auth": tokens.app}) as urls:
            told = {"PORT": str(port), HEARTBEAT_FILE: str(file), "HANG_SECONDS": str(_SECONDS), **urls}
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", _THAT_CAN_HANG, str(put_off), *command, env=_environment(client, told),
                stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
            )  # fmt: skip
            try:
                await eventually(lambda: file.exists() or _listens(port))
                # It lives on as long as its loop goes round.
                await eventually(lambda: put_off.stat().st_size >= 3)
                process.send_signal(signal.SIGUSR1)
                _, errors = await asyncio.wait_for(process.communicate(), 60)
            finally:
                await end(process)
        assert await process.wait() == 1
        assert f"Timeout (0:00:{_SECONDS:02})!" in errors.decode()
        assert "in hang" in errors.decode()


def _listens(port: int) -> bool:
    with socket.socket() as asking:
        return not asking.connect_ex(("127.0.0.1", port))


class TestTheBeat:
    async def test_goes_on_after_it_could_not_touch_its_file(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        """A worker that met a full disk once was unhealthy for ever."""
        file = tmp_path / "folder" / "worker"
        monkeypatch.setenv(HEARTBEAT_FILE, str(file))
        monkeypatch.setattr(heartbeat, "BEAT_SECONDS", 0.01)
        beating = asyncio.create_task(heartbeat.beat())
        await asyncio.sleep(0.05)
        assert not beating.done()
        file.parent.mkdir()
        await eventually(file.exists)
        beating.cancel()
