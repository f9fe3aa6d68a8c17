"""The gateway in front of several processes of each part."""

import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.deploy.conftest import PARTS, Echo, replicated_gateway, started_gateway

PATHS = {"ecom": "/ecom/brands", "content": "/client/pages", "web": "/about", "cms": "/cms/emails"}


@pytest.fixture(scope="module")
def running() -> Iterator[list[Echo]]:
    """Two services of each name."""
    echoes = [Echo(part) for part in PARTS for _ in range(2)]
    yield echoes
    for echo in echoes:
        echo.close()


@pytest.fixture(scope="module")
def gateway(tmp_path_factory: pytest.TempPathFactory, running: list[Echo]) -> Iterator[httpx.Client]:
    """A gateway in front of them."""
    with replicated_gateway(tmp_path_factory.mktemp("gateway"), running) as client:
        yield client


@pytest.fixture
def echoes(gateway: httpx.Client, running: list[Echo]) -> list[Echo]:
    """The services, all ready again and known to be."""
    for echo in running:
        echo.is_ready, echo.breaks_off = True, False
        echo.asked.clear()
    until = time.monotonic() + 60
    while not all(echo.asked for echo in running if echo.part in PATHS):
        assert time.monotonic() < until, "some are never asked"
        for path in PATHS.values():
            gateway.get(path)
    for echo in running:
        echo.asked.clear()
    return running


def of(part: str, echoes: list[Echo]) -> list[Echo]:
    return [echo for echo in echoes if echo.part == part]


class TestSeveral:
    def test_share_all_requests_and_one_that_is_not_there_is_not_missed(
        self, tmp_path: Path, echoes: list[Echo]
    ) -> None:
        with replicated_gateway(tmp_path, echoes, absent=PARTS) as gateway:
            # At once: it takes a second until the gateway knows of it.
            for part, path in PATHS.items():
                for method in ("GET", "POST"):
                    answers = [gateway.request(method, path) for _ in range(6)]
                    assert {(answer.status_code, answer.json()["part"]) for answer in answers} == {(200, part)}
                    assert all(f"{method} {path}" in echo.asked for echo in of(part, echoes))

    @pytest.mark.parametrize("part", PATHS)
    def test_one_that_is_not_ready_is_asked_no_more(self, gateway: httpx.Client, echoes: list[Echo], part: str) -> None:
        leaving, staying = of(part, echoes)
        leaving.is_ready = False
        until = time.monotonic() + 90
        while self._asks(gateway, leaving, part):
            assert time.monotonic() < until, "it is still sent requests"
        assert PATHS[part] in staying.asked[-1]

    @staticmethod
    def _asks(gateway: httpx.Client, echo: Echo, part: str) -> bool:
        echo.asked.clear()
        for _ in range(4):
            assert gateway.get(PATHS[part]).status_code == 200
        return bool(echo.asked)


class TestOneThatIsKilled:
    def test_what_only_reads_is_asked_of_another(self, gateway: httpx.Client, echoes: list[Echo]) -> None:
        for part, path in PATHS.items():
            killed, _ = of(part, echoes)
            killed.breaks_off = True
            answers = [gateway.get(path) for _ in range(6)]
            assert {(answer.status_code, answer.json()["part"]) for answer in answers} == {(200, part)}
            assert killed.asked, "it was never asked"

    @pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
    def test_what_may_have_taken_effect_is_sent_once(
        self, gateway: httpx.Client, echoes: list[Echo], method: str
    ) -> None:
        for echo in of("ecom", echoes):
            echo.breaks_off = True
        answer = gateway.request(method, "/ecom/brands/1")
        assert answer.status_code == 503
        assert answer.json()["path"] == "/client/api/gateway-problems/503"
        assert sum(len(echo.asked) for echo in of("ecom", echoes)) == 1


class TestNoneReady:
    def test_calls_are_problems(self, gateway: httpx.Client, echoes: list[Echo]) -> None:
        for part, path, told in (
            ("ecom", "/ecom/brands", ("content", "/client/internal/away/ecom/brands")),
            ("content", "/client/pages", ("web", "/client/api/gateway-problems/503/client/pages")),
        ):
            for echo in of(part, echoes):
                echo.is_ready = False
            until = time.monotonic() + 90
            while (answer := gateway.post(path).json())["part"] == part:
                assert time.monotonic() < until
            assert (answer["part"], answer["path"]) == told


class TestAGatewayOfSeveral:
    def test_that_is_to_end_closes_each_connection_behind_its_answer(self, tmp_path: Path, running: list[Echo]) -> None:
        """Else it closes, in the end, those that a request is on its way on."""
        with started_gateway(tmp_path, running, DRAIN_SECONDS="100") as (process, client):
            assert "connection" not in client.get("/client/pages").headers
            process.terminate()
            until = time.monotonic() + 90
            while "connection" not in (answer := client.get("/about")).headers:
                assert time.monotonic() < until, "it closes none"
            assert (answer.status_code, answer.headers["connection"]) == (200, "close")

    def test_that_is_to_end_does_so_after_a_while(self, tmp_path: Path, running: list[Echo]) -> None:
        with started_gateway(tmp_path, running, DRAIN_SECONDS="1") as (process, _):
            process.terminate()
            assert process.wait(90) == 0

    def test_alone_has_nothing_of_that(self, tmp_path: Path, running: list[Echo]) -> None:
        with started_gateway(tmp_path, running):
            assert "leaving" not in (tmp_path / "traefik.yml").read_text().replace("${LEAVING}", "")
