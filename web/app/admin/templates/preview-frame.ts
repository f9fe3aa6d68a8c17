/** Puts compiled styles in the place of a page's own. The frame is of the site's own origin, its scripts its own. */

export interface PreviewCss {
  inline: string;
  external: string;
  /** The rules of the fonts; undefined until they are known. */
  fonts: string | undefined;
}

export type Scheme = 'light' | 'dark';

const OWN_EXTERNAL = 'pw-preview-external';
const QUERY = /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi;

/** What each style element said when the page came. */
const originals = new WeakMap<Element, string>();

/** Shows the page with these styles, as people see it who prefer a scheme; a site that stays light does so here. */
export function dress(page: Document, css: PreviewCss, preferred: Scheme): void {
  const scheme = staysLight(page) ? 'light' : preferred;
  page.getElementById('pw-external')?.setAttribute('media', 'not all');
  const template = styleOf(page, 'pw-template');
  const external = styleOf(page, OWN_EXTERNAL);
  if (css.fonts !== undefined) styleOf(page, 'pw-fonts', 'pw-template').textContent = css.fonts;
  for (const style of page.querySelectorAll('style')) {
    if (!originals.has(style)) originals.set(style, style.textContent ?? '');
    const text = style === template ? css.inline : style === external ? css.external : originals.get(style);
    if (style.id !== 'pw-fonts') style.textContent = inScheme(text ?? '', scheme);
  }
  const root = page.documentElement;
  root.style.colorScheme = '';
  const offered = page.defaultView?.getComputedStyle(root).colorScheme ?? '';
  if (offered.includes('light') && offered.includes('dark')) root.style.colorScheme = scheme;
}

/** CSS whose media queries find that somebody prefers a scheme, whatever the system says. */
export function inScheme(css: string, scheme: Scheme): string {
  return css.replace(QUERY, (_, asked: string) =>
    asked.toLowerCase() === scheme ? '(width>=0px)' : '(width<0px)',
  );
}

/** The style element of an id; where there is none, it is made where it belongs: last, or before another. */
function styleOf(page: Document, id: string, before?: string): HTMLElement {
  const present = page.getElementById(id);
  if (present) return present;
  const made = page.createElement('style');
  made.id = id;
  page.head.insertBefore(made, before ? page.getElementById(before) : null);
  return made;
}

/** Whether the site stays light whatever a visitor prefers: then its pages say so (page-view/dark-mode.ts). */
export const staysLight = (page: Document): boolean => {
  const nodes = page.getElementById('pw-nodes');
  return (
    (nodes && (originals.get(nodes) ?? nodes.textContent))?.includes('color-scheme:light!important') ?? false
  );
};

/** Whether a page has come, rather than the blank one before it. */
export const isPage = (page: Document | null | undefined): page is Document =>
  page?.getElementById('pw-template') != null;
