import type { FieldsOf } from '../contract.ts';
import { hasWords } from '../forms/has-words.ts';
import type manifest from './manifest.ts';

export type NewsletterFields = FieldsOf<typeof manifest>;

/** The names of the fields, as services/cms/cms/subscribers/form.py has them. */
export type NewsletterField = 'email' | 'name' | 'consent';

/** Those that a form asks for, in their order. */
export function fieldsAsked({ askName, consent }: NewsletterFields): NewsletterField[] {
  const asked: NewsletterField[] = ['email'];
  if (askName === 'optional' || askName === 'required') asked.push('name');
  if (hasWords(consent)) asked.push('consent');
  return asked;
}

/** The id of the part of the page that is the form, which the address names once it was sent. */
export function placeOf(id: string): string {
  return `newsletter-${id}`;
}
