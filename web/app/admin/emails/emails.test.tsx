import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EmailRecord } from '../../api/emails.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { email, show } from './testing.tsx';

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

  it('begins once it is known whether they are sent: nothing moves when that is said', async () => {
    let answerSite = (): void => undefined;
    const site = new Promise<void>((resolve) => {
      answerSite = resolve;
    });
    const calls = answerCalls(async ({ path }) => {
      if (path !== '/cms/site') return { body: { results: [email], total: 1, start: 0, limit: 10 } };
      await site;
      return { body: { hasMail: false } };
    });
    show('/cms-admin/emails');
    await waitFor(() => expect(calls.some(({ path }) => path === '/cms/emails')).toBe(true));
    await screen.findByRole('heading', { name: 'Emails' });
    expect(screen.queryByRole('textbox', { name: 'Search emails' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Choose a new password' })).toBeNull();
    answerSite();
    await screen.findByRole('link', { name: 'Choose a new password' });
    expect(screen.getByText(/emails are not sent/)).toBeTruthy();
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

  it('sends several that surely nobody has got, and exports their states in words', async () => {
    const unsure = { ...email, id: '0199', subject: 'Unsure', mayHaveArrived: true };
    const sent = {
      ...email,
      id: '0200',
      subject: 'Sent',
      state: 'sent' as const,
      obstacle: 'email_already_sent' as const,
    };
    const calls = answerCalls(({ path }) =>
      path === '/cms/site'
        ? { body: { hasMail: true } }
        : { body: { results: [email, unsure, sent], total: 3, start: 0, limit: 10 } },
    );
    let file: Blob | undefined;
    URL.createObjectURL = (given) => {
      file = given as Blob;
      return 'blob:x';
    };
    URL.revokeObjectURL = () => undefined;
    const { user } = show('/cms-admin/emails');
    await screen.findByRole('link', { name: 'Unsure' });
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await user.click(screen.getByRole('button', { name: 'Send 1 of them' }));
    await screen.findByText('1 email is on its way to the mail server.');
    const posts = calls.filter(({ method }) => method === 'POST').map(({ path }) => path);
    expect(posts).toHaveLength(1);
    expect(posts[0]).toContain('/cms/emails/0198/');
    const [button] = screen.getAllByRole('button', { name: 'Export CSV' });
    await user.click(button as HTMLElement);
    await waitFor(() => expect(file).toBeDefined());
    expect(await file?.text()).toContain('Not sent');
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

describe('deleting what waits to be sent', () => {
  const ann: EmailRecord = { ...email, subject: 'To Ann', state: 'queued', obstacle: 'waiting', version: 3 };
  const bob: EmailRecord = { ...ann, id: '0199', subject: 'To Bob', version: 4 };
  let present: EmailRecord[];
  let calls: Call[];
  const deletions = () =>
    calls
      .filter(({ method }) => method === 'DELETE')
      .map(({ path, headers }) => [path.split('/')[3], headers.get('If-Match')]);

  beforeEach(() => {
    present = [ann, bob];
    calls = answerCalls(({ path, method, headers }) => {
      if (path === '/cms/site') return { body: { hasMail: true } };
      const found = present.find(({ id }) => id === path.split('/')[3]);
      if (method === 'DELETE' && headers.get('If-Match') !== `"${found?.version}"`)
        return { status: 412, body: { code: 'precondition_failed', detail: 'Changed meanwhile.' } };
      if (method !== 'DELETE')
        return { body: found ?? { results: present, total: present.length, start: 0, limit: 10 } };
      present = present.filter((one) => one !== found);
      return { status: 204 };
    });
  });

  async function ask() {
    const { user } = show('/cms-admin/emails');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
    const bar = within(screen.getByRole('toolbar', { name: 'Selected records' }));
    await user.click(bar.getByRole('button', { name: /^Delete/ }));
    return { user, question: within(await screen.findByRole('dialog', { name: 'Delete 2 emails?' })) };
  }

  it('is asked about, and done at once: meanwhile it would be sent', async () => {
    const { user, question } = await ask();
    expect(question.getByText(/^2 emails are waiting to be sent/)).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
    expect(deletions()).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await screen.findByText('2 records were deleted.');
    expect(deletions()).toEqual([
      ['0198', '"3"'],
      ['0199', '"4"'],
    ]);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('keeps those chosen where it is not meant', async () => {
    const { user, question } = await ask();
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(deletions()).toEqual([]);
    expect(screen.getByRole('toolbar', { name: 'Selected records' }).textContent).toContain('2 selected');
  });

  it('leaves in the log what was sent meanwhile, and says which were deleted', async () => {
    const { user, question } = await ask();
    present = [ann, { ...bob, state: 'sent', obstacle: 'sent', version: 9 }];
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Changed meanwhile.');
    await screen.findByText('“To Ann” was deleted.');
    await screen.findByRole('link', { name: 'To Bob' });
    expect(screen.queryByRole('link', { name: 'To Ann' })).toBeNull();
  });

  it('of others is done later, with a way back', async () => {
    present = [ann, { ...bob, state: 'failed', obstacle: null }];
    const { user, question } = await ask();
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await screen.findByText('“To Bob” was deleted.');
    await screen.findByText('“To Ann” was deleted.');
    expect(deletions()).toEqual([['0198', '"3"']]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByRole('link', { name: 'To Bob' });
  });
});
