"""Load on one address: by wrk where it is installed, else by the Node client beside this file.

Both keep `connections` connections open with one request under way on each. Ratios are taken only
between figures of the same client.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

HERE = Path(__file__).parent
WRK = shutil.which("wrk")
# What every request asks for, as browsers do. Without it Traefik would ask for gzip itself, and unpack it again.
ACCEPT_ENCODING = "gzip, deflate, br"
UNITS = {"us": 1e-3, "ms": 1.0, "s": 1e3}


@dataclass(frozen=True)
class Figures:
    """Requests a second, and the latency of the median and of the slowest 1 % in milliseconds."""

    rate: float
    p50: float
    p99: float
    errors: int


@dataclass(frozen=True)
class Posts:
    """Requests that write, in place of GET. In `body` and the values of `headers`, `NUMBER` is another number each time."""

    body: str
    headers: Mapping[str, str]


def run(
    url: str,
    *,
    node: str,
    paths: Sequence[str] = (),
    connections: int = 32,
    seconds: float = 4,
    posts: Posts | None = None,
    requests: int | None = None,
) -> Figures:
    """Asks for `url`, or in turn for `url + path` of each of `paths`, or posts to `url`, for `seconds` or so many times.

    Raises RuntimeError when the client fails or nothing was answered.
    """
    if WRK and not posts and not requests:
        figures = _wrk(url, paths, connections, seconds)
    else:
        figures = _node(node, url, paths, connections, seconds, posts, requests)
    if figures.rate <= 0:
        raise RuntimeError(f"no answer from {url}")
    return figures


def _wrk(url: str, paths: Sequence[str], connections: int, seconds: float) -> Figures:
    assert WRK is not None
    with tempfile.TemporaryDirectory() as folder:
        command = [
            WRK,
            "-t1",
            f"-c{connections}",
            f"-d{max(1, round(seconds))}s",
            "--latency",
            "-H",
            f"Accept-Encoding: {ACCEPT_ENCODING}",
        ]
        if paths:
            listing = Path(folder, "paths.txt")
            listing.write_text("\n".join(paths))
            script = Path(folder, "paths.lua")
            script.write_text(
                f'local paths = {{}}\nfor line in io.lines("{listing}") do paths[#paths + 1] = line end\n'
                "local at = 0\nrequest = function()\n  at = at % #paths + 1\n"
                "  return wrk.format('GET', paths[at])\nend\n"
            )
            command += ["-s", str(script)]
        text = subprocess.run([*command, url], check=True, capture_output=True, text=True).stdout
    rate = re.search(r"Requests/sec:\s+([\d.]+)", text)
    percentiles = dict(re.findall(r"(50|99)%\s+([\d.]+(?:us|ms|s))", text))
    bad = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    return Figures(
        rate=float(rate[1]) if rate else 0,
        p50=_milliseconds(percentiles.get("50", "0ms")),
        p99=_milliseconds(percentiles.get("99", "0ms")),
        errors=int(bad[1]) if bad else 0,
    )


def _milliseconds(text: str) -> float:
    number, unit = re.fullmatch(r"([\d.]+)(us|ms|s)", text).groups()  # type: ignore[union-attr]
    return float(number) * UNITS[unit]


def _node(
    node: str,
    url: str,
    paths: Sequence[str],
    connections: int,
    seconds: float,
    posts: Posts | None,
    requests: int | None,
) -> Figures:
    request = json.dumps(
        {
            "url": url,
            "paths": list(paths),
            "connections": connections,
            "seconds": seconds,
            "requests": requests,
            "acceptEncoding": ACCEPT_ENCODING,
            "posts": posts and asdict(posts),
        }
    )
    pipe = subprocess.PIPE
    with subprocess.Popen([node, str(HERE / "load.mjs")], stdin=pipe, stdout=pipe, text=True) as client:
        assert client.stdin is not None
        assert client.stdout is not None
        client.stdin.write(request)
        client.stdin.close()
        figures = client.stdout.readline()
        # Node's own exit may wait for ever for a compilation under way (nodejs/node#54918).
        client.kill()
    if not figures:
        raise RuntimeError("the load client failed")
    return Figures(**json.loads(figures))
