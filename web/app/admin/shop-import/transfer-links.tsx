/** From a list of the shop to the import and the export of what it lists. Stands above the list. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { Download, FileUp } from 'lucide-react';
import { Link } from 'react-router';
import type { ImportListed } from '../../api/generated/index.ts';
import { addressOf } from '../define-entry.ts';
import { mayWrite } from '../define-resource.ts';
import entry from './entry.ts';
import styles from './import.module.css';

export function TransferLinks({ kind }: { kind: ImportListed['kind'] }) {
  return (
    <div className={styles.transfer}>
      {mayWrite(entry) && (
        <Button
          component={Link}
          to={`${addressOf(entry)}?kind=${kind}`}
          leftSection={<FileUp size={16} aria-hidden />}
        >{t`Import`}</Button>
      )}
      <Button
        component="a"
        href={`/ecom/exports/${kind}`}
        download
        leftSection={<Download size={16} aria-hidden />}
      >{t`Export`}</Button>
    </div>
  );
}
