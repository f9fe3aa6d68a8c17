"""`make doctor` and the command of containers: settings, versions, and sites that run or do not."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from deploy.doctor.versions import check_versions
from deploy.local.processes import node_folder
from deploy.local.settings import RELEASE
from kit.testing.engines import free_port
from tests.doctor.running import lines, run
from tests.stack import Stack, running_stack

_CORRECT = "→ correct it; the README lists all settings"


class TestSettings:
    def test_that_are_malformed_get_a_line_each(self, tmp_path: Path) -> None:
        wrong = {
            "PORT": "http",
            "PUBLIC_URL": "example.org",
            "REDIS_URL": "localhost",
            "SMTP_HOST": "m",
            "SMTP_PORT": "x",
        }
        ended = run("deploy.local", {"DATA_DIR": str(tmp_path), **wrong})
        assert ended.returncode == 1
        assert lines(ended, "fault") == [
            f"Settings         PORT must be a number from 1 to 65535, not 'http' {_CORRECT}",
            f"Settings         PUBLIC_URL must be an address such as https://www.example.org, not 'example.org' {_CORRECT}",
            f"Settings         REDIS_URL must be an address that begins with redis:// {_CORRECT}",
            f"Settings         SMTP_PORT must be a number from 1 to 65535, not 'x' {_CORRECT}",
        ]
        assert len(ended.stdout.splitlines()) == 4

    def test_that_are_empty_count_as_none(self, tmp_path: Path) -> None:
        empty = dict.fromkeys(("PORT", "PUBLIC_URL", "SMTP_HOST", "S3_BUCKET", "CACHE_PURGE_URL"), "")
        ended = run("deploy.local", {"DATA_DIR": str(tmp_path / "data"), **empty})
        assert (ended.returncode, lines(ended, "fault")) == (0, [])

    def test_that_a_container_lacks_get_a_line_each(self, tmp_path: Path) -> None:
        nothing = run("deploy.operations", {"SECRETS_DIR": str(tmp_path)})
        assert nothing.returncode == 1
        assert [line.split(" →")[0] for line in lines(nothing, "fault")] == [
            "Settings         DATABASE_URL is missing",
            "Settings         REDIS_URL is missing",
        ]

    def test_that_services_lack_or_cannot_read_get_a_line_each(self, tmp_path: Path) -> None:
        address = "postgresql://crm:secret@127.0.0.1/site"
        given = {"CRM_DATABASE_URL": address, "CMS_DATABASE_URL": address, "REDIS_URL": "redis://127.0.0.1"}
        ended = run("deploy.operations", {"SECRETS_DIR": str(tmp_path), "SMTP_HOST": "mail", "SMTP_PORT": "x", **given})
        assert ended.returncode == 1
        found = [line.split(" →")[0].removeprefix("Settings         ") for line in lines(ended, "fault")]
        assert "KEYS_DIR is missing" in found
        assert "AUTH_URL is missing" in found
        assert "SMTP_PORT must be a number from 1 to 65535, not 'x'" in found
        assert len(found) == len(set(found))
        assert "secret" not in ended.stdout

    def test_in_files_that_are_not_there(self, tmp_path: Path) -> None:
        ended = run("deploy.operations", {"SECRETS_DIR": str(tmp_path), "DATABASE_URL_FILE": str(tmp_path / "none")})
        [found] = lines(ended, "fault")
        assert f"DATABASE_URL_FILE names {tmp_path}/none, which cannot be read" in found

    def test_services_that_there_are_not_are_refused(self) -> None:
        ended = run("deploy.operations", {}, "auth", "blog")
        assert (ended.returncode, "there is no service blog" in ended.stderr) == (2, True)


class TestVersions:
    async def test_of_python_and_node(self) -> None:
        found = await check_versions(node_folder() / "node")
        assert [finding.level for finding in found] == ["ok"] * 3
        assert [finding.part for finding in found] == ["Pagewright", "Python", "Node"]

    @pytest.mark.parametrize(
        ("script", "said"),
        [
            ("echo v18.20.4", "version v18.20.4, 24 or newer is needed"),
            ("echo nonsense", "version nonsense, 24 or newer is needed"),
            ("exit 1", "version ?, 24 or newer is needed"),
        ],
    )
    async def test_of_another_node(self, tmp_path: Path, script: str, said: str) -> None:
        node = tmp_path / "node"
        node.write_text(f"#!/bin/sh\n{script}\n")
        node.chmod(0o755)
        found = (await check_versions(node))[-1]
        assert (found.level, found.said) == ("fault", said)

    async def test_of_a_node_that_is_gone(self, tmp_path: Path) -> None:
        found = (await check_versions(tmp_path / "node"))[-1]
        assert (found.level, "does not run" in found.said) == ("fault", True)


class TestASiteThatDoesNotRun:
    def test_is_none_yet(self, tmp_path: Path) -> None:
        data = tmp_path / "data"
        ended = run("deploy.local", {"DATA_DIR": str(data)})
        assert ended.returncode == 0
        assert f"Site             there is none in {data} → start one by `make up`" in lines(ended, "warning")
        assert not data.exists()

    def test_is_of_a_newer_release(self, tmp_path: Path) -> None:
        (tmp_path / "version.json").write_text(json.dumps({"layout": 1, "release": "99.0.0"}))
        ended = run("deploy.local", {"DATA_DIR": str(tmp_path)})
        [found] = lines(ended, "fault")
        assert (
            ended.returncode,
            found.startswith(f"Site             {tmp_path} was written by the newer release 99.0.0"),
        ) == (
            1,
            True,
        )

    def test_has_files_that_nobody_can_read(self, tmp_path: Path) -> None:
        (tmp_path / "version.json").write_text("no JSON")
        ended = run("deploy.local", {"DATA_DIR": str(tmp_path)})
        assert (ended.returncode, len(lines(ended, "fault"))) == (1, 1)

    def test_has_engines_elsewhere_that_do_not_answer(self, tmp_path: Path) -> None:
        engines = {
            "DATABASE_URL": f"postgresql://boss:secret@127.0.0.1:{free_port()}/site",
            "REDIS_URL": f"redis://:secret@127.0.0.1:{free_port()}",
        }
        ended = run("deploy.local", {"DATA_DIR": str(tmp_path / "data"), **engines})
        assert [line.split()[0] for line in lines(ended, "fault")] == ["Postgres", "Redis"]
        assert "secret" not in ended.stdout


class TestASiteThatRuns:
    def test_is_well_until_a_part_ends(self, tmp_path: Path) -> None:
        """Also where the operator who asks does not have the settings that the site was started with."""
        with running_stack(BACKUPS_DIR=str(tmp_path)) as stack:
            until = time.monotonic() + 90
            # It finds fault with what takes more than seconds to answer, as all does on a busy machine now and then.
            while (ended := _examined(stack)).returncode and time.monotonic() < until:
                pass
            assert (ended.returncode, lines(ended, "fault")) == (0, []), ended.stdout
            # The disk is the machine's own, of which nobody knows how full it is.
            told = [line.split("  ")[0] for line in lines(ended, "ok") if not line.startswith("Disk")]
            versions, engines = ["Pagewright", "Python", "Node"], ["Postgres", "Tables", "Redis", "Files", "Backups"]
            assert told == ["Settings", "Site", *versions, *engines, "Clock", "Parts"]
            assert f"Pagewright       release {RELEASE}" in lines(ended, "ok")
            address = f"Public address   http://localhost:{stack.port} is this site"
            assert any(line.startswith(address) for line in lines(ended, "warning"))
            for part in ("crm", "redis"):
                stack.stop_one(part)
            ended = _examined(stack)
            assert ended.returncode == 1
            assert lines(ended, "fault")[0].startswith("Redis ")
            assert any(line.startswith("Parts            crm does not answer") for line in lines(ended, "fault"))
            # Stops the supervisor first: it would end all other processes once the launcher is gone.
            supervisor = int((stack.data_dir / "run" / "supervisord.pid").read_text())
            os.kill(supervisor, signal.SIGSTOP)
            stack.kill_launcher()
            os.kill(supervisor, signal.SIGKILL)
            ended = _examined(stack)
            [orphaned] = [line for line in lines(ended, "warning") if line.startswith("Site ")]
            assert f"what ran it on {stack.data_dir} was killed" in orphaned
            assert any(line.startswith("Parts            crm does not answer") for line in lines(ended, "fault"))


def _examined(stack: Stack) -> subprocess.CompletedProcess[str]:
    return run("deploy.local", {"DATA_DIR": str(stack.data_dir)})
