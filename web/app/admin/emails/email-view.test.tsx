import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { answerCalls, claimsWith } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { email, read } from './testing.tsx';
import { outcomeInWords } from './words.ts';

beforeEach(() => storeClaims(claimsWith('admin')));
afterEach(() => {
  vi.unstubAllGlobals();
  useToasts.setState({ toasts: [] });
  clearClaims();
});

describe('one email', () => {
  beforeEach(() => void answerCalls(() => ({ body: { hasMail: true } })));

  it('is shown in a frame that runs nothing and is no part of the site', async () => {
    read(email);
    const frame = await screen.findByTitle('The email “Choose a new password”');
    expect(frame.getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox');
    expect(frame.getAttribute('srcdoc')).toContain('<head><base target="_blank" rel="noopener">');
    expect(document.querySelector('script')).toBeNull();
  });

  it.each([
    ['<p>Hi</p>', '<base target="_blank" rel="noopener"><p>Hi</p>'],
    [
      '<html><HEAD lang="en"><title>x</title></HEAD></html>',
      '<html><HEAD lang="en"><base target="_blank" rel="noopener"><title>x</title></HEAD></html>',
    ],
    ['<header>Hi</header>', '<base target="_blank" rel="noopener"><header>Hi</header>'],
  ])('opens its links in a tab of their own, also where a template wrote %s', async (html, document) => {
    read({ ...email, html });
    expect((await screen.findByTitle(/^The email/)).getAttribute('srcdoc')).toBe(document);
  });

  it('is read in plain text too', async () => {
    const { user } = read(email);
    await user.click(screen.getByText('Plain text'));
    expect(screen.getByText('Open http://localhost/#token=x')).toBeTruthy();
    expect(screen.queryByTitle(/The email/)).toBeNull();
  });

  it.each([
    ['secret', /Only super users can read it/],
    ['delivered', /was deleted once it was delivered/],
    ['lapsed', /was deleted once the link had expired/],
  ] as const)('says why a body is not there: %s', (bodyHidden, words) => {
    read({ ...email, text: null, html: null, bodyHidden });
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByTitle(/The email/)).toBeNull();
  });

  it('says why it failed', () => {
    const reason = 'The mail server said 550 No such mailbox';
    read({ ...email, state: 'failed', reason });
    expect(screen.getByText(reason)).toBeTruthy();
    expect(screen.getByText('Failed')).toBeTruthy();
  });
});

describe('what became of it', () => {
  it.each([
    [{ state: 'sent' }, undefined],
    [{ state: 'queued' }, 'It is on its way to the mail server.'],
    [
      { state: 'queued', reason: 'It is away.', attempts: 1 },
      'It is away. It has been tried once and will be tried again.',
    ],
    [
      { state: 'queued', reason: 'It is away.', attempts: 3 },
      'It is away. It has been tried 3 times and will be tried again.',
    ],
    [{ state: 'failed', reason: null }, 'It could not be sent.'],
  ] as const)('%j', (changed, words) => {
    expect(outcomeInWords({ ...email, ...changed })).toBe(words);
  });
});
