/** How a resource's form is declared: sections of fields over one flat object of values. */
import type { ReactNode } from 'react';

export type FormValues = Record<string, string | boolean>;

interface FieldBase<Values> {
  name: keyof Values & string;
  label: string;
  hint?: string;
  /** Left out of the form while false. */
  isShown?: (values: Values) => boolean;
}

export interface TextField<Values> extends FieldBase<Values> {
  kind: 'text' | 'textarea' | 'number';
  placeholder?: string;
  maxLength?: number;
  isRequired?: boolean;
  /** Shown, and sent as it is. */
  isReadOnly?: boolean;
  /** What the whole of it has to look like, and how to say so where it does not. */
  pattern?: RegExp;
  patternHint?: string;
  /** Further values that follow from a new one: an address from a title. Told the values before. */
  alsoSets?: (value: string, before: Values) => Partial<Values>;
}

export interface SwitchField<Values> extends FieldBase<Values> {
  kind: 'switch';
}

/** What no text says, drawn by itself; its value is a text all the same. */
export interface DrawnField<Values> extends FieldBase<Values> {
  kind: 'drawn';
  draw: (field: DrawnProps) => ReactNode;
}

export interface DrawnProps {
  label: string;
  hint?: string;
  value: string;
  error?: ReactNode;
  onChange: (value: string) => void;
}

export type Field<Values> = TextField<Values> | SwitchField<Values> | DrawnField<Values>;

export interface Section<Values> {
  title?: string;
  description?: string;
  fields: Field<Values>[];
  /** Shown below the fields: a preview of what they make. */
  preview?: (values: Values) => ReactNode;
}

/** The checks that need no server: required fields are filled, numbers are numbers. By field name. */
export function validateFields<Values extends FormValues>(
  sections: Section<Values>[],
  values: Values,
): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const field of sections.flatMap((section) => section.fields)) {
    if (field.kind === 'switch' || field.kind === 'drawn' || field.isShown?.(values) === false) continue;
    const text = String(values[field.name]).trim();
    if (field.isRequired && !text) faults[field.name] = `${field.label} is needed.`;
    else if (field.pattern && text && !field.pattern.test(text)) {
      faults[field.name] = field.patternHint ?? `${field.label} is not in the right form.`;
    } else if (field.kind === 'number' && text && !Number.isFinite(Number(text))) {
      faults[field.name] = `${field.label} has to be a number.`;
    }
  }
  return faults;
}
