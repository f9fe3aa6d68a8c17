import type { ReactNode } from 'react';
import { TextField } from './form.tsx';

/** The field for a password that is chosen: the service says which it refuses, and why. */
export function NewPassword({ label = 'New password' }: { label?: string }): ReactNode {
  return (
    <TextField
      name="password"
      label={label}
      type="password"
      autoComplete="new-password"
      hint="At least 10 characters: a few words that nobody would guess are best."
      minLength={10}
      maxLength={256}
    />
  );
}
