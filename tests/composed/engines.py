"""Postgres and Redis from the wheels, in place of the images that Docker would fetch: the same settings and secrets."""

import os
import pwd
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from deploy.local import postgres, redis
from tests.composed.containers import Container, NotStarted

Engine = Callable[[Path, str, Mapping[str, Any]], tuple[list[str], list[str]]]


class EngineContainer(Container):
    """Runs where it is: without files of its own."""

    def answers(self) -> bool:
        """Whether its health check passes."""
        return self.run(self.health).returncode == 0

    def _entering(self, command: list[str], root: Path) -> list[str]:
        return command

    def _environment(self) -> dict[str, str]:
        return {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"}


def _postgres(folder: Path, address: str, service: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """What the entry point of Docker's image does, and then its command."""
    binaries, user = postgres.binaries(), postgres.account()
    data = folder / "volumes" / "postgres"
    settings = service["environment"]
    password = folder / "volumes" / "secrets" / "postgres" / Path(settings["POSTGRES_PASSWORD_FILE"]).name
    as_user = ["setpriv", f"--reuid={user}", f"--regid={pwd.getpwnam(user).pw_gid}", "--clear-groups"] if user else []
    if not data.exists():
        data.mkdir(mode=0o700, parents=True)
        for above in (data.parent, folder):
            above.chmod(0o711)
        if user:
            os.chown(data, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)
        readable = folder / "postgres-password"
        readable.write_text(password.read_text())
        readable.chmod(0o444)
        arguments = settings["POSTGRES_INITDB_ARGS"].split()
        initdb = [str(binaries / "initdb"), "-D", str(data), "-U", "postgres", "--pwfile", str(readable), *arguments]
        _quietly([*as_user, *initdb])
        single = [str(binaries / "postgres"), "--single", "-D", str(data), "postgres"]
        _quietly([*as_user, *single], f"CREATE DATABASE {settings['POSTGRES_DB']};\n")
    command = [
        *(str(binaries / "postgres"), *service["command"][1:], "-D", str(data)),
        *(f"-clisten_addresses={address}", "-cport=5432", "-cunix_socket_directories=", "-cfsync=off"),
    ]
    return [*as_user, *command], [str(binaries / "pg_isready"), f"--host={address}", "--quiet"]


def _redis(folder: Path, address: str, service: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    configuration = folder / "volumes" / "secrets" / "redis" / Path(service["command"][1]).name
    data = folder / "volumes" / "redis"
    data.mkdir(parents=True, exist_ok=True)
    binary = redis.binary()
    password = next(
        line.split()[1] for line in configuration.read_text().splitlines() if line.startswith("requirepass")
    )
    here = folder / "redis.conf"
    here.write_text(configuration.read_text().replace("dir /data", f"dir {data}"))
    command = [str(binary), str(here), "--bind", address]
    ask = [str(binary.with_name("redis-cli")), "-h", address, "-a", password, "--no-auth-warning", "ping"]
    return command, ask


def _quietly(command: list[str], text: str | None = None) -> None:
    ended = subprocess.run(
        command, input=text, cwd="/", env={"LC_ALL": "C"}, capture_output=True, text=True, check=False
    )
    if ended.returncode:
        raise NotStarted(f"postgres: {ended.stderr}")


ENGINES: dict[str, Engine] = {"postgres": _postgres, "redis": _redis}
