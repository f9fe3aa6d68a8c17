import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { order, service, show } from './testing.tsx';

beforeEach(() => storeClaims(claimsWith('ecom:write')));
afterEach(() => {
  vi.unstubAllGlobals();
  useToasts.setState({ toasts: [] });
  clearClaims();
});

describe('what is changed of an order', () => {
  const refusedOnce = (theirs: Record<string, unknown>) => {
    let found = { ...order };
    let isFirst = true;
    return answerCalls(({ path, method, body }) => {
      if (path === '/cms/site') return { body: { hasEcom: true } };
      if (path === '/cms/countries') return { body: [] };
      if (path === '/ecom/payments') return { body: { results: [], total: 0, start: 0, limit: 100 } };
      if (method !== 'PUT') return { body: found };
      if (isFirst) {
        isFirst = false;
        found = { ...found, ...theirs, version: 4 };
        return { status: 412, body: { code: 'version_conflict', title: 'Changed', errors: [] } };
      }
      found = { ...found, ...(body as object), version: found.version + 1 };
      return { body: found };
    });
  };
  const puts = (calls: Call[]) =>
    calls
      .filter(({ method }) => method === 'PUT')
      .map(({ body, headers }) => [headers.get('If-Match'), body]);

  it('keeps notes that were refused, and saves them over what changed elsewhere', async () => {
    const calls = refusedOnce({ notes: 'Theirs' });
    const { user } = show('/cms-ecom/orders/0198');
    await user.type(await screen.findByRole('textbox', { name: 'Notes' }), 'Mine');
    await user.click(screen.getByRole('button', { name: 'Save notes' }));
    const mine = await screen.findByRole('button', { name: 'Save mine over theirs' });
    expect((screen.getByRole('textbox', { name: 'Notes' }) as HTMLTextAreaElement).value).toBe('Mine');
    await user.click(mine);
    await screen.findByText('The notes were saved.');
    expect(puts(calls)).toEqual([
      ['"3"', { notes: 'Mine' }],
      ['"4"', { notes: 'Mine' }],
    ]);
    expect((screen.getByRole('textbox', { name: 'Notes' }) as HTMLTextAreaElement).value).toBe('Mine');
  });

  it('has its address changed by the lines that were typed in, on what others have changed', async () => {
    const calls = refusedOnce({ billingTown: 'Ely' });
    const { user } = show('/cms-ecom/orders/0198');
    await user.click(await screen.findByRole('button', { name: 'Change: Billing address' }));
    const dialog = await screen.findByRole('dialog', { name: 'Billing address' });
    await user.type(within(dialog).getByLabelText('County'), 'Norfolk');
    await user.click(within(dialog).getByRole('button', { name: 'Save address' }));
    await user.click(await within(dialog).findByRole('button', { name: 'Save both' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(puts(calls)).toEqual([
      ['"3"', { billingCounty: 'Norfolk' }],
      ['"4"', { billingCounty: 'Norfolk' }],
    ]);
  });

  it('has its contact corrected, also once it was sent', async () => {
    const calls = refusedOnce({ state: 'sent', phone: '2' });
    const { user } = show('/cms-ecom/orders/0198');
    await user.click(await screen.findByRole('button', { name: 'Change: Contact' }));
    const dialog = await screen.findByRole('dialog', { name: 'Contact' });
    within(dialog).getByText(
      /stops working\. If the order has been confirmed, an email about its present state goes/,
    );
    const email = within(dialog).getByLabelText('Email address');
    await user.clear(email);
    await user.click(within(dialog).getByRole('button', { name: 'Save contact' }));
    await within(dialog).findByText('Enter an email address.');
    await user.type(email, ' zoe@example.net ');
    await user.click(within(dialog).getByRole('button', { name: 'Save contact' }));
    await user.click(await within(dialog).findByRole('button', { name: 'Save both' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(puts(calls)).toEqual([
      ['"3"', { email: 'zoe@example.net' }],
      ['"4"', { email: 'zoe@example.net' }],
    ]);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('is not confirmed again to another address once it is cancelled', async () => {
    service({ state: 'cancelled' });
    const { user } = show('/cms-ecom/orders/0198');
    await user.click(await screen.findByRole('button', { name: 'Change: Contact' }));
    const dialog = await screen.findByRole('dialog', { name: 'Contact' });
    within(dialog).getByText(/the link in earlier emails stops working\.$/);
    expect(within(dialog).queryByText(/about its present state/)).toBeNull();
  });

  it('keeps the first line of an address, which nothing is sent without', async () => {
    const calls = service();
    const { user } = show('/cms-ecom/orders/0198');
    await user.click(await screen.findByRole('button', { name: 'Change: Delivery address' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delivery address' });
    await user.clear(within(dialog).getByLabelText('Address'));
    await user.click(within(dialog).getByRole('button', { name: 'Save address' }));
    await within(dialog).findByText('Enter an address.');
    expect(puts(calls)).toEqual([]);
  });

  it('says at the lines of an address what is wrong with them', async () => {
    answerCalls(({ path, method }) => {
      if (path === '/cms/site') return { body: { hasEcom: true } };
      if (path === '/cms/countries') return { body: [] };
      if (path === '/ecom/payments') return { body: { results: [], total: 0, start: 0, limit: 100 } };
      if (method !== 'PUT') return { body: order };
      const errors = [{ field: 'billingTown', code: 'too_long', detail: 'That town is too long.' }];
      return { status: 422, body: { code: 'invalid', title: 'Invalid', errors } };
    });
    const { user } = show('/cms-ecom/orders/0198');
    await user.click(await screen.findByRole('button', { name: 'Change: Billing address' }));
    const dialog = await screen.findByRole('dialog', { name: 'Billing address' });
    await user.type(within(dialog).getByLabelText('Town'), 'x');
    await user.click(within(dialog).getByRole('button', { name: 'Save address' }));
    await within(dialog).findByText('That town is too long.');
    expect(within(dialog).getByLabelText('Town').getAttribute('aria-invalid')).toBe('true');
  });
});
