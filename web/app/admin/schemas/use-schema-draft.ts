/** The schema while it is edited: as fields, or as JSON by hand. One of the two is in view and counts. */
import { useRef, useState } from 'react';
import type { JsonObject } from '../../api/schemas.ts';
import { type BuilderField, faultsOf, parseSchema, readFields, writeFields } from './builder-fields.ts';

export type DraftMode = 'fields' | 'json';

const pretty = (schema: JsonObject) => JSON.stringify(schema, null, 2);

export function useSchemaDraft(initial: JsonObject) {
  const [mode, setMode] = useState<DraftMode>('fields');
  /** What the fields were read from, and what of it they do not show. */
  const [base, setBase] = useState(initial);
  const [fields, setFields] = useState<BuilderField[]>(() => readFields(initial));
  const [text, setText] = useState('');
  /** Faults are shown from the first attempt to save on. */
  const [isChecked, setChecked] = useState(false);

  /** As it was when it was last saved. */
  const clean = useRef(pretty(writeFields(initial, fields)));

  const parsed = mode === 'json' ? parseSchema(text) : { schema: writeFields(base, fields) };
  const faults = mode === 'fields' ? faultsOf(fields) : {};
  const schema = 'schema' in parsed && Object.keys(faults).length === 0 ? parsed.schema : undefined;

  const change = (next: DraftMode) => {
    // JSON that cannot be read stays in view until it can.
    if (!('schema' in parsed)) {
      setChecked(true);
      return false;
    }
    if (next === mode) return true;
    if (next === 'json') setText(pretty(parsed.schema));
    else {
      setBase(parsed.schema);
      setFields(readFields(parsed.schema));
    }
    setChecked(false);
    setMode(next);
    return true;
  };

  return {
    mode,
    /** False where what is in view cannot be read, and stays. */
    setMode: change,
    fields,
    setFields,
    text,
    setText,
    /** The schema as it stands, undefined while something is wrong with it. */
    schema,
    faults: isChecked ? faults : {},
    textFault: 'fault' in parsed ? parsed.fault : undefined,
    check: () => setChecked(true),
    isDirty: () => !('schema' in parsed) || pretty(parsed.schema) !== clean.current,
    /** It has been saved as it stands. */
    markSaved: () => {
      if ('schema' in parsed) clean.current = pretty(parsed.schema);
    },
  };
}

export type SchemaDraft = ReturnType<typeof useSchemaDraft>;
