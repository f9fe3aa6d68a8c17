import { STYLESHEET_WAIT } from '../limits.ts';

/** What of the head belongs to the page, not to the site. */
const PAGE_TAGS =
  'meta[name]:not([name="viewport"]),meta[property],link[rel="canonical"],link[rel="alternate"],script[type="application/ld+json"]';

/** The host's own element in a document's head: rows may have any other id, one that begins with `pw-` too. */
const own = (from: Document, id: string): Element | null => from.head.querySelector(`[id="${id}"]`);
const skipLink = (from: Document): Element | null => from.querySelector('body > .pw-skip');

/** Loads what the next page needs before it can be shown: its template's external stylesheet. */
export async function prepare(next: Document): Promise<void> {
  // Of a page that was on its way when another was asked for.
  own(document, 'pw-external-next')?.remove();
  const wanted = own(next, 'pw-external');
  const present = own(document, 'pw-external');
  if (!wanted || wanted.getAttribute('href') === present?.getAttribute('href')) return;
  const link = document.importNode(wanted, true);
  // Both apply until the swap; the old one goes with it.
  link.id = 'pw-external-next';
  await new Promise<void>((done) => {
    link.addEventListener('load', () => done());
    link.addEventListener('error', () => done());
    setTimeout(done, STYLESHEET_WAIT);
    document.head.append(link);
  });
}

/** Makes the document show `next`: head, styles, #page, and the template's script where it is another one. */
export function swap(next: Document): void {
  document.title = next.title;
  const root = document.documentElement;
  root.lang = next.documentElement.lang;
  // Left to right has no attribute.
  root.dir = next.documentElement.dir;
  for (const tag of document.head.querySelectorAll(PAGE_TAGS)) tag.remove();
  document.head.append(...next.head.querySelectorAll(PAGE_TAGS));
  swapStyles(next);
  swapSkipLink(next);
  document.getElementById('page')?.replaceWith(next.getElementById('page') as HTMLElement);
  swapScript(next);
}

/** The link for keyboards leads to the page's own <main>, which not every layout has. */
function swapSkipLink(next: Document): void {
  skipLink(document)?.remove();
  const link = skipLink(next);
  if (link) document.body.prepend(document.importNode(link, true));
}

function swapStyles(next: Document): void {
  for (const style of next.head.querySelectorAll('style[id]')) {
    const present = own(document, style.id);
    if (!present) document.head.append(style.cloneNode(true));
    else if (present.textContent !== style.textContent) present.textContent = style.textContent;
  }
  const arrived = own(document, 'pw-external-next');
  if (arrived || !own(next, 'pw-external')) own(document, 'pw-external')?.remove();
  if (arrived) arrived.id = 'pw-external';
}

/** A script runs once for each page load; the same template's script is told of the new page by the event. */
function swapScript(next: Document): void {
  const wanted = own(next, 'pw-script')?.getAttribute('src');
  const present = own(document, 'pw-script');
  if (wanted === (present?.getAttribute('src') ?? undefined)) return;
  present?.remove();
  if (!wanted) return;
  // Parsed scripts never run; one that is made here does.
  const script = document.createElement('script');
  script.id = 'pw-script';
  script.src = wanted;
  document.head.append(script);
}
