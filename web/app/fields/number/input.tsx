import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { type InputProps, sharedProps } from '../inputs.tsx';

/** A text that is a number, as people write it: 1.5 and 1,5 are the same. */
export function numberFrom(text: string): number | string | undefined {
  const plain = text.trim().replace(',', '.');
  if (plain === '') return undefined;
  return /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)$/.test(plain) ? Number(plain) : text;
}

/** What is no number is handed on as it was typed, so that it can be said and mended. */
export default function NumberField(props: InputProps<'number'>) {
  const { definition, value, onChange } = props;
  const [typed, setTyped] = useState(() => textOf(value));
  // Changed from outside: undone, or set back.
  const text = textOf(numberFrom(typed)) === textOf(value) ? typed : textOf(value);
  return (
    <TextInput
      {...sharedProps(props)}
      inputMode={definition.integer ? 'numeric' : 'decimal'}
      rightSection={definition.unit}
      placeholder={definition.placeholder}
      value={text}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(numberFrom(event.currentTarget.value));
      }}
    />
  );
}

const textOf = (value: unknown) => (value === undefined || value === null ? '' : String(value));
