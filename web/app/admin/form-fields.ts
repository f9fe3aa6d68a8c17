/** How a resource's form is declared: sections of fields, in the vocabulary of fields/, over one flat object of values. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { faultsIn } from '../fields/check.ts';
import type { OfferedDefinition } from '../fields/types.ts';

export type FormValues = Record<string, unknown>;

/** What a form adds to a field's definition. */
export interface InForm<Values> {
  name: keyof Values & string;
  /** Shares its line with its neighbour that is half, too, where there is room for both. */
  isHalf?: boolean;
  /** Said instead of the hint. */
  note?: ReactNode;
  /** Left out of the form while false. */
  isShown?: (values: Values) => boolean;
  /** Shown, and sent as it is. */
  isReadOnly?: boolean;
  /** What the whole of a text has to look like, and how to say so where it does not. */
  pattern?: RegExp;
  patternHint?: string;
  /** What else is wrong with it, as far as no server is needed to see that. Told what the whole form holds, too. */
  faultOf?: (value: unknown, values: Values) => string | undefined;
  /** Further values that follow from a new one: an address from a title. Told the values before. */
  alsoSets?: (value: string, before: Values) => Partial<Values>;
}

/** What no type of field asks for, drawn by itself. */
export interface DrawnField<Values> extends InForm<Values> {
  type: 'drawn';
  label: string;
  hint?: string;
  /** Told what the whole form holds, too. */
  draw: (field: DrawnProps, values: Values) => ReactNode;
  /** Its value in words, where the value is no text to read. */
  words?: (value: unknown) => string;
}

export interface DrawnProps {
  label: string;
  hint?: string;
  value: unknown;
  error?: ReactNode;
  onChange: (value: unknown) => void;
}

export type Field<Values> = (OfferedDefinition & InForm<Values>) | DrawnField<Values>;

/** Fields by their names, as a list in which each has its own. */
export const namedFields = <Name extends string>(fields: Record<Name, OfferedDefinition>) =>
  (Object.keys(fields) as Name[]).map((name) => ({ ...fields[name], name }));

export interface Section<Values> {
  title?: string;
  description?: string;
  fields: Field<Values>[];
  /** Shown below the fields: a preview of what they make. */
  preview?: (values: Values) => ReactNode;
}

/** The checks that need no server, by field name. */
export function validateFields<Values extends FormValues>(
  sections: Section<Values>[],
  values: Values,
): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const field of sections.flatMap((section) => section.fields)) {
    const detail = faultOfField(field, values);
    if (detail) faults[field.name] = detail;
  }
  return faults;
}

export function faultOfField<Values extends FormValues>(
  field: Field<Values>,
  values: Values,
): string | undefined {
  if (field.isShown?.(values) === false) return undefined;
  const value = values[field.name];
  const own = field.type === 'drawn' ? undefined : faultsIn(field, value)[0]?.detail;
  return own ?? field.faultOf?.(value, values) ?? faultOfPattern(field, values);
}

function faultOfPattern<Values extends FormValues>(
  { name, label, pattern, patternHint }: InForm<Values> & { label: string },
  values: Values,
): string | undefined {
  const text = String(values[name] ?? '').trim();
  if (!pattern || !text || pattern.test(text)) return undefined;
  return patternHint ?? t`${label} is not in the right format.`;
}
