/** Does something with several records, one after the other: what is refused is said, and the others are done. */
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { ProblemError } from '../api/problem.ts';
import { toast } from '../ui/toast.ts';
import { inSentence } from '../words/in-sentence.ts';
import type { BulkAction, Resource } from './define-resource.ts';

interface Refused<Row> {
  row: Row;
  error: unknown;
}

/** Faults that are told one by one. */
const MOST_NAMED = 3;

function described<Row>(resource: Resource<Row>, { row, error }: Refused<Row>): string {
  const why =
    error instanceof ProblemError ? (error.detail ?? error.title) : t`An unexpected error has occurred.`;
  return `“${resource.nameOf(row)}”: ${why}`;
}

function sayRefused<Row>(resource: Resource<Row>, refused: Refused<Row>[]): void {
  if (refused.length === 1) toast.error(refused[0]?.error);
  if (refused.length < 2) return;
  const lines = refused.slice(0, MOST_NAMED).map((one) => described(resource, one));
  if (refused.length > MOST_NAMED) lines.push(t`and ${refused.length - MOST_NAMED} more`);
  toast.show({
    kind: 'danger',
    message: t`${refused.length} ${inSentence(resource.many)} were not changed.`,
    detail: lines.join(' · '),
  });
}

/** `onChange` is given the records as they are then, also after an Undo. */
export function useBulk<Row>(resource: Resource<Row>, onChange: (rows: Row[]) => void) {
  const queryClient = useQueryClient();
  const each = async <Given>(
    given: Given[],
    rowOf: (one: Given) => Row,
    call: (one: Given) => Promise<Row>,
  ) => {
    const done: { before: Row; after: Row }[] = [];
    const refused: Refused<Row>[] = [];
    for (const one of given) {
      try {
        done.push({ before: rowOf(one), after: await call(one) });
      } catch (error) {
        refused.push({ row: rowOf(one), error });
      }
    }
    onChange(done.map(({ after }) => after));
    await Promise.all(resource.invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    sayRefused(resource, refused);
    return done;
  };
  /** Gives the records that it was done with, as they are then. */
  return async (action: BulkAction<Row>, rows: Row[], answer?: unknown): Promise<Row[]> => {
    const { run, undo, done: words } = action;
    const done = await each(
      rows,
      (row) => row,
      (row) => run(row, answer),
    );
    if (done.length === 0) return [];
    // Backwards: what came later may stand on what came before.
    const back = () =>
      void each(
        [...done].reverse(),
        ({ after }) => after,
        ({ after, before }) => undo?.(after, before) ?? Promise.resolve(after),
      );
    if (undo) toast.undo(words(done.length), { onUndo: back });
    else toast.success(words(done.length));
    return done.map(({ after }) => after);
  };
}
