/** Where the details of a file stand: beside the files, or over them where there is no room. */
import { t } from '@lingui/core/macro';
import { ActionIcon } from '@mantine/core';
import { X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import styles from '../library.module.css';
import type { Item } from '../use-listing.ts';
import { FileDetails } from './file-details.tsx';

interface DetailsProps {
  id: string;
  isNarrow: boolean;
  onClose: () => void;
  onRename: (item: Item) => void;
  onMove: (item: Item) => void;
  onRemove: (item: Item) => void;
}

export function DetailsPlace({ isNarrow, ...props }: DetailsProps): ReactNode {
  const { id, onClose } = props;
  if (isNarrow)
    return (
      <Dialog opened isForReading size={560} title={t`Details`} onClose={onClose}>
        <FileDetails key={id} {...props} />
      </Dialog>
    );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Of a dialog or a list that hangs from here it closes that alone.
    const isHere = event.currentTarget.contains(event.target as Node);
    if (event.key === 'Escape' && isHere && !event.defaultPrevented) onClose();
  };
  return (
    <section className={styles.details} aria-label={t`Details`} onKeyDown={onKeyDown}>
      <ActionIcon className={styles.close} aria-label={t`Close the details`} onClick={onClose}>
        <X size={17} aria-hidden />
      </ActionIcon>
      <FileDetails key={id} {...props} />
    </section>
  );
}
