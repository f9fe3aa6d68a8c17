/** Puts compiled styles in the place of a page's own. The frame is of the site's own origin, its scripts its own. */

export interface PreviewCss {
  inline: string;
  external: string;
  /** The rules of the fonts; undefined until they are known. */
  fonts: string | undefined;
  /** Rules that stand over all others until the rest has been compiled. */
  now?: string;
}

export type Scheme = 'light' | 'dark';

const OWN_EXTERNAL = 'pw-preview-external';
const OWN_NOW = 'pw-preview-now';
/** Of a site that stays light: see page-view/dark-mode.ts. */
const LIGHT_RULE = ':root{color-scheme:light!important}';
const QUERY = /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi;

/** What each style element said when the page came. */
const originals = new WeakMap<Element, string>();

/**
 * Shows the page with these styles, as people see it who prefer a scheme; a site that stays light does so here. `follows`
 * says otherwise of a site that is about to: whether its pages follow what visitors prefer.
 */
export function dress(page: Document, css: PreviewCss, preferred: Scheme, follows = !staysLight(page)): void {
  const scheme = follows ? preferred : 'light';
  page.getElementById('pw-external')?.setAttribute('media', 'not all');
  const template = styleOf(page, 'pw-template');
  const external = styleOf(page, OWN_EXTERNAL);
  const now = styleOf(page, OWN_NOW);
  if (css.fonts !== undefined) write(styleOf(page, 'pw-fonts', 'pw-template'), css.fonts);
  const texts = new Map([
    [template, css.inline],
    [external, css.external],
    [now, css.now ?? ''],
  ]);
  for (const style of page.querySelectorAll('style')) {
    if (!originals.has(style)) originals.set(style, style.textContent ?? '');
    const text = texts.get(style) ?? originals.get(style) ?? '';
    if (style.id !== 'pw-fonts')
      write(style, inScheme(follows ? text.replace(LIGHT_RULE, '') : text, scheme));
  }
  const root = page.documentElement;
  root.style.colorScheme = follows ? '' : 'light';
  const offered = page.defaultView?.getComputedStyle(root).colorScheme ?? '';
  if (follows && offered.includes('light') && offered.includes('dark')) root.style.colorScheme = scheme;
}

/** Written anew, the fonts that it names would be drawn anew as well. */
function write(style: Element, text: string): void {
  if (style.textContent !== text) style.textContent = text;
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
  return (nodes && (originals.get(nodes) ?? nodes.textContent))?.includes(LIGHT_RULE) ?? false;
};

/** Whether a page has come, rather than the blank one before it. */
export const isPage = (page: Document | null | undefined): page is Document =>
  page?.getElementById('pw-template') != null;
