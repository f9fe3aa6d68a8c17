import { Switch } from '@mantine/core';
import type { InputProps } from '../inputs.tsx';

export default function SwitchField({
  definition,
  value,
  onChange,
  error,
  isReadOnly,
}: InputProps<'switch'>) {
  return (
    <Switch
      label={definition.label}
      description={definition.hint}
      error={error}
      disabled={isReadOnly}
      checked={(value ?? definition.default) === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
