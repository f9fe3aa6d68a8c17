"""What a copy does when its processes die, when it is stopped, and when it is killed."""

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import psutil
import pytest

from deploy.local.settings import ROOT
from tests.stack import Stack
from tests.stack_fixtures import set_up_site
from tests.waiting import eventually, eventually_answered

pytestmark = pytest.mark.xdist_group("own stack")


def is_healthy(stack: Stack, path: str) -> bool:
    return httpx.get(f"{stack.base_url}{path}", timeout=20).status_code == 200


def users(stack: Stack) -> int:
    return int(httpx.get(f"{stack.base_url}/auth/internal/status", timeout=30).json()["userCount"])


def have_owner(stack: Stack) -> None:
    """Something to be found again afterwards."""
    if not users(stack):
        set_up_site(stack)


class TestReady:
    def test_one_line_with_the_link_to_set_the_site_up(self, own_stack: Stack) -> None:
        lines = own_stack.output.splitlines()
        assert len(lines) == 1, lines
        assert f"{own_stack.base_url}/cms-setup?code={own_stack.setup_code}" in lines[0]

    def test_scripts_are_told_that_it_runs(self, own_stack: Stack) -> None:
        ended = subprocess.run(
            [sys.executable, "-m", "deploy.local", "runs"],
            cwd=ROOT,
            env={**os.environ, "DATA_DIR": str(own_stack.data_dir)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (ended.returncode, ended.stdout) == (0, f"a site runs on {own_stack.data_dir}\n")

    def test_secrets_are_the_owners_alone(self, own_stack: Stack) -> None:
        assert own_stack.data_dir.stat().st_mode & 0o007 == 0
        keys = list(Path(own_stack.facts["keys"]).glob("*.json"))
        assert len(keys) == 7
        for file in (*keys, Path(own_stack.facts["secrets"]), own_stack.data_dir / "run" / "ready.json"):
            assert file.stat().st_mode & 0o777 == 0o600
        password = urlsplit(own_stack.facts["database"]["roles"]["auth"]).password or "?"
        for process in map(psutil.Process, own_stack.pids()):
            assert password not in " ".join(process.cmdline())

    def test_another_copy_runs_beside_it(self, own_stack: Stack, stack: Stack) -> None:
        assert own_stack.pids().isdisjoint(stack.pids())
        assert users(stack) > 0
        assert users(own_stack) == 0

    def test_a_second_one_on_the_same_folder_is_refused(self, own_stack: Stack) -> None:
        second = Stack(own_stack.data_dir)
        first_output = own_stack.output
        assert second.launch().wait(60) == 1
        assert "running already" in second.output
        (own_stack.data_dir.with_name("data.output")).write_text(first_output)
        assert is_healthy(own_stack, "/auth/internal/health")


class TestCrash:
    def test_a_service_is_restarted_and_that_is_said(self, own_stack: Stack) -> None:
        before = own_stack.pid("crm")
        own_stack.signal("crm", signal.SIGKILL)
        eventually(lambda: own_stack.pid("crm") not in (0, before))
        eventually_answered(lambda: is_healthy(own_stack, "/crm/internal/health"))

        def said() -> list[str]:
            return [line for line in own_stack.output.splitlines() if "crm" in line]

        eventually(said)
        [line] = said()
        assert "SIGKILL" in line

    def test_services_outlive_their_database(self, own_stack: Stack) -> None:
        before = own_stack.pid("auth")
        own_stack.signal("postgres", signal.SIGKILL)
        eventually(lambda: "postgres crashed" in own_stack.output)
        status = f"{own_stack.base_url}/auth/internal/status"
        eventually_answered(lambda: "userCount" in httpx.get(status, timeout=20).json())
        assert own_stack.pid("auth") == before

    def test_visitors_wait_while_the_web_host_restarts(self, own_stack: Stack) -> None:
        have_owner(own_stack)
        before = own_stack.pid("web")
        told: list[int] = []

        def visit() -> int:
            told.append(visitor.get("/").status_code)
            return told[-1]

        with httpx.Client(base_url=own_stack.base_url, timeout=30) as visitor:
            assert visit() == 200
            own_stack.signal("web", signal.SIGKILL)
            # Where a restart takes longer than ten seconds, they are told so; nobody is refused.
            eventually_answered(lambda: visit() == 200 and own_stack.pid("web") not in (0, before))
        assert set(told) <= {200, 503, 504}

    def test_without_a_web_host_visitors_are_told_to_come_back(self, own_stack: Stack) -> None:
        own_stack.stop_one("web")
        eventually_answered(lambda: httpx.get(f"{own_stack.base_url}/", timeout=30).status_code == 503)
        answer = httpx.get(f"{own_stack.base_url}/about", headers={"Accept": "text/html"}, timeout=60)
        assert (answer.status_code, answer.headers["Content-Type"]) == (503, "text/html; charset=utf-8")
        assert answer.headers["Retry-After"]
        assert answer.headers["Cache-Control"] == "no-store"
        assert '<meta name="robots" content="noindex">' in answer.text
        assert "<script" not in answer.text
        answer = httpx.get(f"{own_stack.base_url}/about", headers={"Accept": "application/json"}, timeout=60)
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert (answer.status_code, answer.json()["code"]) == (503, "site_away")
        own_stack.start_one("web")
        eventually_answered(lambda: is_healthy(own_stack, "/healthz"))

    def test_meanwhile_the_gateway_says_so_as_a_problem(self, own_stack: Stack) -> None:
        own_stack.stop_one("ecom")
        answer = httpx.get(f"{own_stack.base_url}/api/ecom/internal/health", timeout=30)
        assert answer.status_code == 503
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.json()["code"] == "service_unreachable"
        own_stack.start_one("ecom")
        eventually_answered(lambda: is_healthy(own_stack, "/api/ecom/internal/health"))

    def test_also_while_content_is_away(self, own_stack: Stack) -> None:
        away = ["content", "ecom", "cms"]
        for name in away:
            own_stack.stop_one(name)
        for method, path in (("POST", "/ecom/orders"), ("GET", "/files/a.jpg"), ("POST", "/cms/files")):
            answer = httpx.request(method, f"{own_stack.base_url}{path}", timeout=60)
            assert (answer.status_code, answer.headers["Content-Type"]) == (503, "application/problem+json")
            assert (answer.json()["code"], answer.headers["Retry-After"]) == ("service_unreachable", "5")
        for name in away:
            own_stack.start_one(name)
        for prefix in ("client", "ecom", "cms"):
            eventually_answered(partial(is_healthy, own_stack, f"/api/{prefix}/internal/health"))


class TestEnd:
    def test_ctrl_c_leaves_no_process_and_no_socket(self, own_stack: Stack) -> None:
        have_owner(own_stack)
        sockets = (own_stack.data_dir / "run" / "sockets").resolve()
        assert own_stack.process is not None
        own_stack.process.send_signal(signal.SIGINT)
        assert own_stack.process.wait(150) == 0
        assert own_stack.pids() == set()
        assert not sockets.exists()
        own_stack.start()
        assert own_stack.output.splitlines()[0].startswith(f"Pagewright is ready: {own_stack.base_url}")
        assert users(own_stack) == 1

    def test_killed_it_takes_the_others_with_it(self, own_stack: Stack) -> None:
        have_owner(own_stack)
        own_stack.kill_launcher()
        eventually(lambda: not own_stack.pids())
        own_stack.start()
        assert users(own_stack) == 1

    def test_after_a_power_cut_the_data_is_there(self, own_stack: Stack) -> None:
        have_owner(own_stack)
        own_stack.kill_everything()
        own_stack.start()
        assert users(own_stack) == 1

    def test_what_outlived_the_supervisor_is_ended_by_the_next_start(self, own_stack: Stack) -> None:
        have_owner(own_stack)
        supervisor = int((own_stack.data_dir / "run" / "supervisord.pid").read_text())
        left = own_stack.pids() - {supervisor}
        os.kill(own_stack.facts["pid"], signal.SIGKILL)
        os.kill(supervisor, signal.SIGKILL)
        own_stack.start()
        assert users(own_stack) == 1
        assert left.isdisjoint(own_stack.pids())
