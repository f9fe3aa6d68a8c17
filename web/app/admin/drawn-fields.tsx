/** The fields of a form as they are declared: those that are shown, two halves on one line. */
import type { UseFormReturnType } from '@mantine/form';
import { FieldInput } from '../fields/inputs.tsx';
import styles from './drawn-fields.module.css';
import type { Field, FormValues } from './form-fields.ts';

interface DrawnFieldsProps<Values> {
  fields: Field<Values>[];
  form: UseFormReturnType<Values>;
  /** There is nothing to send: they are only shown. */
  isReadOnly?: boolean;
}

export function DrawnFields<Values extends FormValues>({
  fields,
  form,
  isReadOnly,
}: DrawnFieldsProps<Values>) {
  const shown = fields.filter((field) => field.isShown?.(form.values) !== false);
  return linesOf(shown).map((line) => {
    const inputs = line.map((field) => (
      // Has no box of its own, so that the section still lays out the input.
      <div key={field.name} data-field={field.name} style={{ display: 'contents' }}>
        <FormField field={isReadOnly ? { ...field, isReadOnly } : field} form={form} />
      </div>
    ));
    return line.length === 1 ? (
      inputs
    ) : (
      <div key={line[0]?.name} className={styles.pair}>
        {inputs}
      </div>
    );
  });
}

/** Halves that follow one another stand together. */
function linesOf<Values>(fields: Field<Values>[]): Field<Values>[][] {
  const lines: Field<Values>[][] = [];
  for (const field of fields) {
    const before = lines.at(-1);
    if (field.isHalf && before?.length === 1 && before[0]?.isHalf) before.push(field);
    else lines.push([field]);
  }
  return lines;
}

interface FormFieldProps<Values> {
  field: Field<Values>;
  form: UseFormReturnType<Values>;
}

function FormField<Values extends FormValues>({ field, form }: FormFieldProps<Values>) {
  // Mantine's path types cannot follow a name that is only known to be a key.
  const { value, error, onChange } = form.getInputProps(field.name as never);
  if (field.type === 'drawn')
    return field.draw({ label: field.label, hint: field.hint, value, error, onChange }, form.getValues());
  const { alsoSets, name } = field;
  const change = (next: unknown) => {
    if (alsoSets) form.setValues({ ...alsoSets(String(next), form.getValues()), [name]: next } as never);
    else onChange(next);
  };
  return (
    <FieldInput
      definition={field}
      value={value}
      error={error}
      note={field.note}
      isReadOnly={field.isReadOnly}
      onChange={change}
    />
  );
}
