"""Draws templates in a sandbox, which has little time and memory and nothing of the site.

Liquid's own limits count loops and output. They cannot count what one filter does (`replace` by something long, a number
with a million digits, a search in a range of ten billion), and no thread can be broken off. A process can.
"""

import tempfile
from collections.abc import Sequence
from typing import cast

import orjson

from cms.email_templates.liquid_words import TOO_MUCH
from cms.email_templates.rendering import Answer, Job
from kit.sandbox import MB, InputRefused, Limits
from kit.state import KitState

SECONDS = 5.0
"""For one template, on a machine that may do other things."""
# So that there is room for one beside an image that is converted, in the 1.5 GB of a worker's container.
_LIMITS = Limits(memory=192 * MB, written=16 * MB)


async def render_all(kit: KitState, jobs: Sequence[Job]) -> list[Answer]:
    """Draw templates, in their order. Raises `SandboxBusy`."""
    return [await render_one(kit, job) for job in jobs]


async def render_one(kit: KitState, job: Job) -> Answer:
    """Draw one template. What takes too much is a fault of it. Raises `SandboxBusy`."""
    with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as target:
        source.write(orjson.dumps(job))
        source.flush()
        sandbox = kit.sandboxes.of("cms.email_templates.rendering", _LIMITS)
        try:
            await sandbox.call("render_file", source, target, seconds=SECONDS)
        except InputRefused:
            return {"faults": [{"field": "content", "line": 0, "column": 0, "detail": TOO_MUCH}]}
        target.seek(0)
        return cast("Answer", orjson.loads(target.read()))
