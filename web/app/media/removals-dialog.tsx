/** What was deleted of late, and can be brought back. */
import { plural, t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFormats } from '#words/use-formats.ts';
import { listRemovalsOptions, type Removal, restoreFiles } from '../api/files.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { EmptyState } from '../ui/states.tsx';
import { toast } from '../ui/toast.ts';
import styles from './removals-dialog.module.css';

const AT_A_TIME = 50;

interface RemovalsDialogProps {
  onClose: () => void;
  /** After something came back. */
  onRestored: () => Promise<unknown>;
}

export function RemovalsDialog({ onClose, onRestored }: RemovalsDialogProps): ReactNode {
  const [limit, setLimit] = useState(AT_A_TIME);
  const query = useQuery({
    ...listRemovalsOptions(limit),
    placeholderData: keepPreviousData,
  });
  const restore = async ({ kind, id, label }: Removal) => {
    try {
      const chosen = kind === 'file' ? { files: [id], folders: [] } : { files: [], folders: [id] };
      const [problem] = Object.values(await restoreFiles(chosen));
      if (problem) toast.error(problem.detail);
      else toast.success(t`“${label}” was restored.`);
    } catch (error) {
      toast.error(error);
    }
    await onRestored();
  };
  return (
    <Dialog opened size={640} title={t`Recently deleted`} onClose={onClose}>
      <Loaded query={query}>
        {({ results, total }) =>
          total === 0 ? (
            <EmptyState icon={Trash2} title={t`Nothing was deleted`}>
              <p>{t`What you delete stays here for 30 days.`}</p>
            </EmptyState>
          ) : (
            <>
              <p className={styles.note}>{t`Deleted items can be restored for 30 days.`}</p>
              <ul className={styles.removals}>
                {results.map((removal) => (
                  <Entry key={removal.id} removal={removal} onRestore={() => void restore(removal)} />
                ))}
              </ul>
              {total > results.length && (
                <Button onClick={() => setLimit(limit + AT_A_TIME)}>{t`Show more`}</Button>
              )}
            </>
          )
        }
      </Loaded>
    </Dialog>
  );
}

function Entry({ removal, onRestore }: { removal: Removal; onRestore: () => void }): ReactNode {
  const formats = useFormats();
  const { kind, path, label, deletedAt, deletedBy, restorableUntil, canRestore, files } = removal;
  const what =
    kind === 'folder'
      ? t`Folder with ${plural(files, { one: '# file', other: '# files' })}`
      : path.split('/').slice(0, -1).join('/');
  return (
    <li>
      <div>
        <p className={styles.name}>{label}</p>
        <p className={styles.facts}>
          {what && <span>{what}</span>}
          <span>
            <RelativeTime moment={deletedAt} /> {deletedBy?.name}
          </span>
          <span title={formats.dateTime(restorableUntil)}>{t`until ${formats.date(restorableUntil)}`}</span>
          {!canRestore && <span>{t`Restore its folder first.`}</span>}
        </p>
      </div>
      <Button size="xs" disabled={!canRestore} aria-label={t`Restore “${label}”`} onClick={onRestore}>
        {t`Restore`}
      </Button>
    </li>
  );
}
