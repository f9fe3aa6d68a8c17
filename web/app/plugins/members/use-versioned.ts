/**
 * The state of a members' form that is saved on the condition that nobody else has changed its record since the form began.
 * Where somebody has, the record is read anew: what the form does not show is saved over, and about the rest the member
 * decides.
 */
import { useState } from 'react';
import { isStale, ProblemError } from '../../api/problem.ts';
import { changedNames, merged } from '../../page/merge-values.ts';

/** By the names of the fields. */
export type Values = Readonly<Record<string, string | boolean>>;

export interface VersionedInput<Row> {
  /** What the form begins with. What is read later stays outside: with its version, older fields would be saved over it. */
  found: Row;
  valuesOf: (row: Row) => Values;
  /** The values of the form, of what it has sent. */
  typedOf: (sent: Record<string, string>, row: Row) => Values;
  /** Saves on the version of the record that it is given. Throws ProblemError. */
  save: (values: Values, on: Row) => Promise<Row>;
  /** Reads the record as it is now, after a save was refused. Throws ProblemError. */
  read: (refused: ProblemError, on: Row) => Promise<Row>;
}

/** What somebody else has made of the record, and what was typed as that was found out. */
interface Clash<Row> {
  theirs: Row;
  mine: Values;
}

/** Saves that find yet another version, without a change in what the form shows, before it is said. */
const MOST_RETRIES = 3;

export function useVersioned<Row>({ found, valuesOf, typedOf, save, read }: VersionedInput<Row>) {
  const [row, setRow] = useState(found);
  const [clash, setClash] = useState<Clash<Row>>();
  const [isSaved, setSaved] = useState(false);
  /** How often the inputs were given other values than what was typed in them. */
  const [round, setRound] = useState(0);

  const saveOn = async (values: Values, on: Row, mine: Values, retries = MOST_RETRIES): Promise<Row> => {
    try {
      return await save(values, on);
    } catch (error) {
      if (!(error instanceof ProblemError && isStale(error))) throw error;
      const theirs = await read(error, on);
      if (retries > 0 && !isClashing(valuesOf(on), values, valuesOf(theirs)))
        return saveOn(values, theirs, mine, retries - 1);
      setClash({ theirs, mine });
      throw error;
    }
  };
  const go = (to: Row) => {
    setRow(() => to);
    setClash(undefined);
    if (clash) setRound(round + 1);
  };
  const onSubmit = async (sent: Record<string, string>) => {
    setSaved(false);
    const mine = typedOf(sent, row);
    if (clash) {
      const values = merged(valuesOf(row), mine, valuesOf(clash.theirs));
      go(await saveOn(values, clash.theirs, mine));
    } else go(await saveOn(mine, row, mine));
    setSaved(true);
  };
  const onTakeTheirs = () => clash && go(clash.theirs);
  return { row, clash, isSaved, round, onSubmit, onTakeTheirs };
}

/** Whether somebody else has changed a field to something else than is to be saved. */
function isClashing(base: Values, mine: Values, theirs: Values): boolean {
  const others = changedNames(mine, theirs);
  return changedNames(base, theirs).some((name) => others.includes(name));
}
