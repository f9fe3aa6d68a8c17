/** Rules in words. */
import { t } from '@lingui/core/macro';
import { screenFormats } from '#words/screen-formats.ts';
import type { ShippingRowOut, SimulationOut } from '../../api/generated/index.ts';
import type { Consequence, Operator, Variable } from './row-types.ts';
import { type Condition, type Rule, rulesFrom } from './rules.ts';
import { isNumeric } from './units.ts';

export const VARIABLES: Record<Variable, string> = {
  postcode: t`postcode`,
  country: t`country`,
  county: t`county`,
  town: t`town`,
  weight: t`total weight`,
  heaviest: t`heaviest item`,
  items: t`number of items`,
  totalInclTax: t`total with tax`,
  totalExclTax: t`total without tax`,
  length: t`greatest length`,
  width: t`greatest width`,
  height: t`greatest height`,
};

const TEXT_OPERATORS: Partial<Record<Operator, string>> = {
  is: t`is`,
  is_not: t`is not`,
  is_one_of: t`is one of`,
  is_none_of: t`is none of`,
  starts_with: t`starts with`,
  does_not_start_with: t`does not start with`,
  contains: t`contains`,
  does_not_contain: t`does not contain`,
};
const NUMBER_OPERATORS: Partial<Record<Operator, string>> = {
  over: t`is over`,
  at_least: t`is at least`,
  under: t`is under`,
  at_most: t`is at most`,
  is: t`is exactly`,
  is_not: t`is not`,
};

export const operatorWords = (variable: Variable, operator: Operator): string =>
  (isNumeric(variable) ? NUMBER_OPERATORS[operator] : TEXT_OPERATORS[operator]) ?? operator;

export const CONSEQUENCES: Record<Consequence, string> = {
  set_shipping: t`delivery costs`,
  to_matrix: t`continue with`,
  no_delivery: t`we do not deliver`,
};

/** What a number is typed in. */
export function unitOf(variable: Variable, currency: string): string {
  if (!isNumeric(variable)) return '';
  if (variable === 'weight' || variable === 'heaviest') return t`kg`;
  if (variable === 'length' || variable === 'width' || variable === 'height') return t`cm`;
  return variable === 'items' ? '' : signOf(currency);
}

/** The sign of a currency: £. */
export function signOf(currency: string): string {
  return screenFormats()
    .money(0, currency)
    .replace(/[\d.,\s]/g, '');
}

/** A rule as one reads it: "If postcode starts with BT and total weight is over 2 kg: delivery costs £12.50". */
export function sentenceOf(rule: Rule, currency: string, nameOf: (matrixId: string) => string): string {
  const end = endOf(rule, currency, nameOf);
  if (rule.conditions.length === 0) return t`In every other case: ${end}`;
  const asked = rule.conditions.map((one, index) => conditionWords(one, index, currency)).join(' ');
  return t`If ${asked}: ${end}`;
}

function conditionWords(
  { joiner, variable, operator, operand }: Condition,
  index: number,
  currency: string,
): string {
  const unit = unitOf(variable, currency);
  const plain = operand.replaceAll(/\s*;\s*/g, ', ');
  const isMoney = unit !== '' && unit === signOf(currency);
  const value = isMoney ? `${unit}${plain}` : [plain, unit].filter(Boolean).join(' ');
  const words = `${VARIABLES[variable]} ${operatorWords(variable, operator)} ${value || '…'}`;
  if (index === 0) return words;
  return joiner === 'and' ? t`and ${words}` : t`or ${words}`;
}

function endOf(
  { type, charge, matrixId }: Rule,
  currency: string,
  nameOf: (matrixId: string) => string,
): string {
  if (type === 'no_delivery') return CONSEQUENCES.no_delivery;
  if (type === 'to_matrix') return `${CONSEQUENCES.to_matrix} ${nameOf(matrixId) || '…'}`;
  return `${CONSEQUENCES.set_shipping} ${signOf(currency)}${charge || '…'}`;
}

/** The first rules of a matrix, for its place in a list. */
export function summaryOf(rows: readonly ShippingRowOut[], currency: string): string {
  const [first, ...rest] = rulesFrom(rows, currency);
  if (!first) return t`No rules: nothing is delivered.`;
  const words = sentenceOf(first, currency, () => t`another set of rules`);
  return rest.length > 0 ? t`${words} – and ${rest.length} more` : words;
}

export const OUTCOMES: Record<SimulationOut['outcome'], string> = {
  charged: t`Delivery costs`,
  nothing_to_deliver: t`Nothing has to be delivered.`,
  no_row: t`We do not deliver there: no rule applies.`,
  no_delivery: t`We do not deliver there: a rule says so.`,
  not_set_up: t`We do not deliver: no rules are set up.`,
  other_currency: t`We do not deliver: amounts are in another currency than the shop’s.`,
  circle: t`We do not deliver: the rules form a loop.`,
  too_deep: t`We do not deliver: too many sets of rules follow one another.`,
};
