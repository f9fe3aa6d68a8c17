/** Beside a list: which columns it shows. The first names the record and stays. */
import { t } from '@lingui/core/macro';
import { ActionIcon, Menu } from '@mantine/core';
import { Columns3 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ChoosableColumn } from './chosen-columns.ts';

interface ColumnsMenuProps {
  columns: readonly ChoosableColumn[];
  /** The keys of those that are shown. */
  shown: readonly string[];
  onToggle: (key: string) => void;
}

export function ColumnsMenu({ columns, shown, onToggle }: ColumnsMenuProps): ReactNode {
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon aria-label={t`Choose columns`} size={36}>
          <Columns3 size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.slice(1).map(({ key, header }) => (
          <Menu.CheckboxItem key={key} checked={shown.includes(key)} onChange={() => onToggle(key)}>
            {header}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
