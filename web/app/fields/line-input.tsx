import { TextInput } from '@mantine/core';
import { htmlBoundsOf } from './html-bounds.ts';
import { type InputProps, sharedProps, textIn } from './inputs.tsx';

/** One line that browsers know the kind of: they help to fill it in, with the keyboard that it takes. */
export function LineInput({ type, ...props }: InputProps<'email' | 'phone'> & { type: 'email' | 'tel' }) {
  const { definition, value, onChange } = props;
  return (
    <TextInput
      {...sharedProps(props)}
      type={type}
      maxLength={htmlBoundsOf(definition).maxLength}
      placeholder={definition.placeholder}
      autoComplete={definition.autoComplete}
      value={textIn(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
