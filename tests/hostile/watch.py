"""Watching a browser for anything of a hostile text that runs, or that could if somebody pressed it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import BrowserContext, Dialog, Page, Request

from tests.hostile.payloads import ELSEWHERE

# Elements that the site's own pages and screens have none of, and what carries a handler or an address that runs.
# What could run is run: handlers are called, and links and forms that lead to no page are pressed.
PROD = """async () => {
    const found = [];
    const told = (element, why) => found.push(`${why}: ${element.outerHTML.slice(0, 200)}`);
    const parsed = (text) => { try { return new URL(text, document.baseURI); } catch { return null; } };
    const within = document.body ?? document.documentElement;
    // The screens of emails and of their templates show them in a frame that runs nothing.
    const isInert = (element) => element.matches('iframe[sandbox]') && !element.sandbox.contains('allow-scripts');
    for (const element of document.querySelectorAll('*')) {
        for (const { name } of element.attributes) {
            if (!/^on/i.test(name)) continue;
            told(element, name);
            try { element[name]?.call(element, new Event(name.slice(2))); } catch {}
        }
        for (const name of ['href', 'src', 'action', 'formaction', 'data', 'xlink:href', 'srcdoc', 'poster', 'ping']) {
            if (!element.hasAttribute(name)) continue;
            const url = parsed(element.getAttribute(name));
            const isPicture = ['IMG', 'LINK', 'image'].includes(element.tagName) && url?.protocol === 'data:';
            const isLeft = element.tagName === 'A' && url?.host === 'ELSEWHERE';
            const isRun = (name === 'srcdoc' && !isInert(element)) || (url && !/^(https?|mailto|tel|blob):$/.test(url.protocol) && !isPicture);
            if (!isRun && !isLeft) continue;
            told(element, name);
            if (!isLeft) element.click?.();
        }
    }
    const foreign = 'script, iframe, object, embed, portal, base, meta, link, frame, math, foreignObject, animate, set';
    for (const element of within.querySelectorAll(foreign)) {
        // Elements of feeds are none of HTML; React writes a link in front of a picture; the editor and previews have a frame.
        if (element.constructor !== Element && !isInert(element) && !element.matches('link[rel=preload][as=image], iframe[title=Page], iframe[src="/?safe=1"]')) told(element, 'element');
    }
    // An address that runs does so in a task of its own.
    if (found.length) for (let turn = 0; turn < 3; turn += 1) await new Promise((over) => setTimeout(over));
    return found;
}""".replace("ELSEWHERE", ELSEWHERE)


@dataclass
class Watch:
    """What happened in a context that should not."""

    ran: set[int] = field(default_factory=set)
    """Numbers of the cases that called `pwned`."""
    dialogs: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    """Requests to the host that no page may ask anything of."""
    found: list[str] = field(default_factory=list)
    """What stood in a document and could run."""

    def check(self, page: Page) -> None:
        """Prods what each frame of a tab shows."""
        for frame in page.frames:
            self.found += frame.evaluate(PROD)

    @property
    def is_quiet(self) -> bool:
        return not (self.ran or self.dialogs or self.asked or self.found)


@contextmanager
def watching(context: BrowserContext) -> Iterator[Watch]:
    """Watches all tabs and frames of a context."""
    watch = Watch()

    def asked(request: Request) -> None:
        if ELSEWHERE in request.url.partition("?")[0].split("/")[2:3]:
            watch.asked.append(request.url)

    def dialog(shown: Dialog) -> None:
        watch.dialogs.append(shown.message)
        shown.dismiss()

    def ran(*numbers: Any) -> None:
        watch.ran.update(number for number in numbers if isinstance(number, int))

    context.expose_function("pwned", ran)
    context.on("request", asked)
    context.on("dialog", dialog)
    yield watch
