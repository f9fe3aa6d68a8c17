/** What a page says of itself, read where visitors' browsers and search engines read it: in the head of the page. */
import { queryOptions } from '@tanstack/react-query';
import type { PageRecord } from '../../api/pages.ts';
import type { PlaceholderValues } from '../../page/linked-data.ts';

export const pageFactsOptions = (page: PageRecord | undefined) =>
  queryOptions({
    queryKey: [{ tags: ['pages'], facts: page?.id, version: page?.version }],
    queryFn: ({ signal }) => readFacts(page as PageRecord, signal),
    enabled: page !== undefined && !page.isRedirected,
    staleTime: 0,
    retry: false,
  });

async function readFacts({ url, updatedAt }: PageRecord, signal: AbortSignal): Promise<PlaceholderValues> {
  const answer = await fetch(url, { headers: { accept: 'text/html' }, cache: 'no-store', signal });
  if (!answer.ok || answer.redirected)
    throw new Error(`The page at ${url} was answered by ${answer.status}.`);
  const { head, documentElement } = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const meta = (selector: string) => head.querySelector(`meta[${selector}]`)?.getAttribute('content') ?? '';
  const canonical = head.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? '';
  return {
    'page.title': meta('property="og:title"'),
    'page.description': meta('name="description"'),
    'page.url': canonical,
    'page.image': meta('property="og:image"'),
    'page.updatedAt': updatedAt,
    'site.name': meta('property="og:site_name"'),
    'site.url': new URL('/', canonical || window.location.href).href,
    'site.language': documentElement.lang,
  };
}
