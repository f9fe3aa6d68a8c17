/** The linked data that editors attached to a page together with what its plugins say of the same things. */
import { isObject, type JsonObject, SAME_THING, shortTypesOf, withWider } from './linked-data-types.ts';

/**
 * One item for each thing: search engines take one list of questions, one way to a page. What an editor wrote counts, and
 * is completed by what a plugin says more of the same.
 */
export function together(attached: readonly unknown[], fromPlugins: readonly object[]): unknown[] {
  const merged = [...attached];
  const others: object[] = [];
  for (const item of fromPlugins as readonly JsonObject[]) {
    const place = merged.findIndex((own) => isObject(own) && isSame(own, item));
    if (place < 0) others.push(item);
    else merged[place] = completed(merged[place] as JsonObject, item);
  }
  return [...merged, ...others];
}

/** Two with different names are two things, such as an article for sale and the one that goes with it. */
function isSame(own: JsonObject, item: JsonObject): boolean {
  const isOfOne = kindsOf(own).some((kind) => kindsOf(item).includes(kind));
  const hasOther = (name: string) =>
    own[name] !== undefined && item[name] !== undefined && own[name] !== item[name];
  return (
    isOfOne && !(hasOther('name') && (hasOther('url') || own.url === undefined || item.url === undefined))
  );
}

/** Its types, with the wider ones of which a page is about one alone. */
function kindsOf(item: JsonObject): string[] {
  const types = shortTypesOf(item);
  return [...types, ...types.flatMap(withWider).filter((type) => SAME_THING.includes(type))];
}

function completed(own: JsonObject, item: JsonObject): JsonObject {
  const hasMore = (name: string) => {
    const there = own[name];
    const other = item[name];
    return there === undefined || (Array.isArray(other) && other.length > lengthOf(there));
  };
  const more = Object.entries(item).filter(
    ([name]) => name !== '@context' && name !== '@type' && hasMore(name),
  );
  return { ...own, ...(isNarrower(item, own) && { '@type': item['@type'] }), ...Object.fromEntries(more) };
}

const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : 1);

/** Whether a plugin says more exactly what it is: a blog's post rather than an article. */
function isNarrower(item: JsonObject, own: JsonObject): boolean {
  const wider = shortTypesOf(item).flatMap((type) => withWider(type).slice(1));
  return shortTypesOf(own).every((type) => wider.includes(type));
}
