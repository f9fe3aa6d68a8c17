/**
 * The form of a record: it is saved on the condition that nobody else has changed the record since the form began. Where
 * somebody has, the form says what, and goes on with their version or with what was typed on top of it.
 */
import type { FormErrors, FormRulesRecord } from '@mantine/form';
import { changedNames, merged } from '../page/merge-values.ts';
import type { ProblemForm, ProblemFormInput } from '../ui/use-problem-form.ts';
import { useVersionedForm } from '../ui/use-versioned-form.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import type { Field, FormValues } from './form-fields.ts';
import { saveOnKey } from './save-key.ts';

interface RecordFormInput<Values extends FormValues, Row>
  extends Pick<ProblemFormInput<Values, Row>, 'fieldOf'> {
  /** What the form begins with; undefined for a new record. What is read later stays outside. */
  record: Row | undefined;
  valuesOf: (record: Row | undefined) => Values;
  /** What is wrong that needs no server. */
  validate: FormRulesRecord<Values> | ((values: Values, record: Row | undefined) => FormErrors);
  /** Saves on the version of the record that it is given. */
  submit: (values: Values, record: Row | undefined) => Promise<Row>;
  /** `before`: what the form held it to be. */
  onSaved: (saved: Row, before: Row | undefined) => void;
  /** Reads the record as it is now. */
  refetch?: (record: Row) => Promise<Row>;
  /** The fields with their labels, to show what somebody else has changed in them. */
  fieldsOf: (record: Row | undefined) => Field<Values>[];
}

interface RecordForm<Values, Row> extends ProblemForm<Values> {
  /** What the form began with, or has saved. */
  record: Row | undefined;
}

export function useRecordForm<Values extends FormValues, Row>({
  fieldsOf,
  refetch,
  ...input
}: RecordFormInput<Values, Row>): RecordForm<Values, Row> {
  const { record, theirs, waysOn, ...state } = useVersionedForm<Values, Row | undefined, Row>({
    ...input,
    refetch,
    isClashing: (base, mine, theirs) =>
      changedNames(base, theirs).some((name) => changedNames(mine, theirs).includes(name)),
    merge: merged,
  });
  const decision =
    theirs === undefined ? undefined : (
      <ChangedMeanwhile
        fields={fieldsOf(record)}
        base={input.valuesOf(record)}
        mine={state.form.values}
        theirs={input.valuesOf(theirs)}
        {...waysOn}
      />
    );
  return { ...state, frame: { ...state.frame, decision, onKeyDown: saveOnKey }, record };
}
