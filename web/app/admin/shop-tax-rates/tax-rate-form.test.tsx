import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TaxRateOut } from '../../api/generated/index.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { answerCalls, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { TaxRateForm } from './tax-rate-form.tsx';

const rate = {
  id: '1',
  version: 1,
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
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
} satisfies TaxRateOut;

beforeEach(() => storeClaims(claimsWith('ecom:write')));
afterEach(() => {
  clearClaims();
  vi.unstubAllGlobals();
});

it('shows the country of a rate and never another, also where the countries could not be read', async () => {
  let isAway = true;
  answerCalls(() =>
    isAway
      ? { status: 503, body: { title: 'Service Unavailable', errors: [] } }
      : { body: [{ code: 'GB', name: 'United Kingdom' }] },
  );
  const nothing = () => undefined;
  const Component = () => <TaxRateForm record={rate} onSaved={nothing} onCancel={nothing} />;
  const { user } = renderScreen([{ path: '/', Component }], '/');
  await screen.findByText('A service of the site does not answer at the moment');
  expect(screen.queryByLabelText('Country')).toBeNull();
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Country')).toHaveProperty('value', 'GB');
});
