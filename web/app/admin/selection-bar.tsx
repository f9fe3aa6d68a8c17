/** What can be done with the records that are chosen. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { Download, Trash2, X } from 'lucide-react';
import { BulkActions } from './bulk-actions.tsx';
import { mayWrite, type Resource } from './define-resource.ts';
import { isRemovable } from './removal.ts';
import styles from './resource-list.module.css';
import { useBulk } from './use-bulk.ts';
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
  const run = useBulk(resource, selection.renew);
  return (
    <div className={styles.selectionPlace}>
      <div className={styles.selection} role="toolbar" aria-label={t`Selected records`}>
        <p aria-live="polite">
          <Trans>{rows.length} selected</Trans>
        </p>
        <BulkActions
          actions={resource.bulkActions ?? []}
          rows={rows}
          isLocked={resource.isLocked}
          onRun={async (action, tried, answer) => {
            const done = new Set((await run(action, tried, answer)).map(resource.idOf));
            // Those that were refused stay chosen, to be looked at.
            const isOver = (row: Row) => done.has(resource.idOf(row)) !== (action.keepsChosen ?? false);
            selection.drop(tried.filter(isOver));
          }}
        />
        <Button leftSection={<Download size={15} aria-hidden />} onClick={() => onExport(rows)}>
          {t`Export CSV`}
        </Button>
        {resource.remove && (
          <Button
            color="danger"
            leftSection={<Trash2 size={15} aria-hidden />}
            disabled={removable.length === 0}
            onClick={() => onRemove(removable)}
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
