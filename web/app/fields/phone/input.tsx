import { TextInput } from '@mantine/core';
import { htmlBoundsOf } from '../html-bounds.ts';
import { type InputProps, sharedProps, textIn } from '../inputs.tsx';

export default function PhoneField(props: InputProps<'phone'>) {
  const { definition, value, onChange } = props;
  return (
    <TextInput
      {...sharedProps(props)}
      type="tel"
      maxLength={htmlBoundsOf(definition).maxLength}
      placeholder={definition.placeholder}
      autoComplete={definition.autoComplete}
      value={textIn(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
