"""What the doctor says of the address that visitors use, of the parts, and of a cache in front."""

import json
from datetime import timedelta
from pathlib import Path

import pytest

from deploy.doctor.findings import Finding
from deploy.doctor.parts import check_cache, check_parts
from deploy.doctor.public_address import check_public_address
from kit.testing.engines import free_port
from tests.doctor.running import web_server


def _keys(*kids: str) -> str:
    return json.dumps({"keys": [{"kid": kid} for kid in kids]})


async def _found(public_url: str, auth_url: str | None = None, is_contained: bool = False) -> Finding:
    [found], _ = await check_public_address(public_url, auth_url, is_contained)
    return found


class TestThePublicAddress:
    async def test_is_this_site(self) -> None:
        with web_server(body=_keys("a", "b")) as public, web_server(body=_keys("b", "c")) as auth:
            found = await _found(public, auth)
        assert (found.level, found.said) == ("warning", f"{public} is this site, for this machine alone")

    async def test_is_another_site(self) -> None:
        with web_server(body=_keys("x")) as public, web_server(body=_keys("b")) as auth:
            found = await _found(public, auth)
        assert (found.level, found.said.split(" is ")[1]) == (
            "fault",
            "another site, or something that keeps old answers",
        )

    @pytest.mark.parametrize("body", ["<html>", "[]", '{"keys": 1}'])
    async def test_is_something_else(self, body: str) -> None:
        with web_server(body=body) as public, web_server(body=_keys("b")) as auth:
            assert (await _found(public, auth)).level == "fault"

    async def test_has_a_name_that_nobody_knows(self) -> None:
        found = await _found("https://nowhere.invalid")
        assert (found.level, found.said.startswith("nowhere.invalid has no address")) == ("fault", True)

    async def test_does_not_answer(self) -> None:
        found = await _found(f"http://127.0.0.1:{free_port()}")
        assert (found.level, "does not answer" in found.said) == ("fault", True)

    async def test_answers_with_a_fault(self) -> None:
        with web_server(status=503) as public:
            found = await _found(public)
        assert (found.level, found.said) == ("fault", f"{public} answers 503")

    async def test_is_not_asked_for_this_machine_from_within_a_container(self) -> None:
        found = await _found("http://localhost:8080", is_contained=True)
        assert (found.level, "from within a container" in found.said) == ("warning", True)


class TestParts:
    async def test_that_answer_and_that_do_not(self) -> None:
        with web_server() as well, web_server(status=500) as ill:
            [found] = await check_parts({"auth": well, "web": well})
            assert (found.level, found.said) == ("ok", "auth, web answer")
            away = f"http://127.0.0.1:{free_port()}"
            findings = await check_parts({"auth": well, "cms": ill, "web": away})
        assert [(each.level, each.advice) for each in findings] == [
            ("fault", "see the log of cms, and restart it"),
            ("fault", "see the log of web, and restart it"),
        ]
        assert findings[0].said == "cms answers 500"


class TestACacheInFront:
    async def test_is_there_only_where_it_is_named(self) -> None:
        assert not await check_cache({})

    async def test_takes_purges_or_does_not(self) -> None:
        with web_server() as well, web_server(status=403) as ill:
            [takes] = await check_cache({"CACHE_PURGE_URL": well, "CACHE_PURGE_HEADER": "Fastly-Key: secret"})
            [refuses] = await check_cache({"CACHE_PURGE_URL": ill, "CACHE_PURGE_HEADER": "Fastly-Key: secret"})
        [away] = await check_cache({"CACHE_PURGE_URL": f"http://127.0.0.1:{free_port()}"})
        assert [takes.level, refuses.level, away.level] == ["ok", "fault", "fault"]
        assert "secret" not in str(refuses)


async def test_the_clock_of_an_old_answer_is_none(tmp_path: Path) -> None:
    with web_server(behind=timedelta(minutes=10)) as public:
        found, clocks = await check_public_address(public, None, is_contained=False)
    assert (found[0].level, len(clocks)) == ("warning", 1)
