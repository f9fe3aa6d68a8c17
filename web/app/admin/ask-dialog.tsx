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
  /** `danger` for what takes something away. */
  look?: 'main' | 'danger';
  size?: number;
  /** What is to be known before it is answered. */
  intro?: ReactNode;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** A dialog that asks what a change of several records is to be, or what is to become of those that go. */
export function AskDialog({
  title,
  submitLabel,
  isReady = true,
  look = 'main',
  size = 480,
  intro,
  onSubmit,
  onCancel,
  children,
}: AskDialogProps): ReactNode {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onSubmit();
  };
  return (
    <Dialog opened title={title} size={size} onClose={onCancel}>
      <form className={styles.form} onSubmit={submit} noValidate>
        {intro}
        <FormSection>{children}</FormSection>
        <div className={styles.footer}>
          <Button size="md" onClick={onCancel}>
            {t`Cancel`}
          </Button>
          <SubmitButton look={look} isPending={false} isResting={!isReady}>
            {submitLabel}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
