/** Beside a list's search and filters: which columns it shows, and the way into a spreadsheet. */
import { t } from '@lingui/core/macro';
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { ArrowDownUp, Download, FileUp, Table } from 'lucide-react';
import { Link } from 'react-router';
import { ColumnsMenu } from '../ui/columns-menu.tsx';
import type { Column, Transfer } from './define-resource.ts';
import styles from './resource-list.module.css';

interface ListToolsProps<Row> {
  columns: Column<Row>[];
  shown: Column<Row>[];
  onToggle: (key: string) => void;
  onExport: () => void;
  transfer: Transfer | undefined;
  /** Whether the user may import: a user who may only read the list may not. */
  canImport: boolean;
}

export function ListTools<Row>(props: ListToolsProps<Row>) {
  const { columns, shown, onToggle, onExport, transfer, canImport } = props;
  return (
    <div className={styles.listTools}>
      {columns.length > 1 && (
        <ColumnsMenu columns={columns} shown={shown.map(({ key }) => key)} onToggle={onToggle} />
      )}
      {transfer ? (
        <TransferMenu {...{ transfer, canImport, onExport }} />
      ) : (
        <Tooltip label={t`Export all that is found as CSV`}>
          <ActionIcon aria-label={t`Export CSV`} size={36} onClick={onExport}>
            <Download size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}

interface TransferMenuProps extends Pick<ListToolsProps<unknown>, 'canImport' | 'onExport'> {
  transfer: Transfer;
}

/** Both exports and the import in one place, each with what it is for. */
function TransferMenu({ transfer, canImport, onExport }: TransferMenuProps) {
  const { exportLabel, exportHint, exportHref, importLabel, importTo } = transfer;
  const label = canImport ? t`Import and export` : t`Export`;
  return (
    <Menu position="bottom-end" width={288}>
      <Menu.Target>
        <ActionIcon aria-label={label} title={label} size={36}>
          <ArrowDownUp size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canImport && (
          <Menu.Item component={Link} to={importTo} leftSection={<FileUp size={15} aria-hidden />}>
            {importLabel}
          </Menu.Item>
        )}
        <Menu.Item component="a" href={exportHref} download leftSection={<Download size={15} aria-hidden />}>
          {exportLabel}
          <small className={styles.hint}>{exportHint}</small>
        </Menu.Item>
        <Menu.Item leftSection={<Table size={15} aria-hidden />} onClick={onExport}>
          {t`Export this list`}
          <small className={styles.hint}>{t`The records found, with the columns shown.`}</small>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
