/** How many columns a new row is to have: what is in a menu that adds one. */
import { plural, t } from '@lingui/core/macro';
import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { COLUMN_COUNTS } from '../../page/rules.ts';
import { useEditing } from '../context.tsx';
import { addRow } from '../inserting/add-plugin.ts';
import type { Target } from '../moving/move-target.ts';
import { ColumnsIcon } from './columns-icon.tsx';
import styles from './overlay.module.css';

interface RowChoiceProps {
  label: string;
  target: Target;
  /** What a screen reader hears after the number of columns, where a menu has two of these. */
  where?: string;
}

export function RowChoice({ label, target, where = '' }: RowChoiceProps): ReactNode {
  const editing = useEditing();
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      <div className={styles.rowChoice}>
        {COLUMN_COUNTS.map((count) => (
          <Menu.Item
            key={count}
            className={styles.rowItem}
            aria-label={`${t`${plural(count, { one: '1 column', other: '# columns' })}`}${where && ` ${where}`}`}
            onClick={() => addRow(editing, count, target)}
          >
            <ColumnsIcon count={count} />
            {count}
          </Menu.Item>
        ))}
      </div>
    </>
  );
}
