import { t } from '@lingui/core/macro';
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis, Eye, Pencil, Trash2 } from 'lucide-react';
import { isEditable, isOpenable, mayWrite, type Resource } from './define-resource.ts';
import styles from './list-table.module.css';
import { refreshing } from './refreshing.ts';
import { isRemovable } from './removal.ts';

interface RowMenuProps<Row> {
  resource: Resource<Row>;
  row: Row;
  onOpen: (row: Row) => void;
  onRemove: (row: Row) => void;
  /** Where a record is given another name in place. */
  onRename?: (() => void) | undefined;
}

/** Whether anything can be done with the rows. */
export const hasMenu = <Row,>(resource: Resource<Row>) =>
  isOpenable(resource) || Boolean(resource.remove || resource.menuActions || resource.rowActions);

/** What can be done with one row: its own actions in view, the rest in a menu. */
export function RowMenu<Row>({ resource, row, onOpen, onRemove, onRename }: RowMenuProps<Row>) {
  const name = resource.nameOf(row);
  const canEdit = isEditable(resource) && mayWrite(resource) && !resource.isLocked?.(row);
  const OpenIcon = canEdit ? Pencil : Eye;
  const queryClient = useQueryClient();
  const actions = resource.menuActions?.(row) ?? [];
  const canRemove = isRemovable(resource, row);
  const hint = resource.remove && mayWrite(resource) ? resource.removalHint : undefined;
  const hasItems = isOpenable(resource) || actions.length > 0 || canRemove || Boolean(hint || onRename);
  const refresh = refreshing(resource, queryClient);
  return (
    <div className={styles.rowActions}>
      {resource.rowActions?.(row).map(({ label, icon: Icon, href }) => (
        <Tooltip key={label} label={label}>
          <ActionIcon component="a" href={href} aria-label={`${label}: ${name}`}>
            <Icon size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
      {hasItems && (
        <Menu position="bottom-end" width={184}>
          <Menu.Target>
            <ActionIcon aria-label={t`More actions: ${name}`}>
              <Ellipsis size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {isOpenable(resource) && (
              <Menu.Item leftSection={<OpenIcon size={15} aria-hidden />} onClick={() => onOpen(row)}>
                {canEdit ? t`Edit` : t`Open`}
              </Menu.Item>
            )}
            {onRename && (
              <Menu.Item leftSection={<Pencil size={15} aria-hidden />} onClick={onRename}>
                {t`Rename`}
              </Menu.Item>
            )}
            {actions.map(({ label, icon: Icon, isDangerous, onSelect }) => (
              <Menu.Item
                key={label}
                data-danger={isDangerous || undefined}
                leftSection={<Icon size={15} aria-hidden />}
                onClick={() => onSelect(refresh)}
              >
                {label}
              </Menu.Item>
            ))}
            {(canRemove || hint) && (
              <Menu.Item
                data-danger={canRemove || undefined}
                leftSection={<Trash2 size={15} aria-hidden />}
                disabled={!canRemove}
                onClick={() => onRemove(row)}
              >
                {canRemove ? t`Delete` : hint}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}
