import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { wordsOf } from '#words/i18n.ts';
import { RichTextInput } from '../../fields/richText/input.tsx';
import { answerCalls, renderPiece } from '../../testing/screen.tsx';
import ContactSettings from './edit.tsx';
import type { ContactItem } from './questions.ts';
import { contactForm, feedbackForm } from './templates.ts';

const words = wordsOf('en');
const changed = vi.fn();

beforeEach(() => {
  changed.mockReset();
  answerCalls(() => ({ body: [] }));
});

afterEach(() => vi.unstubAllGlobals());

const show = (fields: ContactItem[]) =>
  renderPiece(
    <QueryClientProvider client={new QueryClient()}>
      <RichTextInput value={({ label, html }) => <textarea aria-label={label} defaultValue={html} />}>
        <main>
          <ContactSettings fields={{ fields }} onChange={changed} words={words} />
        </main>
      </RichTextInput>
    </QueryClientProvider>,
  );

const OWN: ContactItem[] = [{ kind: 'text', name: 'boat', label: 'Your boat' }];

it('asks before a form to start from takes the place of what somebody has built', async () => {
  const { user } = show(OWN);
  await user.click(screen.getByRole('button', { name: 'Feedback' }));
  const question = await screen.findByRole('dialog', { name: 'Replace the fields?' });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(changed).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Feedback' }));
  await user.click(await screen.findByRole('button', { name: 'Replace' }));
  await waitFor(() => expect(changed).toHaveBeenCalledWith({ fields: feedbackForm(words) }));
});

it.each([
  ['none', []],
  ['those of another one', contactForm(words)],
])('asks nothing where there are fields of nobody’s own: %s', async (_, fields) => {
  const { user } = show(fields);
  await user.click(screen.getByRole('button', { name: 'Feedback' }));
  await waitFor(() => expect(changed).toHaveBeenCalledWith({ fields: feedbackForm(words) }));
});

const entry = (key: string, value: unknown) => ({
  id: key,
  key,
  value,
  isSecret: false,
  isSet: true,
  version: 1,
});

it('warns that messages reach nobody, but not where the customer area takes them', async () => {
  show(OWN);
  const warning = /have no recipient yet/;
  expect((await screen.findByText(warning)).closest('[role="alert"]')).not.toBeNull();
  answerCalls(() => ({ body: [entry('hasCRM', true)] }));
  cleanup();
  show(OWN);
  await screen.findByText(/Messages become enquiries in the customer area/);
  expect(screen.queryByText(warning)).toBeNull();
});

it('names who gets messages, where the customer area takes them too', async () => {
  answerCalls(() => ({ body: [entry('hasCRM', true), entry('contactAddress', 'us@harbour.example')] }));
  show(OWN);
  await screen.findByText('Messages go to us@harbour.example.');
});
