import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadEditorSources } from '../admin/palette/editor-sources.ts';
import { EditingContext } from '../editor/context.tsx';
import { createEditing } from '../editor/create-editing.ts';
import { EditorPalette } from '../editor/dialogs/editor-palette.tsx';
import { samplePage } from '../editor/sample-page.ts';
import { aFile } from '../media/testing.ts';
import { clearClaims, storeClaims } from '../session/session-store.ts';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { answerCalls, type Call, claimsWith, renderScreen } from '../testing/screen.tsx';

const nothing = () => undefined;
const ORDER = { id: 'o1', reference: 'W-1042', contactName: 'Ada Lovelace', state: 'paid' };
const SETTING = { id: 'c', key: 'contactAddress', value: '', isSecret: false, isSet: false, version: 1 };

let calls: Call[];
let hasEcom: boolean;

// All screens' palettes: on a busy machine loading them takes longer than anything is waited for, and a test that waits for
// what they find would not say that they could not be loaded.
beforeAll(() => loadEditorSources(null, { hasEcom: true, hasCRM: true }));
beforeEach(() => {
  hasEcom = true;
  calls = answerCalls(({ path, query }) => {
    if (path === '/cms/site') return { body: { hasEcom, hasCRM: false } };
    if (path === '/cms/config') return { body: [SETTING] };
    if (path === '/cms/file-entities') {
      const files =
        query.get('q') === 'con' ? [aFile('f1', { name: 'contract.pdf', bucketName: 'board' })] : [];
      return { body: { files, folders: [], folder: null, total: files.length, start: 0, limit: 5 } };
    }
    const results = path === '/ecom/orders' && query.get('q') === 'con' ? [ORDER] : [];
    return { body: { results, total: results.length, start: 0, limit: 10 } };
  });
});
afterEach(() => {
  clearClaims();
  vi.unstubAllGlobals();
});

/** The palette over a page, for somebody with these scopes. */
async function show(...scopes: string[]) {
  storeClaims(claimsWith(...scopes));
  const editing = createEditing({ goTo: nothing, onSaved: nothing, onLost: nothing });
  editing.editor.open(samplePage());
  const Component = () => (
    <EditingContext value={editing}>
      <main>
        <h1>Editor</h1>
        <EditorPalette loadSources={loadEditorSources} opened onClose={nothing} />
      </main>
    </EditingContext>
  );
  const shown = renderScreen([{ path: '/*', Component }], '/about');
  return { ...shown, field: await screen.findByRole('textbox', { name: /^Search commands/ }) };
}

const choice = (name: string) => screen.findByRole('option', { name });
const asked = () => new Set(calls.filter(({ query }) => query.has('q')).map(({ path }) => path));

it('finds files, settings and orders beside pages, each where it is', async () => {
  const { user, router, field } = await show('admin', 'ecom:read');
  await user.type(field, 'con');
  await choice('contract.pdf board');
  await choice('Contact address Emails from visitors');
  await choice('W-1042 Ada Lovelace · Paid');
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(await choice('Contact address Emails from visitors'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/cms-admin/config'));
  expect(router.state.location.hash).toBe('#contactAddress');
});

it('asks for nothing that is not open to somebody', async () => {
  const { user, field } = await show('editor');
  await user.type(field, 'con');
  await choice('contract.pdf board');
  expect(asked()).toEqual(new Set(['/client/pages', '/cms/file-entities']));
  expect(calls.map(({ path }) => path)).not.toContain('/cms/config');
});

it('asks for no orders on a site without a shop', async () => {
  hasEcom = false;
  const { user, field } = await show('editor', 'ecom:read');
  await user.type(field, 'con');
  await choice('contract.pdf board');
  expect(asked()).not.toContain('/ecom/orders');
});
