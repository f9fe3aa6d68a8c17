import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EmailRecord } from '../../api/emails.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, claimsWith } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { email, read, show } from './testing.tsx';

beforeEach(() => storeClaims(claimsWith('admin')));
afterEach(() => {
  vi.unstubAllGlobals();
  useToasts.setState({ toasts: [] });
  clearClaims();
});

describe('sending it again', () => {
  /** The screens with a service behind them that has one email, as it is after each call. */
  const service = (...states: Partial<EmailRecord>[]) => {
    let present = { ...email, ...states.shift() };
    return answerCalls(({ path, method }) => {
      if (method === 'POST') {
        present = { ...present, ...states.shift() };
        return { status: 202, body: present };
      }
      if (path === '/cms/site') return { body: { hasMail: true } };
      return path === '/cms/emails/0198'
        ? { body: present }
        : { body: { results: [present], total: 1, start: 0, limit: 10 } };
    });
  };
  const sent = (calls: ReturnType<typeof service>) => calls.filter(({ method }) => method === 'POST');

  it('is done from its page, and its new state is shown', async () => {
    const calls = service({}, { state: 'queued', obstacle: 'waiting', askedAgainAt: '2026-01-03T10:00:00Z' });
    const { user } = show('/cms-admin/emails/0198');
    await user.click(await screen.findByRole('button', { name: 'Send now' }));
    await screen.findByText('It is on its way to the mail server.');
    expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull();
    expect(screen.getByText('Requested again')).toBeTruthy();
    const [call] = sent(calls);
    expect(call?.path).toBe('/cms/emails/0198/sending');
    expect(call?.headers.get('Idempotency-Key')).toBe(email.createdAt);
    expect(call?.headers.get('If-Match')).toBe('"1"');
    // The checker cannot look into the frame of the HTML.
    await user.click(screen.getByText('Plain text'));
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('is done from the list', async () => {
    const calls = service({ state: 'failed' }, { state: 'queued', obstacle: 'waiting' });
    const { user } = show('/cms-admin/emails');
    await user.click(await screen.findByRole('button', { name: 'More actions: Choose a new password' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Send again' }));
    await screen.findByText('“Choose a new password” is on its way to the mail server.');
    expect(sent(calls)).toHaveLength(1);
    await waitFor(() => expect(calls.filter(({ path }) => path === '/cms/emails').length).toBeGreaterThan(1));
  });

  it('is asked about where it may have arrived', async () => {
    const calls = service(
      { state: 'failed', mayHaveArrived: true },
      { state: 'queued', obstacle: 'waiting' },
    );
    const { user } = show('/cms-admin/emails/0198');
    await user.click(await screen.findByRole('button', { name: 'Send again' }));
    await screen.findByText(/ann@example.org may get it twice/);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(sent(calls)).toHaveLength(0);
    await user.click(await screen.findByRole('button', { name: 'Send again' }));
    const question = within(await screen.findByRole('dialog'));
    await user.click(question.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(sent(calls)).toHaveLength(1));
  });

  it('says what the service has against it', async () => {
    const detail = 'No mail server is set up.';
    answerCalls(({ path, method }) =>
      method === 'POST'
        ? { status: 409, body: { code: 'no_mail_server', detail } }
        : { body: path === '/cms/site' ? { hasMail: true } : email },
    );
    const { user } = show('/cms-admin/emails/0198');
    await user.click(await screen.findByRole('button', { name: 'Send now' }));
    await screen.findByText(detail);
  });

  it('names one whose content is not in the log by whom it is for', async () => {
    service({ isLogged: false, subject: '' }, { state: 'queued', obstacle: 'waiting' });
    const { user } = show('/cms-admin/emails/0198');
    await user.click(await screen.findByRole('button', { name: 'Send now' }));
    await screen.findByText('“ann@example.org” is on its way to the mail server.');
  });

  it.each([
    [{ obstacle: 'lapsed' }, true, /the link in it no longer works/],
    [{ obstacle: 'lapsed', isLogged: false }, true, /its content was not stored permanently/],
    [{ obstacle: null }, false, /once a mail server is set up/],
  ] as const)('says why it cannot be: %j', async (changed, hasMail, words) => {
    answerCalls(() => ({ body: { hasMail } }));
    read({ ...email, ...changed });
    await screen.findByText(words);
    expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull();
  });

  it.each(['sent', 'waiting'] as const)('is not offered for one that is %s', async (obstacle) => {
    service({ obstacle });
    const { user } = show('/cms-admin/emails');
    await user.click(await screen.findByRole('button', { name: 'More actions: Choose a new password' }));
    await screen.findByRole('menuitem', { name: 'Open' });
    expect(screen.queryByRole('menuitem', { name: /Send/ })).toBeNull();
  });
});
