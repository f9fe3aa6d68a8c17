import json
import logging
import re
import sys
import threading
from collections.abc import Callable
from typing import Any

import asyncpg
import pytest
from sqlalchemy.exc import IntegrityError

from kit import edge
from kit.logs import json_logging, request_id
from kit.testing import ServiceClient, SettingsFor
from tests.kit.service import Settings

log = logging.getLogger("test")


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str]) -> Callable[[], list[dict[str, Any]]]:
    return lambda: [json.loads(line) for line in capsys.readouterr().out.splitlines()]


Lines = Callable[[], list[dict[str, Any]]]


class TestLogging:
    def test_writes_one_json_object_a_line(self, settings_for: SettingsFor, lines: Lines) -> None:
        with json_logging(settings_for(Settings)):
            token = request_id.set("request-1")
            log.info("saved %d rows", 3, extra={"page": "p1"})
            request_id.reset(token)
        [line] = lines()
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line.pop("at"))
        assert line == {
            "level": "info", "service": "crm", "logger": "test", "message": "saved 3 rows",
            "requestId": "request-1", "page": "p1",
        }  # fmt: skip

    def test_keeps_a_trace_in_its_line(self, settings_for: SettingsFor, lines: Lines) -> None:
        with json_logging(settings_for(Settings)):
            log.error("broken", exc_info=ValueError("line\nbreak"))
        [line] = lines()
        assert "ValueError" in line["trace"]

    def test_is_for_people_on_a_terminal(
        self, settings_for: SettingsFor, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        secret = "the hash of a password"
        failure = IntegrityError("INSERT", {"hash": secret}, asyncpg.UniqueViolationError("duplicate key"))
        with json_logging(settings_for(Settings)):
            log.error("not saved: %s", failure, exc_info=failure, extra={"page": "p1"})
        written = re.sub(r"\x1b\[\d+m", "", capsys.readouterr().out)
        assert "not saved: IntegrityError" in written.splitlines()[0]
        assert "page=p1" in written.splitlines()[0]
        assert "Traceback" in written
        assert secret not in written

    def test_leaves_out_what_is_below_its_level(self, settings_for: SettingsFor, lines: Lines) -> None:
        with json_logging(settings_for(Settings, log_level="WARNING")):
            log.info("no")
            log.warning("yes")
        assert [line["message"] for line in lines()] == ["yes"]

    def test_does_not_wait_for_its_reader(self, settings_for: SettingsFor, monkeypatch: pytest.MonkeyPatch) -> None:
        reads, written = threading.Event(), 0

        def write_when_read(*_: Any) -> dict[str, Any]:
            nonlocal written
            reads.wait(150)
            written += 1
            return {}

        monkeypatch.setattr("kit.logs._line", write_when_read)
        monkeypatch.setattr("kit.logs._QUEUE_SIZE", 3)
        with json_logging(settings_for(Settings)):
            for _ in range(1000):
                log.info("a line")
            assert written == 0
            reads.set()

    async def test_of_a_failed_request_carries_its_id(
        self, client: ServiceClient, caplog: pytest.LogCaptureFixture
    ) -> None:
        answer = await client.get("/crm/things/broken", headers={"X-Request-Id": "request-2"})
        assert answer.status_code == 500
        [record] = [record for record in caplog.records if record.name == "kit.edge" and record.exc_info]
        assert record.levelname == "ERROR"
        assert request_id.get() == ""


class TestAddresses:
    """What visitors and programs ask for has people in it: `GET /cms/mailchimp/ada@example.org`."""

    @pytest.mark.parametrize(
        ("path", "logged"),
        [
            ("/crm/things/calls/ada@example.org", "/crm/things/calls/{path}"),
            ("/crm/nothing/ada%40example.org/x", "/crm/nothing/…/x"),
        ],
    )
    async def test_of_slow_answers_name_nobody(
        self,
        client: ServiceClient,
        caplog: pytest.LogCaptureFixture,
        monkeypatch: pytest.MonkeyPatch,
        path: str,
        logged: str,
    ) -> None:
        monkeypatch.setattr(edge, "_SLOW", -1.0)
        await client.get(path)
        assert [each.getMessage() for each in caplog.records if each.name == "kit.edge"] == [f"slow: GET {logged}"]
