/** Where in the rules the service found what is wrong: by conditions' keys, ` end` behind them for what follows. */
import type { FieldFault } from '../../api/problem.ts';
import { placesOfRows, type Rule } from './rules.ts';

const ENDS = ['consequence', 'consequenceType'];

export function faultsByPlace(faults: FieldFault[], rules: readonly Rule[]): Map<string, string> {
  const places = placesOfRows(rules);
  const found = new Map<string, string>();
  for (const { field, detail } of faults) {
    const [, row = '', member = ''] = /^rows\.([0-9]+)\.([A-Za-z]+)$/.exec(field) ?? [];
    const place = places[Number(row)];
    if (row === '' || !place) continue;
    const key = place.condition ?? place.rule;
    found.set(ENDS.includes(member) ? `${key} end` : key, detail);
  }
  return found;
}
