import type { UseFormReturnType } from '@mantine/form';
import { FieldInput, type InputProps } from '../fields/inputs.tsx';
import type { OfferedDefinition } from '../fields/types.ts';

interface FormInputProps<Values>
  extends Pick<InputProps, 'note' | 'isReadOnly' | 'isFocusedFirst' | 'isLabelHidden'> {
  form: UseFormReturnType<Values>;
  name: keyof Values & string;
  definition: OfferedDefinition;
}

/** A field of a form that is written out: its input is that of its type, in the vocabulary of fields/. */
export function FormInput<Values>({ form, name, ...props }: FormInputProps<Values>) {
  // Mantine's path types cannot follow a name that is only known to be a key.
  const { value, error, onChange } = form.getInputProps(name as never);
  return <FieldInput value={value} error={error} onChange={onChange} {...props} />;
}
