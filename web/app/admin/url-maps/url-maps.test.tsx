import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UrlMapOut, UrlMapTrace } from '../../api/generated/index.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { AdminScreen } from '../admin-screen.tsx';

const moved = {
  id: '7',
  version: 2,
  source: '/old',
  destination: '/new',
  pageId: '8',
  responseCode: 301,
  origin: 'page_moved',
  hits: 12,
  lastHitAt: null,
} as UrlMapOut;
const missing = {
  id: '9',
  url: '/mist',
  hits: 3,
  referrer: 'https://from.example/',
  lastSeenAt: '2026-03-01T00:00:00Z',
};

let calls: Call[];
let traced: UrlMapTrace;

beforeEach(() => {
  storeClaims(claimsWith('editor'));
  traced = { match: null, steps: [], outcome: 'nothing', pageId: null, pageTitle: null };
  calls = answerCalls(({ path, method, body }) => {
    if (path === '/cms/site') return { body: { hasEcom: false, hasCRM: false } };
    if (path === '/cms/url-maps/trace') return { body: traced };
    if (path === '/cms/url-maps/missing')
      return { body: { results: [missing], total: 1, start: 0, limit: 10 } };
    if (method !== 'GET') return { body: { ...moved, ...(body as object) } };
    if (path === '/cms/url-maps/7') return { body: moved };
    return { body: { results: [moved], total: 1, start: 0, limit: 10 } };
  });
});

afterEach(() => {
  clearClaims();
  vi.unstubAllGlobals();
});

const show = (path: string) => {
  const Component = () => (
    <main>
      <AdminScreen />
    </main>
  );
  return renderScreen([{ path: '/cms-admin/*', Component }], `/cms-admin/url-maps${path}`);
};
const sent = () => calls.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, body]);

describe('redirects', () => {
  it('are filtered by why they are there', async () => {
    const { user } = show('');
    await screen.findByRole('link', { name: '/old' });
    await user.selectOptions(screen.getByLabelText('Why'), 'page_deleted');
    await waitFor(() => expect(calls.at(-1)?.query.getAll('origin')).toEqual(['page_deleted']));
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('that are new begin with the address that led here', async () => {
    const { user } = show('/new?source=%2Fmist');
    expect((await screen.findByLabelText<HTMLInputElement>('From')).value).toBe('/mist');
    await user.type(screen.getByLabelText('To'), '/');
    await user.click(screen.getByRole('button', { name: 'Create redirect' }));
    await waitFor(() =>
      expect(sent()).toEqual([['POST', { source: '/mist', destination: '/', responseCode: 301 }]]),
    );
  });

  it('to nowhere ask for no destination', async () => {
    const { user } = show('/7');
    await screen.findByLabelText('To');
    await user.selectOptions(screen.getByLabelText('What visitors get'), '410');
    expect(screen.queryByLabelText('To')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent()).toEqual([['PUT', { source: '/old', destination: null, responseCode: 410 }]]),
    );
    expect(calls.find(({ method }) => method === 'PUT')?.headers.get('If-Match')).toBe('"2"');
  });
});

describe('the test box', () => {
  it.each<[Partial<UrlMapTrace>, RegExp]>([
    [{}, /page not found” \(404\)/],
    [{ outcome: 'page', pageId: '8', pageTitle: 'About' }, /Visitors see the page About/],
    [{ outcome: 'restricted_page', pageId: '8', pageTitle: 'Club' }, /only some visitors see it/],
    [{ outcome: 'feed' }, /Feed readers/],
    [{ outcome: 'system' }, /is reserved by the system/],
    [
      {
        outcome: 'removed',
        match: { destination: null, responseCode: 410 },
        steps: [{ id: '1', source: '/x*', destination: null, responseCode: 410 }],
      },
      /the page has been removed/,
    ],
    [
      {
        outcome: 'elsewhere',
        match: { destination: 'https://other.example/', responseCode: 302 },
        steps: [{ id: '1', source: '/x*', destination: 'https://other.example/', responseCode: 302 }],
      },
      /leave the site/,
    ],
  ])('says what becomes of an address', async (found, words) => {
    traced = { ...traced, ...found };
    const { user } = show('');
    await user.type(await screen.findByLabelText('Test an address'), 'x1');
    // A pause between the two letters has the first looked up as well.
    await waitFor(() =>
      expect(
        calls
          .filter(({ path }) => path.endsWith('/trace'))
          .at(-1)
          ?.query.get('source'),
      ).toBe('/x1'),
    );
    await screen.findByText((_, element) => element?.tagName === 'P' && words.test(element.textContent));
    for (const { source } of traced.steps) expect(screen.getByText(source)).toBeTruthy();
  });

  it('takes an address as the browser shows it', async () => {
    const { user } = show('');
    await user.click(await screen.findByLabelText('Test an address'));
    await user.paste(`${window.location.origin}/old?from=mail`);
    await screen.findByText(/page not found” \(404\)/);
    expect(
      calls
        .filter(({ path }) => path.endsWith('/trace'))
        .at(-1)
        ?.query.get('source'),
    ).toBe('/old?from=mail');
  });
});

describe('missing addresses', () => {
  it('lead to a new redirect from them', async () => {
    show('/missing');
    const link = await screen.findByRole('link', { name: 'Redirect to…: /mist' });
    expect(link.getAttribute('href')).toBe('/cms-admin/url-maps/new?source=%2Fmist');
    expect(screen.getByText('https://from.example/')).toBeTruthy();
  });
});
