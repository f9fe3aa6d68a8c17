/** A secret that can be written and not read: whether it is set, another one, or its removal. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { PasswordField } from '../../ui/password-field.tsx';
import type { DrawnProps } from '../form-fields.ts';
import styles from './config.module.css';

interface SecretFieldProps extends DrawnProps {
  isSet: boolean;
}

export function SecretField({ label, hint, value, error, onChange, isSet }: SecretFieldProps) {
  const isLeaving = isSet && value === null;
  return (
    <div className={styles.secret}>
      <PasswordField
        label={label}
        description={isLeaving ? t`Will be removed when you save.` : hint}
        error={error}
        // No password of a person: browsers are not to fill it in or keep it.
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder={
          isSet && !isLeaving
            ? t({ message: 'Set', comment: 'A secret has a value, which is not shown' })
            : undefined
        }
        visibilityToggleButtonProps={{ 'aria-label': t`Show characters: ${label}` }}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      />
      {isSet && (
        <Button
          size="md"
          aria-label={isLeaving ? t`Keep it: ${label}` : t`Remove: ${label}`}
          onClick={() => onChange(isLeaving ? undefined : null)}
        >
          {isLeaving ? t`Keep it` : t`Remove`}
        </Button>
      )}
    </div>
  );
}
