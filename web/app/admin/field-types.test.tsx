/** Every type of field that a form of the admin may declare: it can be filled in there, and only read where it may only be read. */
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DefinitionOf, OfferedType } from '../fields/types.ts';
import { aFile } from '../media/testing.ts';
import { answerCalls, renderScreen } from '../testing/screen.tsx';
import { ResourceForm } from './resource-form.tsx';

const ID = '0199a1b2-0000-7000-8000-000000000001';
const label = 'Field';
const item = {
  words: { type: 'text', label: 'Words' },
  more: { type: 'richText', label: 'More' },
  kind: { type: 'choice', label: 'Kind', options: [{ value: 'a', label: 'A' }] },
} as const;
const held = { words: 'One', more: '<p>Two</p>', kind: 'a' };

const FIELDS: { [T in OfferedType]: [definition: DefinitionOf<T>, value: unknown] } = {
  address: [{ type: 'address', label }, '/about'],
  category: [{ type: 'category', label, of: 'ecom.categories', many: true }, [ID]],
  choice: [{ type: 'choice', label, many: true, options: [{ value: 'a', label: 'A' }] }, ['a']],
  colour: [{ type: 'colour', label }, '#2563eb'],
  date: [{ type: 'date', label }, '2026-01-31'],
  dateTime: [{ type: 'dateTime', label }, '2026-01-31T12:00:00Z'],
  email: [{ type: 'email', label, required: true }, 'ada@example.com'],
  file: [
    { type: 'file', label },
    { file: ID, label: 'Minutes' },
  ],
  group: [{ type: 'group', label, fields: item }, held],
  image: [
    { type: 'image', label },
    { file: ID, alt: 'A ship' },
  ],
  list: [{ type: 'list', label, item }, [held]],
  money: [
    { type: 'money', label },
    { amount: 1999, currency: 'EUR' },
  ],
  number: [{ type: 'number', label }, 4],
  page: [{ type: 'page', label }, ID],
  phone: [{ type: 'phone', label, required: true }, '+44 20 7946 0000'],
  reference: [{ type: 'reference', label, to: 'ecom.brands' }, ID],
  richText: [{ type: 'richText', label }, '<p>A <b>long</b> story</p>'],
  switch: [{ type: 'switch', label }, true],
  text: [{ type: 'text', label }, 'Words'],
  time: [{ type: 'time', label }, '14:30'],
};
const TYPES = Object.keys(FIELDS) as OfferedType[];

beforeEach(() => {
  answerCalls(({ path }) =>
    path === `/cms/files/${ID}`
      ? { body: aFile(ID, { name: 'ship.jpg' }) }
      : { status: 404, body: { status: 404, code: 'not_found', detail: 'It is not there.' } },
  );
});
afterEach(() => vi.unstubAllGlobals());

function show(type: OfferedType, submitLabel?: string) {
  const [definition, value] = FIELDS[type];
  const Component = () => (
    <main>
      <ResourceForm
        record={{ field: value }}
        sectionsOf={() => [{ fields: [{ ...definition, name: 'field' }] }]}
        valuesOf={() => ({ field: value })}
        submit={async () => ({ field: value })}
        submitLabel={submitLabel}
        onSaved={() => undefined}
      />
    </main>
  );
  return renderScreen([{ path: '/', Component }], '/');
}

const labelled = () => [
  ...screen.queryAllByLabelText(label),
  ...screen.queryAllByRole('group', { name: label }),
];

/** What somebody could change the value with. */
const editable = () =>
  [
    ...document.querySelectorAll('main :is(input, textarea, select, button, [contenteditable="true"])'),
  ].filter((control) => !control.matches(':disabled, [readonly], [type="submit"], [type="hidden"]'));

it('every type has an input, but for those that say so', () => {
  const inputs = Object.keys(import.meta.glob('../fields/*/input.tsx')).map((path) => path.split('/')[2]);
  expect(inputs).toEqual(TYPES);
});

describe('a field in a form', () => {
  it.each(TYPES)('of the type %s is filled in', async (type) => {
    show(type, 'Save');
    await waitFor(() => expect(labelled()).not.toEqual([]));
    await waitFor(() => expect(editable()).not.toEqual([]));
  });

  it.each(TYPES)('of the type %s is only read where nothing can be sent', async (type) => {
    show(type);
    await waitFor(() => expect(labelled()).not.toEqual([]));
    // What is loaded late could be edited late.
    await act(() => vi.dynamicImportSettled());
    expect(editable().map((control) => control.outerHTML)).toEqual([]);
  });
});
