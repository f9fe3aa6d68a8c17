"""The captcha providers: the scripts that draw their widgets, and `siteverify`, which takes each value once."""

import json
import secrets
from typing import Any
from urllib.parse import parse_qsl

from fastapi import FastAPI, Request
from starlette.responses import Response

SECRET = "a-secret"
SITE_KEY = "a-site-key"
SCRIPTS = {
    "recaptcha": ("https://www.google.com", "/recaptcha/api.js", "grecaptcha"),
    "hcaptcha": ("https://js.hcaptcha.com", "/1/api.js", "hcaptcha"),
    "turnstile": ("https://challenges.cloudflare.com", "/turnstile/v0/api.js", "turnstile"),
}
"""Of each provider: the host of its script, the path there, and what the script calls itself."""
# As the real ones: ready some time after the script has come, each widget with a number of its own, and a value once
# somebody has pressed it. `issueCaptcha` stands for the provider's own frame, which asks its server for the value.
_SCRIPT = """
(() => {
  const widgets = [];
  const draw = (widget) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'I am human';
    button.onclick = async () => {
      button.disabled = true;
      widget.options.callback(await window.issueCaptcha(widget.options.sitekey));
    };
    widget.place.replaceChildren(button);
  };
  const api = {
    render: (place, options) => {
      if (place.childElementCount) throw new Error('The place has a widget.');
      widgets.push({ place, options });
      draw(widgets.at(-1));
      return widgets.length - 1;
    },
    reset: (id) => {
      if (!widgets[id]) throw new Error('There is no such widget.');
      draw(widgets[id]);
    },
  };
  window.captchaWidgets = {
    expire: () => widgets.at(-1).options['expired-callback'](),
    fail: () => widgets.at(-1).options['error-callback']('300010'),
  };
  window[NAME] = { ready: () => {} };
  setTimeout(() => Object.assign(window[NAME], api), 150);
})();
"""


class Captchas:
    """A provider on the wire: takes each right value once, for the site's own secret."""

    def __init__(self) -> None:
        self.app = FastAPI()
        self.asked: list[dict[str, str]] = []
        """The forms that `siteverify` was sent."""
        self.loaded: list[str] = []
        """The addresses of scripts that were asked for."""
        self.right = {"solved"}
        self.is_odd = False
        self.is_away = False
        """Its scripts cannot be had."""
        self.hostname: str | None = "localhost"
        self.app.add_api_route("/siteverify", self._verify, methods=["POST"])
        for _, path, name in SCRIPTS.values():
            self.app.add_api_route(path, self._script_of(name), methods=["GET"])

    def issue(self, site_key: str) -> str:
        """A value for a widget that somebody has solved."""
        value = secrets.token_urlsafe(24) if site_key == SITE_KEY else "of another site"
        self.right.add(value)
        return value

    def expire(self) -> None:
        """Take no value any more that was issued until now."""
        self.right.clear()

    def _script_of(self, name: str) -> Any:
        async def script(request: Request) -> Response:
            self.loaded.append(str(request.url))
            if self.is_away or request.query_params.get("render") != "explicit":
                return Response(status_code=503)
            return Response(_SCRIPT.replace("NAME", json.dumps(name)), media_type="text/javascript")

        return script

    async def _verify(self, request: Request) -> Any:
        raw = (await request.body()).decode()
        form = dict(parse_qsl(raw, keep_blank_values=True))
        self.asked.append(form)
        if self.is_odd:
            return {"success": "yes"}
        if form.get("secret") != SECRET:
            return {"success": False, "error-codes": ["invalid-input-secret"]}
        if not form.get("response"):
            return {"success": False, "error-codes": ["missing-input-response"]}
        if form["response"] not in self.right:
            return {"success": False, "error-codes": ["timeout-or-duplicate"]}
        self.right.discard(form["response"])
        moment = "2026-11-01T10:00:00Z"
        return {"success": True, "challenge_ts": moment, "hostname": self.hostname, "error-codes": []}
