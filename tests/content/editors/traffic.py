"""What becomes of what people send: it arrives, is late or is lost, and so is its answer."""

from __future__ import annotations

from typing import Any

import httpx

from tests.content.editors.driving import Request
from tests.content.editors.people import Person
from tests.content.editors.scene import Scene
from tests.content.editors.words import Words


class Traffic:
    """What is on its way to the service, and back."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.requests = scene.driver.requests
        self.answers: list[tuple[Request, httpx.Response]] = []

    async def arrive(self) -> None:
        """One request reaches the service; perhaps its answer is never read."""
        if not self.requests:
            return
        request = self.requests.pop(self.scene.chance.randrange(len(self.requests)))
        sender = self.scene.everyone[request.tab, request.user_id]
        answer = await self.scene.site.client.put(
            request.path,
            content=request.body,
            headers={**sender.headers, "Idempotency-Key": request.key, "Content-Type": "application/json"},
        )
        assert answer.status_code in (200, 409, 422), answer.text
        if answer.status_code == 422:
            self.scene.happened["refused"] += 1
            assert answer.json()["code"] == "action_refused", answer.text
        before = self.scene.now
        await self.scene.look_again()
        self.check(sender, before, self.scene.now)
        self.answers.append((request, answer))

    def check(self, sender: Person, before: Words, after: Words) -> None:
        lost = set(before.values()) - set(after.values()) - sender.own - sender.replaced
        assert not lost, f"{lost} disappeared by a save of somebody who has never seen them"

    async def answer(self) -> None:
        """One answer comes back, or gets lost on its way."""
        if not self.answers:
            return
        request, answer = self.answers.pop(self.scene.chance.randrange(len(self.answers)))
        if self.scene.chance.random() < 0.2:
            await self.lose(request)
            return
        await self.hand_back(request, answer)

    async def hand_back(self, request: Request, answer: httpx.Response) -> None:
        version = {"version": answer.headers["Saved-Version"]} if "Saved-Version" in answer.headers else {}
        await self.settle(request, status=answer.status_code, body=answer.text, **version)

    async def lose(self, request: Request) -> None:
        self.scene.happened["lost"] += 1
        await self.settle(request, status=0, body="")

    async def settle(self, request: Request, **answer: Any) -> None:
        person = self.scene.people[request.tab]
        await self.scene.keeps(person, "answer", request=request.number, **answer)

    async def lose_one(self) -> None:
        """A request never arrives."""
        if self.requests and self.scene.chance.random() < 0.3:
            await self.lose(self.requests.pop())
