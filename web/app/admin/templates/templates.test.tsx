import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TemplateRecord } from '../../api/templates.ts';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderPiece, renderScreen } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { AdminScreen } from '../admin-screen.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { changedSources, mergedSources, sourcesOf } from './sources.ts';
import { useTemplateDraft } from './use-template-draft.ts';

const plain = {
  id: '7',
  name: 'Default',
  version: 2,
  sharedSCSS: '',
  inlineSCSS: '',
  inlineCSS: 'a { }',
  externalSCSS: 'b { }',
  externalCSS: 'b{}',
  js: 'go()',
  fonts: [{ family: 'Lora' }],
  pageCount: 2,
  isDefault: true,
  updatedBy: null,
  createdAt: '2026-03-01T00:00:00Z',
  updatedAt: '2026-03-01T00:00:00Z',
} as TemplateRecord;
const unused = { ...plain, id: '8', name: 'Dark', pageCount: 0, isDefault: false } as TemplateRecord;
const page = { id: 'h', url: '/', title: 'Home', version: 1, meta: {}, config: {} };

let calls: Call[];
let onWrite: (call: Call) => { status?: number; body?: unknown };
let stored: TemplateRecord;

beforeEach(() => {
  storeClaims(claimsWith('admin'));
  stored = plain;
  onWrite = ({ body }) => ({ status: 201, body: { ...unused, ...(body as object), id: '9' } });
  calls = answerCalls((call) => {
    const { path, method } = call;
    if (method !== 'GET') return onWrite(call);
    const listed = (results: unknown[]) => ({
      body: { results, total: results.length, start: 0, limit: 10 },
    });
    if (path === '/client/templates/7') return { body: stored };
    if (path === '/client/templates/9') return { body: unused };
    if (path.endsWith('/pages')) return listed([page]);
    if (path.endsWith('/revisions')) return listed([]);
    if (path.endsWith('/starting'))
      return { body: { results: [{ name: 'Plain', ...sourcesOf(plain), fonts: [] }] } };
    if (path === '/client/templates') return listed([plain, unused]);
    return { body: {} };
  });
});

afterEach(() => {
  useToasts.setState({ toasts: [] });
  clearClaims();
  vi.unstubAllGlobals();
});

const show = (path = '') => {
  const Component = () => (
    <main>
      <AdminScreen />
    </main>
  );
  return renderScreen([{ path: '/cms-admin/*', Component }], `/cms-admin/templates${path}`);
};
const sent = () => calls.filter(({ method }) => method !== 'GET');

describe('the list', () => {
  it('says where a template is used instead of deleting it', async () => {
    const { user } = show();
    await screen.findByRole('link', { name: 'Dark' });
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'More actions: Default' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect((await dialog.findByRole('link', { name: 'Home' })).getAttribute('href')).toBe(
      '/cms-admin/pages/h',
    );
    expect(dialog.getByText(/can’t be deleted: it is used for new pages/)).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  it('leads from a count to the pages, as other lists do', async () => {
    show();
    const pages = await screen.findByRole('link', { name: '2 pages' });
    expect(pages.getAttribute('href')).toBe('/cms-admin/pages?template=7');
  });

  it('duplicates without a script for whoever may not write one', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'More actions: Dark' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
    const copy = { name: 'Copy of Dark', inlineSCSS: 'a { }', js: '', fonts: [{ family: 'Lora' }] };
    await waitFor(() => expect(sent()).toMatchObject([{ method: 'POST', body: copy }]));
  });

  it('makes one from what comes along', async () => {
    const { user } = show('/new');
    const name = await screen.findByLabelText('Name');
    await waitFor(() => expect(document.activeElement).toBe(name));
    await user.type(name, 'Fresh');
    expect(screen.getByLabelText<HTMLSelectElement>('Start with').selectedOptions[0]?.label).toBe('Plain');
    await user.click(screen.getByRole('button', { name: 'Create template' }));
    await waitFor(() => expect(sent()).toMatchObject([{ body: { name: 'Fresh', externalSCSS: 'b { }' } }]));
  });

  it('is closed to editors', async () => {
    storeClaims(claimsWith('editor'));
    show();
    expect(await screen.findByRole('heading')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Dark' })).toBeNull();
  });
});

describe('the history', () => {
  it('says that there is none yet', async () => {
    renderPiece(
      <QueryClientProvider client={new QueryClient()}>
        <HistoryDialog
          template={plain}
          hasChanges={false}
          onRestored={() => undefined}
          onClose={() => undefined}
        />
      </QueryClientProvider>,
    );
    await screen.findByText(/No changes yet/);
    expect(screen.queryByText(/Choose a save/)).toBeNull();
  });
});

describe('sources', () => {
  it('has CSS that was written as such as SCSS, and no difference in how JSON is laid out', () => {
    const base = sourcesOf(plain);
    expect([base.inlineSCSS, base.externalSCSS]).toEqual(['a { }', 'b { }']);
    expect(changedSources(base, { ...base, fonts: '[{"family":"Lora"}]' })).toEqual([]);
    const mine = { ...base, js: 'mine()' };
    const theirs = { ...base, sharedSCSS: '$a: 1;' };
    expect(mergedSources(base, mine, theirs)).toEqual({ ...base, sharedSCSS: '$a: 1;', js: 'mine()' });
  });
});

describe('a draft', () => {
  const draftOf = (template: TemplateRecord) => {
    let draft: ReturnType<typeof useTemplateDraft> | undefined;
    const Piece = () => {
      draft = useTemplateDraft(template);
      return null;
    };
    renderPiece(
      <QueryClientProvider client={new QueryClient()}>
        <Piece />
      </QueryClientProvider>,
    );
    return () => draft as ReturnType<typeof useTemplateDraft>;
  };

  it('saves what was changed, on the version that was read', async () => {
    onWrite = () => ({ body: { ...plain, version: 3, sharedSCSS: '$a: 1;' } });
    const draft = draftOf(plain);
    draft().write('sharedSCSS', '$a: 1;');
    await draft().save();
    await waitFor(() => expect(draft().changed).toEqual([]));
    const [call] = sent();
    expect(call?.headers.get('if-match')).toBe('"2"');
    const action = { name: 'TEMPLATE_SET_SHARED_SCSS', meta: { scss: '$a: 1;' } };
    expect(call?.body).toEqual({ actions: [action] });
  });

  it('goes on with a newer version that has the same sources, and shows one that has others', async () => {
    const refuse = { status: 412, body: { code: 'precondition_failed', title: 'x' } };
    onWrite = ({ headers }) =>
      headers.get('if-match') === '"5"' ? { body: { ...stored, js: 'mine()' } } : refuse;
    stored = { ...plain, version: 5, name: 'Renamed' };
    const draft = draftOf(plain);
    draft().write('js', 'mine()');
    await draft().save();
    await waitFor(() => expect(draft().base.name).toBe('Renamed'));
    stored = { ...plain, version: 6, js: 'theirs()', sharedSCSS: '$b: 1;' };
    draft().write('js', 'more()');
    onWrite = () => refuse;
    await draft().save();
    await waitFor(() => expect(draft().theirs?.version).toBe(6));
    expect(draft().sources.js).toBe('more()');
    onWrite = ({ body }) => ({ body: { ...stored, version: 7, js: 'more()', ...(body as object) } });
    await draft().keepMine();
    await waitFor(() => expect(draft().changed).toEqual([]));
    expect(sent().at(-1)?.headers.get('if-match')).toBe('"6"');
    expect(draft().sources).toMatchObject({ js: 'more()', sharedSCSS: '$b: 1;' });
  });
});
