/** Beside a list's search and filters: which columns it shows, and the way into a spreadsheet. */
import { t } from '@lingui/core/macro';
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { Columns3, Download } from 'lucide-react';
import type { Column } from './define-resource.ts';
import styles from './resource-list.module.css';

interface ListToolsProps<Row> {
  columns: Column<Row>[];
  shown: Column<Row>[];
  onToggle: (key: string) => void;
  onExport: () => void;
}

export function ListTools<Row>({ columns, shown, onToggle, onExport }: ListToolsProps<Row>) {
  return (
    <div className={styles.listTools}>
      {columns.length > 1 && (
        <Menu position="bottom-end" closeOnItemClick={false}>
          <Menu.Target>
            <ActionIcon aria-label={t`Choose columns`} size={36}>
              <Columns3 size={17} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {columns.slice(1).map((column) => (
              <Menu.CheckboxItem
                key={column.key}
                checked={shown.includes(column)}
                onChange={() => onToggle(column.key)}
              >
                {column.header}
              </Menu.CheckboxItem>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Tooltip label={t`Export all that is found as CSV`}>
        <ActionIcon aria-label={t`Export CSV`} size={36} onClick={onExport}>
          <Download size={17} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
