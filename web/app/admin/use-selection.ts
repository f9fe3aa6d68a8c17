/** Which records of a list are chosen; they stay so from page to page. */
import { useState } from 'react';

export interface Selection<Row> {
  rows: Row[];
  has: (row: Row) => boolean;
  toggle: (row: Row) => void;
  /** Chooses all of these, or none of them if all are chosen. */
  toggleAll: (rows: Row[]) => void;
  /** Has those of them that are chosen as they are now: what is not on the screen is not read anew. */
  renew: (rows: Row[]) => void;
  /** Chooses these no more. */
  drop: (rows: Row[]) => void;
  clear: () => void;
}

/** `shown` are the rows on the screen: what is done with a record is done with it as it was read last. */
export function useSelection<Row>(idOf: (row: Row) => string, shown: Row[] = []): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const has = (row: Row) => chosen.has(idOf(row));
  const set = (rows: Row[], isOn: boolean) =>
    setChosen((before) => {
      const next = new Map(before);
      for (const row of rows) {
        if (isOn) next.set(idOf(row), row);
        else next.delete(idOf(row));
      }
      return next;
    });
  const latest = new Map(shown.map((row) => [idOf(row), row]));
  return {
    rows: [...chosen].map(([id, row]) => latest.get(id) ?? row),
    has,
    toggle: (row) => set([row], !has(row)),
    toggleAll: (rows) => set(rows, !rows.every(has)),
    renew: (rows) =>
      setChosen((before) => {
        const chosenStill = rows.filter((row) => before.has(idOf(row)));
        return new Map([...before, ...chosenStill.map((row) => [idOf(row), row] as const)]);
      }),
    drop: (rows) => set(rows, false),
    clear: () => setChosen(new Map()),
  };
}
