import { FieldForm } from '../field-form.tsx';
import styles from '../fields.module.css';
import type { InputProps } from '../inputs.tsx';

export default function GroupField({ definition, value, onChange, isReadOnly }: InputProps<'group'>) {
  const values = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  return (
    <fieldset className={styles.list}>
      <legend>{definition.label}</legend>
      {definition.hint && <p className={styles.hint}>{definition.hint}</p>}
      <div className={styles.group}>
        <FieldForm
          definitions={definition.fields}
          values={values}
          onChange={onChange}
          isReadOnly={isReadOnly}
        />
      </div>
    </fieldset>
  );
}
