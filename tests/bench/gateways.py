"""Gateways of the very kind that `make up` runs, in front of something else: the limits to measure against."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

from deploy.local.gateway import TEMPLATES, go_settings, static_settings
from kit.testing.engines import free_port

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("auth", "cms", "content", "crm", "ecom", "web")
HERE = Path(__file__).parent
# What a gateway answers while nobody answers it, or while nobody is known to.
_UNREADY = (502, 503, 504)


def gateway_to(targets: Mapping[str, str], folder: Path) -> AbstractContextManager[str]:
    """Traefik with the project's own routes, where `targets` gives the address of some parts; its address."""
    port = free_port()
    configuration = folder / "traefik.yml"
    configuration.write_text(static_settings(port))
    nowhere = f"http://127.0.0.1:{free_port()}"
    addresses = {f"{part.upper()}_URL": targets.get(part, nowhere) for part in PARTS}
    environment = {**os.environ, **go_settings(), **addresses, "PUBLIC_URL": f"http://localhost:{port}"}
    binary = Path(sys.executable).parent / "traefik"
    command = [str(binary), f"--configFile={configuration}"]
    # 404 until it has read its routes; 502 is an answer where `targets` has nothing for the web host. Its output goes
    # nowhere: it would say twice a second that nothing answers for the parts that are left out.
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return _answering(command, port, unready=(404,), cwd=TEMPLATES, env=environment, **silent)


def bare_node(node: str, body: Path, encoding: str) -> AbstractContextManager[str]:
    """Node's http server that answers everything with the bytes of one file; its address."""
    port = free_port()
    return _answering([node, str(HERE / "bare.mjs"), str(port), str(body), encoding], port)


def bare_editor(node: str, folder: Path) -> AbstractContextManager[str]:
    """A page with nothing but React and TipTap, built into `folder` as the web is; its address."""
    for file in ("index.html", "main.tsx"):
        shutil.copy(HERE / "bare_editor" / file, folder)
    (folder / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    vite = ROOT / "web" / "node_modules" / "vite" / "bin" / "vite.js"
    subprocess.run([node, str(vite), "build", "--logLevel", "error", str(folder)], check=True)
    port = free_port()
    return _answering([node, str(HERE / "bare_editor" / "serve.mjs"), str(port), str(folder / "dist")], port)


def nginx(binary: str, folder: Path, body: bytes) -> AbstractContextManager[str]:
    """nginx with one static file as its index, which also takes files by PUT below /put/; its address."""
    port = free_port()
    (folder / "html").mkdir(parents=True)
    (folder / "html" / "index.html").write_bytes(body)
    (folder / "html" / "put").mkdir(mode=0o777)
    folder.chmod(0o755)
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; worker_processes 1;\n"
        f"events {{ worker_connections 256; }}\n"
        f"http {{ access_log off; sendfile on; open_file_cache max=10; keepalive_requests 1000000;\n"
        f"  client_max_body_size 0; client_body_temp_path {folder}/body;\n"
        f"  server {{ listen 127.0.0.1:{port}; root {folder}/html;\n"
        f"    location /put/ {{ dav_methods PUT; }} }} }}\n"
    )
    command = [
        binary,
        "-p",
        str(folder),
        "-c",
        str(folder / "nginx.conf"),
        "-g",
        "user root;" if os.getuid() == 0 else "",
    ]
    return _answering(command, port, stderr=subprocess.DEVNULL)


@contextmanager
def running(command: Sequence[str], port: int, **options: Any) -> Iterator[None]:
    """A program that runs while the block does, with these options of Popen, once it takes connections at a port."""
    with subprocess.Popen(command, **options) as process:
        try:
            _wait_for_port(port)
            yield
        finally:
            process.terminate()


@contextmanager
def _answering(
    command: Sequence[str], port: int, *, unready: tuple[int, ...] = _UNREADY, **options: Any
) -> Iterator[str]:
    """A program that runs while the block does, with these options of Popen; its address, once it answers there."""
    address = f"http://127.0.0.1:{port}"
    with subprocess.Popen(command, **options) as process:
        try:
            wait_for(f"{address}/", unready=unready)
            yield address
        finally:
            process.terminate()


def _wait_for_port(port: int, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise TimeoutError(f"nothing listens at port {port}")


def wait_for(address: str, seconds: float = 20, unready: tuple[int, ...] = _UNREADY) -> None:
    """Until something answers there, with any other status than those. Raises TimeoutError."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if httpx.get(address, timeout=2).status_code not in unready:
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.05)
    raise TimeoutError(f"nothing answers at {address}")
