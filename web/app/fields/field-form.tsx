/** One input for each of several fields, with what is wrong with it below: a plugin's settings, an item of a list. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { faultAt, faultsBeside } from './check.ts';
import styles from './fields.module.css';
import { FieldInput, isOffered } from './inputs.tsx';
import type { FieldDefinitions } from './types.ts';

interface FieldFormProps {
  definitions: FieldDefinitions;
  values: Readonly<Record<string, unknown>>;
  onChange: (values: Record<string, unknown>) => void;
  isReadOnly?: boolean;
}

export function FieldForm({ definitions, values, onChange, isReadOnly }: FieldFormProps): ReactNode {
  const offered = Object.entries(definitions).flatMap(([name, definition]) =>
    isOffered(definition) ? [{ name, definition }] : [],
  );
  return (
    <div className={styles.form}>
      {offered.length === 0 && <p className={styles.hint}>{t`There is nothing to set here.`}</p>}
      {offered.map(({ name, definition }) => (
        <FieldInput
          key={name}
          definition={definition}
          value={values[name]}
          isReadOnly={isReadOnly}
          error={faultAt(faultsBeside(definition, values[name], values))}
          onChange={(value) => onChange({ ...values, [name]: value })}
        />
      ))}
    </div>
  );
}
