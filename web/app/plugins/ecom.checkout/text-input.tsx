import type { HTMLInputTypeAttribute, ReactNode } from 'react';
import { FieldFrame } from '../members/field-frame.tsx';

interface TextInputProps {
  label: string;
  /** Its name on the wire, by which a refusal finds it. */
  field: string;
  value: string;
  onChange: (value: string) => void;
  autoComplete: string;
  type?: HTMLInputTypeAttribute;
  hint?: string;
  maxLength: number;
  isOptional?: boolean;
}

export function TextInput({
  label,
  field,
  value,
  onChange,
  autoComplete,
  type = 'text',
  hint,
  maxLength,
  isOptional = false,
}: TextInputProps): ReactNode {
  return (
    <FieldFrame label={label} hint={hint} field={field} isOptional={isOptional}>
      {(ties) => (
        <input
          {...ties}
          name={field}
          type={type}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          required={!isOptional}
          autoComplete={autoComplete}
          maxLength={maxLength}
        />
      )}
    </FieldFrame>
  );
}
