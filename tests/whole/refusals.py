"""What every refusal has in common."""

from __future__ import annotations

from typing import Any

import httpx


def problem(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The problem that `answer` has to be, with what every problem has."""
    assert answer.status_code == status, answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"
    told: dict[str, Any] = answer.json()
    assert (told["status"], told["code"]) == (status, code)
    assert told["requestId"] == answer.headers["X-Request-Id"]
    assert told["type"].endswith(code)
    assert "Traceback" not in answer.text
    assert ".py" not in answer.text
    return told
