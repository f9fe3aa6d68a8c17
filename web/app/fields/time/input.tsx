import { TextInput } from '@mantine/core';
import { type InputProps, sharedProps, textIn } from '../inputs.tsx';

export default function TimeField(props: InputProps<'time'>) {
  return (
    <TextInput
      {...sharedProps(props)}
      type="time"
      value={textIn(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value || undefined)}
    />
  );
}
