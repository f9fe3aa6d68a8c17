/**
 * What a form asks: names of its fields, and which of them are shown. The server's twin is
 * services/cms/cms/contact_forms/form.py; tests/vectors/contact-forms.json holds the two equal.
 */
import type { FieldsOf } from '../contract.ts';
import type manifest from './manifest.ts';

export type ContactFields = FieldsOf<typeof manifest>;
export type ContactItem = NonNullable<ContactFields['fields']>[number];

/** A field of the form, with the name that it has in this form. */
export interface Question extends ContactItem {
  name: string;
  /** The name of an earlier field; empty where it is always shown. */
  when: string;
}

/** A condition as the page carries it for the script. */
export interface Condition {
  name: string;
  when: string;
  equals: string;
}

/** Before the names of fields; all else that is sent is the form's own. */
export const PREFIX = 'f-';
/** The field that people do not see, and programs fill in. */
export const TRAP = 'website';
/** The value of a consent that was given. */
export const GIVEN = 'yes';

const NAME = /^[a-z][a-z0-9-]{0,39}$/;
const MOST_SENT = 999;

export function questionsOf(items: readonly ContactItem[]): Question[] {
  const names = namesOf(items.map(({ name = '' }) => name));
  return items.map((item, index) => {
    const earlier = names.slice(0, index);
    const when = item.when ?? '';
    return { ...item, name: names[index] ?? '', when: earlier.includes(when) ? when : '' };
  });
}

/** As they were named, or by their place where that is no name or a second one. */
export function namesOf(given: readonly string[]): string[] {
  const names: string[] = [];
  for (const [index, name] of given.entries())
    names.push(NAME.test(name) && !names.includes(name) ? name : `field-${index + 1}`);
  return names;
}

/** The names of the fields that are shown, with these answers. */
export function shown(
  questions: readonly Condition[],
  answers: ReadonlyMap<string, readonly string[]>,
): Set<string> {
  const found = new Set<string>();
  for (const { name, when, equals } of questions) {
    const given = found.has(when) ? (answers.get(when) ?? []).map((each) => each.trim()) : [];
    const wanted = equals.trim();
    const isMet = wanted ? given.includes(wanted) : given.some(Boolean);
    if (!when || isMet) found.add(name);
  }
  return found;
}

/** The options of a choice, each once. */
export function optionsOf({ options = '' }: Pick<ContactItem, 'options'>): string[] {
  return [
    ...new Set(
      options
        .split(/\r\n|\r|\n/)
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  ];
}

/** What the address says once an instance's form was sent: a number, so that nobody can make pages of endless addresses. */
export function sentMark(id: string): number {
  let mark = 0;
  for (const letter of id) mark = (mark * 31 + (letter.codePointAt(0) ?? 0)) % MOST_SENT;
  return mark + 1;
}

/** The id of the part of the page that is the form, which the address names once it was sent. */
export function placeOf(id: string): string {
  return `contact-${id}`;
}
