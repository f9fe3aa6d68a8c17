/** Makes the pages that the shop lacks, which somebody would else put together one by one. */
import { plural, t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { screenFormats } from '#words/screen-formats.ts';
import { pluginsKey, urlMapsKey } from '../../api/keys.ts';
import { createShopPages, deletePage, type PageRecord, pagesKey } from '../../api/pages.ts';
import { toast } from '../../ui/toast.ts';
import { addressOf } from '../define-entry.ts';
import pagesEntry from '../pages/entry.ts';

export function MakePages() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const refresh = async () => {
    // A deleted page's address is a URL map from then on.
    const keys = [pluginsKey, pagesKey, urlMapsKey];
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
  const make = useMutation({
    mutationFn: createShopPages,
    onSuccess: (made) => {
      // Somebody else was faster.
      if (made.length === 0) return void toast.show({ message: t`The shop has its pages already.` });
      toast.undo(whatWasMade(made), {
        onUndo: () => void takeBack(made, refresh),
        also: { label: t`Show pages`, onClick: () => void navigate(addressOf(pagesEntry)) },
      });
    },
    onError: (error) => toast.error(error),
    onSettled: refresh,
  });
  return (
    <Button
      size="md"
      loading={make.isPending}
      onClick={() => make.mutate()}
    >{t`Make the shop’s pages`}</Button>
  );
}

function whatWasMade(made: PageRecord[]): string {
  const titles = screenFormats().list(made.map(({ title }) => title));
  return plural(made.length, { one: `Made a page: ${titles}.`, other: `Made # pages: ${titles}.` });
}

/** What cannot be deleted, since somebody has changed it meanwhile, stays and is said. */
async function takeBack(made: PageRecord[], refresh: () => Promise<void>): Promise<void> {
  // All at once, since the tab may be closed; the list is asked for first, which leads to the others.
  const ended = await Promise.allSettled(made.toReversed().map((page) => deletePage(page)));
  for (const { reason } of ended.filter((one) => one.status === 'rejected')) toast.error(reason);
  await refresh();
}
