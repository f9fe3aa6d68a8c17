/** What a page says of itself, read where visitors' browsers and search engines read it: in the head of the page. */
import { queryOptions } from '@tanstack/react-query';
import type { PageRecord } from '../../api/pages.ts';
import type { PlaceholderValues } from '../../page/linked-data.ts';
import { type HeadFacts, placeholderValues } from '../../page/linked-data-facts.ts';
import { isObject, shortTypesOf } from '../../page/linked-data-types.ts';

export const pageFactsOptions = (page: PageRecord | undefined) =>
  queryOptions({
    queryKey: [{ tags: ['pages'], facts: page?.id, version: page?.version }],
    queryFn: ({ signal }) => readFacts(page as PageRecord, signal),
    enabled: page !== undefined && !page.isRedirected,
    staleTime: 0,
    retry: false,
  });

async function readFacts({ url, updatedAt }: PageRecord, signal: AbortSignal): Promise<PlaceholderValues> {
  const [page, first] = await Promise.all([
    readPage(url, signal),
    url === '/' ? undefined : readPage('/', signal).catch(() => undefined),
  ]);
  const { head, documentElement } = page;
  const meta = (selector: string) => head.querySelector(`meta[${selector}]`)?.getAttribute('content') ?? '';
  const canonical = head.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? '';
  const siteName = meta('property="og:site_name"');
  const ofPage = meta('name="twitter:card"') === 'summary_large_image';
  const facts: HeadFacts = {
    title: titleIn(page, siteName) || meta('property="og:title"'),
    description: meta('name="description"'),
    url: canonical,
    // Without one of its own, a page is shared with the logo.
    image: ofPage ? meta('property="og:image"') : '',
    publishedAt: meta('property="article:published_time"'),
    updatedAt,
    siteName,
    siteUrl: new URL('/', canonical || window.location.href).href,
    siteLogo: logoIn(itemsIn(first ?? page)),
    siteLanguage: documentElement.lang,
  };
  return placeholderValues(facts, itemsIn(page));
}

async function readPage(url: string, signal: AbortSignal): Promise<Document> {
  const answer = await fetch(url, { headers: { accept: 'text/html' }, cache: 'no-store', signal });
  if (!answer.ok || answer.redirected)
    throw new Error(`The page at ${url} was answered by ${answer.status}.`);
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}

/** The page's title without the site's name, which the head writes after it. */
function titleIn({ title }: Document, siteName: string): string {
  const end = ` – ${siteName}`;
  return siteName && title.endsWith(end) ? title.slice(0, -end.length) : title;
}

function itemsIn({ head }: Document): unknown[] {
  const scripts = [...head.querySelectorAll('script[type="application/ld+json"]')];
  return scripts.map((script) => JSON.parse(script.textContent ?? 'null'));
}

/** The first page says it with the site's name. */
function logoIn(items: unknown[]): string | undefined {
  const organization = items.find((item) => shortTypesOf(item).includes('Organization'));
  const logo = isObject(organization) ? organization.logo : undefined;
  return typeof logo === 'string' ? logo : undefined;
}
