/**
 * A matrix as the editor has it: rules, each some conditions and what follows. On the wire it is rows, of which those that
 * are joined are one rule. Numbers are texts here, as they are typed, and become numbers in `rowsFrom`.
 */
import type { ShippingRowIn, ShippingRowOut } from '../../api/generated/index.ts';
import type { Consequence, Operator, Variable } from './row-types.ts';
import { isNumeric, operandFrom, placesOf, scaledFrom, typedOperand, typedScaled } from './units.ts';

export interface Condition {
  key: string;
  /** How it is joined to the one before it; of the first it says nothing. */
  joiner: 'and' | 'or';
  variable: Variable;
  operator: Operator;
  operand: string;
}

export interface Rule {
  key: string;
  /** None: it always applies. */
  conditions: Condition[];
  type: Consequence;
  /** As it is typed. */
  charge: string;
  matrixId: string;
}

let made = 0;
/** A key for what has none on the wire. */
export const newKey = (): string => `k${++made}`;

export const newCondition = (): Condition => ({
  key: newKey(),
  joiner: 'and',
  variable: 'postcode',
  operator: 'starts_with',
  operand: '',
});

export const newRule = (conditions: Condition[]): Rule => ({
  key: newKey(),
  conditions,
  type: 'set_shipping',
  charge: '',
  matrixId: '',
});

export function rulesFrom(rows: readonly ShippingRowOut[], currency: string): Rule[] {
  const rules: Rule[] = [];
  let conditions: Condition[] = [];
  let joiner: Condition['joiner'] = 'and';
  for (const { variable, operator, operand, logic, consequenceType, consequence } of rows) {
    if (variable !== 'always' && operator) {
      const typed = typedOperand(variable, operand, currency);
      conditions.push({ key: newKey(), joiner, variable, operator, operand: typed });
    }
    joiner = logic === 'or' ? 'or' : 'and';
    if (logic !== 'then' || !consequenceType) continue;
    rules.push({
      key: newKey(),
      conditions,
      type: consequenceType,
      charge:
        typeof consequence === 'number' ? typedScaled(consequence, placesOf('totalInclTax', currency)) : '',
      matrixId: typeof consequence === 'string' ? consequence : '',
    });
    conditions = [];
    joiner = 'and';
  }
  return rules;
}

/** What is no number stays as it was typed: the service says so beside it. */
export function rowsFrom(rules: readonly Rule[], currency: string): ShippingRowIn[] {
  return rules.flatMap((rule): ShippingRowIn[] => {
    const end = {
      logic: 'then' as const,
      consequenceType: rule.type,
      consequence: consequenceOf(rule, currency),
    };
    if (rule.conditions.length === 0) return [{ variable: 'always', ...end }];
    return rule.conditions.map(({ variable, operator, operand }, index) => {
      const next = rule.conditions[index + 1];
      const row = { variable, operator, operand: operandFrom(variable, operand, currency) };
      return next ? { ...row, logic: next.joiner } : { ...row, ...end };
    });
  });
}

function consequenceOf({ type, charge, matrixId }: Rule, currency: string): number | string | null {
  if (type === 'no_delivery') return null;
  if (type === 'to_matrix') return matrixId || null;
  return scaledFrom(charge, placesOf('totalInclTax', currency)) ?? null;
}

interface PlaceOfRow {
  rule: string;
  condition: string | undefined;
}

/** The rule and the condition that each row stands for; one that always applies has no condition. */
export function placesOfRows(rules: readonly Rule[]): PlaceOfRow[] {
  return rules.flatMap(({ key, conditions }): PlaceOfRow[] =>
    conditions.length === 0
      ? [{ rule: key, condition: undefined }]
      : conditions.map((condition) => ({ rule: key, condition: condition.key })),
  );
}

/** The list with the item at `from` standing at `to`. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const left = items.filter((_, index) => index !== from);
  const item = items[from];
  return item === undefined || to < 0 || to >= items.length
    ? [...items]
    : [...left.slice(0, to), item, ...left.slice(to)];
}

/** An operator that suits a variable: the one there is, if it does. */
export function suitable(variable: Variable, operator: Operator, choices: readonly Operator[]): Operator {
  if (choices.includes(operator)) return operator;
  return isNumeric(variable) ? 'over' : 'is';
}
