/** Where what is dragged over the library goes. */
import { t } from '@lingui/core/macro';
import { UploadCloud } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './library.module.css';

export function DropNote({ folder }: { folder: string }): ReactNode {
  const where = folder.split('/').at(-1) || t`All files`;
  return (
    <div className={styles.drop} aria-hidden>
      <UploadCloud size={32} strokeWidth={1.5} />
      <p>{t`Drop to upload to “${where}”`}</p>
    </div>
  );
}
