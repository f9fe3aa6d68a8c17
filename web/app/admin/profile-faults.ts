/** The checks of profile data that need no service: by the registry of fields, and that JSON can be read. */
import { t } from '@lingui/core/macro';
import { faultsIn } from '../fields/check.ts';
import { parsed } from '../identity/schema-fields.ts';
import { definitionOf } from '../identity/schema-kinds.ts';
import type { SchemaField, SchemaValues } from '../identity/schema-types.ts';

/** In characters: what the data of one person can have in all. A schema need not bound its texts, as the registry does. */
const LONGEST = 32 * 1024;

/** What is wrong, by the fields' names. */
export function faultsOf(fields: SchemaField[], values: SchemaValues): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const field of fields) {
    const value = values[field.name] ?? '';
    if (field.isReadOnly || typeof value === 'boolean') continue;
    const fault = faultIn(field, value);
    if (fault) faults[field.name] = fault;
  }
  return faults;
}

function faultIn(field: SchemaField, text: string): string | undefined {
  const { label, type, isRequired, isNullable, maxLength = LONGEST } = field;
  const required = isRequired && !isNullable && type !== 'tags';
  const isNumber = type === 'number' || type === 'integer';
  const value = isNumber ? parsed(field, text) : text.trim();
  const [fault] = faultsIn({ ...definitionOf({ ...field, maxLength }), required }, value);
  if (fault) return fault.detail;
  return type === 'json' && text.trim() && !isJson(text) ? t`${label} is not valid JSON.` : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
