/** Where in the rules the service found what is wrong: by conditions' keys, ` end` behind them for what follows. */
import type { FieldFault } from '../../api/problem.ts';
import { placesOfRows, type Rule } from './rules.ts';

/** What is wrong, and with which part of a row. */
export interface RowFault {
  member: string;
  detail: string;
}

const ENDS = ['consequence', 'consequenceType'];

export function faultsByPlace(faults: FieldFault[], rules: readonly Rule[]): Map<string, RowFault> {
  const places = placesOfRows(rules);
  const found = new Map<string, RowFault>();
  for (const { field, detail } of faults) {
    const [, row = '', member = ''] = /^rows\.([0-9]+)\.([A-Za-z]+)$/.exec(field) ?? [];
    const place = places[Number(row)];
    if (row === '' || !place) continue;
    const key = place.condition ?? place.rule;
    found.set(ENDS.includes(member) ? `${key} end` : key, { member, detail });
  }
  return found;
}
