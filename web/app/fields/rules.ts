/**
 * The language of fields/<type>/declaration.json: what a value has to be. check.ts judges by it before saving, and
 * shared/kit/field_values/check.py when saving; tests/vectors/plugin-fields.json holds the two equal.
 */
import type { FieldDefinition, FieldType } from './types.ts';

/** A number, or the option of the definition that gives it: `when` one of these is set, else `else`. */
export type Bound = number | { option: string; when?: Record<string, number>; else?: number };

export interface StringRule {
  kind: 'string';
  /** In characters, an emoji counting as one. */
  maxLength: Bound;
  /** Of what is not empty. */
  minLength?: Bound;
  /** What the whole of it has to match; linear, and the same in JavaScript and Python. */
  pattern?: string;
  format?: FormatName;
  /** The option with what may be chosen. */
  oneOf?: { option: string };
  /** Something of the groups that an option names. */
  within?: { option: string; else: string[]; groups: Record<string, string[]> };
  /** The options with the texts that it may not come before and after, character by character: days. */
  from?: string;
  to?: string;
  /** The code of the fault of what matches none of these. */
  fault?: string;
  /** An empty text is a fault, too; otherwise it stands for nothing. */
  isFilled?: boolean;
  /** What the service does with it before it is kept. */
  clean?: 'trim' | 'richText';
}

export interface NumberRule {
  kind: 'number';
  whole?: boolean | { option: string };
  min?: Bound;
  max?: Bound;
  /** No further from nothing than numbers are exact: 2^53 - 1. The machine's bound, which nobody is told. */
  isExact?: boolean;
  /** The member beside it with the currency in whose smallest unit it counts: its bounds are told as money. */
  currency?: string;
  /** The code of the fault of what is out of these bounds. */
  fault?: string;
}

export interface ObjectRule {
  kind: 'object';
  members: Record<string, Rule>;
  /** Members beside texts that may be left out. */
  optional?: string[];
}

export interface ListRule {
  kind: 'list';
  maxItems: Bound;
  /** Of a list that is not empty. */
  minItems?: Bound;
  item: Rule;
}

/** Fields by the definitions that an option of this field holds. */
export interface FieldsRule {
  kind: 'fields';
  of: string;
}

/** One rule or another, by an option that is set or not. */
export interface ChoiceOfRules {
  kind?: undefined;
  when: string;
  then: Rule;
  else: Rule;
}

/** One rule or another, by a member that the value has or not. */
export interface ChoiceByMember {
  kind?: undefined;
  has: string;
  then: Rule;
  else: Rule;
}

export type Rule =
  | StringRule
  | NumberRule
  | { kind: 'boolean' }
  | ObjectRule
  | ListRule
  | FieldsRule
  | ChoiceOfRules
  | ChoiceByMember;

export type FormatName = 'address' | 'colour' | 'crop' | 'day' | 'email';

const found = import.meta.glob<{ value: Rule }>('./*/declaration.json', { eager: true, import: 'default' });

const rules = new Map(
  Object.entries(found).map(([path, { value }]) => [path.split('/')[1] as FieldType, value]),
);

/** The rule of a type's values. */
export function ruleOf(type: FieldType): Rule {
  const rule = rules.get(type);
  if (!rule) throw new Error(`There is no fields/${type}/declaration.json.`);
  return rule;
}

/** Whether what a definition asks for are several, of which there may be none. */
export function isList(definition: FieldDefinition): boolean {
  const rule = ruleOf(definition.type);
  const options = definition as unknown as Options;
  const chosen = 'when' in rule ? (options[rule.when] ? rule.then : rule.else) : rule;
  return chosen.kind === 'list';
}

/** What a definition says beside its type. */
export type Options = Readonly<Record<string, unknown>>;

/** The number that bounds a value under these options, if any does. */
export function boundOf(bound: Bound | undefined, options: Options): number | undefined {
  if (bound === undefined || typeof bound === 'number') return bound;
  const given = options[bound.option];
  if (typeof given === 'number') return given;
  const [, chosen] = Object.entries(bound.when ?? {}).find(([option]) => options[option]) ?? [];
  return chosen ?? bound.else;
}
