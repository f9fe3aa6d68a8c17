import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TaxRateOut } from '../../api/generated/index.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { ResourceList } from '../resource-list.tsx';
import resource from './resource.tsx';

const rate: TaxRateOut = {
  id: '1',
  name: 'VAT',
  country: 'GB',
  county: '',
  town: '',
  postcode: '',
  taxClass: 'standard',
  rateMillionths: 200_000,
  priority: 1,
  isCompound: false,
  appliesToDelivery: true,
  startsAt: null,
  endsAt: null,
  version: 1,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
};
let taxClasses: string[];

beforeEach(() => {
  storeClaims(claimsWith('ecom:write'));
  answerCalls(({ path }) => {
    if (path === '/cms/countries') return { body: [{ code: 'GB', name: 'United Kingdom' }] };
    if (path === '/ecom/tax-rates/untaxed') return { body: { country: 'GB', taxClasses } };
    return { body: { results: [rate], total: 1, start: 0, limit: 10 } };
  });
});
afterEach(() => {
  clearClaims();
  vi.unstubAllGlobals();
});

function open() {
  const Component = () => (
    <main>
      <h1>Tax rates</h1>
      <ResourceList resource={resource} />
    </main>
  );
  renderScreen([{ path: '/cms-ecom/tax-rates', Component }], '/cms-ecom/tax-rates');
}

it('warns of the one tax class of products that no rate of the country is for', async () => {
  taxClasses = ['reduced-rate'];
  open();
  await screen.findByText(
    'Products of the tax class reduced-rate are not taxed in the shop’s own country (United Kingdom): no rate is for it. Add one, with 0 % if no tax is due.',
  );
  expect(await accessibilityFaults()).toEqual([]);
});

it('warns of several', async () => {
  taxClasses = ['reduced-rate', 'zero-rate'];
  open();
  await screen.findByText(/tax classes reduced-rate and zero-rate are not taxed in the shop’s own country/);
});

it('tells nobody to add one who may only read them', async () => {
  storeClaims(claimsWith('ecom:read'));
  taxClasses = ['reduced-rate'];
  open();
  const said = await screen.findByText(/^Products of the tax class reduced-rate are not taxed/);
  expect(said.textContent?.trim()).toMatch(/no rate is for it\.$/);
});
