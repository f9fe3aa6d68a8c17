/** The heads of the list's columns: a press sorts by one, another turns it round. */
import { t } from '@lingui/core/macro';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './items.module.css';
import type { Sort } from './place.ts';

interface Head {
  column: 'name' | 'kind' | 'size' | 'when';
  label: string;
  /** What a press sorts by first, and what one more does. */
  sorts: [Sort, Sort];
}

const HEADS: Head[] = [
  { column: 'name', label: t`Name`, sorts: ['name', '-name'] },
  { column: 'kind', label: t`Type`, sorts: ['mimeType', '-mimeType'] },
  { column: 'size', label: t`Size`, sorts: ['-size', 'size'] },
  { column: 'when', label: t`Uploaded`, sorts: ['-createdAt', 'createdAt'] },
];

interface ColumnHeadsProps {
  sort: Sort;
  onSort: (sort: Sort) => void;
}

export function ColumnHeads({ sort, onSort }: ColumnHeadsProps): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a row of a grid that is no table; its buttons take the keyboard
    <div role="row" aria-rowindex={1} className={styles.heads}>
      {HEADS.map(({ column, label, sorts: [first, second] }) => {
        const isSorted = sort === first || sort === second;
        const isDescending = sort.startsWith('-');
        const Arrow = isDescending ? ArrowDown : ArrowUp;
        return (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above
          <span
            key={column}
            role="columnheader"
            data-column={column}
            aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
          >
            <button type="button" onClick={() => onSort(sort === first ? second : first)}>
              {label}
              {isSorted && <Arrow size={13} aria-hidden />}
            </button>
          </span>
        );
      })}
    </div>
  );
}
