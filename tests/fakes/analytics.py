"""Google Analytics as browsers see it: the tag that a page loads, and the collector that the tag sends each event to.

The tag takes what a page pushes onto ``dataLayer`` and sends it in the parameters of the real one: ``en`` for the event,
``cu`` for the currency, ``ep.`` and ``epn.`` for texts and numbers, ``pr1`` and on for items.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import Page, Route

SNIPPET = """<script async src="https://www.stats.example/gtag/js?id=G-TEST"></script>
<script>
window.dataLayer = window.dataLayer || [];
function gtag(){dataLayer.push(arguments);}
gtag('js', new Date());
gtag('config', 'G-TEST');
</script>"""
HOST = "*.stats.example"

_TAG = """
(() => {
  const id = new URL(document.currentScript.src).searchParams.get('id');
  const send = ([command, name, goods = {}]) => {
    if (command !== 'event') return;
    const { currency, items = [], ...rest } = goods;
    const sent = new URLSearchParams({ v: '2', tid: id, en: name, dl: location.href, cu: currency });
    for (const [key, value] of Object.entries(rest))
      sent.set((typeof value === 'number' ? 'epn.' : 'ep.') + key, value);
    items.forEach((item, index) => {
      const { item_id, item_name, item_variant = '', price, quantity } = item;
      sent.set(`pr${index + 1}`, `id${item_id}~nm${item_name}~va${item_variant}~pr${price}~qt${quantity}`);
    });
    fetch(`https://collect.stats.example/g/collect?${sent}`, { method: 'POST', keepalive: true, mode: 'no-cors' });
  };
  // It may come before the snippet's own script.
  window.dataLayer ??= [];
  const layer = window.dataLayer;
  const push = layer.push.bind(layer);
  layer.push = (...words) => {
    words.forEach(send);
    return push(...words);
  };
  [...layer].forEach(send);
})();
"""
_BROKEN_TAG = """
window.dataLayer ??= [];
window.dataLayer.push = ([command]) => {
  if (command === 'event') throw new Error('The tag is broken.');
};
"""


@dataclass
class Analytics:
    """An account of Google Analytics, with what browsers have sent to it."""

    is_broken: bool = False
    loaded: int = 0
    events: list[dict[str, str]] = field(default_factory=list)

    def serve(self, page: Page) -> None:
        """Answer what a page asks Google for."""
        page.route("https://*.stats.example/**", self._answer)

    @property
    def names(self) -> list[str]:
        """The events, in the order in which they came."""
        return [event["en"] for event in self.events]

    def _answer(self, route: Route) -> None:
        address = urlsplit(route.request.url)
        if address.path == "/gtag/js":
            self.loaded += 1
            body = _BROKEN_TAG if self.is_broken else _TAG
            return route.fulfill(content_type="text/javascript", body=body)
        self.events.append(dict(parse_qsl(address.query)))
        return route.fulfill(status=204)
