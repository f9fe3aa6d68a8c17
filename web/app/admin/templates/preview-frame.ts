/** Puts compiled styles in the place of a page's own. The frame is of the site's own origin, its scripts its own. */
export interface PreviewCss {
  inline: string;
  external: string;
  /** The rules of the fonts; undefined until they are known. */
  fonts: string | undefined;
}

const OWN_EXTERNAL = 'pw-preview-external';

export function dress(page: Document, css: PreviewCss): void {
  if (css.fonts !== undefined) styleOf(page, 'pw-fonts', 'pw-template').textContent = css.fonts;
  styleOf(page, 'pw-template').textContent = css.inline;
  const linked = page.getElementById('pw-external');
  if (linked instanceof HTMLElement && 'disabled' in linked) linked.disabled = true;
  styleOf(page, OWN_EXTERNAL).textContent = css.external;
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

/**
 * Whether the site stays light whatever a visitor prefers: then the page says so (page-view/dark-mode.ts), and in a frame
 * that is light no media query finds otherwise.
 */
export const staysLight = (page: Document): boolean =>
  page.getElementById('pw-nodes')?.textContent?.includes('color-scheme:light!important') ?? false;

/** Whether a page has come, rather than the blank one before it. */
export const isPage = (page: Document | null | undefined): page is Document =>
  page?.getElementById('pw-template') != null;
