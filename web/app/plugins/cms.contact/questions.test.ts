import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sentMark, shown } from '../forms/sending.ts';
import { type ContactItem, definitionOf, optionsOf, questionsOf } from './questions.ts';

interface Vector {
  description: string;
  fields: { name?: string; when?: string; equals?: string }[];
  answers: Record<string, string[]>;
  names: string[];
  shown: string[];
}

const file = new URL('../../../../tests/vectors/contact-forms.json', import.meta.url);
const vectors: Vector[] = JSON.parse(readFileSync(file, 'utf8'));

describe('names and conditions are those of the server', () => {
  it.each(vectors)('$description', ({ fields, answers, names, shown: wanted }) => {
    const questions = questionsOf(fields);
    expect(questions.map(({ name }) => name)).toEqual(names);
    const conditions = questions.map(({ name, when, equals = '' }) => ({ name, when, equals }));
    expect(names.filter((name) => shown(conditions, new Map(Object.entries(answers))).has(name))).toEqual(
      wanted,
    );
  });
});

const definitions: { description: string; item: ContactItem; definition: object }[] = JSON.parse(
  readFileSync(new URL('../../../../tests/vectors/contact-definitions.json', import.meta.url), 'utf8'),
);

it.each(definitions)(
  'a question is the field that the server judges by: $description',
  ({ item, definition }) => {
    expect(definitionOf(item)).toEqual({ ...definition, label: '' });
  },
);

it('options are lines, each once', () => {
  expect(optionsOf({ options: ' Blue \r\n\nRed\nBlue' })).toEqual(['Blue', 'Red']);
});

it('marks of what was sent are few, whatever the instance', () => {
  for (const id of ['', 'a', '0198c0de-0000-7000-8000-000000000000', '😀'.repeat(200)]) {
    expect(sentMark(id)).toBeGreaterThanOrEqual(1);
    expect(sentMark(id)).toBeLessThanOrEqual(999);
  }
});
