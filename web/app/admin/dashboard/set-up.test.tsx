import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, claimsWith } from '../../testing/screen.tsx';
import { rest, show } from './testing.tsx';

afterEach(() => vi.unstubAllGlobals());

describe('the set-up', () => {
  const entries = (over: Record<string, unknown> = {}) =>
    Object.entries({
      logo: null,
      contactAddress: '',
      captchaProvider: '',
      backupSchedule: 'off',
      ...over,
    }).map(([key, value]) => ({ key, value, isSet: Boolean(value) }));
  let config: unknown[];
  let site: Record<string, unknown>;
  let made: number;
  let setUp: Record<string, unknown>;

  const begin = (...scopes: string[]) => {
    localStorage.clear();
    storeClaims(claimsWith(...scopes));
    return answerCalls(({ path, query }) => {
      if (path === '/cms/config') return { body: config };
      if (path === '/cms/site') return { body: site };
      if (path === '/ecom/dashboard') return { body: { setUp } };
      if (path === '/cms/plugins/uses') return { body: [] };
      if (path === '/cms/backups' && !query.has('kind')) return { body: { results: [], total: made } };
      return rest(path);
    });
  };

  beforeEach(() => {
    config = entries();
    site = { hasMail: false, hasEcom: false, hasCRM: false };
    made = 0;
    setUp = {
      hasProducts: false,
      hasDelivery: true,
      hasTaxRates: false,
      hasSeller: true,
      silentGateways: [],
      gateways: [],
    };
  });

  afterEach(() => clearClaims());

  const card = async () =>
    (await screen.findByRole('heading', { name: 'To set up' })).closest('section') as HTMLElement;
  const lines = (within: HTMLElement) =>
    [...within.querySelectorAll('li')].map((line) => [
      line.firstElementChild?.textContent,
      line.lastElementChild?.textContent,
      line.querySelector('a')?.getAttribute('href'),
    ]);

  it('says what the site lacks, each with the way to it', async () => {
    begin('admin');
    show();
    const shown = await card();
    await waitFor(() =>
      expect(lines(shown)).toEqual([
        ['Logo', 'Not set', '/cms-admin/site#logo'],
        ['Contact address', 'Not set', '/cms-admin/config#contactAddress'],
        ['Mail server', 'Not set', '/cms-admin/emails'],
        ['Spam protection', 'Built-in', undefined],
        ['Backups', 'None yet', '/cms-admin/backups'],
      ]),
    );
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('takes a captcha provider for unfinished as long as a key is missing', async () => {
    config = entries({ captchaProvider: 'hcaptcha', captchaSiteKey: 'key', captchaSecret: null });
    begin('admin');
    show();
    await screen.findByRole('link', { name: 'A key is missing' });
  });

  it('says of the shop how much it lacks, to whoever may look', async () => {
    site = { hasMail: true, hasEcom: true, hasCRM: false };
    begin('editor', 'ecom:read');
    show();
    const link = await screen.findByRole('link', { name: /tasks? left/ });
    expect(link.getAttribute('href')).toBe('/cms-ecom');
    // Products and a way to pay; tax rates are optional.
    await waitFor(() => expect(link.textContent).toBe('2 tasks left'));
    expect(lines(await card())).toHaveLength(1);
  });

  it('is nothing for editors of a site without a shop', async () => {
    const calls = begin('editor');
    show();
    await waitFor(() => expect(screen.getAllByText('Running')).toHaveLength(3));
    expect(screen.queryByRole('heading', { name: 'To set up' })).toBeNull();
    expect(calls.map(({ path }) => path)).not.toContain('/cms/config');
  });

  it('goes once nothing is left, and does not come back while it is read', async () => {
    config = entries({ logo: { fileId: 'f' }, contactAddress: 'office@willow.example' });
    site = { hasMail: true, hasEcom: false, hasCRM: false };
    made = 1;
    begin('admin');
    const { unmount } = show();
    await waitFor(() => expect(localStorage.getItem('pw-last-site-set-up')).toBe('true'));
    expect(screen.queryByRole('heading', { name: 'To set up' })).toBeNull();
    unmount();
    show();
    expect(screen.queryByRole('heading', { name: 'To set up' })).toBeNull();
  });
});
