/** The shapes of members of schema.org. Content's twin, which decides: services/content/content/linked_data/shapes.py. */
import {
  acceptedBy,
  givenBy,
  isEmpty,
  isListPlaceholder,
  isObject,
  isType,
  type JsonObject,
  kindOf,
  LISTS,
  lonePlaceholder,
  MIXED,
  sentence,
} from './linked-data-types.ts';

export type Path = readonly (string | number)[];
export interface MemberFault {
  path: Path;
  code: string;
  detail: string;
}

/** What is wrong with the shape of a member; nothing of one that is not known. */
export function shapeFaults(path: Path, name: string, value: unknown): MemberFault[] {
  const accepted = acceptedBy(name);
  if (!accepted || isEmpty(value)) return [];
  const wanted = wantedBy(accepted);
  const invalid = (at: Path) => ({
    path: at,
    code: 'member_invalid',
    detail: sentence('member_invalid', { name, wanted }),
  });
  if (Array.isArray(value)) {
    if (accepted.every((kind) => kindOf(kind)?.isSingle))
      return [{ path, code: 'list_not_allowed', detail: sentence('list_not_allowed', { name, wanted }) }];
    return value.flatMap((item, index) =>
      isEmpty(item) || fits(accepted, item) ? [] : [invalid([...path, index])],
    );
  }
  if (LISTS.includes(name) && !isForList(accepted, value))
    return [{ path, code: 'list_missing', detail: sentence('list_missing', { name }) }];
  return fits(accepted, value) ? [] : [invalid(path)];
}

function fits(accepted: readonly string[], value: unknown): boolean {
  if (typeof value === 'boolean') return accepted.includes('boolean');
  if (typeof value === 'number') return accepted.includes('number') || accepted.includes('text');
  if (typeof value === 'string') return textFits(accepted, value.trim());
  return isObject(value) && objectFits(accepted, value);
}

function objectFits(accepted: readonly string[], value: JsonObject): boolean {
  // A value with its language or its type, as JSON-LD writes it.
  if (Object.hasOwn(value, '@value')) {
    const inner = value['@value'];
    return !isObject(inner) && !Array.isArray(inner) && fits(accepted, inner);
  }
  if (accepted.some(isType)) return true;
  // JSON-LD writes an address so as well.
  const name = value['@id'];
  return Object.keys(value).length === 1 && typeof name === 'string' && isReference(accepted, name.trim());
}

const isReference = (accepted: readonly string[], name: string) =>
  accepted.includes('address') && (name.startsWith('#') || textFits(accepted, name));

function isForList(accepted: readonly string[], value: unknown): boolean {
  const lone = typeof value === 'string' ? lonePlaceholder(value) : undefined;
  return lone !== undefined && isListPlaceholder(lone) && accepted.includes(givenBy(lone) ?? '');
}

function textFits(accepted: readonly string[], text: string): boolean {
  const lone = lonePlaceholder(text);
  if (lone)
    return accepted.includes(givenBy(lone) ?? '') || (!isListPlaceholder(lone) && accepted.includes('text'));
  if (text.includes('{{')) return MIXED.some((kind) => accepted.includes(kind));
  return accepted.some((kind) => isOfKind(kind, text));
}

function isOfKind(name: string, text: string): boolean {
  const kind = kindOf(name);
  if (!kind || name === 'boolean') return false;
  if (!kind.pattern) return true;
  return new RegExp(`^(?:${kind.pattern})$`).test(text) && (name !== 'date' || dayExists(text));
}

/** Of a year or a month it is the first day. */
function dayExists(text: string): boolean {
  const day = `${text}-01-01`.slice(0, 10);
  const time = Date.parse(`${day}T00:00:00Z`);
  return !day.startsWith('0000') && !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

function wantedBy(accepted: readonly string[]): string {
  return accepted
    .flatMap((one) => kindOf(one)?.words ?? (isType(one) ? sentence('object', { type: one }) : []))
    .join(', or ');
}
