/** Values in words, by fields/<type>/format.ts; a type without one is shown as it is. */
import type { Formats } from '#words/format.ts';
import type { I18n } from '#words/i18n.ts';
import type { DefinitionOf, FieldDefinition, FieldType } from './types.ts';

/** The reader's language, and how it writes dates and numbers. */
export interface Speech {
  i18n: I18n;
  formats: Formats;
}

/** A value as text in a language. What is not of its type is shown as it is. */
export type Format<T extends FieldType> = (
  definition: DefinitionOf<T>,
  value: unknown,
  speech: Speech,
) => string;

// biome-ignore lint/suspicious/noExplicitAny: the registry holds the formats of every type
const found = import.meta.glob<Format<any>>('./*/format.ts', { eager: true, import: 'default' });
const formats = new Map(Object.entries(found).map(([path, format]) => [path.split('/')[1], format]));

export function inWords(definition: FieldDefinition, value: unknown, speech: Speech): string {
  if (value === undefined || value === null || value === '') return '–';
  return formats.get(definition.type)?.(definition, value, speech) ?? String(value);
}
