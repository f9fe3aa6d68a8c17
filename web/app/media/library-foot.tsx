/** What stands below the files: how many there are, or what can be done with those that are chosen. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { FolderCog, FolderInput, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormats } from '#words/use-formats.ts';
import type { Folder } from '../api/files.ts';
import styles from './library.module.css';
import type { Listing } from './use-listing.ts';
import type { Choosing } from './use-selection.ts';

/** How many are chosen, what can be done with them, and the way back. */
export function SelectionBar({ choosing, children }: { choosing: Choosing; children: ReactNode }): ReactNode {
  const count = choosing.selection.keys.size;
  return (
    <div className={styles.selection} role="toolbar" aria-label={t`Selected files`}>
      <p>
        <Trans>{count} selected</Trans>
      </p>
      {children}
      <Tooltip label={t`Clear selection`}>
        <ActionIcon size={28} aria-label={t`Clear selection`} onClick={choosing.clear}>
          <X size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

interface SelectionToolsProps {
  choosing: Choosing;
  onMove: () => void;
  onRemove: () => void;
  onFolderSettings: (folder: Folder) => void;
}

export function SelectionTools({
  choosing,
  onMove,
  onRemove,
  onFolderSettings,
}: SelectionToolsProps): ReactNode {
  const count = choosing.selection.keys.size;
  const isRead = choosing.items.length === count;
  const folder = count === 1 ? choosing.items[0]?.folder : undefined;
  return (
    <>
      {folder && (
        <Button
          size="xs"
          leftSection={<FolderCog size={15} aria-hidden />}
          onClick={() => onFolderSettings(folder)}
        >{t`Folder settings`}</Button>
      )}
      <Button
        size="xs"
        disabled={!isRead}
        leftSection={<FolderInput size={15} aria-hidden />}
        onClick={onMove}
      >{t`Move to…`}</Button>
      <Button
        size="xs"
        color="danger"
        disabled={!isRead}
        leftSection={<Trash2 size={15} aria-hidden />}
        onClick={onRemove}
      >
        {t`Delete`}
      </Button>
    </>
  );
}

export function Total({ listing: { query, folders, total } }: { listing: Listing }): ReactNode {
  const formats = useFormats();
  if (!query.data) return null;
  const parts = [
    folders.length > 0 && t`${plural(folders.length, { one: '# folder', other: '# folders' })}`,
    t`${plural(total, { one: '# file', other: '# files' })}`,
  ].filter((part) => part !== false);
  return <p className={styles.total}>{formats.list(parts)}</p>;
}

/** Read out after Ctrl+A and the like. */
export function Chosen({ count }: { count: number }): ReactNode {
  return (
    <span className="pw-visually-hidden" role="status">
      {count > 0 ? t`${count} selected` : ''}
    </span>
  );
}
