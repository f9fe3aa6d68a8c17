/** Which columns of a list are shown, as an address says it: their keys with dots between. Pure. */

export interface ChoosableColumn {
  key: string;
  header: string;
  /** Shown only when somebody chooses it. */
  isExtra?: boolean;
}

/** The first, which names the record, and those that are chosen; the usual ones where nothing is. */
export function columnsIn<Column extends ChoosableColumn>(
  chosen: string | null | undefined,
  columns: readonly Column[],
): Column[] {
  if (!chosen) return columns.filter(({ isExtra }) => !isExtra);
  const keys = chosen.split('.');
  return columns.filter(({ key }, index) => index === 0 || keys.includes(key));
}

/** What is chosen after one more comes or goes; undefined for the usual ones. */
export function withColumnToggled(
  chosen: string | null | undefined,
  columns: readonly ChoosableColumn[],
  key: string,
): string | undefined {
  const shown = columnsIn(chosen, columns);
  const next = columns.filter((column) => shown.includes(column) !== (column.key === key));
  const isUsual = columns.every((column) => next.includes(column) === !column.isExtra);
  return isUsual ? undefined : next.map((column) => column.key).join('.');
}
