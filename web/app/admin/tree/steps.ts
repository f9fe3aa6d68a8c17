/** Where a key moves a row, by the rows that are drawn around it. */
import { rowsIn } from '../../ui/tree-keys.ts';

export type Step = 'up' | 'down' | 'in' | 'out';
export type Side = 'before' | 'inside' | 'after';

const levelOf = (row: HTMLElement | undefined) => Number(row?.getAttribute('aria-level') ?? 0);

/** The rows directly before and after one, below the same parent. */
export function neighbours(
  tree: HTMLElement,
  row: HTMLElement,
): { before: HTMLElement | undefined; after: HTMLElement | undefined } {
  const rows = rowsIn(tree);
  const at = rows.indexOf(row);
  const level = levelOf(row);
  const following = rows.slice(at + 1);
  const end = following.findIndex((each) => levelOf(each) < level);
  const preceding = rows.slice(0, at);
  const start = preceding.findLastIndex((each) => levelOf(each) < level);
  const isOfLevel = (each: HTMLElement) => levelOf(each) === level;
  return {
    before: preceding.slice(start + 1).findLast(isOfLevel),
    after: following.slice(0, end < 0 ? undefined : end).find(isOfLevel),
  };
}

/** The row to which a step leads, by its id, and which side of it; undefined where there is none. */
export function stepped(
  tree: HTMLElement,
  row: HTMLElement,
  step: Step,
): { id: string; side: Side } | undefined {
  const { before, after } = neighbours(tree, row);
  const rows = rowsIn(tree);
  const parent = rows.slice(0, rows.indexOf(row)).findLast((each) => levelOf(each) < levelOf(row));
  const found = { up: before, down: after, in: before, out: parent }[step]?.dataset.row;
  if (found === undefined) return undefined;
  const side = ({ up: 'before', down: 'after', in: 'inside', out: 'after' } as const)[step];
  return { id: found, side };
}
