import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { FormSection } from '../ui/form-frame.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import styles from './ask-dialog.module.css';

interface AskDialogProps {
  title: string;
  submitLabel: string;
  isReady?: boolean;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** A dialog that asks what a change of several records is to be. */
export function AskDialog({
  title,
  submitLabel,
  isReady = true,
  onSubmit,
  onCancel,
  children,
}: AskDialogProps): ReactNode {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onSubmit();
  };
  return (
    <Dialog opened title={title} size={480} onClose={onCancel}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <FormSection>{children}</FormSection>
        <div className={styles.footer}>
          <Button size="md" onClick={onCancel}>
            {t`Cancel`}
          </Button>
          <SubmitButton look="main" isPending={false} isResting={!isReady}>
            {submitLabel}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
