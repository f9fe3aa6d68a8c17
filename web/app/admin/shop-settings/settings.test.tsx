import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ConfigEntryOut } from '../../api/generated/index.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { answerCalls, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';

const entryOf = (key: string, value: unknown): ConfigEntryOut => ({
  id: `id-${key}`,
  key,
  value,
  isSecret: false,
  isSet: true,
  version: 1,
});

interface Change {
  id: string;
  value: unknown;
}
const changesIn = (body: unknown) => (body as { entries: Change[] }).entries;

afterEach(() => {
  vi.unstubAllGlobals();
  useToasts.setState({ toasts: [] });
  clearClaims();
});

/** The screen of somebody who may write the shop, or has another scope, with its settings; gives what is called, too. */
function show(scope = 'ecom:write') {
  storeClaims(claimsWith(scope));
  const entries = Object.entries({
    currency: 'GBP',
    pricesIncludeTax: true,
    country: 'GB',
    lowStockAt: 5,
    stockNoticesOn: true,
    stockNoticeAddress: '',
    unpaidMinutes: 60,
    sellerName: '',
    sellerAddress: '1 Mill Lane',
    taxNumber: 'GB 1',
  }).map(([key, value]) => entryOf(key, value));
  const calls = answerCalls(({ path, method, body }) => {
    if (path === '/cms/site') return { body: { hasEcom: true } };
    if (path === '/ecom/currencies')
      return { body: ['EUR', 'GBP'].map((code) => ({ code, decimalPlaces: 2 })) };
    if (path === '/cms/countries') return { body: [{ code: 'GB', name: 'United Kingdom' }] };
    if (method === 'GET') return { body: entries };
    const saved = changesIn(body).map((change) => ({
      ...entries.find(({ id }) => id === change.id),
      ...change,
    }));
    return { body: saved };
  });
  const sent = () =>
    calls
      .filter(({ method }) => method === 'PUT')
      .flatMap(({ body }) => changesIn(body).map(({ id, value }) => [id, value]));
  return {
    ...renderScreen([{ path: '/cms-ecom/*', Component: AdminScreen }], '/cms-ecom/settings'),
    sent,
  };
}

it('has who sells, and how long an order waits for its money', async () => {
  const { user, sent } = show();
  const minutes = await screen.findByLabelText(/Minutes to pay/);
  await user.clear(minutes);
  await user.type(minutes, '30');
  await user.type(screen.getByLabelText('Name of the seller'), 'Log & Co');
  await user.type(screen.getByLabelText('Address of the seller'), ', Norwich');
  await user.type(screen.getByLabelText('Tax number'), '2');
  // By their names, which nobody has to know the codes of.
  await screen.findByRole('option', { name: 'United Kingdom' });
  await user.selectOptions(screen.getByLabelText(/^Currency/), await screen.findByText('Euro (EUR)'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('The settings were saved.');
  await waitFor(() =>
    expect(sent()).toEqual([
      ['id-currency', 'EUR'],
      ['id-unpaidMinutes', 30],
      ['id-sellerName', 'Log & Co'],
      ['id-sellerAddress', '1 Mill Lane, Norwich'],
      ['id-taxNumber', 'GB 12'],
    ]),
  );
});

it('has whether and where low stock is mailed', async () => {
  const { user, sent } = show();
  const address = await screen.findByLabelText('Low-stock emails to');
  await user.type(address, 'stock@willow.example');
  await user.click(screen.getByLabelText(/Email when stock is low/));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent()).toEqual([
      ['id-stockNoticesOn', false],
      ['id-stockNoticeAddress', 'stock@willow.example'],
    ]),
  );
});

it('says why nothing of it can be changed to who may only read it', async () => {
  show('ecom:read');
  await screen.findByText(/that takes the scope ecom:write\./);
  expect(screen.getByLabelText('Tax number')).toHaveProperty('readOnly', true);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});
