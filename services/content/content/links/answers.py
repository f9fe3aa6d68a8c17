"""Links as the API shows them."""

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from content.fields.catalogue import manifest_of
from content.links.models import Link, LinkUse
from content.links.repository import LatestCheck, LinkRepository, LinkUseRepository
from content.links.schemas import CheckOut, CheckState, LinkOut, LinkUseOut


async def links_out(session: AsyncSession, links: Sequence[Link]) -> list[LinkOut]:
    """The answers for links; one statement for all of them."""
    counts = await LinkRepository(session).counts([link.id for link in links])
    return [_link_out(link, counts.get(link.id, 0)) for link in links]


async def uses_out(session: AsyncSession, uses: Sequence[LinkUse]) -> list[LinkUseOut]:
    """The answers for places; four statements for all of them."""
    repository = LinkUseRepository(session)
    links, pages = await repository.links_of(uses), await repository.pages_of(uses)
    names = await repository.holder_names(uses)
    counts = await LinkRepository(session).counts([*links])
    answers = []
    for use in uses:
        # A check that has replaced what was found since the places were read, or a page that has gone.
        if use.link_id not in links or use.page_id not in pages:
            continue
        manifest = manifest_of(use.ref)
        columns = ("id", "page_id", "page_count", "holder", "part", "part_id", "field", "written", "kind", "text")
        answers.append(
            LinkUseOut(
                **{name: getattr(use, name) for name in columns},
                link=_link_out(links[use.link_id], counts.get(use.link_id, 0)),
                page_title=pages[use.page_id].title,
                page_url=pages[use.page_id].url,
                holder_name=names.get(use.holder_id),
                label=manifest["label"] if manifest else None,
            )
        )
    return answers


def _link_out(link: Link, count: int) -> LinkOut:
    columns = {name: getattr(link, name) for name in LinkOut.model_fields if name != "use_count"}
    return LinkOut(**columns, use_count=count)


def check_out(latest: LatestCheck) -> CheckOut:
    """The answer for a check."""
    check, job = latest
    result = (job.result if job else None) or {}
    return CheckOut(
        id=check.id,
        state=_state_of(latest),
        progress=job.progress if job else 1,
        message=job.message if job else None,
        job=f"/client/jobs/{check.job_id}",
        started_at=check.started_at,
        finished_at=job.finished_at if job else None,
        pages=result.get("pages"),
        links=result.get("links"),
    )


def _state_of(latest: LatestCheck) -> CheckState:
    if latest.is_running:
        return "running"
    if latest.check.cancelled_at is not None:
        return "cancelled"
    # The rows of old jobs are deleted.
    return "failed" if latest.job is not None and latest.job.state == "failed" else "done"
