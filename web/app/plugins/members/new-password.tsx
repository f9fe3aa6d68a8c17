import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { TextField } from './form.tsx';

/** The field for a password that is chosen: the service says which it refuses, and why. */
export function NewPassword({ label }: { label?: string }): ReactNode {
  const { t } = useLingui();
  return (
    <TextField
      name="password"
      label={label ?? t`New password`}
      type="password"
      autoComplete="new-password"
      hint={t`At least 10 characters: a few words that nobody would guess are best.`}
      minLength={10}
      maxLength={256}
    />
  );
}
