import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
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
