/** What a page says of itself, read where visitors' browsers and search engines read it: in its head, as it was saved last. */

export interface PageHead {
  document: Document;
  /** What the first element with such an attribute says; empty where there is none. */
  meta: (selector: string) => string;
  /** The page's first image; empty where it has none of its own and is shared with the logo. */
  image: string;
}

/** Undefined where the address shows no page, or leads to another one. */
export async function readPageHead(url: string, signal: AbortSignal): Promise<PageHead | undefined> {
  const answer = await fetch(url, { headers: { accept: 'text/html' }, cache: 'no-store', signal });
  if (!answer.ok || answer.redirected) return undefined;
  const document = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const meta = (selector: string) =>
    document.head.querySelector(`meta[${selector}]`)?.getAttribute('content') ?? '';
  const isOwn = meta('name="twitter:card"') === 'summary_large_image';
  return { document, meta, image: isOwn ? meta('property="og:image"') : '' };
}
