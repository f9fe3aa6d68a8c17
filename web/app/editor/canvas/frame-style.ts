/** All but what ProseMirror puts beside a picture. */
const OTHER = ':not(.ProseMirror-separator, .ProseMirror-trailingBreak)';

/**
 * The only style the editor puts into the page: what an editable text needs from ProseMirror and how empty things
 * can be seen and clicked. It styles data-pw attributes and nothing else, so that a template never meets it.
 *
 * Where somebody begins to write nothing may move: lines break and letters join as they do for visitors. ProseMirror's
 * own style sheet has `break-spaces` and no ligatures, and browsers break what is editable by rules of their own; the
 * layer takes these back, below whatever the template says. Of white space only the collapsing changes, which the
 * document has none of. Beside a picture that a template makes a block, what ProseMirror puts there would be a line of its
 * own. A paragraph that the HTML does not have looks like none, and a line that is empty beside a text
 * takes its room only once the keyboard is in it. A click into a form selects its plugin: there is nobody to fill it in.
 */
const CSS_TEXT = `
[data-pw-node] { outline: none; }
[data-pw-node='plugin'] { cursor: default; }
[data-pw-node='plugin']:is(:not([data-pw-text]), :has(> div:only-child:empty)) { min-height: 1.5rem; }
[data-pw-node='plugin'][data-pw-text] { cursor: text; }
[data-pw-node='plugin'] :is(input, select, textarea) { pointer-events: none; }
[data-pw-node='plugin']:not([data-pw-text]):is(:empty, :has(> div:only-child:empty))::before { content: attr(aria-label); opacity: 0.55; }
[data-pw-node='plugin'][data-pw-empty]:not([data-pw-text]):is(:empty, :has(> div:only-child:empty))::before { content: attr(aria-label) ': ' attr(data-pw-empty); }
[data-pw-blank]:not(:has([data-pw-inline])) { min-height: 1.5rem; }
[data-pw-blank]:not(:has([data-pw-inline]))::before { content: attr(aria-label); opacity: 0.55; }
[data-pw-empty-column] { min-height: 5.5rem; }
@layer { [data-pw-inline] { overflow-wrap: inherit; line-break: inherit; } }
[data-pw-inline] { outline: none; white-space-collapse: preserve; }
[data-pw-inline]:empty { min-height: 1.5em; }
[data-pw-hint][data-pw-shy]:empty:not(:focus) { position: absolute; width: 1px; height: 1px; min-height: 0; margin: 0; overflow: hidden; clip-path: inset(50%); }
[data-pw-inline] :is(li, td, th, dd, div, section, article, aside, header, footer, main, nav, figure, blockquote, details) > p[data-pw-tight]:not(p[data-pw-tight] + p):not(:has(+ p[data-pw-tight])) { all: unset; display: block; }
[data-pw-inline] p:is(figure > [data-pw-tight]:has(> img:not(.ProseMirror-separator)), :has(> img:nth-child(1 of ${OTHER}):nth-last-child(1 of ${OTHER}))) > :is(.ProseMirror-separator, .ProseMirror-trailingBreak) { display: none; }
[data-pw-inline] .ProseMirror-selectednode, [data-pw-inline] .selectedCell { outline: 2px solid #0d9f87; outline-offset: 2px; }
[data-pw-inline] .selectedCell { outline-offset: -2px; background: rgb(13 159 135 / 10%); }
[data-pw-inline] .ProseMirror-hideselection *::selection { background: transparent; }
[data-pw-inline] .ProseMirror-gapcursor { display: none; position: absolute; pointer-events: none; }
[data-pw-inline] .ProseMirror-gapcursor::after { content: ''; position: absolute; top: -2px; width: 20px; border-top: 1px solid currentColor; }
[data-pw-inline].ProseMirror-focused .ProseMirror-gapcursor { display: block; }
[data-pw-inline] > p.is-empty::before, [data-pw-inline][data-pw-hint]:empty::before { content: attr(data-placeholder) attr(data-pw-hint); display: inline-block; width: 100%; margin-inline-end: -100%; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; vertical-align: bottom; pointer-events: none; opacity: 0.55; }
[data-pw-inline] [data-pw-kept] { cursor: default; }
`;

/** A constructed sheet, which a content security policy without inline styles lets pass. */
export function addFrameStyle(frame: { window: Window; document: Document }): void {
  const { CSSStyleSheet: Sheet } = frame.window as Window & typeof globalThis;
  const sheet = new Sheet();
  sheet.replaceSync(CSS_TEXT);
  frame.document.adoptedStyleSheets = [...frame.document.adoptedStyleSheets, sheet];
}
