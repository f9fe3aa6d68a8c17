/** What a page says of itself, for the placeholders of linked data. */
import { queryOptions } from '@tanstack/react-query';
import type { PageRecord } from '../../api/pages.ts';
import type { PlaceholderValues } from '../../page/linked-data.ts';
import { type HeadFacts, placeholderValues } from '../../page/linked-data-facts.ts';
import { isObject, shortTypesOf } from '../../page/linked-data-types.ts';
import { readPageHead } from '../page-head.ts';

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
    readPageHead(url, signal),
    url === '/' ? undefined : readPageHead('/', signal).catch(() => undefined),
  ]);
  if (!page) throw new Error(`There is no page to read at ${url}.`);
  const { document, meta, image } = page;
  const canonical = document.head.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? '';
  const siteName = meta('property="og:site_name"');
  const facts: HeadFacts = {
    title: titleIn(document, siteName) || meta('property="og:title"'),
    description: meta('name="description"'),
    url: canonical,
    image,
    publishedAt: meta('property="article:published_time"'),
    updatedAt,
    siteName,
    siteUrl: new URL('/', canonical || window.location.href).href,
    siteLogo: logoIn(itemsIn((first ?? page).document)),
    siteLanguage: document.documentElement.lang,
  };
  return placeholderValues(facts, itemsIn(document));
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
