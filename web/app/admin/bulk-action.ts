/** What is done with several records of a list at once. */
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';

export interface AskProps<Row> {
  rows: Row[];
  onAnswer: (answer: unknown) => void;
  onCancel: () => void;
}

interface BulkActionBase<Row> {
  label: string;
  icon: LucideIcon;
  /** Records that it would be refused for are left out. */
  isFor?: (row: Row) => boolean;
  /** Of the chosen ones those that it is done with, where some come along with others. */
  among?: (rows: Row[]) => Row[];
  /** A dialog for what has to be said first; what does it is given its answer. */
  Ask?: ComponentType<AskProps<Row>>;
  /** Takes it back, given the record that it gave and the record as it was; without one there is no Undo. */
  undo?: (row: Row, before: Row) => Promise<Row>;
  /** What comes next is done with the same records: these stay chosen, and not those that were refused. */
  keepsChosen?: boolean;
  /** `2 users were disabled.` */
  done: (count: number) => string;
}

interface PlainBulkAction<Row> extends BulkActionBase<Row> {
  /** Gives the record as it is then, with its new version. */
  run: (row: Row, answer?: unknown) => Promise<Row>;
  prepare?: undefined;
}

/** One that would not come to the same if it were done twice. */
interface PreparedBulkAction<Row> extends BulkActionBase<Row> {
  run?: undefined;
  /**
   * Reads what the change is made from, and gives what sends it. As long as it is not known whether it was done, the same
   * answer for the record (values of JSON, both) sends the same once more: under an idempotency key.
   */
  prepare: (row: Row, answer?: unknown) => Promise<() => Promise<Row>>;
}

/** What can be done with several records at once, beside deleting them. */
export type BulkAction<Row> = PlainBulkAction<Row> | PreparedBulkAction<Row>;
