import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EmailRecord } from '../../api/emails.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { email, read, show } from './testing.tsx';

beforeEach(() => storeClaims(claimsWith('admin')));
afterEach(() => {
  vi.unstubAllGlobals();
  useToasts.setState({ toasts: [] });
  clearClaims();
});

describe('changing whom it is for', () => {
  // Without HTML: the checker cannot look into its frame.
  const failed: EmailRecord = { ...email, state: 'failed', hasSecret: false, kind: 'template', html: null };
  let calls: Call[];
  let refusal: object | undefined;
  let present: EmailRecord;
  beforeEach(() => {
    present = failed;
    refusal = undefined;
    calls = answerCalls(({ path, method, body, headers }) => {
      if (method === 'PUT' && refusal) return { status: 422, body: refusal };
      if (method === 'PUT' && headers.get('If-Match') !== `"${present.version}"`)
        return { status: 412, body: { code: 'precondition_failed', detail: 'Changed meanwhile.' } };
      if (method === 'PUT')
        present = { ...present, version: present.version + 1, to: (body as Pick<EmailRecord, 'to'>).to };
      if (path === '/cms/site') return { body: { hasMail: true } };
      return { body: present };
    });
  });

  it('is done where it failed', async () => {
    const { user } = show('/cms-admin/emails/0198');
    await user.click(await screen.findByRole('button', { name: 'Change recipient…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change recipient' }));
    const address = dialog.getByRole('textbox', { name: 'Email address' });
    expect(document.activeElement).toBe(address);
    await user.clear(address);
    await user.type(address, ' anne@example.org{Enter}');
    await screen.findByText(/now addressed to anne@example.org. To send it, press “Send again”/);
    const to = { emailAddress: 'anne@example.org', name: 'Ann Ash' };
    expect(calls.find(({ method }) => method === 'PUT')).toMatchObject({
      path: '/cms/emails/0198',
      body: { to },
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await screen.findByText('anne@example.org');
  });

  /** With another address typed that is not saved. */
  async function typed() {
    const { user, router } = show('/cms-admin/emails/0198');
    await user.click(await screen.findByRole('button', { name: 'Change recipient…' }));
    const address = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email address' });
    await user.clear(address);
    await user.type(address, 'bob@example.org');
    return { user, router, address };
  }

  it('asks where somebody else has addressed it to others meanwhile, and replaces nothing unseen', async () => {
    const { user, address } = await typed();
    present = { ...present, version: 7, to: { name: 'Anne Ash', emailAddress: 'anne@example.org' } };
    await user.keyboard('{Enter}');
    await screen.findByText(/Somebody else has changed this/);
    const dialog = within(screen.getByRole('dialog', { name: 'Change recipient' }));
    expect(dialog.getByText('Anne Ash anne@example.org')).toBeTruthy();
    expect([present.to.emailAddress, address.value]).toEqual(['anne@example.org', 'bob@example.org']);
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Save mine over theirs' }));
    await screen.findByText(/now addressed to bob@example.org/);
    expect(present.to.emailAddress).toBe('bob@example.org');
  });

  it('takes what somebody else has made of it, where that is right', async () => {
    const { user, address } = await typed();
    present = { ...present, version: 7, to: { name: 'Anne Ash', emailAddress: 'anne@example.org' } };
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Discard mine, use theirs' }));
    await waitFor(() => expect(address.value).toBe('anne@example.org'));
    expect(screen.queryByText(/Somebody else has changed this/)).toBeNull();
  });

  it('goes on where it was only tried again meanwhile', async () => {
    const { user } = await typed();
    present = { ...present, version: 7 };
    await user.keyboard('{Enter}');
    await screen.findByText(/now addressed to bob@example.org/);
  });

  it('asks before what was typed is thrown away', async () => {
    const { user, address } = await typed();
    await user.keyboard('{Escape}');
    const question = within(await screen.findByRole('dialog', { name: 'Unsaved changes' }));
    await user.click(question.getByRole('button', { name: 'Keep editing' }));
    expect(address.value).toBe('bob@example.org');
    const unload = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(unload);
    expect(unload.defaultPrevented).toBe(true);
  });

  it('asks before a link loses what was typed', async () => {
    const { user, router } = await typed();
    void router.navigate('/cms-admin/emails');
    await user.click(await screen.findByRole('button', { name: 'Stay' }));
    expect(router.state.location.pathname).toBe('/cms-admin/emails/0198');
  });

  it('says what is wrong with an address, and keeps it', async () => {
    refusal = {
      code: 'validation_failed',
      errors: [{ field: 'to.emailAddress', code: 'x', detail: 'No address.' }],
    };
    const { user } = show('/cms-admin/emails/0198');
    await user.click(await screen.findByRole('button', { name: 'Change recipient…' }));
    const address = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email address' });
    await user.clear(address);
    await user.type(address, 'anne{Enter}');
    await screen.findByText('No address.');
    expect(address.value).toBe('anne');
    expect(await accessibilityFaults()).toEqual([]);
  });

  it.each([
    { state: 'sent', obstacle: 'sent' },
    { state: 'queued', obstacle: 'waiting' },
    { mayHaveArrived: true },
    { hasSecret: true },
    { obstacle: 'lapsed' },
  ] as const)('is not offered for one that is %j', async (changed) => {
    read({ ...failed, ...changed });
    await screen.findByText('Ann Ash');
    expect(screen.queryByRole('button', { name: 'Change recipient…' })).toBeNull();
  });
});
