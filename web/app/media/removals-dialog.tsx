/** What was deleted of late, and can be brought back: one by one, or several at once. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useFormats } from '#words/use-formats.ts';
import { listRemovalsOptions, type Removal } from '../api/files.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { EmptyState } from '../ui/states.tsx';
import { isWithin } from './addresses.ts';
import styles from './removals-dialog.module.css';

const AT_A_TIME = 50;

interface RemovalsDialogProps {
  onClose: () => void;
  /** Brings them back and says so; gives the ids of those that are back. */
  onRestore: (removals: Removal[]) => Promise<readonly string[]>;
}

/** What lies in a folder that is deleted itself comes back with it, or after it. */
const isFree = (removal: Removal, chosen: readonly Removal[]) =>
  removal.canRestore || chosen.some(({ kind, path }) => kind === 'folder' && isWithin(removal.path, path));

export function RemovalsDialog({ onClose, onRestore }: RemovalsDialogProps): ReactNode {
  const [limit, setLimit] = useState(AT_A_TIME);
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const query = useQuery({
    ...listRemovalsOptions(limit),
    placeholderData: keepPreviousData,
  });
  const results = query.data?.results ?? [];
  const marked = results.filter(({ id }) => keys.has(id));
  const chosen = marked.filter((removal) => isFree(removal, marked));
  const restore = async (removals: Removal[]) => {
    setBusy(true);
    const back = await onRestore(removals);
    setBusy(false);
    setKeys((before) => new Set([...before].filter((id) => !back.includes(id))));
    // The row that was pressed goes; the keyboard stays with the others.
    list.current?.focus();
  };
  const mark = (removals: readonly Removal[], isOn: boolean) => {
    const next = new Set(keys);
    for (const { id } of removals) {
      if (isOn) next.add(id);
      else next.delete(id);
    }
    setKeys(next);
  };
  const count = chosen.length;
  return (
    <Dialog
      opened
      size={640}
      title={t`Recently deleted`}
      onClose={onClose}
      footer={
        results.length > 0 && (
          <>
            <All results={results} total={query.data?.total ?? 0} chosen={chosen} onMark={mark} />
            <Button
              variant="filled"
              leftSection={<Undo2 size={15} aria-hidden />}
              disabled={count === 0}
              loading={isBusy}
              onClick={() => void restore(chosen)}
            >
              {count === 0
                ? t`Restore`
                : t`${plural(count, { one: 'Restore # item', other: 'Restore # items' })}`}
            </Button>
          </>
        )
      }
    >
      <div ref={list} tabIndex={-1} className={styles.list}>
        <Loaded query={query}>
          {({ total }) =>
            total === 0 ? (
              <EmptyState icon={Trash2} title={t`Nothing was deleted`}>
                <p>{t`What you delete stays here for 30 days.`}</p>
              </EmptyState>
            ) : (
              <>
                <p className={styles.note}>{t`Deleted items can be restored for 30 days.`}</p>
                <ul className={styles.removals}>
                  {results.map((removal) => (
                    <Entry
                      key={removal.id}
                      removal={removal}
                      isFree={isFree(removal, marked)}
                      isMarked={chosen.includes(removal)}
                      isOff={isBusy}
                      onMark={(isOn) => mark([removal], isOn)}
                      onRestore={() => void restore([removal])}
                    />
                  ))}
                </ul>
                {total > results.length && (
                  <Button onClick={() => setLimit(limit + AT_A_TIME)}>{t`Show more`}</Button>
                )}
              </>
            )
          }
        </Loaded>
      </div>
    </Dialog>
  );
}

interface AllProps {
  results: readonly Removal[];
  /** Those that are not shown yet, too. */
  total: number;
  chosen: readonly Removal[];
  onMark: (removals: readonly Removal[], isOn: boolean) => void;
}

function All({ results, total, chosen, onMark }: AllProps): ReactNode {
  const markable = results.filter((removal) => isFree(removal, results));
  const isAll = markable.length > 0 && chosen.length === markable.length;
  return (
    <Checkbox
      className={styles.all}
      label={total > results.length ? t`Select all shown` : t`Select all`}
      checked={isAll}
      indeterminate={chosen.length > 0 && !isAll}
      disabled={markable.length === 0}
      onChange={() => onMark(markable, !isAll)}
    />
  );
}

interface EntryProps {
  removal: Removal;
  /** By itself, or because the folder above is chosen too. */
  isFree: boolean;
  isMarked: boolean;
  isOff: boolean;
  onMark: (isOn: boolean) => void;
  onRestore: () => void;
}

function Entry({ removal, isFree, isMarked, isOff, onMark, onRestore }: EntryProps): ReactNode {
  const formats = useFormats();
  const { kind, path, label, deletedAt, deletedBy, restorableUntil, canRestore, files } = removal;
  const name = deletedBy?.name;
  const moment = <RelativeTime moment={deletedAt} />;
  const what =
    kind === 'folder'
      ? t`Folder with ${plural(files, { one: '# file', other: '# files' })}`
      : path.split('/').slice(0, -1).join('/');
  return (
    <li>
      <Checkbox
        className={styles.mark}
        aria-label={t`Select “${label}”`}
        checked={isMarked}
        disabled={!isFree || isOff}
        onChange={({ currentTarget }) => onMark(currentTarget.checked)}
      />
      <div className={styles.text}>
        <p className={styles.name}>{label}</p>
        <p className={styles.facts}>
          {what && <span>{what}</span>}
          <span>
            {name ? (
              <Trans>
                {moment} by {name}
              </Trans>
            ) : (
              moment
            )}
          </span>
          <span title={formats.dateTime(restorableUntil)}>{t`until ${formats.date(restorableUntil)}`}</span>
          {!canRestore && <span>{t`Restore its folder first.`}</span>}
        </p>
      </div>
      <Button
        size="xs"
        disabled={!canRestore || isOff}
        aria-label={t`Restore “${label}”`}
        onClick={onRestore}
      >
        {t`Restore`}
      </Button>
    </li>
  );
}
