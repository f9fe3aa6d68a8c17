/** What can be done with the records that are chosen. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Download, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { toast } from '../ui/toast.ts';
import { type BulkAction, mayWrite, type Resource, type ResourceBase } from './define-resource.ts';
import { isRemovable } from './removal.ts';
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

export function SelectionBar<Row>({ resource, selection, onRemove, onExport }: SelectionBarProps<Row>) {
  const { rows, clear } = selection;
  const removable = rows.filter((row) => isRemovable(resource, row));
  const run = useBulk(resource);
  return (
    <div className={styles.selectionPlace}>
      <div className={styles.selection} role="toolbar" aria-label={t`Selected records`}>
        <p aria-live="polite">
          <Trans>{rows.length} selected</Trans>
        </p>
        {resource.bulkActions?.map((action) => (
          <BulkButton
            key={action.label}
            action={action}
            rows={rows}
            isLocked={resource.isLocked}
            onRun={async (...given) => {
              // Those that were refused stay chosen.
              for (const row of await run(...given)) selection.toggle(row);
            }}
          />
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
            {removable.length === rows.length ? t`Delete` : t`Delete ${removable.length} of them`}
          </Button>
        )}
        <Tooltip label={t`Clear selection`}>
          <ActionIcon aria-label={t`Clear selection`} onClick={clear}>
            <X size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  );
}

interface BulkButtonProps<Row> {
  action: BulkAction<Row>;
  rows: Row[];
  isLocked: ResourceBase<Row>['isLocked'];
  onRun: (action: BulkAction<Row>, rows: Row[]) => Promise<unknown>;
}

function BulkButton<Row>({ action, rows, isLocked, onRun }: BulkButtonProps<Row>) {
  const { label, icon: Icon, isFor } = action;
  const [isRunning, setRunning] = useState(false);
  const fitting = rows.filter((row) => !isLocked?.(row) && isFor?.(row) !== false);
  const onClick = async () => {
    setRunning(true);
    await onRun(action, fitting).finally(() => setRunning(false));
  };
  return (
    <Button
      leftSection={<Icon size={15} aria-hidden />}
      disabled={fitting.length === 0}
      loading={isRunning}
      onClick={() => void onClick()}
    >
      {fitting.length === rows.length || fitting.length === 0 ? label : t`${label} ${fitting.length} of them`}
    </Button>
  );
}

/** One after the other, so that the first that is refused stops it and is said. */
function useBulk<Row>(resource: Resource<Row>) {
  const queryClient = useQueryClient();
  const each = async (rows: Row[], call: (row: Row) => Promise<Row>): Promise<Row[]> => {
    const done: Row[] = [];
    try {
      for (const row of rows) done.push(await call(row));
    } catch (error) {
      toast.error(error);
    }
    await Promise.all(resource.invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    return done;
  };
  /** Gives the records that it was done with, as they are then. */
  return async ({ run, undo, done: words }: BulkAction<Row>, rows: Row[]): Promise<Row[]> => {
    const done = await each(rows, run);
    if (done.length === 0) return done;
    if (undo) toast.undo(words(done.length), { onUndo: () => void each(done, undo) });
    else toast.success(words(done.length));
    return done;
  };
}
