import { t } from '@lingui/core/macro';
import { Copy } from 'lucide-react';
import { pagesDuplicate } from '../../api/generated/index.ts';
import type { PageRecord } from '../../api/pages.ts';
import { toast } from '../../ui/toast.ts';
import type { MenuAction } from '../define-resource.ts';

/** Copies a page with its contents, and leads to the copy. */
export const duplicateAction = (page: PageRecord): MenuAction => ({
  label: t`Duplicate`,
  icon: Copy,
  onSelect: (refresh) => void duplicate(page, refresh),
});

async function duplicate(page: PageRecord, refresh: () => Promise<void>): Promise<void> {
  try {
    const title = t`${page.title} (copy)`.slice(0, 200);
    const { data } = await pagesDuplicate({ path: { id: page.id }, body: { title } });
    await refresh();
    toast.show({
      kind: 'success',
      message: t`The copy is at ${data.url}, hidden from menus.`,
      action: { label: t`Open in the editor`, onClick: () => window.location.assign(encodeURI(data.url)) },
    });
  } catch (error) {
    toast.error(error);
  }
}
