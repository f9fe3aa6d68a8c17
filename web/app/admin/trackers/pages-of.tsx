import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { TrackerOut } from '../../api/generated/index.ts';
import { listPagesOptions } from '../../api/pages.ts';
import { UsedOn } from '../used-on.tsx';

/** How many pages have chosen a tracker; content keeps that, and cms the tracker. */
export function usePageCount(id: string): number | undefined {
  return useQuery(listPagesOptions({ start: 0, limit: 1, tracker: [id] })).data?.total;
}

export function PagesOf({ tracker }: { tracker: TrackerOut }) {
  const count = usePageCount(tracker.id);
  if (count === undefined) return null;
  if (count === 0) return <p>{t`No page has it yet. Choose it in the settings of a page.`}</p>;
  return (
    <p>
      <Trans>
        Chosen for <UsedOn pageCount={count} filter={`tracker=${tracker.id}`} />. If you delete it, it is
        removed from them.
      </Trans>
    </p>
  );
}

/** The column of the list. */
export function PagesCell({ tracker }: { tracker: TrackerOut }) {
  return tracker.isOnAllPages ? t`All pages` : <ChosenPages id={tracker.id} />;
}

function ChosenPages({ id }: { id: string }) {
  const count = usePageCount(id);
  return count === undefined ? null : <UsedOn pageCount={count} filter={`tracker=${id}`} />;
}
