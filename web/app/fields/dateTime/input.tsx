import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { clockAt, momentAt } from '#words/format.ts';
import { useFormats } from '#words/use-formats.ts';
import { type InputProps, sharedProps, textIn } from '../inputs.tsx';

/** A moment as this person's clock shows it: `2026-01-31T14:30`. What is none is shown as it is. */
export function localFrom(moment: string, timeZone?: string): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? moment : clockAt(date, timeZone);
}

export function momentFrom(local: string, timeZone?: string): string | undefined {
  return momentAt(local, timeZone)?.toISOString() ?? (local || undefined);
}

export default function DateTimeField(props: InputProps<'dateTime'>) {
  const { timeZone } = useFormats();
  // Kept as it was typed: an input whose value is set anew at each digit of a year forgets the ones before.
  const [typed, setTyped] = useState('');
  const value = textIn(props.value);
  const isTyped = typed !== '' && momentFrom(typed, timeZone) === value;
  return (
    <TextInput
      {...sharedProps(props)}
      type="datetime-local"
      value={isTyped ? typed : localFrom(value, timeZone)}
      onChange={(event) => {
        const local = event.currentTarget.value;
        setTyped(local);
        props.onChange(momentFrom(local, timeZone));
      }}
    />
  );
}
