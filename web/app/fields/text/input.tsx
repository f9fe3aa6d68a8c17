import { Textarea, TextInput } from '@mantine/core';
import { type InputProps, sharedProps, textIn } from '../inputs.tsx';

export default function TextField(props: InputProps<'text'>) {
  const { definition, value, onChange } = props;
  const { maxLength, multiline, placeholder } = definition;
  const shared = { ...sharedProps(props), maxLength, placeholder, value: textIn(value) };
  return multiline ? (
    <Textarea
      {...shared}
      autosize
      minRows={3}
      maxRows={12}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <TextInput {...shared} size="md" onChange={(event) => onChange(event.currentTarget.value)} />
  );
}
