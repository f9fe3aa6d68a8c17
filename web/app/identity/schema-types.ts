/** What a JSON Schema becomes for a form: see schema-fields.ts. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export type SchemaFieldType =
  | 'text'
  | 'multiline'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'select'
  | 'date'
  | 'email'
  | 'url'
  /** A list of texts: one on each line of the form's value. */
  | 'tags'
  /** Whatever has no form of its own: edited as JSON. */
  | 'json';

export interface SchemaOption {
  /** As the form has it. */
  value: string;
  label: string;
  /** As the data has it. */
  data: Json;
}

export interface SchemaField {
  /** Names from the outermost property inwards, joined by dots: `address.town`. */
  path: string;
  /** Key of the field in the form's values. No path, because form libraries read dots as nesting. */
  name: string;
  label: string;
  /** Labels of the objects around it: `['Address']`. */
  groups: string[];
  type: SchemaFieldType;
  isRequired: boolean;
  isReadOnly: boolean;
  /** `null` is a value of it, which an empty form field stands for. */
  isNullable: boolean;
  /** Of a choice; for tags, all that may be in the list, or none if anything may. */
  options: SchemaOption[];
  hint: string;
  maxLength: number | undefined;
  /** What a form starts with where there is no data yet. */
  initial: Json | undefined;
}

/** By the fields' names. Booleans for boolean fields, texts for all others. */
export type SchemaValues = Record<string, string | boolean>;
