/** How many columns a row has, to choose from. */
import { plural, t } from '@lingui/core/macro';
import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { COLUMN_COUNTS } from '../../page/rules.ts';
import type { Page } from '../../page/types.ts';
import { useEditing } from '../context.tsx';
import { setColumns, whyNoFewer } from '../inserting/columns.ts';
import { putIn } from '../inserting/put-in.ts';
import { ColumnsIcon } from '../overlay/columns-icon.tsx';
import type { Place } from '../places/places.ts';
import styles from './selection-bar.module.css';

export function ColumnCount({ page, row }: { page: Page; row: Place }): ReactNode {
  const { editor } = useEditing();
  const count = row.children.length;
  const set = (wanted: number) =>
    putIn(editor, t`Change columns`, t`The number of columns was not changed.`, {
      actions: setColumns(page, row, wanted),
      nodeId: row.node.id,
    });
  const reasons = COLUMN_COUNTS.map((wanted) => whyNoFewer(page, row, wanted));
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
        {COLUMN_COUNTS.map((wanted, index) => (
          <Menu.Item
            key={wanted}
            aria-current={wanted === count || undefined}
            leftSection={<ColumnsIcon count={wanted} />}
            disabled={reasons[index] !== undefined}
            onClick={() => set(wanted)}
          >
            {t`${plural(wanted, { one: '1 column', other: '# columns' })}`}
          </Menu.Item>
        ))}
        {reasons.includes('unique') && (
          <Menu.Label maw="14rem">{t`This row holds each page’s own content, so it cannot have fewer columns.`}</Menu.Label>
        )}
        {reasons.includes('restricted') && (
          <Menu.Label maw="14rem">
            {t`With fewer columns, content that only some people see would be visible to more. Change “Who sees this” of the columns first.`}
          </Menu.Label>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
