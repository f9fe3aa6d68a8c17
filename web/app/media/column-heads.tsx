/** The heads of the list's columns: a press sorts by one, another turns it round. */
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { type LibraryColumn, trackStyle } from './columns.tsx';
import styles from './items.module.css';
import type { Sort } from './place.ts';

interface ColumnHeadsProps {
  columns: readonly LibraryColumn[];
  sort: Sort;
  onSort: (sort: Sort) => void;
}

export function ColumnHeads({ columns, sort, onSort }: ColumnHeadsProps): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a row of a grid that is no table; its buttons take the keyboard
    <div role="row" aria-rowindex={1} className={styles.heads} style={trackStyle(columns)}>
      {columns.map(({ key, header, sorts }) => {
        const isSorted = sorts?.includes(sort) ?? false;
        const isDescending = sort.startsWith('-');
        const Arrow = isDescending ? ArrowDown : ArrowUp;
        return (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above
          <span
            key={key}
            role="columnheader"
            data-column={key}
            title={header}
            aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
          >
            {sorts ? (
              <button type="button" onClick={() => onSort(sort === sorts[0] ? sorts[1] : sorts[0])}>
                <span>{header}</span>
                {isSorted && <Arrow size={13} aria-hidden />}
              </button>
            ) : (
              <span>{header}</span>
            )}
          </span>
        );
      })}
    </div>
  );
}
