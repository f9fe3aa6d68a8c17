"""Lists of backups of some kinds and states."""

from tests.cms.backups.archives import backed_up
from tests.cms.backups.conftest import Whole


async def test_are_of_the_kinds_and_states_that_are_asked_for(whole: Whole) -> None:
    await backed_up(whole)

    async def total(query: str) -> int:
        answer = await whole.cms.get(f"/cms/backups?{query}", headers=whole.headers)
        assert answer.status_code == 200, answer.text
        found: int = answer.json()["total"]
        return found

    assert await total("kind=manual&state=done") == 1
    assert await total("kind=scheduled&kind=manual") == 1
    assert await total("kind=scheduled") == 0
    assert await total("state=failed&state=running") == 0
    assert (await whole.cms.get("/cms/backups?kind=other", headers=whole.headers)).status_code == 422
