/** How many columns a row has, to choose from. */
import { plural, t } from '@lingui/core/macro';
import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { COLUMN_COUNTS } from '../../page/rules.ts';
import { useEditing } from '../context.tsx';
import { setColumns } from '../inserting/insert.ts';
import { ColumnsIcon } from '../overlay/columns-icon.tsx';
import { holdsUniqueColumn, type Place } from '../places/places.ts';
import styles from './selection-bar.module.css';

export function ColumnCount({ row }: { row: Place }): ReactNode {
  const { editor } = useEditing();
  const count = row.children.length;
  // What is in the page's own column is on other pages too: it cannot be folded into a neighbour.
  const isFixed = holdsUniqueColumn(row);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button
          type="button"
          className={styles.name}
          aria-label={t`${plural(count, { one: '1 column: change', other: '# columns: change' })}`}
        >
          <ColumnsIcon count={count} /> {count}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t`Columns`}</Menu.Label>
        {COLUMN_COUNTS.map((wanted) => (
          <Menu.Item
            key={wanted}
            aria-current={wanted === count || undefined}
            leftSection={<ColumnsIcon count={wanted} />}
            disabled={isFixed && wanted < count}
            onClick={() => editor.change(t`Change columns`, setColumns(row, wanted))}
          >
            {t`${plural(wanted, { one: '1 column', other: '# columns' })}`}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
