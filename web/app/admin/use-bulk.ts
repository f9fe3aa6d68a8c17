/** Does something with several records, one after the other: what failed is said, and the others are done. */
import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { mayBeDone } from '../api/problem.ts';
import { saidOf } from '../ui/problem-words.ts';
import { toast } from '../ui/toast.ts';
import type { BulkAction } from './bulk-action.ts';
import type { Resource } from './define-resource.ts';
import { type Failure, linesOf, sayRefused } from './refusals.ts';

/** Sends what is to be done with one record, and gives the record as it is then. */
type Sending<Row> = () => Promise<Row>;

/** Of what was sent, changed or ended: the words are the same for each action. */
function sayUncertain<Row>(resource: Resource<Row>, uncertain: Failure<Row>[]): void {
  const [first] = uncertain;
  if (!first) return;
  const name = resource.nameOf(first.row);
  const message = t`${plural(uncertain.length, {
    1: `It is not certain whether it worked for “${name}”.`,
    one: 'It is not certain whether it worked for # record.',
    other: 'It is not certain whether it worked for # records.',
  })}`;
  const detail = uncertain.length === 1 ? saidOf(first.error) : linesOf(resource, uncertain);
  toast.show({ kind: 'danger', message, detail });
}

/** What may have been done, by what was asked for: it outlives the bar of the chosen records, which goes with the last of them. */
const unanswered = new Map<string, Sending<unknown>>();

/** Sends once more, under the same key, what may have been done: mostly it is certain then. */
async function sendTwice<Row>(send: Sending<Row>): Promise<Row> {
  try {
    return await send();
  } catch (error) {
    if (!mayBeDone(error)) throw error;
    return send();
  }
}

/**
 * Gives how an action is sent for a record. The same action with the same answer for a record that looks as it did is a
 * repeat of what may have been done. Once the list shows that it worked, it is wanted a second time.
 */
async function sendingOf<Row>(
  resource: Resource<Row>,
  action: BulkAction<Row>,
  row: Row,
  answer: unknown,
): Promise<Sending<Row>> {
  if (!action.prepare) return () => action.run(row, answer);
  const name = JSON.stringify([resource.path, action.label, row, answer]);
  const send = (unanswered.get(name) as Sending<Row> | undefined) ?? (await action.prepare(row, answer));
  return async () => {
    unanswered.delete(name);
    try {
      return await sendTwice(send);
    } catch (error) {
      if (mayBeDone(error)) unanswered.set(name, send);
      throw error;
    }
  };
}

/** `onChange` is given the records as they are then, also after an Undo. */
export function useBulk<Row>(resource: Resource<Row>, onChange: (rows: Row[]) => void) {
  const queryClient = useQueryClient();
  const each = async <Given>(
    given: Given[],
    rowOf: (one: Given) => Row,
    sendingFor: (one: Given) => Promise<Sending<Row>>,
  ) => {
    const done: { before: Row; after: Row }[] = [];
    const refused: Failure<Row>[] = [];
    const uncertain: Failure<Row>[] = [];
    for (const one of given) {
      const row = rowOf(one);
      let isSent = false;
      try {
        const send = await sendingFor(one);
        isSent = true;
        done.push({ before: row, after: await send() });
      } catch (error) {
        (isSent && mayBeDone(error) ? uncertain : refused).push({ row, error });
      }
    }
    onChange(done.map(({ after }) => after));
    await Promise.all(resource.invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    sayRefused(
      resource,
      refused,
      t`${plural(refused.length, { one: '# record was not changed.', other: '# records were not changed.' })}`,
    );
    sayUncertain(resource, uncertain);
    return done;
  };
  /** Gives the records that it was done with, as they are then. */
  return async (action: BulkAction<Row>, rows: Row[], answer?: unknown): Promise<Row[]> => {
    const { undo, done: words } = action;
    const done = await each(
      rows,
      (row) => row,
      (row) => sendingOf(resource, action, row, answer),
    );
    if (done.length === 0) return [];
    // Backwards: what came later may stand on what came before.
    const back = () =>
      void each(
        [...done].reverse(),
        ({ after }) => after,
        async ({ after, before }) =>
          () =>
            undo?.(after, before) ?? Promise.resolve(after),
      );
    if (undo) toast.undo(words(done.length), { onUndo: back });
    else toast.success(words(done.length));
    return done.map(({ after }) => after);
  };
}
