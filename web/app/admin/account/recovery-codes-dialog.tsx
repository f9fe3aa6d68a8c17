import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { Dialog } from '../../ui/dialog.tsx';
import { RecoveryCodes } from '../../ui/recovery-codes.tsx';
import styles from './account.module.css';

/** Shown once; a click beside it must not lose them. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Dialog
      opened
      persistent
      title={t`Save these recovery codes`}
      size={480}
      onClose={onClose}
      footer={
        <Button variant="filled" size="md" onClick={onClose}>
          {t`I've saved them`}
        </Button>
      }
    >
      <div className={styles.stack}>
        <p className={styles.text}>
          {t`If you ever lose your authenticator app or passkey, each of these codes lets you in once. They are not shown again.`}
        </p>
        <RecoveryCodes codes={codes} />
      </div>
    </Dialog>
  );
}
