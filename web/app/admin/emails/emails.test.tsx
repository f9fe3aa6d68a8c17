import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EmailRecord } from '../../api/emails.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, claimsWith, renderPiece, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';
import { EmailView } from './email-view.tsx';
import { outcomeInWords } from './words.ts';

const email: EmailRecord = {
  id: '0198',
  kind: 'reset_password',
  to: { name: 'Ann Ash', emailAddress: 'ann@example.org' },
  subject: 'Choose a new password',
  state: 'kept',
  reason: null,
  attempts: 0,
  hasSecret: true,
  createdAt: '2026-01-02T10:00:00Z',
  sentAt: null,
  text: 'Open http://localhost/#token=x',
  html: '<html><head></head><body><script>alert(1)</script><a href="http://localhost/">Open</a></body></html>',
  bodyHidden: null,
};

const show = (at: string) =>
  renderScreen(
    [
      {
        path: '/cms-admin/*',
        Component: () => (
          <main>
            <AdminScreen />
          </main>
        ),
      },
    ],
    at,
  );

beforeEach(() => storeClaims(claimsWith('admin')));
afterEach(() => {
  vi.unstubAllGlobals();
  useToasts.setState({ toasts: [] });
  clearClaims();
});

describe('the mail log', () => {
  it('lists emails by state, and says that they are not sent', async () => {
    const calls = answerCalls(({ path }) =>
      path === '/cms/site'
        ? { body: { hasMail: false } }
        : { body: { results: [email], total: 1, start: 0, limit: 10 } },
    );
    show('/cms-admin/emails?state=kept&page=2');
    await screen.findByRole('link', { name: 'Choose a new password' });
    await screen.findByText(/emails are not sent/);
    expect(screen.getByText('ann@example.org')).toBeTruthy();
    const asked = calls.find(({ path }) => path === '/cms/emails')?.query;
    expect(Object.fromEntries(asked ?? [])).toEqual({
      start: '10',
      limit: '10',
      sort: '-createdAt',
      state: 'kept',
    });
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('lists all for a state that there is not', async () => {
    const calls = answerCalls(() => ({ body: { results: [], total: 0, start: 0, limit: 10 } }));
    show('/cms-admin/emails?state=lost');
    await waitFor(() => expect(calls.some(({ path }) => path === '/cms/emails')).toBe(true));
    expect(calls.find(({ path }) => path === '/cms/emails')?.query.has('state')).toBe(false);
  });

  it('is empty without a button to write one', async () => {
    answerCalls(() => ({ body: { results: [], total: 0, start: 0, limit: 10 } }));
    show('/cms-admin/emails');
    await screen.findByText('No emails yet');
    expect(screen.queryByRole('link', { name: /New/ })).toBeNull();
  });

  it('is not for editors', async () => {
    storeClaims(claimsWith('editor'));
    const calls = answerCalls(() => ({ body: {} }));
    show('/cms-admin/emails');
    await screen.findByRole('heading', { name: 'You cannot open this' });
    expect(calls).toEqual([]);
  });

  it('opens one, and deletes it with a way back', async () => {
    const calls = answerCalls(({ path, method }) => {
      if (method === 'DELETE') return { status: 204 };
      if (path === '/cms/emails/0198') return { body: email };
      return { body: { results: [email], total: 1, start: 0, limit: 10, hasMail: true } };
    });
    const { user, router } = show('/cms-admin/emails/0198');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByText('“Choose a new password” was deleted.');
    expect(router.state.location.pathname).toBe('/cms-admin/emails');
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'DELETE')?.path).toBe('/cms/emails/0198'),
    );
  });
});

describe('one email', () => {
  it('is shown in a frame that runs nothing and is no part of the site', async () => {
    renderPiece(<EmailView record={email} />);
    const frame = screen.getByTitle('The email “Choose a new password”');
    expect(frame.getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox');
    expect(frame.getAttribute('srcdoc')).toContain('<head><base target="_blank" rel="noopener">');
    expect(document.querySelector('script')).toBeNull();
  });

  it('is read in plain text too', async () => {
    const { user } = renderPiece(<EmailView record={email} />);
    await user.click(screen.getByText('Plain text'));
    expect(screen.getByText('Open http://localhost/#token=x')).toBeTruthy();
    expect(screen.queryByTitle(/The email/)).toBeNull();
  });

  it.each([
    ['secret', /Only somebody with the scope super/],
    ['delivered', /was not kept once it was delivered/],
  ] as const)('says why a body is not there: %s', (bodyHidden, words) => {
    renderPiece(<EmailView record={{ ...email, text: null, html: null, bodyHidden }} />);
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByTitle(/The email/)).toBeNull();
  });

  it('says why it failed', () => {
    const reason = 'The mail server said 550 No such mailbox';
    renderPiece(<EmailView record={{ ...email, state: 'failed', reason }} />);
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
