import { TextInput } from '@mantine/core';
import { type InputProps, sharedProps, textIn } from '../inputs.tsx';

export default function DateField(props: InputProps<'date'>) {
  return (
    <TextInput
      {...sharedProps(props)}
      type="date"
      min={props.definition.earliest}
      max={props.definition.latest}
      value={textIn(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value || undefined)}
    />
  );
}
