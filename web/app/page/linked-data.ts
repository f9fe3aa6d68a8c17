/** Linked data as a page tells it: JSON-LD whose placeholders are filled with what the page says of itself. */
import {
  askedOf,
  isAboutForm,
  isListPlaceholder,
  type JsonObject,
  lonePlaceholder,
  PLACEHOLDER,
  type Placeholder,
  shortTypesOf,
} from './linked-data-types.ts';

/** What a page says of itself; a placeholder without a value is empty. */
export type PlaceholderValues = Readonly<Partial<Record<Placeholder, string | readonly unknown[]>>>;

/**
 * An item with its placeholders filled. What is empty is left out, and so is an object of which nothing but `@type` and
 * `@context` is left then, or whose page has nothing for a placeholder without which search engines refuse it; undefined
 * where that is the whole item.
 */
export function filled(item: unknown, values: PlaceholderValues): unknown {
  if (typeof item === 'string') return filledText(item, values);
  if (Array.isArray(item)) return filledList(item, values);
  if (typeof item === 'object' && item !== null) return filledObject(item as JsonObject, values);
  return item;
}

/** Filled once: what a page says is never read for placeholders itself. */
function filledText(text: string, values: PlaceholderValues): unknown {
  if (!text.includes('{{')) return text.trim() ? text : undefined;
  const lone = lonePlaceholder(text);
  const list = lone && isListPlaceholder(lone) ? values[lone] : undefined;
  if (Array.isArray(list)) return list.length > 0 ? list : undefined;
  const fill = (_: string, inner: string) => {
    const name = inner.trim();
    const value = Object.hasOwn(values, name) ? values[name as Placeholder] : undefined;
    return typeof value === 'string' ? value : '';
  };
  return text.replace(PLACEHOLDER, fill).trim() || undefined;
}

/** What a placeholder brings as a list becomes a part of the list that it stands in. */
function filledList(list: unknown[], values: PlaceholderValues): unknown[] | undefined {
  const left = list.flatMap((each) => {
    const value = filled(each, values);
    return typeof each === 'string' || !Array.isArray(value) ? value : [value];
  });
  const present = left.filter((each) => each !== undefined);
  return present.length > 0 ? present : undefined;
}

function filledObject(item: JsonObject, values: PlaceholderValues): object | undefined {
  const members = Object.entries(item);
  const left = members
    .map(([name, value]) => [name, filled(value, values)] as const)
    .filter(([, value]) => value !== undefined);
  const isEmptied = left.length < members.length && left.every(([name]) => isAboutForm(name));
  const result = Object.fromEntries(left);
  return isEmptied || lacksRequired(item, result) ? undefined : result;
}

/** Whether a placeholder that stayed empty was all there was of a member that search engines require. */
function lacksRequired(item: JsonObject, result: JsonObject): boolean {
  const required = shortTypesOf(item).flatMap((type) => askedOf(type, 'required'));
  return required.some((asked) => {
    const names = asked.split('|').filter((name) => Object.hasOwn(item, name));
    return (
      names.every((name) => result[name] === undefined) &&
      names.some((name) => JSON.stringify(item[name]).includes('{{'))
    );
  });
}
