/** What the library asks for: a name, or a folder to move files and folders into. */
import { plural, t } from '@lingui/core/macro';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { saidOf } from '../ui/problem-words.ts';
import { joined } from './addresses.ts';
import { FolderAudience } from './folder-audience.tsx';
import styles from './folder-dialogs.module.css';
import { FolderTree } from './folder-tree.tsx';
import { nameOf, placeOf } from './use-file-actions.ts';
import type { Item } from './use-listing.ts';

interface NameDialogProps {
  title: string;
  label: string;
  confirmLabel: string;
  initial?: string;
  /** How much of it is chosen at first: a name without its extension. */
  chosen?: number;
  onClose: () => void;
  onName: (name: string) => Promise<unknown>;
  /** What else is asked. */
  children?: ReactNode;
}

export function NameDialog(props: NameDialogProps): ReactNode {
  const {
    title,
    label,
    confirmLabel,
    initial = '',
    chosen = initial.length,
    onClose,
    onName,
    children,
  } = props;
  const [name, setName] = useState(initial);
  const [fault, setFault] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const hasFocus = useRef(false);
  const form = useId();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === initial) return onClose();
    setSaving(true);
    try {
      await onName(name.trim());
      onClose();
    } catch (error) {
      setFault(saidOf(error));
      setSaving(false);
    }
  };
  return (
    <Dialog
      opened
      size={440}
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={form} variant="filled" disabled={!name.trim()} loading={isSaving}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void save(event)}>
        <TextInput
          data-autofocus
          size="md"
          label={label}
          maxLength={200}
          value={name}
          error={fault}
          onFocus={(event) => {
            if (!hasFocus.current) event.currentTarget.setSelectionRange(0, chosen);
            hasFocus.current = true;
          }}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setFault(undefined);
          }}
        />
        {children}
      </form>
    </Dialog>
  );
}

interface NewFolderDialogProps {
  /** The folder that it is made in. */
  within: string;
  onClose: () => void;
  onCreate: (name: string, scopeWhitelist: string[]) => Promise<unknown>;
}

export function NewFolderDialog({ within, onClose, onCreate }: NewFolderDialogProps): ReactNode {
  const [audience, setAudience] = useState<string[]>([]);
  return (
    <NameDialog
      title={t`New folder`}
      label={t`Name`}
      confirmLabel={t`Create folder`}
      onClose={onClose}
      onName={(name) => onCreate(name, audience)}
    >
      <FolderAudience name={joined(within, t`New folder`)} value={audience} onChange={setAudience} />
    </NameDialog>
  );
}

/** As much of a file's name as one means to change. */
export const stemOf = (name: string): number => {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? dot : name.length;
};

interface MoveDialogProps {
  items: readonly Item[];
  onClose: () => void;
  onMove: (folder: string) => void;
}

/** Whether an item can go into a folder: not into itself, nor below itself. */
export const canGoInto = (items: readonly Item[], folder: string): boolean =>
  items.every((item) => !item.folder || `${folder}/`.startsWith(`${item.folder.name}/`) === false);

export function MoveDialog({ items, onClose, onMove }: MoveDialogProps): ReactNode {
  const [first] = items;
  const [folder, setFolder] = useState(first ? placeOf(first) : '');
  const isThere = items.every((item) => placeOf(item) === folder);
  const name = first && nameOf(first);
  return (
    <Dialog
      opened
      size={440}
      title={t`${plural(items.length, { 1: `Move “${name}”`, one: 'Move # item', other: 'Move # items' })}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            variant="filled"
            disabled={isThere || !canGoInto(items, folder)}
            onClick={() => {
              onMove(folder);
              onClose();
            }}
          >
            {t`Move here`}
          </Button>
        </>
      }
    >
      <div className={styles.choice}>
        <FolderTree
          label={t`Folders`}
          value={folder}
          onChange={setFolder}
          isClosed={(name) => !canGoInto(items, name)}
        />
      </div>
    </Dialog>
  );
}

interface GoDialogProps {
  folder: string;
  onClose: () => void;
  onGo: (folder: string) => void;
}

/** The tree of folders, where there is no room for it beside the files. */
export function GoDialog({ folder, onClose, onGo }: GoDialogProps): ReactNode {
  return (
    <Dialog opened size={440} title={t`Folders`} onClose={onClose}>
      <FolderTree
        label={t`Folders`}
        value={folder}
        onChange={(name) => {
          onGo(name);
          onClose();
        }}
      />
    </Dialog>
  );
}
