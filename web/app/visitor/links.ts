/** Same-origin addresses that are no pages: files, screens and services answer them. */
const NOT_PAGES = /^\/(?:files|api|auth|client|cms|crm|ecom|oauth2|assets|cms-[a-z]+)(?:\/|$)/;

/** The link that a click or hover is on, if it leads to another page of this site that can be shown in place. */
export function pageLink(target: EventTarget | null): URL | undefined {
  const link = target instanceof Element ? target.closest('a[href]') : null;
  // In a drawing (SVG) a link is something else.
  if (!(link instanceof HTMLAnchorElement) || !URL.canParse(link.href, location.href)) return undefined;
  if (link.hasAttribute('download') || link.closest('[data-no-intercept]')) return undefined;
  if (link.target && link.target !== '_self') return undefined;
  if (link.getAttribute('href')?.startsWith('#')) return undefined;
  const url = new URL(link.href, location.href);
  // A path with two slashes first, as `/.//host` becomes, is another site to whoever resolves it once more.
  const isHere = url.origin === location.origin && !url.pathname.startsWith('//');
  if (!isHere || NOT_PAGES.test(url.pathname)) return undefined;
  return url;
}

/** Whether a click is the plain kind: the main button, no modifier, not already dealt with. */
export function isPlainClick(event: MouseEvent): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return event.button === 0 && !modified && !event.defaultPrevented;
}

/** Whether two addresses are of one document: they differ by the hash at most. */
export function isSameDocument(a: URL | Location, b: URL | Location): boolean {
  return a.pathname === b.pathname && a.search === b.search;
}
