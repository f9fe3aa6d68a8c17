import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { PaymentForBrowser } from '../../api/generated/index.ts';
import Pay from './pay.tsx';
import type { TakenOrder } from './taken.ts';

/** An order that is to be paid with PayPal. */
export const taken: TakenOrder = {
  reference: 'A1',
  receiptPath: '/ecom/receipts/abcdefghijklmnopqrstuvwxyz/page',
  currency: 'GBP',
  total: 100,
  rows: [],
  payment: { id: 'p', key: 'k', gateway: 'button' },
};
export const onPaid = vi.fn();
export const onBack = vi.fn();

interface Shop {
  /** What it was asked about the payment. */
  asked: string[];
  /** What it says of the order without its provider; undefined, it says nothing. */
  receipt: { state: string; gateway: string } | undefined;
  /** What PayPal's button calls once the buyer has agreed. */
  approve: (() => Promise<void>) | undefined;
  /** What it calls once the buyer has closed its window instead. */
  close: (() => void) | undefined;
}

export const shop: Shop = { asked: [], receipt: undefined, approve: undefined, close: undefined };

export const payment = (changed: Partial<PaymentForBrowser>): PaymentForBrowser => ({
  ...taken.payment,
  state: 'requires_action',
  amount: 100,
  currency: 'GBP',
  ...changed,
});

/** What PayPal's button needs. */
export const button = { clientId: 'client', providerOrderId: 'order' };
export const ready = payment(button);

/** Answers with what becomes of the payment, one question after the other; undefined is a provider that is away. */
export function answering(...answers: (Partial<PaymentForBrowser> | undefined)[]): void {
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/ecom/receipts/abcdefghijklmnopqrstuvwxyz')
      return Response.json(shop.receipt ?? {}, { status: shop.receipt ? 200 : 503 });
    shop.asked.push(`${pathname} ${await request.text()}`);
    const answer = answers.shift();
    return answer ? Response.json(payment(answer)) : Response.json({}, { status: 202 });
  });
}

export function draw(first?: PaymentForBrowser, of = taken): void {
  render(
    <I18nProvider i18n={i18n}>
      <Pay taken={of} first={first} language="en" onPaid={onPaid} onBack={onBack} />
    </I18nProvider>,
  );
}

export const leave = () => userEvent.click(screen.getByRole('button', { name: 'Back to the basket' }));

/** The buyer agrees in PayPal's window, and the shop is asked what came of it. */
export async function agree(): Promise<void> {
  await waitFor(() => expect(shop.approve).toBeDefined());
  await act(async () => shop.approve?.());
}

/** Has each test of a file begin with a shop that has an order to be paid, and PayPal's script there at once. */
export function atThePayment(): void {
  beforeEach(() => {
    i18n.loadAndActivate({ locale: 'en', messages: {} });
    vi.clearAllMocks();
    Object.assign(shop, {
      asked: [],
      receipt: { state: 'awaiting_payment', gateway: 'button' },
      approve: undefined,
      close: undefined,
    });
    vi.spyOn(document.head, 'append').mockImplementation((script) =>
      (script as HTMLScriptElement).onload?.(new Event('load')),
    );
    vi.stubGlobal('paypal', {
      Buttons: ({ onApprove, onCancel }: { onApprove: () => Promise<void>; onCancel: () => void }) => {
        shop.approve = onApprove;
        shop.close = onCancel;
        return { render: async () => {} };
      },
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    sessionStorage.clear();
  });
}
