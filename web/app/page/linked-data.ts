/** Linked data as a page tells it: JSON-LD whose placeholders are filled with what the page says of itself. */

/** What can be filled in. Content refuses others when an item is saved: services/content/content/linked_data/rules.py. */
export const PLACEHOLDERS = [
  'page.title',
  'page.description',
  'page.url',
  'page.image',
  'page.updatedAt',
  'site.name',
  'site.url',
  'site.language',
] as const;

export type Placeholder = (typeof PLACEHOLDERS)[number];
/** What a page says of itself; a placeholder without a value is empty. */
export type PlaceholderValues = Readonly<Partial<Record<Placeholder, string>>>;

/** Blanks around a name are taken off later: to look for them here takes minutes in a text with very many. */
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** The names of the placeholders in a text, each as often as it stands there. */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name]) => (name ?? '').trim());
}

/**
 * An item with its placeholders filled. What is empty is left out, and so is an object of which nothing but `@type` and
 * `@context` is left then; undefined where that is the whole item.
 */
export function filled(item: unknown, values: PlaceholderValues): unknown {
  if (typeof item === 'string') return filledText(item, values);
  if (Array.isArray(item)) return filledList(item, values);
  if (typeof item === 'object' && item !== null) return filledObject(item, values);
  return item;
}

/** Filled once: what a page says is never read for placeholders itself. */
function filledText(text: string, values: PlaceholderValues): string | undefined {
  if (!text.includes('{{')) return text.trim() ? text : undefined;
  const fill = (_: string, inner: string) => {
    const name = inner.trim();
    return Object.hasOwn(values, name) ? (values[name as Placeholder] ?? '') : '';
  };
  return text.replace(PLACEHOLDER, fill).trim() || undefined;
}

function filledList(list: unknown[], values: PlaceholderValues): unknown[] | undefined {
  const left = list.map((each) => filled(each, values)).filter((each) => each !== undefined);
  return left.length > 0 ? left : undefined;
}

function filledObject(item: object, values: PlaceholderValues): object | undefined {
  const members = Object.entries(item);
  const left = members
    .map(([name, value]) => [name, filled(value, values)] as const)
    .filter(([, value]) => value !== undefined);
  const isEmptied = left.length < members.length && left.every(([name]) => isAboutForm(name));
  return isEmptied ? undefined : Object.fromEntries(left);
}

/** Members that say what an object is, and nothing of it. */
const isAboutForm = (name: string) => name === '@type' || name === '@context';

/** The names in `@type`. */
export function typesOf(item: unknown): string[] {
  const given = typeof item === 'object' && item !== null ? (item as Record<string, unknown>)['@type'] : [];
  return (Array.isArray(given) ? given : [given]).filter((name) => typeof name === 'string');
}
