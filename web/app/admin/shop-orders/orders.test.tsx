import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { claimsWith } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { order, service, show } from './testing.tsx';

beforeEach(() => storeClaims(claimsWith('ecom:write')));
afterEach(() => {
  vi.unstubAllGlobals();
  useToasts.setState({ toasts: [] });
  clearClaims();
});

describe('the list of orders', () => {
  it('is filtered by its address', async () => {
    const calls = service();
    show('/cms-ecom/orders?state=sent&since=2026-01-02');
    await screen.findByRole('link', { name: '7KD-2MX-RB4' });
    const asked = calls.find(({ path }) => path === '/ecom/orders')?.query;
    expect(asked?.get('state')).toBe('sent');
    expect(asked?.get('since')).toContain('2026-01-0');
    expect(screen.getByText('£44.78')).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('is listed whole where its address names no day', async () => {
    const calls = service();
    show('/cms-ecom/orders?since=abc&until=2026-01-02');
    await screen.findByRole('link', { name: '7KD-2MX-RB4' });
    const asked = calls.find(({ path }) => path === '/ecom/orders')?.query;
    expect(asked?.get('since')).toBeNull();
    expect(asked?.get('until')).toBe(new Date('2026-01-03T00:00:00').toISOString());
  });
});

describe('an order', () => {
  it('shows what was bought, where it goes and what happened', async () => {
    service();
    show('/cms-ecom/orders/0198');
    await screen.findByText('Log basket: Large');
    expect(screen.getByText(/Ring twice/)).toBeTruthy();
    expect(screen.getByText('The order was placed.')).toBeTruthy();
    expect(
      screen.getByText('€49.99 was paid that the order cannot accept. It is refunded automatically.'),
    ).toBeTruthy();
    expect(screen.getByText('£19.99 was refunded for 1 × Log basket: Large.')).toBeTruthy();
    expect(await screen.findAllByText(/Norwich\s+NR1 3JU\s+United Kingdom/)).toHaveLength(2);
    expect(screen.getByText('VAT 20 %')).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('says of a refund why it was made, where somebody wrote it', async () => {
    const why = { id: 'e6', kind: 'refunded', details: { amount: 500, reason: 'One was broken' } };
    service({ events: [...order.events, { ...order.events[0], ...why }] });
    show('/cms-ecom/orders/0198');
    await screen.findByText('£5.00 was refunded. One was broken');
    expect(screen.getByText('£19.99 was refunded for 1 × Log basket: Large.')).toBeTruthy();
  });

  it('says of its prices that they are without tax, and nothing of it where there is none', async () => {
    const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    service();
    const first = show('/cms-ecom/orders/0198');
    await screen.findByText('Log basket: Large');
    expect(heads()).toEqual(['Item', 'Quantity', 'Price without VAT', 'Total without VAT']);
    first.unmount();
    service({ taxes: [{ percent: '0', totalExclTax: 3732, tax: 0 }] });
    show('/cms-ecom/orders/0198');
    await screen.findByText('Log basket: Large');
    expect(heads()).toEqual(['Item', 'Quantity', 'Price', 'Total']);
  });

  it('says until when it can be paid, and then who is waited for', async () => {
    service({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    const first = show('/cms-ecom/orders/0198');
    expect(await screen.findByText(/^Unless it is paid, this order is cancelled on /)).toBeTruthy();
    first.unmount();
    service({ expiresAt: '2026-01-02T10:00:00Z' });
    show('/cms-ecom/orders/0198');
    expect(await screen.findByText(/^The time to pay this order is over\. /)).toBeTruthy();
    expect(screen.queryByText(/is cancelled on/)).toBeNull();
  });

  it('says who did what, and whose name nobody knows', async () => {
    service();
    show('/cms-ecom/orders/0198');
    expect(await screen.findByText(/Grace Hopper ·/)).toBeTruthy();
    expect(screen.getAllByText(/Shop staff ·/)).toHaveLength(1);
  });

  it('is marked as sent with a tracking number, and taken back', async () => {
    const calls = service();
    const { user } = show('/cms-ecom/orders/0198');
    await user.click(await screen.findByRole('button', { name: 'Mark as sent' }));
    const dialog = await screen.findByRole('dialog', { name: 'Mark as sent' });
    await user.type(within(dialog).getByLabelText(/Tracking number/), 'RM 1');
    await user.click(within(dialog).getByRole('button', { name: 'Mark as sent' }));
    await screen.findByText('7KD-2MX-RB4: Sent');
    const puts = () => calls.filter(({ method }) => method === 'PUT');
    expect(puts()[0]?.body).toEqual({ tracking: 'RM 1', notify: true, state: 'sent' });
    expect(puts()[0]?.headers.get('If-Match')).toBe('"3"');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(puts()[1]?.body).toEqual({ state: 'awaiting_payment', notify: false }));
    expect(puts()[1]?.headers.get('If-Match')).toBe('"4"');
  });

  it('is ready to collect, not sent, where its buyer comes for it', async () => {
    const calls = service({ isCollected: true, nextStates: ['preparing', 'sent', 'completed', 'cancelled'] });
    const { user } = show('/cms-ecom/orders/0198');
    await user.click(await screen.findByRole('button', { name: 'Mark as ready to collect' }));
    const dialog = await screen.findByRole('dialog', { name: 'Mark as ready to collect' });
    expect(within(dialog).queryByLabelText(/Tracking number/)).toBeNull();
    expect(within(dialog).getByLabelText('Email zoe@example.org that it is ready to collect')).toHaveProperty(
      'checked',
      true,
    );
    expect(screen.queryByText(/Mark as sent|on its way/)).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Mark as ready to collect' }));
    await screen.findByText('7KD-2MX-RB4: Ready to collect');
    const put = calls.find(({ method }) => method === 'PUT');
    expect(put?.body).toEqual({ notify: true, state: 'sent' });
  });

  it('that waits to be collected says so, and is collected at last', async () => {
    const steps = { kind: 'state_changed', details: { from: 'awaiting_payment', to: 'sent' } };
    const [first] = order.events;
    service({
      isCollected: true,
      state: 'sent',
      nextStates: ['completed'],
      events: [{ ...first, ...steps }],
    });
    show('/cms-ecom/orders/0198');
    await screen.findByRole('button', { name: 'Mark as collected' });
    screen.getByText('Ready to collect');
    screen.getByText('Awaiting payment → Ready to collect');
  });

  it('is printed in the language of the site, which its buyer reads', async () => {
    document.documentElement.dataset.siteLanguage = 'de';
    try {
      service();
      const { user } = show('/cms-ecom/orders/0198');
      await user.click(await screen.findByRole('button', { name: 'More' }));
      const hrefOf = async (name: string) =>
        (await screen.findByRole('menuitem', { name })).getAttribute('href');
      expect(await hrefOf('Print packing slip')).toMatch(/\/documents\/packing_slip\?language=de$/);
      expect(await hrefOf('Invoice as PDF')).toMatch(/\/documents\/invoice\.pdf\?language=de$/);
    } finally {
      delete document.documentElement.dataset.siteLanguage;
    }
  });

  it('asks before its notes are lost, also where it was opened before', async () => {
    service();
    const { user } = show('/cms-ecom/orders/0198');
    await screen.findByRole('textbox', { name: 'Notes' });
    await user.click(screen.getByRole('link', { name: 'Orders' }));
    await user.click(await screen.findByRole('link', { name: '7KD-2MX-RB4' }));
    await user.type(await screen.findByRole('textbox', { name: 'Notes' }), 'Ring twice.');
    await user.click(screen.getByRole('link', { name: 'Orders' }));
    await user.click(await screen.findByRole('button', { name: 'Stay' }));
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' }).value).toMatch(
      /Ring twice\.$/,
    );
  });

  it('can only be looked at by who reads the shop', async () => {
    storeClaims(claimsWith('ecom:read'));
    service();
    show('/cms-ecom/orders/0198');
    await screen.findByText('Log basket: Large');
    expect(screen.queryByRole('button', { name: 'Mark as sent' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Change/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'More' })).toBeTruthy();
  });
});
