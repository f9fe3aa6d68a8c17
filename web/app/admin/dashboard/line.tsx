/** A line of a dashboard: what there is to do, if anything, and where. It is always there, so that nothing moves. */
import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { addressOf, type Place } from '../define-entry.ts';
import styles from './dashboard.module.css';

/** What a line comes to: nothing to do, or what there is and where. */
export type Finding =
  | { isDone: true; words: string }
  | { isDone: false; words: string; query?: string; isCalm?: boolean };

interface LineProps {
  label: string;
  place: Place;
  /** Undefined until it is known. */
  finding: Finding | undefined;
  isUnknown: boolean;
}

export function Line({ label, place, finding, isUnknown }: LineProps) {
  return (
    <li>
      <span>{label}</span>
      {finding === undefined ? (
        isUnknown ? (
          <NotLoaded />
        ) : (
          <Skeleton width="4rem" />
        )
      ) : finding.isDone ? (
        <span className={styles.calm}>{finding.words}</span>
      ) : (
        <Link
          className={styles.todo}
          data-tone={finding.isCalm ? 'calm' : 'danger'}
          to={`${addressOf(place)}${finding.query ?? ''}`}
        >
          {finding.words}
        </Link>
      )}
    </li>
  );
}

interface CountLineProps {
  label: string;
  place: Place;
  query: { data: { total: number } | undefined; isError: boolean };
  words: (count: number) => string;
  /** Added to the address: the filter that shows them. */
  filter?: string;
  /** Nothing is wrong with them. */
  isCalm?: boolean;
}

export function CountLine({ label, place, query, words, filter, isCalm }: CountLineProps) {
  const count = query.data?.total;
  const finding: Finding | undefined =
    count === undefined
      ? undefined
      : count === 0
        ? { isDone: true, words: t`None` }
        : { isDone: false, words: words(count), query: filter, isCalm };
  return <Line label={label} place={place} finding={finding} isUnknown={query.isError} />;
}
