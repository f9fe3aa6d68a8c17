import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { wordsOf } from '#words/i18n.ts';
import { RichTextInput } from '../../fields/richText/input.tsx';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, claimsWith, renderPiece } from '../../testing/screen.tsx';
import ContactSettings from './edit.tsx';
import type { ContactFields, ContactItem } from './questions.ts';
import { contactForm, feedbackForm } from './templates.ts';

const words = wordsOf('en');
const changed = vi.fn();

beforeEach(() => {
  changed.mockReset();
  answerCalls(() => ({ body: [] }));
});

afterEach(() => vi.unstubAllGlobals());

const client = new QueryClient();
const settings = (fields: ContactFields, onChange: (fields: ContactFields) => void) => (
  <QueryClientProvider client={client}>
    <RichTextInput value={({ label, html }) => <textarea aria-label={label} defaultValue={html} />}>
      <main>
        <ContactSettings fields={fields} onChange={onChange} words={words} />
      </main>
    </RichTextInput>
  </QueryClientProvider>
);
const show = (fields: ContactItem[]) => renderPiece(settings({ fields }, changed));

const OWN: ContactItem[] = [{ kind: 'text', name: 'boat', label: 'Your boat' }];

/** The settings with fields that change, as in the editor; `latest` are those now. */
function edit(before: ContactFields) {
  const latest = { fields: before };
  function Editing() {
    const [fields, setFields] = useState(before);
    latest.fields = fields;
    return settings(fields, setFields);
  }
  return { ...renderPiece(<Editing />), latest };
}

it('brings back what somebody has built where a form to start from took its place', async () => {
  const { user, latest } = edit({ heading: 'Old', fields: OWN });
  await user.click(screen.getByRole('button', { name: 'Feedback' }));
  expect(latest.fields.fields).toEqual(feedbackForm(words));
  await screen.findByText('Your fields were replaced.');
  expect(await accessibilityFaults()).toEqual([]);
  // Another look at what there is to start from, and something else that is changed meanwhile.
  await user.click(screen.getByRole('button', { name: 'Appointment' }));
  const heading = screen.getByRole('textbox', { name: 'Heading' });
  await user.clear(heading);
  await user.type(heading, 'New');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(latest.fields).toEqual({ heading: 'New', fields: OWN });
  expect(screen.queryByText('Your fields were replaced.')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Contact');
});

it.each([
  ['none', []],
  ['those of another one', contactForm(words)],
])('has nothing to bring back where there are fields of nobody’s own: %s', async (_, fields) => {
  const { user, latest } = edit({ fields });
  await user.click(screen.getByRole('button', { name: 'Feedback' }));
  expect(latest.fields.fields).toEqual(feedbackForm(words));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

const entry = (key: string, value: unknown) => ({
  id: key,
  key,
  value,
  isSecret: false,
  isSet: true,
  version: 1,
});

it.each([[], [entry('hasCRM', true)]])(
  'warns that messages reach nobody, whatever areas the site has',
  async (...entries) => {
    answerCalls(() => ({ body: entries }));
    show(OWN);
    const warning = await screen.findByText(/have no recipient yet/);
    expect(warning.closest('[role="alert"]')).not.toBeNull();
  },
);

it('leads an administrator to the contact address that is missing', async () => {
  storeClaims(claimsWith('admin'));
  show(OWN);
  const link = await screen.findByRole('link', { name: 'Set the site’s contact address' });
  expect(link.getAttribute('href')).toBe('/cms-admin/config#contactAddress');
  clearClaims();
});

it('warns that visitors cannot send by a template that is not for forms', async () => {
  const template = { id: 't1', name: 'Order', recipients: ['us@harbour.example'], isForVisitors: false };
  answerCalls(({ path }) => ({ body: path.endsWith('/t1') ? template : [] }));
  renderPiece(settings({ fields: OWN, template: 't1' }, changed));
  const said = await screen.findByText(/the email template “Order” is not for forms/);
  expect(said.closest('[role="alert"]')).not.toBeNull();
  expect(screen.queryByText(/Messages go to/)).toBeNull();
});

it('names who gets messages, where the customer area takes them too', async () => {
  answerCalls(() => ({ body: [entry('hasCRM', true), entry('contactAddress', 'us@harbour.example')] }));
  show(OWN);
  await screen.findByText('Messages go to us@harbour.example.');
});

it('gives a field that becomes a choice options to write over, and asks for some where there are none', async () => {
  const { user, latest } = edit({ fields: OWN });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'radios');
  expect(latest.fields.fields?.[0]?.options).toBe('First option\nSecond option');
  const options = screen.getByRole('textbox', { name: /^Options/ });
  await user.clear(options);
  expect(screen.getByText('Fill this in.')).toBeTruthy();
  await user.type(options, 'Red');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'select');
  expect(latest.fields.fields?.[0]?.options).toBe('Red');
});
