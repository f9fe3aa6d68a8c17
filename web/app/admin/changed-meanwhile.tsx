/** In a form whose record somebody else has changed since it was opened: what they changed of its fields. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { FieldInput } from '../fields/inputs.tsx';
import { changedNames } from '../page/merge-values.ts';
import { Conflict } from '../ui/conflict.tsx';
import styles from './changed-meanwhile.module.css';
import type { Field, FormValues } from './form-fields.ts';

interface ChangedMeanwhileProps<Values> {
  fields: Field<Values>[];
  /** What the form began with, what it holds now, and what the record has. */
  base: Values;
  mine: Values;
  theirs: Values;
  isSaving: boolean;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}

export function ChangedMeanwhile<Values extends FormValues>({
  fields,
  base,
  mine,
  theirs,
  isSaving,
  onTakeTheirs,
  onKeepMine,
}: ChangedMeanwhileProps<Values>): ReactNode {
  const changed = changedNames(base, theirs);
  const own = changedNames(base, mine);
  const clashing = changed.filter((name) => own.includes(name) && changedNames(mine, theirs).includes(name));
  const shown = fields.filter(({ name }) => changed.includes(name));
  return (
    <Conflict
      isClashing={clashing.length > 0}
      isSaving={isSaving}
      onTakeTheirs={onTakeTheirs}
      onKeepMine={onKeepMine}
    >
      {shown.map((field) => (
        <fieldset key={field.name} className={styles.field}>
          <legend>{field.label}</legend>
          <Side label={t`Their version`} field={field} value={theirs[field.name]} />
          {clashing.includes(field.name) && (
            <Side label={t`Your version`} field={field} value={mine[field.name]} />
          )}
        </fieldset>
      ))}
    </Conflict>
  );
}

interface SideProps<Values> {
  label: string;
  field: Field<Values>;
  value: unknown;
}

/** One side's value, as its type asks for it: also a record that is referred to by its id has its name then. */
function Side<Values>({ label, field, value }: SideProps<Values>): ReactNode {
  if (field.type === 'drawn')
    return (
      <p className={styles.drawn}>
        <span>{label}</span> {field.words?.(value) ?? String(value || '–')}
      </p>
    );
  const definition = { ...field, label, hint: undefined, required: false };
  return <FieldInput definition={definition} value={value} onChange={() => undefined} isReadOnly />;
}
