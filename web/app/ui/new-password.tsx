import type { PasswordInputProps } from '@mantine/core';
import { passwordStrength } from '../identity/password-strength.ts';
import styles from './new-password.module.css';
import { PasswordField } from './password-field.tsx';

/** The field where a password is chosen, with how hard it is to guess below it. */
export function NewPassword(props: PasswordInputProps & { value?: string }) {
  const { score, hint } = passwordStrength(props.value ?? '');
  // The service knows more: whose password it is, of which site, and which ones are common.
  const isRefused = Boolean(props.error);
  return (
    <div>
      <PasswordField autoComplete="new-password" {...props} />
      <div className={styles.strength} aria-hidden>
        {[1, 2, 3, 4].map((step) => (
          <span key={step} data-filled={(!isRefused && step <= score) || undefined} />
        ))}
      </div>
      <p className={styles.hint} aria-live="polite">
        {!isRefused && hint}
      </p>
    </div>
  );
}
