/** The records of a tree as a list: each below its parent, with how deep it is and what it stands below. */
import type { AnySource, Source } from '../define-source.ts';

export interface Choice<Row> {
  row: Row;
  id: string;
  label: string;
  hint: string | undefined;
  depth: number;
}

/** The names from the top down to a record: `Clothing › Shirts`. Empty where there is none of this id. */
export function pathOf<Row>(
  { idOf, labelOf, parentOf }: Source<Row>,
  rows: Row[],
  id: string | null,
): string {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  const path: string[] = [];
  const walked = new Set<string>();
  for (let next = id; next && !walked.has(next); ) {
    walked.add(next);
    const row = byId.get(next);
    if (!row) break;
    path.unshift(labelOf(row));
    next = parentOf?.(row) ?? null;
  }
  return path.join(' › ');
}

/** What can be chosen, in the order it is shown. Of a tree with words, what has them, with its path beside it. */
export function choicesOf<Row>(source: AnySource, rows: Row[], words: string): Choice<Row>[] {
  const { idOf, labelOf, hintOf, parentOf } = source;
  const flat = (row: Row): Choice<Row> => ({
    row,
    id: idOf(row),
    label: labelOf(row),
    hint: hintOf?.(row),
    depth: 0,
  });
  if (!parentOf) return rows.map(flat);
  const ids = new Set(rows.map(idOf));
  const below = Map.groupBy(rows, (row) => {
    const parent = parentOf(row);
    return parent && ids.has(parent) ? parent : '';
  });
  const walk = (parent: string, depth: number, path: string[]): Choice<Row>[] =>
    (below.get(parent) ?? []).flatMap((row) => {
      const choice = { ...flat(row), depth, hint: words ? path.join(' › ') || undefined : hintOf?.(row) };
      return [choice, ...walk(choice.id, depth + 1, [...path, choice.label])];
    });
  const sought = words.trim().toLocaleLowerCase();
  const all = walk('', 0, []);
  if (!sought) return all;
  return all
    .filter(({ label }) => label.toLocaleLowerCase().includes(sought))
    .map((choice) => ({ ...choice, depth: 0 }));
}
