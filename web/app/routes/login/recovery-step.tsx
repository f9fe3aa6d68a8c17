/** After a second factor was set up: the codes to keep for the day when it is lost. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { RecoveryCodes } from '../../ui/recovery-codes.tsx';
import styles from '../entry-form.module.css';
import { EntryLayout } from '../entry-layout.tsx';

export function RecoveryStep({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <EntryLayout
      title={t`Save these codes`}
      lead={t`You are logged in. If you ever lose your authenticator app, each of these codes lets you in once. They are not shown again.`}
    >
      <div className={`${styles.form} ${styles.apart}`}>
        <RecoveryCodes codes={codes} />
        <Button variant="filled" size="lg" fullWidth onClick={onDone}>
          {t`I've saved them`}
        </Button>
      </div>
    </EntryLayout>
  );
}
