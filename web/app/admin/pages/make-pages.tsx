/** A button that makes pages which somebody would else put together by hand, and takes them back. */
import { plural, t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { screenFormats } from '#words/screen-formats.ts';
import { blogKey } from '../../api/blog.ts';
import { pluginsKey, urlMapsKey } from '../../api/keys.ts';
import { deletePage, type PageRecord, pagesKey } from '../../api/pages.ts';
import { toast } from '../../ui/toast.ts';
import { addressOf } from '../define-entry.ts';
import entry from './entry.ts';

interface MakePagesProps {
  label: string;
  /** Gives those that were made: none where somebody else was faster. */
  make: () => Promise<PageRecord[]>;
  /** Said where there were none to make. */
  nothing?: string;
  /** Finds, while the pages are there, what else is to go with them; gives what removes it. */
  findRest?: (made: PageRecord[]) => Promise<() => Promise<unknown>>;
}

export function MakePages({ label, make, nothing, findRest }: MakePagesProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const refresh = async () => {
    // A deleted page's address is a URL map from then on.
    const keys = [pluginsKey, pagesKey, urlMapsKey, blogKey];
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
  const making = useMutation({
    mutationFn: make,
    onSuccess: (made) => {
      if (made.length === 0) return void (nothing && toast.show({ message: nothing }));
      toast.undo(whatWasMade(made), {
        onUndo: () => void takeBack(made, findRest).finally(refresh),
        also: { label: t`Show pages`, onClick: () => void navigate(addressOf(entry)) },
      });
    },
    onError: (error) => toast.error(error),
    onSettled: refresh,
  });
  return (
    <Button size="md" loading={making.isPending} onClick={() => making.mutate()}>
      {label}
    </Button>
  );
}

function whatWasMade(made: PageRecord[]): string {
  const titles = titlesOf(made);
  const words = plural(made.length, {
    one: `Page created: ${titles}.`,
    other: `# pages created: ${titles}.`,
  });
  const shown = titlesOf(made.filter(({ config }) => config.menu?.visible));
  // What visitors find from now on without anybody's doing is said.
  return shown ? `${words} ${t`In the menu: ${shown}.`}` : words;
}

const titlesOf = (pages: PageRecord[]) => screenFormats().list(pages.map(({ title }) => title));

/** What cannot be deleted, since somebody has changed it meanwhile, stays and is said. */
async function takeBack(made: PageRecord[], findRest: MakePagesProps['findRest']): Promise<void> {
  const removeRest = await findRest?.(made).catch(say);
  // All at once, since the tab may be closed; the first is asked for first, which leads to the others.
  const ended = await Promise.allSettled(made.toReversed().map((page) => deletePage(page)));
  const failed = ended.filter((one) => one.status === 'rejected');
  for (const { reason } of failed) toast.error(reason);
  if (failed.length === 0) await removeRest?.().catch(say);
}

const say = (error: unknown): undefined => void toast.error(error);
