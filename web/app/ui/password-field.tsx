import { t } from '@lingui/core/macro';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** The library's own leaves out that what is in it was refused, which screen readers have to tell. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      label={t`Password`}
      size="md"
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
      aria-invalid={props.error ? true : undefined}
      {...props}
    />
  );
}
