import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LinkedDataOut } from '../../api/generated/index.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { AdminScreen } from '../admin-screen.tsx';

const organization = {
  id: '7',
  version: 2,
  name: 'Our organization',
  data: {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: '{{site.name}}',
    logo: '{{page.image}}',
  },
  types: ['Organization'],
  pageCount: 3,
  warnings: [{ field: 'data.url', code: 'recommended_missing', detail: 'Search engines recommend “url”.' }],
  updatedAt: '2026-03-01T00:00:00Z',
} as unknown as LinkedDataOut;
const home = { id: 'h', url: '/', title: 'Home', version: 1, isRedirected: false, meta: {}, config: {} };
const HEAD =
  '<html lang="en"><head><meta property="og:site_name" content="Willow &amp; Sons">' +
  '<meta property="og:title" content="Home"><link rel="canonical" href="https://site.example/"></head></html>';

let calls: Call[];
let onWrite: (call: Call) => { status?: number; body?: unknown };

beforeEach(() => {
  storeClaims(claimsWith('editor'));
  onWrite = ({ body }) => ({ body: { ...organization, ...(body as object) } });
  calls = answerCalls((call) => {
    const { path, method } = call;
    if (path === '/cms/site') return { body: { hasEcom: false, hasCRM: false } };
    if (path === '/client/pages') return { body: { results: [home], total: 1, start: 0, limit: 10 } };
    if (path === '/client/pages/h') return { body: home };
    if (method !== 'GET') return onWrite(call);
    if (path === '/client/linked-data/7') return { body: organization };
    return { body: { results: [organization], total: 1, start: 0, limit: 10 } };
  });
  const answered = globalThis.fetch;
  vi.stubGlobal('fetch', (...[input, init]: Parameters<typeof fetch>) =>
    input === '/' ? Promise.resolve(new Response(HEAD)) : answered(input, init),
  );
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
  return renderScreen([{ path: '/cms-admin/*', Component }], `/cms-admin/linked-data${path}`);
};
const editor = () => screen.findByLabelText<HTMLTextAreaElement>('JSON-LD');
const write = async (text: string) => fireEvent.change(await editor(), { target: { value: text } });
const sent = () => calls.filter(({ method }) => method !== 'GET');

describe('the list', () => {
  it('says what each item is and leads to the pages that have it', async () => {
    show('');
    const row = (await screen.findByRole('link', { name: 'Our organization' })).closest('tr') as HTMLElement;
    expect(within(row).getByText('Organization')).toBeTruthy();
    expect(within(row).getByText('1 hint')).toBeTruthy();
    const pages = within(row).getByRole('link', { name: '3 pages' });
    expect(pages.getAttribute('href')).toBe('/cms-admin/pages?linkedData=7');
    expect(await accessibilityFaults()).toEqual([]);
  });
});

describe('a new item', () => {
  it('begins with a type, and keeps what was typed when another is tried', async () => {
    const { user } = show('/new');
    expect((await editor()).value).toContain('"@type": "Organization"');
    await user.selectOptions(screen.getByLabelText('Start with'), 'Article');
    expect(JSON.parse((await editor()).value)).toMatchObject({
      '@type': 'Article',
      headline: '{{page.title}}',
    });
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Article');
    await write('{"@type": "Mine"}');
    await user.selectOptions(screen.getByLabelText('Start with'), 'Product');
    expect((await editor()).value).toBe('{"@type": "Mine"}');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Product');
    await user.click(screen.getByRole('button', { name: 'Create linked data' }));
    await waitFor(() =>
      expect(sent()).toMatchObject([
        { method: 'POST', body: { name: 'Product', data: { '@type': 'Mine' } } },
      ]),
    );
  });
});

describe('the editor', () => {
  it('sends nothing that is no JSON, and goes to the line', async () => {
    const { user } = show('/7');
    await write('{\n  "@type": "Thing"\n  "name": 1\n}');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const line = await screen.findByRole('button', { name: 'Line 2' });
    expect(line.parentElement?.textContent).toContain('A comma is missing at the end of this line.');
    expect(sent()).toEqual([]);
    await user.click(line);
    const area = await editor();
    expect(document.activeElement).toBe(area);
    expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe('  "@type": "Thing"');
  });

  it('puts what the service refuses to the lines it is about', async () => {
    const errors = [
      {
        field: 'data.author.name',
        code: 'unknown_placeholder',
        detail: 'There is no placeholder page.titel.',
      },
      { field: 'data.@context', code: 'context_invalid', detail: 'The context is a web address.' },
    ];
    onWrite = () => ({ status: 422, body: { code: 'linked_data_invalid', title: 'x', errors } });
    const { user } = show('/7');
    await write('{\n  "@context": 1,\n  "author": {\n    "name": "{{page.titel}}"\n  }\n}');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const mistakes = within(await screen.findByRole('list', { name: 'Mistakes' }));
    await mistakes.findByText('There is no placeholder page.titel.', { exact: false });
    expect(mistakes.getAllByRole('button').map((button) => button.textContent)).toEqual(['Line 4', 'Line 2']);
    expect((await editor()).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(await editor());
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('says while somebody types what the service would refuse, at its line', async () => {
    show('/7');
    await write('{\n  "@type": "Offer",\n  "price": "19,00",\n  "url": "{{page.titel}}"\n}');
    const mistakes = within(await screen.findByRole('list', { name: 'Mistakes' }));
    await mistakes.findByText('Write “price” as a number such as 19.00', { exact: false });
    expect(mistakes.getAllByRole('button').map((button) => button.textContent)).toEqual(['Line 3', 'Line 4']);
    expect(screen.queryByRole('note', { name: 'Worth completing' })).toBeNull();
    expect(sent()).toEqual([]);
  });

  it('puts a placeholder where the caret is', async () => {
    const { user } = show('/7');
    await write('{"name": ""}');
    (await editor()).setSelectionRange(10, 10);
    await user.click(screen.getByRole('button', { name: 'Insert placeholder' }));
    await user.click(await screen.findByRole('menuitem', { name: /page.title/ }));
    await waitFor(async () => expect((await editor()).value).toBe('{"name": "{{page.title}}"}'));
    await user.click(screen.getByRole('button', { name: 'Format' }));
    expect((await editor()).value).toBe('{\n  "name": "{{page.title}}"\n}');
  });

  it('saves on the version that was read', async () => {
    const { user } = show('/7');
    await write('{"@type": "Thing"}');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.headers.get('If-Match')).toBe('"2"');
    expect(sent()[0]?.body).toEqual({ name: 'Our organization', data: { '@type': 'Thing' } });
  });
});

/** A page with what its plugins say, as the preview reads it. */
const PLUGINS_SAY = `<title>Mugs – Willow &amp; Sons</title><meta property="og:title" content="Look, mugs!">
<script type="application/ld+json">${JSON.stringify({
  '@type': 'FAQPage',
  mainEntity: [{ '@type': 'Question', name: 'Why?', acceptedAnswer: { '@type': 'Answer', text: 'So.' } }],
})}</script>`;

describe('the preview', () => {
  it('has what search engines would miss beside it, and it can be saved', async () => {
    const { user } = show('/7');
    await write(
      '{\n  "@type": "Product",\n  "name": "Mug",\n  "brand": {\n    "@type": "Banana", "name": "x"\n  }\n}',
    );
    const advice = await screen.findByRole('note', { name: 'Worth completing' });
    const lines = within(advice)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(lines[0]).toContain('Line 1: Search engines require “offers” or “review” or “aggregateRating”');
    expect(lines.at(-1)).toContain('Line 5: “Banana” is not among the types');
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
  });

  it('is filled by the page, and says what the page has none of', async () => {
    show('/7');
    const told = await screen.findByLabelText('Data for search engines');
    expect(JSON.parse(told.textContent)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: 'Willow & Sons',
    });
    await screen.findByText('Left out, because the page has none: first image of the page.');
  });

  it('is filled with what the plugins of the page say', async () => {
    vi.stubGlobal(
      'fetch',
      (
        (fetched) =>
        (...[input, init]: Parameters<typeof fetch>) =>
          input === '/'
            ? Promise.resolve(
                new Response(HEAD.replace('<meta property="og:title" content="Home">', PLUGINS_SAY)),
              )
            : fetched(input, init)
      )(globalThis.fetch),
    );
    show('/7');
    await write('{"@type": "FAQPage", "name": "{{page.title}}", "mainEntity": "{{page.questions}}"}');
    const told = await screen.findByLabelText('Data for search engines');
    await waitFor(() =>
      expect(JSON.parse(told.textContent)).toMatchObject({ name: 'Mugs', mainEntity: [{ name: 'Why?' }] }),
    );
  });

  it('shows the page that is chosen where the first could not be found, and reads that anew', async () => {
    const answered = globalThis.fetch;
    let isAway = true;
    vi.stubGlobal('fetch', (...[input, init]: Parameters<typeof fetch>) =>
      isAway && input instanceof Request && input.url.includes('sort=url')
        ? Promise.resolve(new Response('{}', { status: 503 }))
        : answered(input, init),
    );
    const { user } = show('/7');
    await screen.findByText('This page could not be loaded.');
    isAway = false;
    await user.click(screen.getByLabelText('Filled in by the page'));
    await user.click(await screen.findByRole('option', { name: /Home/ }));
    await screen.findByLabelText('Data for search engines');
    expect(screen.queryByText('This page could not be loaded.')).toBeNull();
  });

  it('says when visitors never see the page', async () => {
    home.isRedirected = true;
    show('/7');
    await screen.findByText(/This page redirects/);
    home.isRedirected = false;
  });
});
