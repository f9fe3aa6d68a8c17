import { TextInput } from '@mantine/core';
import { type InputProps, sharedProps, textIn } from '../inputs.tsx';

/** A moment as this person's clock shows it: `2026-01-31T14:30`. What is none is shown as it is. */
export function localFrom(moment: string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return moment;
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function momentFrom(local: string): string | undefined {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? local || undefined : date.toISOString();
}

export default function DateTimeField(props: InputProps<'dateTime'>) {
  return (
    <TextInput
      {...sharedProps(props)}
      type="datetime-local"
      value={localFrom(textIn(props.value))}
      onChange={(event) => props.onChange(momentFrom(event.currentTarget.value))}
    />
  );
}
