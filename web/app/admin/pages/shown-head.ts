/** What a page says of itself where it is shared, as it was saved last. */
import { queryOptions } from '@tanstack/react-query';
import type { PageRecord } from '../../api/pages.ts';
import { readPageHead } from '../page-head.ts';

interface ShownHead {
  title: string;
  description: string;
  /** The first image on the page, if there is one; not the logo, which is shown without. */
  image: string;
}

export const shownHeadOptions = (page: PageRecord | undefined) =>
  queryOptions({
    queryKey: [{ tags: ['pages'], shownHead: page?.id, version: page?.version }],
    queryFn: ({ signal }) => readHead(page as PageRecord, signal),
    enabled: page !== undefined && !page.isRedirected,
    staleTime: 0,
    retry: false,
  });

async function readHead({ url, meta }: PageRecord, signal: AbortSignal): Promise<ShownHead> {
  const head = await readPageHead(url, signal);
  if (!head) return { title: '', description: '', image: '' };
  return {
    // What was chosen for the page is in the form, where it may be taken away again.
    title: meta.shareTitle || meta.title ? '' : head.meta('property="og:title"'),
    description: meta.shareDescription || meta.description ? '' : head.meta('property="og:description"'),
    image: meta.image ? '' : head.image,
  };
}
