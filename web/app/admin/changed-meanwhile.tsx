/** In a form whose record somebody else has changed since it was opened: what they changed, and the two ways on. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { FieldInput } from '../fields/inputs.tsx';
import styles from './changed-meanwhile.module.css';
import type { Field, FormValues } from './form-fields.ts';
import { changedNames } from './merge-values.ts';

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
    <div className={styles.decision}>
      <TriangleAlert size={18} aria-hidden />
      <div className={styles.body}>
        <p role="alert">
          {t`Somebody else has changed this since you opened it. What you typed is still here and not saved yet.`}
        </p>
        {shown.map((field) => (
          <fieldset key={field.name} className={styles.field}>
            <legend>{field.label}</legend>
            <Side label={t`Their version`} field={field} value={theirs[field.name]} />
            {clashing.includes(field.name) && (
              <Side label={t`Your version`} field={field} value={mine[field.name]} />
            )}
          </fieldset>
        ))}
        <p>
          {clashing.length > 0
            ? t`Saving yours replaces theirs where both are shown; what else they changed stays.`
            : t`You have not changed these yourself: saved together, both changes stay.`}
        </p>
        <div className={styles.actions}>
          <Button disabled={isSaving} onClick={onTakeTheirs}>{t`Discard mine, use theirs`}</Button>
          <Button variant="filled" disabled={isSaving} onClick={onKeepMine}>
            {clashing.length > 0 ? t`Save mine over theirs` : t`Save both`}
          </Button>
        </div>
      </div>
    </div>
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
