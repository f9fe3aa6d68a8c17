/** What is known of schema.org. Content reads the same: services/content/content/linked_data/declaration.py. */
import declared from './linked-data-types.json';

/** A placeholder, and what a page fills it with. */
export type Placeholder = keyof typeof declared.placeholders;

interface Kind {
  pattern?: string;
  isSingle?: boolean;
  words: string;
}

interface Type {
  is?: string;
  required?: readonly string[];
  recommended?: readonly string[];
}

export type JsonObject = Readonly<Record<string, unknown>>;

export const CONTEXTS: readonly string[] = declared.contexts;
export const PLACEHOLDERS = Object.keys(declared.placeholders) as Placeholder[];
/** Blanks around a name are taken off later: to look for them here takes minutes in a text with very many. */
export const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
/** What a text with placeholders in it may come to. */
export const MIXED: readonly string[] = declared.mixed;
export const LISTS: readonly string[] = declared.lists;
/** Of these, what is of a narrower type says the same thing of a page. */
export const SAME_THING: readonly string[] = declared.sameThing;
const KINDS: Readonly<Record<string, Kind>> = declared.kinds;
const MEMBERS: Readonly<Record<string, readonly string[]>> = declared.members;
const TYPES: Readonly<Record<string, Type>> = declared.types;
const GIVEN: Readonly<Record<string, string>> = declared.placeholders;

/** Not what every object has, such as `constructor`. */
const own = <V>(of: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined;

export const kindOf = (name: string): Kind | undefined => own(KINDS, name);
export const acceptedBy = (member: string): readonly string[] | undefined => own(MEMBERS, member);
export const isType = (name: string): boolean => own(TYPES, name) !== undefined;
export const givenBy = (placeholder: string): string | undefined => own(GIVEN, placeholder);

/** Whether a placeholder stands for a list, which is no part of a text. */
export function isListPlaceholder(name: string): boolean {
  const given = givenBy(name);
  return given !== undefined && !declared.inTexts.includes(given);
}

/** The known placeholder that is all of a text. */
export function lonePlaceholder(text: string): Placeholder | undefined {
  const inner = text.trim();
  const name = inner.startsWith('{{') && inner.endsWith('}}') ? inner.slice(2, -2).trim() : '';
  return givenBy(name) === undefined ? undefined : (name as Placeholder);
}

/** The sentence for a fault or a warning. */
export function sentence(name: keyof typeof declared.words, values: Record<string, string> = {}): string {
  return declared.words[name].replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The names in `@type`. */
export function typesOf(item: unknown): string[] {
  const given = isObject(item) ? item['@type'] : [];
  return (Array.isArray(given) ? given : [given]).filter((name) => typeof name === 'string');
}

/** The same without the address of schema.org before them. */
export const shortTypesOf = (item: unknown): string[] =>
  typesOf(item).map((name) => name.replace(/^https?:\/\/schema\.org\//, ''));

/** A type and those that it is one of, the nearest first. */
export function withWider(name: string): string[] {
  const wider = own(TYPES, name)?.is;
  return wider ? [name, ...withWider(wider)] : [name];
}

/** The members that search engines require of a type or recommend: its own, or else those of the type that it is. */
export function askedOf(name: string, which: 'required' | 'recommended'): readonly string[] {
  const type = own(TYPES, name);
  if (!type) return [];
  return type.required || type.recommended || !type.is ? (type[which] ?? []) : askedOf(type.is, which);
}

/** Whether pages leave a value out: there is nothing in it but what it is. */
export function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return !value.trim();
  if (Array.isArray(value)) return value.every(isEmpty);
  if (isObject(value))
    return Object.entries(value).every(([name, inner]) => isAboutForm(name) || isEmpty(inner));
  return value === null || value === undefined;
}

/** Members that say what an object is, and nothing of it. */
export const isAboutForm = (name: string): boolean =>
  name === '@type' || name === '@context' || name === '@language';
