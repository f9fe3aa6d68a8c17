import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PaymentForBrowser } from '../../api/generated/index.ts';
import { Card } from './card.tsx';
import { PayPal } from './paypal.tsx';
import { loadPayPal } from './providers.ts';

const payment = {
  id: 'p',
  key: 'k',
  state: 'pending',
  currency: 'GBP',
  publishableKey: 'pk',
  clientSecret: 'secret',
  clientId: 'client',
  providerOrderId: 'order',
} as unknown as PaymentForBrowser &
  Record<'publishableKey' | 'clientSecret' | 'clientId' | 'providerOrderId', string>;
const onDone = vi.fn(async () => {});
const onMissing = vi.fn();
const onSent = vi.fn();
/** What Stripe's own frame says that does not load. */
let failToLoad: () => void;
const remember = (_: string, call: () => void) => {
  failToLoad = call;
};

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  vi.clearAllMocks();
  // Scripts of providers come at once: what they bring is said by each test.
  vi.spyOn(document.head, 'append').mockImplementation((script) =>
    (script as HTMLScriptElement).onload?.(new Event('load')),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

function drawCard(confirmPayment: (options: object) => Promise<{ error?: { message?: string } }>): void {
  const element = { mount: () => {}, on: remember, destroy: () => {} };
  vi.stubGlobal('Stripe', () => ({ elements: () => ({ create: () => element }), confirmPayment }));
  render(
    <I18nProvider i18n={i18n}>
      <Card
        payment={payment}
        language="en"
        amount="£1.00"
        onSent={onSent}
        onDone={onDone}
        onMissing={onMissing}
      />
    </I18nProvider>,
  );
}

async function pay(): Promise<void> {
  const button = screen.getByRole('button', { name: 'Pay £1.00' });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
  await userEvent.click(button);
}

it('a card that could not be sent is said, asked after, and can be sent again', async () => {
  const confirm = vi.fn().mockRejectedValueOnce(new Error('connection')).mockResolvedValueOnce({});
  drawCard(confirm);
  await pay();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The payment could not be sent. Please try again.',
  );
  expect(onDone).toHaveBeenCalledTimes(1);
  await pay();
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(2));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a bank leads back to the very same page', async () => {
  history.replaceState(null, '', '/till?from=basket');
  const confirm = vi.fn().mockResolvedValue({});
  drawCard(confirm);
  await pay();
  expect(confirm.mock.calls[0]?.[0].confirmParams.return_url).toBe(`${location.origin}/till?from=basket`);
});

it('a button of PayPal that fails says so, unless it was left', async () => {
  let fail = () => {};
  const Buttons = ({ onError }: { onError?: () => void }) => {
    fail = onError ?? (() => {});
    return { render: async () => {} };
  };
  vi.stubGlobal('paypal', { Buttons: vi.fn(Buttons) });
  const { unmount } = render(
    <PayPal payment={payment} onDone={onDone} onClosed={vi.fn()} onMissing={onMissing} />,
  );
  await waitFor(() =>
    expect(
      vi.mocked((globalThis as never as { paypal: { Buttons: typeof Buttons } }).paypal.Buttons),
    ).toHaveBeenCalled(),
  );
  fail();
  expect(onMissing).toHaveBeenCalledTimes(1);
  unmount();
  fail();
  expect(onMissing).toHaveBeenCalledTimes(1);
});

it('fields for a card that do not load say so, unless they were left', async () => {
  drawCard(vi.fn());
  await waitFor(() => expect(failToLoad).toBeDefined());
  failToLoad();
  expect(onMissing).toHaveBeenCalledTimes(1);
  cleanup();
  failToLoad();
  expect(onMissing).toHaveBeenCalledTimes(1);
});

it('asks PayPal for buttons that hold the money until the order is there, in its currency', async () => {
  vi.stubGlobal('paypal', { Buttons: () => ({ render: async () => {} }) });
  await loadPayPal('client & sons', 'gbp');
  const [script] = vi.mocked(document.head.append).mock.calls[0] as unknown as [HTMLScriptElement];
  const { origin, pathname, searchParams } = new URL(script.src);
  expect(origin + pathname).toBe('https://www.paypal.com/sdk/js');
  expect(Object.fromEntries(searchParams)).toEqual({
    'client-id': 'client & sons',
    currency: 'GBP',
    intent: 'authorize',
    components: 'buttons',
  });
});

describe('a script that does not come', () => {
  const load = () => loadPayPal('client-of-these', 'gbp');
  const append = () => vi.mocked(document.head.append);
  const bring = () => vi.stubGlobal('paypal', { Buttons: () => ({ render: async () => {} }) });

  afterEach(() => vi.useRealTimers());

  it('can be tried again where the connection was lost', async () => {
    append().mockImplementationOnce((script) => (script as HTMLScriptElement).onerror?.(new Event('error')));
    await expect(load()).rejects.toThrow();
    bring();
    expect(await load()).toHaveProperty('Buttons');
    expect(append()).toHaveBeenCalledTimes(2);
  });

  it('can be tried again where an empty one came in its place', async () => {
    await expect(loadPayPal('client-of-others', 'gbp')).rejects.toThrow();
    bring();
    expect(await loadPayPal('client-of-others', 'gbp')).toHaveProperty('Buttons');
    expect(append()).toHaveBeenCalledTimes(2);
  });

  it('is waited for no longer than anybody would', async () => {
    vi.useFakeTimers();
    append().mockImplementationOnce(() => {});
    const failed = expect(loadPayPal('client-of-none', 'gbp')).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(30_000);
    await failed;
  });
});
