/** Where in the rules the service found what is wrong: by conditions' keys, ` end` behind them for what follows. */
import { t } from '@lingui/core/macro';
import { type FieldFault, ProblemError } from '../../api/problem.ts';
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
    const { row, member } = partOf(field);
    const place = row === undefined ? undefined : places[row];
    if (!place) continue;
    const key = place.condition ?? place.rule;
    found.set(ENDS.includes(member) ? `${key} end` : key, { member, detail });
  }
  return found;
}

/** What is still wrong once the rules were edited: of a condition or an end that was changed, nothing is known. */
export function faultsAfter(
  faults: ReadonlyMap<string, RowFault>,
  before: readonly Rule[],
  after: readonly Rule[],
): Map<string, RowFault> {
  const old = partsByPlace(before);
  const parts = partsByPlace(after);
  return new Map([...faults].filter(([place]) => parts.get(place) === old.get(place)));
}

/** What stands in each place, as text. */
function partsByPlace(rules: readonly Rule[]): Map<string, string> {
  return new Map(
    rules.flatMap(({ key, conditions, ...end }) => [
      ...conditions.map((condition) => [condition.key, JSON.stringify(condition)] as const),
      [`${conditions.at(-1)?.key ?? key} end`, JSON.stringify(end)] as const,
    ]),
  );
}

/** The refusal as it stands above the rules: by the number of the first that is wrong, for each says itself what is. */
export function ofRules(error: ProblemError, rules: readonly Rule[]): ProblemError {
  const places = placesOfRows(rules);
  const indexOf = ({ field }: FieldFault) => {
    const { row } = partOf(field);
    const rule = row === undefined ? undefined : places[row]?.rule;
    return rules.findIndex(({ key }) => key === rule);
  };
  const first = error.errors.find((fault) => indexOf(fault) >= 0);
  if (!first) return error;
  const { code, title, requestId } = error;
  const number = indexOf(first) + 1;
  const errors = error.errors.filter((fault) => indexOf(fault) < 0);
  return new ProblemError(error.status, {
    code,
    title,
    requestId,
    errors,
    detail: t`Rule ${number}: ${first.detail}`,
  });
}

function partOf(field: string): { row: number | undefined; member: string } {
  const [, row, member = ''] = /^rows\.([0-9]+)\.([A-Za-z]+)$/.exec(field) ?? [];
  return { row: row === undefined ? undefined : Number(row), member };
}
