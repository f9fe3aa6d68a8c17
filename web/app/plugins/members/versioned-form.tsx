/** A members' form of a record that somebody else may change meanwhile: see use-versioned.ts. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSpeech } from '#words/react.tsx';
import { isStale, type ProblemError } from '../../api/problem.ts';
import { changedNames } from '../../page/merge-values.ts';
import { Done, MemberForm } from './form.tsx';
import { useVersioned, type Values, type VersionedInput } from './use-versioned.ts';

/** A field, to show what somebody else has changed in it. */
export interface Shown {
  name: string;
  label: string;
  draw: (value: string | boolean) => ReactNode;
}

interface VersionedFormProps<Row> extends VersionedInput<Row> {
  label: string;
  shownOf: (row: Row) => Shown[];
  /** The inputs, which keep what they hold. */
  children: (row: Row) => ReactNode;
}

/** Shows what the others have changed beside what was typed, with both ways on: over theirs, or their version. */
export function VersionedForm<Row>(props: VersionedFormProps<Row>): ReactNode {
  const { label, valuesOf, shownOf, children } = props;
  const { t } = useLingui();
  const { row, clash, isSaved, round, onSubmit, onTakeTheirs } = useVersioned(props);
  const around = useRef<HTMLDivElement>(null);
  // The inputs are others then, and the button that had the keyboard is gone.
  useEffect(() => {
    if (round > 0) around.current?.focus();
  }, [round]);
  const sides = clash && sidesOf(valuesOf(row), clash.mine, valuesOf(clash.theirs));
  const saveBoth = sides && sides.clashing.length > 0 ? t`Save mine over theirs` : t`Save both`;
  const takeTheirs = (
    <button type="button" className="pw-quiet" onClick={onTakeTheirs}>
      {t`Discard mine, use theirs`}
    </button>
  );
  return (
    <div ref={around} tabIndex={-1}>
      <MemberForm
        key={round}
        submit={clash ? saveBoth : t`Save`}
        label={label}
        onSubmit={onSubmit}
        words={changedInWords}
        more={clash ? takeTheirs : isSaved && <Done>{t`Saved.`}</Done>}
      >
        {children(row)}
        {clash && sides && <ChangedMeanwhile shown={shownOf(clash.theirs)} {...sides} />}
      </MemberForm>
    </div>
  );
}

const changedInWords = (problem: ProblemError): MessageDescriptor | undefined =>
  isStale(problem)
    ? msg`Somebody else has changed this since you opened it. Your changes are still here and not saved yet.`
    : undefined;

interface Sides {
  mine: Values;
  theirs: Values;
  /** The names of the fields that somebody else has changed, and of those that both have, to something else. */
  changed: string[];
  clashing: string[];
}

function sidesOf(base: Values, mine: Values, theirs: Values): Sides {
  const changed = changedNames(base, theirs);
  const own = changedNames(base, mine);
  const different = changedNames(mine, theirs);
  const clashing = changed.filter((name) => own.includes(name) && different.includes(name));
  return { mine, theirs, changed, clashing };
}

function ChangedMeanwhile({ shown, mine, theirs, changed, clashing }: Sides & { shown: Shown[] }): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  return (
    <dl className="pw-member-facts">
      {shown
        .filter(({ name }) => changed.includes(name))
        .map(({ name, label, draw }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              <span {...words}>{t`Their version`}</span>: {draw(theirs[name] ?? '')}
            </dd>
            {clashing.includes(name) && (
              <dd>
                <span {...words}>{t`Your version`}</span>: {draw(mine[name] ?? '')}
              </dd>
            )}
          </div>
        ))}
    </dl>
  );
}
