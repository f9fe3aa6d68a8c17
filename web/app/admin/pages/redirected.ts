import { t } from '@lingui/core/macro';
import { ifMatch } from '../../api/fetch.ts';
import { urlMapsDelete, urlMapsList } from '../../api/generated/index.ts';
import type { PageRecord } from '../../api/pages.ts';
import { toast } from '../../ui/toast.ts';

/** Says that a page's former address leads to the new one, and offers to take that back. */
export function sayRedirected(from: string, { id, url: to }: PageRecord): void {
  toast.show({
    message: t`Visitors of ${from} are now sent to ${to}.`,
    action: { label: t`Remove redirect`, onClick: () => void removeRedirect(from, id) },
  });
}

async function removeRedirect(from: string, pageId: string): Promise<void> {
  try {
    const { data } = await urlMapsList({ query: { q: from, 'page-id': [pageId], limit: 100 } });
    const found = data.results.find(({ source }) => source === from);
    if (found) await urlMapsDelete({ path: { id: found.id }, headers: ifMatch(found.version) });
    toast.success(t`Visitors of ${from} are no longer redirected.`);
  } catch (error) {
    toast.error(error);
  }
}
