/** The checks of profile data that need no service: what is needed is there, numbers are numbers. */
import { t } from '@lingui/core/macro';
import type { SchemaField, SchemaValues } from '../identity/schema-types.ts';

/** What is wrong, by the fields' names. */
export function faultsOf(fields: SchemaField[], values: SchemaValues): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const field of fields) {
    const value = values[field.name] ?? '';
    if (field.isReadOnly || typeof value === 'boolean') continue;
    const fault = faultIn(field, value.trim());
    if (fault) faults[field.name] = fault;
  }
  return faults;
}

function faultIn(field: SchemaField, text: string): string | undefined {
  const { label, type } = field;
  if (!text)
    return field.isRequired && !field.isNullable && type !== 'tags'
      ? t`Enter a value for ${label}.`
      : undefined;
  const isNumber = Number.isFinite(Number(text));
  if (type === 'number' && !isNumber) return t`${label} has to be a number.`;
  if (type === 'integer' && !(isNumber && Number.isInteger(Number(text))))
    return t`${label} has to be a whole number.`;
  if (type === 'json' && !isJson(text)) return t`${label} is not valid JSON.`;
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
