/**
 * What is wrong with the fields of a plugin, to tell before saving. The server has the last word: its twin is
 * services/content/content/fields/clean.py, and tests/vectors/plugin-fields.json holds the two equal.
 */
import { isHref } from '../page/field-rules.ts';
import type { FieldDefinition, Fields } from './contract.ts';

export interface FieldFault {
  /** The server's code for it. */
  code: string;
  /** The names from the field inwards: `items`, `0`, `href`. */
  path: string[];
  /** In words, to stand below the input. */
  detail: string;
}

type Definition<T extends FieldDefinition['type']> = Extract<FieldDefinition, { type: T }>;
type Check<T extends FieldDefinition['type']> = (definition: Definition<T>, value: unknown) => FieldFault[];

const MAX_LINE = 2_000;
const MAX_TEXT = 100_000;
const MAX_RICH_TEXT = 500_000;
export const MAX_ITEMS = 500;
const MAX_ADDRESS = 2_048;

const CHECKS: { [T in FieldDefinition['type']]: Check<T> } = {
  text: ({ maxLength, multiline }, value) => text(value, maxLength ?? (multiline ? MAX_TEXT : MAX_LINE)),
  richText: ({ maxLength }, value) => text(value, maxLength ?? MAX_RICH_TEXT),
  boolean: (_, value) => (typeof value === 'boolean' ? [] : wrongType('on or off')),
  number,
  select: ({ options }, value) => {
    if (typeof value !== 'string') return wrongType('one of the options');
    if (options.some((option) => option.value === value)) return [];
    return fault('not_an_option', 'Choose one of the options.');
  },
  url: (_, value) => {
    const faults = text(value, MAX_ADDRESS);
    if (faults.length > 0 || typeof value !== 'string' || value.trim() === '' || isHref(value)) return faults;
    return fault('unsafe_address', 'Enter a web address, or a path on this site that starts with “/”.');
  },
  list: ({ item, maxItems = MAX_ITEMS }, value) => {
    if (!Array.isArray(value)) return wrongType('a list');
    if (value.length > maxItems) return fault('too_many', `There can be ${maxItems} at most.`);
    return value.flatMap((fields: Fields, index) =>
      faultsOf(item, fields).map((each) => ({ ...each, path: [String(index), ...each.path] })),
    );
  },
};

/** The faults of one value; one that is left out has none. */
export function faultsIn(definition: FieldDefinition, value: unknown): FieldFault[] {
  if (value === undefined || value === null) return [];
  const check = CHECKS[definition.type] as (definition: FieldDefinition, value: unknown) => FieldFault[];
  return check(definition, value);
}

/** The faults of all fields, each with its path. */
export function faultsOf(definitions: Record<string, FieldDefinition>, fields: Fields): FieldFault[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const definition = definitions[name];
    const faults = definition
      ? faultsIn(definition, value)
      : fault('unknown_field', 'There is no such field.');
    return faults.map((each) => ({ ...each, path: [name, ...each.path] }));
  });
}

function fault(code: string, detail: string): FieldFault[] {
  return [{ code, path: [], detail }];
}

function wrongType(wanted: string): FieldFault[] {
  return fault('wrong_type', `This has to be ${wanted}.`);
}

function text(value: unknown, longest: number): FieldFault[] {
  if (typeof value !== 'string') return wrongType('text');
  // Characters count as the server counts them: an emoji is one.
  if (value.length <= longest || [...value].length <= longest) return [];
  return fault('too_long', `This can have ${longest} characters at most.`);
}

function number(definition: Definition<'number'>, value: unknown): FieldFault[] {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, integer } = definition;
  if (typeof value !== 'number' || !Number.isFinite(value)) return wrongType('a number');
  if (integer && !Number.isInteger(value)) return wrongType('a whole number');
  if (value >= min && value <= max) return [];
  if (max === Number.POSITIVE_INFINITY) return fault('out_of_range', `This has to be ${min} or more.`);
  if (min === Number.NEGATIVE_INFINITY) return fault('out_of_range', `This has to be ${max} or less.`);
  return fault('out_of_range', `This has to be between ${min} and ${max}.`);
}
