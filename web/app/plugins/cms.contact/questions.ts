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

const NAME = /^[a-z][a-z0-9-]{0,39}$/;

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

/** The id of the part of the page that is the form, which the address names once it was sent. */
export function placeOf(id: string): string {
  return `contact-${id}`;
}
