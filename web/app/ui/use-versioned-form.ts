/**
 * A form that is saved on the condition that nobody else has changed its record since the form began. Where somebody has,
 * the record is read anew: what stands in nobody's way is saved over, and about the rest the user decides, who goes on
 * with the others' version or with what was typed.
 */
import { t } from '@lingui/core/macro';
import type { FormErrors, FormRulesRecord } from '@mantine/form';
import { useRef, useState } from 'react';
import { ProblemError } from '../api/problem.ts';
import { type ProblemForm, type ProblemFormInput, useProblemForm } from './use-problem-form.ts';

interface VersionedFormInput<Values, Base, Row extends Base>
  extends Pick<ProblemFormInput<Values, Row>, 'fieldOf'> {
  /** What the form begins with; undefined for a new record. What is read later stays outside. */
  record: Base;
  valuesOf: (record: Base) => Values;
  /** What is wrong that needs no server. */
  validate: FormRulesRecord<Values> | ((values: Values, record: Base) => FormErrors);
  /** Saves on the version of the record that it is given. */
  submit: (values: Values, record: Base) => Promise<Row>;
  /** `before`: what the form held it to be. */
  onSaved: (saved: Row, before: Base) => void;
  /** Reads the record as it is now. */
  refetch: ((record: NonNullable<Base>) => Promise<Row>) | undefined;
  /** Whether the user has to decide about what somebody else has changed. */
  isClashing: (base: Values, mine: Values, theirs: Values) => boolean;
  /** What is saved over theirs; without it what is typed, as it is. */
  merge?: (base: Values, mine: Values, theirs: Values) => Values;
}

interface VersionedForm<Values, Base, Row> extends ProblemForm<Values> {
  /** What the form began with, or has saved. */
  record: Base;
  /** The record as somebody else has left it, while the user has to decide about that. */
  theirs: Row | undefined;
  /** The two ways on, as `Conflict` is told of them. */
  waysOn: { isSaving: boolean; onTakeTheirs: () => void; onKeepMine: () => void };
}

/** Saves that find yet another version, without a change in what the form shows, before it is said. */
const MOST_RETRIES = 3;

export function useVersionedForm<
  Values extends Record<string, unknown>,
  Base,
  Row extends Base = NonNullable<Base>,
>({
  record: found,
  valuesOf,
  validate,
  submit,
  onSaved,
  fieldOf,
  refetch,
  isClashing,
  merge = (_, mine) => mine,
}: VersionedFormInput<Values, Base, Row>): VersionedForm<Values, Base, Row> {
  // With a version that was read since, the form's older fields would be saved over what somebody else has written.
  const [record, setRecord] = useState(found);
  const latest = useRef(found);
  const [theirs, setTheirs] = useState<Row>();

  const save = async (values: Values, on: Base, retries = MOST_RETRIES): Promise<Row> => {
    try {
      return await submit(values, on);
    } catch (error) {
      if (on === undefined || on === null || !refetch || !isOtherVersion(error)) throw error;
      const present = await readPresent(refetch, on);
      // Changed in what the form does not show: nothing has to be decided.
      if (retries > 0 && !isClashing(valuesOf(on), values, valuesOf(present)))
        return save(values, present, retries - 1);
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
  const { form } = state;

  const onTakeTheirs = () => {
    if (theirs === undefined) return;
    const values = valuesOf(theirs);
    adopt(theirs);
    state.setProblem(undefined);
    form.clearErrors();
    form.setValues(values);
    form.resetDirty(values);
  };
  const onKeepMine = () => {
    if (theirs === undefined) return;
    const values = merge(valuesOf(record), form.getValues(), valuesOf(theirs));
    adopt(theirs);
    form.setValues(values);
    form.resetDirty(valuesOf(theirs));
    void state.send(values);
  };
  return { ...state, record, theirs, waysOn: { isSaving: state.isSaving, onTakeTheirs, onKeepMine } };
}

/** Not 409: of a form that is a name that is taken. */
const isOtherVersion = (error: unknown) => error instanceof ProblemError && error.status === 412;

async function readPresent<Base, Row>(refetch: (record: Base) => Promise<Row>, record: Base): Promise<Row> {
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
