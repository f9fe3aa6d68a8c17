"""A web host that has no more files than its image."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from deploy.local import ports
from deploy.local.processes import node_folder
from deploy.local.settings import ROOT
from kit.identity import ServiceIdentity
from kit.keys import ServiceKeys
from tests.composed.images import read_image
from tests.otlp_receiver import Collector, collecting
from tests.stack import Stack
from tests.web_image import lay_out_web

pytestmark = pytest.mark.xdist_group("site of the web host")

_START_SECONDS = 60.0
_SOURCES = {"sharedSCSS": "$ink: #111111;", "externalSCSS": "", "inlineCSS": "", "externalCSS": "", "fonts": ["Lora"]}


@pytest.fixture(scope="module")
def collector() -> Iterator[Collector]:
    with collecting() as collector:
        yield collector


@pytest.fixture(scope="module")
def metrics_url() -> Iterator[str]:
    with ExitStack() as held:
        yield f"http://127.0.0.1:{ports.reserve(['metrics'], held)['metrics']}/metrics"


@pytest.fixture(scope="module")
def image_host(
    stack: Stack, collector: Collector, metrics_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[httpx.Client]:
    """The command of the image among its files, beside the copy's own web host; watched, so that it loads all it can."""
    folder = tmp_path_factory.mktemp("image")
    image = read_image(ROOT / "deploy/containers/web.Dockerfile", {})
    with ExitStack() as held:
        port = ports.reserve(["web"], held)["web"]
        environment = {
            **image.environment,
            "PATH": f"{node_folder()}{os.pathsep}{os.defpath}",
            "HOST": "127.0.0.1",
            "PORT": str(port),
            "REDIS_URL": stack.redis_url,
            "KEYS_DIR": stack.facts["keys"],
            "PUBLIC_URL": stack.base_url,
            "METRICS_PORT": str(httpx.URL(metrics_url).port),
            "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url,
            **{f"{part.upper()}_URL": url for part, url in stack.urls.items()},
        }
        web = lay_out_web(folder / "web")
        log = folder / "log"
        process = subprocess.Popen(
            image.command, cwd=web, env=environment, stdout=held.enter_context(log.open("wb")), stderr=subprocess.STDOUT
        )
        held.callback(process.wait)
        held.callback(process.terminate)
        client = held.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60))
        _await(client, process, log)
        yield client


def _await(client: httpx.Client, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + _START_SECONDS
    while True:
        try:
            if client.get("/healthz").is_success:
                return
        except httpx.TransportError:
            pass
        assert process.poll() is None, log.read_text()
        assert time.monotonic() < until, log.read_text()
        time.sleep(0.05)


@pytest.mark.parametrize("path", ["/", "/cms-login", "/cms-admin", "/sitemap.xml", "/robots.txt"])
def test_answers_as_the_host_with_all_its_files(image_host: httpx.Client, host: httpx.Client, path: str) -> None:
    end = time.monotonic() + 60
    while True:
        answer, expected = image_host.get(path), host.get(path)
        # One of the two may have heard of a change already, the other not yet.
        if _without_what_differs(answer.text) == _without_what_differs(expected.text) or time.monotonic() > end:
            break
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, expected.headers["Content-Type"])
    assert _without_what_differs(answer.text) == _without_what_differs(expected.text)


def test_serves_all_that_its_pages_name(image_host: httpx.Client) -> None:
    """Also the fonts."""
    for page in ("/", "/cms-login"):
        named = set(re.findall(r"/assets/[\w./-]+", image_host.get(page).text))
        assert named
        assert {image_host.get(each).status_code for each in named} == {200}


@pytest.mark.parametrize(
    ("source", "status"),
    [("p { color: $ink; font-family: Lora }", 200), ("@media (x) { p { color: $none } }", 422)],
    ids=["right", "wrong"],
)
def test_compiles_and_minifies(stack: Stack, image_host: httpx.Client, source: str, status: int) -> None:
    """In children of its own, with compilers that nothing else loads."""
    token = ServiceIdentity(ServiceKeys(Path(stack.facts["keys"]), "content"), "content").token_for("web")

    def post(what: str, sources: dict[str, Any]) -> httpx.Response:
        address = f"/client/api/private/{what}-templates"
        return image_host.post(address, json=sources, headers={"Authorization": f"Bearer {token}"})

    script = "const first = 1;\nwindow.first = first;"
    answer = post("compiled", {**_SOURCES, "inlineSCSS": source, "js": script})
    assert answer.status_code == status, answer.text
    if status == 422:
        assert "Undefined variable" in answer.text
        return
    # A save does not wait for it where the machine is busy: it is asked for again then, without a limit of time.
    smaller = post("minified", {"inlineCSS": answer.json()["inlineCSS"], "externalCSS": "", "js": script})
    assert smaller.json()["inlineCSS"].startswith("p{color:#111;"), smaller.text
    assert smaller.json()["js"].startswith("const first=1;window.first=")


def test_tells_of_itself(image_host: httpx.Client, collector: Collector, metrics_url: str) -> None:
    image_host.get("/")
    collector.wait_for(lambda spans: any(span.service == "pagewright-web" for span in spans))
    told = httpx.get(metrics_url, timeout=30).text
    assert "pagewright_page_cache_renders_total" in told
    assert "process_resident_memory_bytes" in told


def _without_what_differs(text: str) -> str:
    """A page has the number of its request in it, and where a nonce is, another each time."""
    return re.sub(r"[0-9a-f]{32}|nonce=\S+", "", text)
