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
    expect(screen.getAllByText(/Somebody from the shop ·/)).toHaveLength(1);
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

  it('is marked as paid where the money comes by hand', async () => {
    const calls = service();
    const { user } = show('/cms-ecom/orders/0198');
    await user.click(await screen.findByRole('button', { name: 'Mark as paid' }));
    const question = await screen.findByRole('dialog');
    expect(within(question).getByText(/£44\.78/)).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Mark as paid' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')?.path).toBe('/ecom/payments/y1/receipt'),
    );
  });

  it('can be marked as paid again once it was cancelled and reopened', async () => {
    const calls = service({}, { state: 'cancelled' });
    const { user } = show('/cms-ecom/orders/0198');
    await user.click(await screen.findByRole('button', { name: 'Mark as paid' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Mark as paid' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')?.path).toBe('/ecom/payments/y1/receipt'),
    );
  });

  it.each([
    ['cancelled', false],
    ['requires_action', true],
  ])(
    'waits for its payment again only where that can be paid: one that is %s, %s',
    async (state, isOffered) => {
      service(
        { state: 'cancelled', gateway: 'card', nextStates: ['awaiting_payment'] },
        { gateway: 'card', state },
      );
      const { user } = show('/cms-ecom/orders/0198');
      await user.click(await screen.findByRole('button', { name: 'More' }));
      await screen.findByRole('menuitem', { name: 'Print invoice' });
      const offered = screen.queryAllByRole('menuitem', { name: 'Back to awaiting payment' });
      expect(offered.length > 0).toBe(isOffered);
    },
  );

  it.each([
    ['cancelled', 'Reopen and send an invoice…', /is reopened.*zoe@example\.org gets an email/],
    ['awaiting_payment', 'Send an invoice instead…', /^zoe@example\.org gets an email/],
  ])('is paid by invoice where nobody paid it online: %s', async (state, label, question) => {
    const calls = service({ state, gateway: 'card' }, { gateway: 'card', state: 'cancelled' });
    const { user } = show('/cms-ecom/orders/0198');
    await user.click(await screen.findByRole('button', { name: 'More' }));
    expect(screen.queryByText(/cannot pay it online any more/) !== null).toBe(state === 'cancelled');
    await user.click(await screen.findByRole('menuitem', { name: label }));
    const dialog = await screen.findByRole('dialog', { name: 'Send an invoice' });
    within(dialog).getByText(question);
    const posts = () => calls.filter(({ method }) => method === 'POST');
    expect(posts()).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Send invoice' }));
    await screen.findByText('The invoice for 7KD-2MX-RB4 was sent.');
    expect(posts().map(({ path, body }) => [path, body])).toEqual([
      ['/ecom/payments', { orderId: '0198', gateway: 'invoice' }],
    ]);
  });

  it.each([
    ['cancelled', 'invoice', 0],
    ['paid', 'card', 4478],
  ])('is not billed where it is %s by %s', async (state, gateway, paidAmount) => {
    service({ state, gateway, paidAmount }, { gateway, state: 'cancelled' });
    const { user } = show('/cms-ecom/orders/0198');
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await screen.findByRole('menuitem', { name: 'Print invoice' });
    expect(screen.queryByRole('menuitem', { name: /invoice…|invoice instead/ })).toBeNull();
  });

  it('is refunded row by row, once however often it is pressed', async () => {
    const calls = service(
      { state: 'paid', paymentState: 'paid', paidAmount: 4478, gateway: 'card' },
      { state: 'captured', gateway: 'card' },
    );
    const { user } = show('/cms-ecom/orders/0198');
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Refund…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Refund 7KD-2MX-RB4' });
    const count = within(dialog).getByLabelText('Log basket: Large: how many are refunded');
    await user.type(count, '9');
    await user.click(within(dialog).getByRole('button', { name: 'Refund' }));
    expect(within(dialog).getByText(/This has to be between 0 and [1-8]\./)).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    await user.clear(count);
    await user.type(count, '1');
    expect((within(dialog).getByLabelText('Amount') as HTMLInputElement).value).toBe('19.99');
    expect(within(dialog).queryByText(/It moves no money/)).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Refund' }));
    await screen.findByText('The refund was started. The order shows it once it is done.');
    const [post] = calls.filter(({ method }) => method === 'POST');
    expect(post?.path).toBe('/ecom/payments/y1/refunds');
    expect(post?.body).toEqual({
      amount: 1999,
      reason: '',
      rows: [{ rowId: 'r1', quantity: 1, givesBackStock: true }],
    });
    expect(post?.headers.get('Idempotency-Key')).toBeTruthy();
  });

  it('gives nothing back into the stock with an amount alone, and does not say so', async () => {
    const calls = service({ state: 'paid', paymentState: 'paid', paidAmount: 4478 }, { state: 'captured' });
    const { user } = show('/cms-ecom/orders/0198');
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Refund…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Refund 7KD-2MX-RB4' });
    const inStock = within(dialog).getByLabelText<HTMLInputElement>(/^Return the items to stock/);
    expect([inStock.disabled, inStock.checked]).toEqual([true, false]);
    const count = within(dialog).getByLabelText('Log basket: Large: how many are refunded');
    await user.type(count, '1');
    expect([inStock.disabled, inStock.checked]).toEqual([false, true]);
    await user.clear(count);
    expect([inStock.disabled, inStock.checked]).toEqual([true, false]);
    await user.clear(within(dialog).getByLabelText('Amount'));
    await user.type(within(dialog).getByLabelText('Amount'), '5');
    // It was paid by invoice: nobody else sends the money.
    expect(within(dialog).getByText(/It moves no money/)).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Refund' }));
    await screen.findByText('The refund was recorded.');
    const [post] = calls.filter(({ method }) => method === 'POST');
    expect(post?.body).toEqual({ amount: 500, reason: '', rows: [] });
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

  it('says that its payments could not be read, without which it is neither marked as paid nor refunded', async () => {
    let isAway = true;
    const due = {
      id: 'y1',
      orderId: '0198',
      gateway: 'invoice',
      state: 'pending',
      amount: 4478,
      currency: 'GBP',
    };
    answerCalls(({ path }) => {
      if (path === '/cms/site') return { body: { hasEcom: true } };
      if (path === '/ecom/payments' && isAway)
        return { status: 503, body: { title: 'Service Unavailable', errors: [] } };
      if (path === '/ecom/payments') return { body: { results: [due], total: 1, start: 0, limit: 100 } };
      return { body: path.startsWith('/ecom/orders') ? order : [] };
    });
    const { user } = show('/cms-ecom/orders/0198');
    await screen.findByText(/^The order’s payments could not be read\./);
    expect(screen.queryByRole('button', { name: 'Mark as paid' })).toBeNull();
    isAway = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: 'Mark as paid' });
    expect(screen.queryByText(/could not be read/)).toBeNull();
  });

  it.each([
    ['ecom:write', /the buyer does not have the money\. Retry it under Payments\.$/],
    ['ecom:read', /the buyer does not have the money\.$/],
  ])('tells of a refund that failed, and to retry it those alone who may: %s', async (scope, words) => {
    storeClaims(claimsWith(scope));
    const at = '2026-01-02T10:00:00Z';
    const nobody = { actorId: null, actorName: null };
    const failed = { id: 'e9', kind: 'refund_failed', details: { amount: 500 }, ...nobody, at };
    service({ events: [failed] });
    show('/cms-ecom/orders/0198');
    await screen.findByText(words);
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
