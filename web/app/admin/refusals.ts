/** Says which of several records something was refused for, in one message. */
import { t } from '@lingui/core/macro';
import { saidOf } from '../ui/problem-words.ts';
import { toast } from '../ui/toast.ts';
import type { Resource } from './define-resource.ts';

export interface Failure<Row> {
  row: Row;
  error: unknown;
}

/** Faults that are told one by one. */
const MOST_NAMED = 3;

export function linesOf<Row>({ nameOf }: Pick<Resource<Row>, 'nameOf'>, failures: Failure<Row>[]): string {
  const named = failures.slice(0, MOST_NAMED);
  const lines = named.map(({ row, error }) => `“${nameOf(row)}”: ${saidOf(error)}`);
  if (failures.length > MOST_NAMED) lines.push(t`and ${failures.length - MOST_NAMED} more`);
  return lines.join(' · ');
}

/** `message` is said of several; one says by itself what is wrong. */
export function sayRefused<Row>(
  resource: Pick<Resource<Row>, 'nameOf'>,
  refused: Failure<Row>[],
  message: string,
): void {
  if (refused.length === 1) toast.error(refused[0]?.error);
  if (refused.length < 2) return;
  toast.show({ kind: 'danger', message, detail: linesOf(resource, refused) });
}
