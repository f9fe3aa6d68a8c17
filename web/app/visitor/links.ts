import { isPagePath } from '../page/page-path.ts';

/** The link that a click or hover is on, if it leads to another page of this site that can be shown in place. */
export function pageLink(target: EventTarget | null): URL | undefined {
  const link = target instanceof Element ? target.closest('a[href]') : null;
  // In a drawing (SVG) a link is something else.
  if (!(link instanceof HTMLAnchorElement) || !URL.canParse(link.href, location.href)) return undefined;
  if (link.hasAttribute('download') || link.closest('[data-no-intercept]')) return undefined;
  if (link.target && link.target !== '_self') return undefined;
  if (link.getAttribute('href')?.startsWith('#')) return undefined;
  return pageAt(link.href);
}

/** The page of this site that a form asks for by GET, with what was filled in, if it can be shown in place. */
export function formPage(form: EventTarget | null, submitter: HTMLElement | null): URL | undefined {
  if (!(form instanceof HTMLFormElement)) return undefined;
  // By their attributes: a field called `action` or `method` hides the form's own.
  const said = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? '';
  if (!/^(get)?$/i.test(said('method'))) return undefined;
  if (!/^(_self)?$/i.test(said('target')) || form.closest('[data-no-intercept]')) return undefined;
  const action = said('action') || location.href;
  const url = URL.canParse(action, document.baseURI)
    ? pageAt(new URL(action, document.baseURI).href)
    : undefined;
  if (!url) return undefined;
  const filled = [...new FormData(form, submitter)].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : value.name,
  ]);
  url.search = new URLSearchParams(filled).toString();
  return url;
}

/** What the page says while the one behind a link or a form loads, if it says something. */
export function loadingMessage(target: EventTarget | null): string | undefined {
  const said = target instanceof Element ? target.closest<HTMLElement>('[data-loading]') : null;
  return said?.dataset.loading;
}

function pageAt(address: string): URL | undefined {
  const url = new URL(address, location.href);
  // A path with two slashes first, as `/.//host` becomes, is another site to code that resolves it once more.
  const isHere = url.origin === location.origin && !url.pathname.startsWith('//');
  return isHere && isPagePath(url.pathname) ? url : undefined;
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
