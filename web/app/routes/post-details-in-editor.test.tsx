import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PostDetails } from '../admin/blog/post-details.tsx';
import { EditingContext } from '../editor/context.tsx';
import { createEditing } from '../editor/create-editing.ts';
import { samplePage } from '../editor/sample-page.ts';
import { useLeaving } from '../editor/use-leaving.ts';
import { clearClaims, storeClaims } from '../session/session-store.ts';
import { answerCalls, claimsWith, renderScreen } from '../testing/screen.tsx';
import { mayLogOut } from '../ui/leave-warning.ts';

const post = {
  id: 'p1',
  version: 4,
  title: 'A week in the hills',
  author: 'Ada',
  state: 'public',
  publishedAt: '2026-03-01T00:00:00Z',
  categories: [],
  pages: [],
  createdAt: '2026-03-01T00:00:00Z',
  updatedAt: '2026-03-01T00:00:00Z',
};
const nothing = () => undefined;

beforeEach(() => {
  storeClaims(claimsWith('editor'));
  answerCalls(({ path }) =>
    path === '/cms/blog/posts/p1'
      ? { body: post }
      : { body: { results: [], total: 0, start: 0, limit: 100 } },
  );
});
afterEach(() => {
  clearClaims();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

/** The dialog over a page that is edited. */
async function show() {
  const editing = createEditing({ goTo: nothing, onSaved: nothing, onLost: nothing });
  editing.editor.open(samplePage(), { userId: 'anne' });
  editing.editor.setMode({ name: 'edit' });
  function Edited() {
    useLeaving(editing, nothing);
    return (
      <EditingContext value={editing}>
        <PostDetails id="p1" isInEditor onClose={nothing} />
      </EditingContext>
    );
  }
  const { user } = renderScreen([{ path: '/', Component: Edited }], '/');
  return { user, editing, author: await screen.findByLabelText('Author') };
}

const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe("a post's details over the editor", () => {
  it('have whoever leaves asked about what is typed in them', async () => {
    const { user, author } = await show();
    expect(isAsked()).toBe(false);
    await user.type(author, ' B.');
    expect(isAsked()).toBe(true);
  });

  it('are said to be lost to whoever logs out, though changes of the page stay', async () => {
    const { user, editing, author } = await show();
    const fields = { content: '<p>y</p>' };
    editing.editor.change('Write', [{ name: 'PLUGIN_UPDATE', pluginId: 'p-two', fields }]);
    await user.type(author, ' B.');
    const leaving = mayLogOut();
    const question = await screen.findByRole('dialog', { name: 'Unsaved changes' });
    expect(question.textContent).toContain('Any unsaved changes will be lost.');
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    expect(await leaving).toBe(false);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Unsaved changes' })).toBeNull());
  });
});
