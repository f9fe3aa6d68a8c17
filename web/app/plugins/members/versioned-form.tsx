/**
 * A members' form that is saved on the condition that nobody else has changed its record since the form began. Where
 * somebody has, the record is read anew: what the form does not show is saved over, and about the rest the member decides,
 * who sees what the others have changed beside what was typed.
 */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSpeech } from '#words/react.tsx';
import { isStale, ProblemError } from '../../api/problem.ts';
import { Done, MemberForm } from './form.tsx';

/** By the names of the fields. */
type Values = Readonly<Record<string, string | boolean>>;

/** A field, to show what somebody else has changed in it. */
export interface Shown {
  name: string;
  label: string;
  draw: (value: string | boolean) => ReactNode;
}

interface VersionedFormProps<Row> {
  label: string;
  /** What the form begins with. What is read later stays outside: with its version, older fields would be saved over it. */
  found: Row;
  valuesOf: (row: Row) => Values;
  /** The values of the form, of what it has sent. */
  typedOf: (sent: Record<string, string>, row: Row) => Values;
  /** Saves on the version of the record that it is given. Throws ProblemError. */
  save: (values: Values, on: Row) => Promise<Row>;
  /** Reads the record as it is now, after a save was refused. Throws ProblemError. */
  read: (refused: ProblemError, on: Row) => Promise<Row>;
  shownOf: (row: Row) => Shown[];
  /** The inputs, which keep what they hold. */
  children: (row: Row) => ReactNode;
}

/** What the record is by now, and what was typed as it was found out. */
interface Clash<Row> {
  theirs: Row;
  mine: Values;
}

/** Saves that find yet another version, without a change in what the form shows, before it is said. */
const MOST_RETRIES = 3;

export function VersionedForm<Row>({
  label,
  found,
  valuesOf,
  typedOf,
  save,
  read,
  shownOf,
  children,
}: VersionedFormProps<Row>): ReactNode {
  const { t } = useLingui();
  const { words: speech } = useSpeech();
  const [row, setRow] = useState(found);
  const [clash, setClash] = useState<Clash<Row>>();
  const [isSaved, setSaved] = useState(false);
  /** How often the inputs were given other values than what was typed in them. */
  const [round, setRound] = useState(0);
  const around = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (round > 0) around.current?.focus();
  }, [round]);

  const onSubmit = async (sent: Record<string, string>) => {
    setSaved(false);
    const mine = typedOf(sent, row);
    let on = clash?.theirs ?? row;
    const values = clash ? merged(valuesOf(row), mine, valuesOf(on)) : mine;
    for (let retries = MOST_RETRIES; ; retries -= 1) {
      try {
        setRow(await save(values, on));
        break;
      } catch (error) {
        if (!(error instanceof ProblemError && isStale(error))) throw error;
        const theirs = await read(error, on);
        if (retries === 0 || asks(valuesOf(on), values, valuesOf(theirs))) {
          setClash({ theirs, mine });
          throw error;
        }
        on = theirs;
      }
    }
    setSaved(true);
    setClash(undefined);
    if (clash) setRound(round + 1);
  };
  const takeTheirs = ({ theirs }: Clash<Row>) => {
    setRow(theirs);
    setClash(undefined);
    setRound(round + 1);
  };

  const base = valuesOf(row);
  const theirs = clash && valuesOf(clash.theirs);
  const changed = theirs ? changedNames(base, theirs) : [];
  const clashing =
    clash && theirs
      ? changed.filter((name) => clash.mine[name] !== base[name] && clash.mine[name] !== theirs[name])
      : [];
  const submit = clashing.length > 0 ? t`Save mine over theirs` : t`Save both`;
  return (
    <div ref={around} tabIndex={-1}>
      <MemberForm
        key={round}
        submit={clash ? submit : t`Save`}
        label={label}
        onSubmit={onSubmit}
        words={changedInWords}
        more={
          clash ? (
            <button type="button" className="pw-quiet" onClick={() => takeTheirs(clash)}>
              {t`Discard mine, use theirs`}
            </button>
          ) : (
            isSaved && <Done>{t`Saved.`}</Done>
          )
        }
      >
        {children(row)}
        {clash && theirs && (
          <dl className="pw-member-facts">
            {shownOf(clash.theirs)
              .filter(({ name }) => changed.includes(name))
              .map((field) => (
                <div key={field.name}>
                  <dt>{field.label}</dt>
                  <dd>
                    <span {...speech}>{t`Their version`}</span>: {field.draw(theirs[field.name] ?? '')}
                  </dd>
                  {clashing.includes(field.name) && (
                    <dd>
                      <span {...speech}>{t`Your version`}</span>: {field.draw(clash.mine[field.name] ?? '')}
                    </dd>
                  )}
                </div>
              ))}
          </dl>
        )}
      </MemberForm>
    </div>
  );
}

const changedInWords = (problem: ProblemError): MessageDescriptor | undefined =>
  isStale(problem)
    ? msg`Somebody else has changed this since you opened it. Your changes are still here and not saved yet.`
    : undefined;

const changedNames = (one: Values, other: Values): string[] =>
  Object.keys(other).filter((name) => (one[name] ?? '') !== other[name]);

/** Whether somebody else has changed a field to something else than is to be saved. */
function asks(base: Values, mine: Values, theirs: Values): boolean {
  const others = changedNames(mine, theirs);
  return changedNames(base, theirs).some((name) => others.includes(name));
}

/** Theirs, with what was typed on top of it. */
function merged(base: Values, mine: Values, theirs: Values): Values {
  const own = changedNames(base, mine).map((name) => [name, mine[name]]);
  return { ...theirs, ...Object.fromEntries(own) };
}
