/**
 * The form of a record: it is saved on the condition that nobody else has changed the record since the form began. Where
 * somebody has, the form says what, and goes on with their version or with what was typed on top of it.
 */
import { t } from '@lingui/core/macro';
import type { FormErrors, FormRulesRecord } from '@mantine/form';
import { useRef, useState } from 'react';
import { ProblemError } from '../api/problem.ts';
import { type ProblemForm, type ProblemFormInput, useProblemForm } from '../ui/use-problem-form.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import type { Field, FormValues } from './form-fields.ts';
import { changedNames, merged } from './merge-values.ts';

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

/** Saves that find yet another version, without a change in what the form shows, before it is said. */
const MOST_RETRIES = 3;

export function useRecordForm<Values extends FormValues, Row>({
  record: found,
  valuesOf,
  validate,
  submit,
  onSaved,
  fieldOf,
  refetch,
  fieldsOf,
}: RecordFormInput<Values, Row>): RecordForm<Values, Row> {
  // With a version that was read since, the form's older fields would be saved over what somebody else has written.
  const [record, setRecord] = useState(found);
  const latest = useRef(found);
  /** The record as somebody else has left it. */
  const [theirs, setTheirs] = useState<Row>();

  const save = async (values: Values, on: Row | undefined, retries = MOST_RETRIES): Promise<Row> => {
    try {
      return await submit(values, on);
    } catch (error) {
      if (!on || !refetch || !isOtherVersion(error)) throw error;
      const present = await readPresent(refetch, on);
      const [base, other] = [valuesOf(on), valuesOf(present)];
      // Changed in what the form does not show: nothing has to be decided.
      const isResolved = changedNames(base, other).every(
        (name) => !changedNames(values, other).includes(name),
      );
      if (isResolved && retries > 0) return save(values, present, retries - 1);
      setTheirs(() => present);
      throw error;
    }
  };
  const adopt = (present: Row) => {
    latest.current = present;
    setRecord(() => present);
    setTheirs(undefined);
  };

  const state = useProblemForm<Values, Row>({
    initialValues: valuesOf(record),
    validate: typeof validate === 'function' ? (values) => validate(values, record) : validate,
    submit: (values) => save(values, latest.current),
    onSaved: (saved, sent) => {
      const before = latest.current;
      adopt(saved);
      const read = valuesOf(saved);
      // What is written and never read, as a secret is: it must not stay where somebody could look at it.
      const unread = Object.keys(sent).filter((name) => !(name in read));
      const emptied = Object.fromEntries(unread.map((name) => [name, undefined])) as Partial<Values>;
      // What was typed meanwhile is not saved, and stays so.
      if (unread.length > 0) {
        form.setValues(emptied);
        form.resetDirty({ ...sent, ...emptied });
      }
      onSaved(saved, before);
    },
    fieldOf,
  });
  const { form, frame } = state;

  const takeTheirs = (present: Row) => {
    const values = valuesOf(present);
    adopt(present);
    state.setProblem(undefined);
    form.clearErrors();
    form.setValues(values);
    form.resetDirty(values);
  };
  const keepMine = (present: Row) => {
    const values = merged(valuesOf(record), form.getValues(), valuesOf(present));
    adopt(present);
    form.setValues(values);
    form.resetDirty(valuesOf(present));
    void state.send(values);
  };
  const decision =
    theirs === undefined ? undefined : (
      <ChangedMeanwhile
        fields={fieldsOf(record)}
        base={valuesOf(record)}
        mine={form.values}
        theirs={valuesOf(theirs)}
        isSaving={frame.isSaving}
        onTakeTheirs={() => takeTheirs(theirs)}
        onKeepMine={() => keepMine(theirs)}
      />
    );
  return { ...state, frame: { ...frame, decision }, record };
}

/** Not 409: of a form that is a name that is taken. */
const isOtherVersion = (error: unknown) => error instanceof ProblemError && error.status === 412;

async function readPresent<Row>(refetch: (record: Row) => Promise<Row>, record: Row): Promise<Row> {
  try {
    return await refetch(record);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status !== 404) throw error;
    throw new ProblemError(404, {
      code: error.code,
      title: error.title,
      detail: t`Somebody has deleted this since you opened it. Copy what you still need before you leave.`,
    });
  }
}
