/** What can be done with the records that are chosen. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Download, Trash2, X } from 'lucide-react';
import { toast } from '../ui/toast.ts';
import { type BulkAction, mayWrite, type Resource } from './define-resource.ts';
import styles from './resource-list.module.css';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps<Row> {
  resource: Resource<Row>;
  selection: Selection<Row>;
  onRemove: (rows: Row[]) => void;
  onExport: (rows: Row[]) => void;
}

/** Records of which a list of this resource lets several be chosen. */
export const isSelectable = <Row,>(resource: Resource<Row>): boolean =>
  mayWrite(resource) && Boolean(resource.remove || resource.bulkActions);

/** Records that whoever is logged in may delete. */
export const isRemovable = <Row,>(resource: Resource<Row>, row: Row): boolean =>
  Boolean(resource.remove) &&
  mayWrite(resource) &&
  !resource.isLocked?.(row) &&
  resource.canRemove?.(row) !== false;

export function SelectionBar<Row>({ resource, selection, onRemove, onExport }: SelectionBarProps<Row>) {
  const { rows, clear } = selection;
  const removable = rows.filter((row) => isRemovable(resource, row));
  const run = useBulk(resource);
  return (
    <div className={styles.selection} role="toolbar" aria-label={t`Selected records`}>
      <p aria-live="polite">
        <Trans>{rows.length} selected</Trans>
      </p>
      {resource.bulkActions?.map((action) => (
        <BulkButton key={action.label} action={action} rows={rows} onRun={run} />
      ))}
      <Button leftSection={<Download size={15} aria-hidden />} onClick={() => onExport(rows)}>
        {t`Export CSV`}
      </Button>
      {resource.remove && (
        <Button
          color="danger"
          leftSection={<Trash2 size={15} aria-hidden />}
          disabled={removable.length === 0}
          onClick={() => {
            onRemove(removable);
            clear();
          }}
        >
          {removable.length === rows.length ? 'Delete' : t`Delete ${removable.length} of them`}
        </Button>
      )}
      <Tooltip label={t`Clear selection`}>
        <ActionIcon aria-label={t`Clear selection`} onClick={clear}>
          <X size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

interface BulkButtonProps<Row> {
  action: BulkAction<Row>;
  rows: Row[];
  onRun: (action: BulkAction<Row>, rows: Row[]) => Promise<void>;
}

function BulkButton<Row>({ action, rows, onRun }: BulkButtonProps<Row>) {
  const { label, icon: Icon, isFor } = action;
  const fitting = isFor ? rows.filter(isFor) : rows;
  return (
    <Button
      leftSection={<Icon size={15} aria-hidden />}
      disabled={fitting.length === 0}
      onClick={() => void onRun(action, fitting)}
    >
      {label}
    </Button>
  );
}

/** One after the other, so that the first that is refused stops it and is said. */
function useBulk<Row>(resource: Resource<Row>) {
  const queryClient = useQueryClient();
  const each = async (rows: Row[], call: (row: Row) => Promise<unknown>): Promise<Row[]> => {
    const done: Row[] = [];
    try {
      for (const row of rows) {
        await call(row);
        done.push(row);
      }
    } catch (error) {
      toast.error(error);
    }
    await Promise.all(resource.invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    return done;
  };
  return async ({ run, undo, done: words }: BulkAction<Row>, rows: Row[]) => {
    const done = await each(rows, run);
    if (done.length === 0) return;
    if (undo) toast.undo(words(done.length), { onUndo: () => void each(done, undo) });
    else toast.success(words(done.length));
  };
}
