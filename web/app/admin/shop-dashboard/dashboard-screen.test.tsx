import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { dashboard, serveSite, show } from './testing.tsx';

let site: ReturnType<typeof serveSite>;

beforeEach(() => {
  site = serveSite();
});

describe('the dashboard of the shop', () => {
  it('says that it could not be read, and reads it anew', async () => {
    site.answer = { status: 503, body: { title: 'Service Unavailable', errors: [] } };
    const { user } = show('ecom:read');
    await screen.findByText('The shop’s service does not answer at the moment');
    site.answer = { body: dashboard() };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/Nothing was sold/);
  });

  it('is for those who may read the shop', async () => {
    show('editor');
    await screen.findByText('You cannot open this');
    await waitFor(() => expect(site.calls.map(({ path }) => path)).not.toContain('/ecom/dashboard'));
  });
});
