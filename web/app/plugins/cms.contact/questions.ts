/**
 * What a form asks: names of its fields, and which of them are shown. The server's twin is
 * services/cms/cms/contact_forms/form.py; tests/vectors/contact-forms.json holds the two equal.
 */
import { optionLines } from '../../fields/option-lines.ts';
import type { FieldDefinition } from '../../fields/types.ts';
import type { FieldsOf } from '../contract.ts';
import kinds from './kinds.json';
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

/** What visitors are asked. A choice without options is left out: nobody could answer it, or send a form that requires it. */
export function questionsOf(items: readonly ContactItem[]): Question[] {
  const names = namesOf(items.map(({ name = '' }) => name));
  const questions = items.map((item, index) => {
    const earlier = names.slice(0, index);
    const when = item.when ?? '';
    return { ...item, name: names[index] ?? '', when: earlier.includes(when) ? when : '' };
  });
  return questions.filter((question) => !isChoice(question.kind) || optionsOf(question).length > 0);
}

/** As they were named, or by their place where that is no name or a second one. */
export function namesOf(given: readonly string[]): string[] {
  const names: string[] = [];
  for (const [index, name] of given.entries())
    names.push(NAME.test(name) && !names.includes(name) ? name : `field-${index + 1}`);
  return names;
}

/** The options of a choice, each once. */
export function optionsOf({ options }: Pick<ContactItem, 'options'>): string[] {
  return optionLines(options);
}

interface Kind {
  /** The field of the registry, with the bounds that hold for all questions of the kind. */
  definition: { type: string };
  /** The option of the field that each bound of a question is. */
  bounds: Readonly<Record<string, string>>;
}

/** The field of the registry that a question is: its answer is judged by it, and its input has its bounds. */
export function definitionOf(item: ContactItem): FieldDefinition {
  const { definition, bounds } = kindOf(item.kind);
  const made: Record<string, unknown> = {
    ...definition,
    label: item.label ?? '',
    required: item.isRequired === true,
  };
  if (definition.type === 'choice') {
    const options = optionsOf(item).map((value) => ({ value }));
    Object.assign(made, { options, maxItems: options.length });
  }
  if (item.accepts?.length) made.accepts = item.accepts;
  for (const [name, option] of Object.entries(bounds)) {
    const bound = item[name as 'least' | 'most' | 'earliest' | 'latest'];
    if (isMeant(bound, option)) made[option] = stricter(bound, made[option]);
  }
  // Forms of before may ask for more answers than there are.
  if (typeof made.minItems === 'number') made.minItems = stricter(made.minItems, made.maxItems);
  return made as unknown as FieldDefinition;
}

/** Whether a question of this kind is answered with one of its options. */
export const isChoice = (kind: string | undefined): boolean => kindOf(kind).definition.type === 'choice';

function kindOf(kind: string | undefined): Kind {
  const known: Readonly<Record<string, Kind>> = kinds;
  return (Object.hasOwn(known, kind ?? '') ? known[kind ?? ''] : undefined) ?? kinds.text;
}

/** A text of no characters and a file of no size are no bounds that somebody meant. */
function isMeant(bound: string | number | undefined, option: string): bound is string | number {
  if (bound === undefined || bound === null || bound === '') return false;
  return typeof bound === 'string' || option === 'min' || option === 'max' || bound > 0;
}

/** Never above what the kind, or the number of its options, allows. */
function stricter(bound: string | number, own: unknown): string | number {
  return typeof bound === 'number' && typeof own === 'number' ? Math.min(bound, own) : bound;
}

/** The id of the part of the page that is the form, which the address names once it was sent. */
export function placeOf(id: string): string {
  return `contact-${id}`;
}
