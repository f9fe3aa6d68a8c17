import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import type { PageRender } from '../../page/types.ts';
import type { Editing } from '../context.tsx';
import { createEditing } from '../create-editing.ts';
import { samplePage } from '../sample-page.ts';
import { refreshPage } from './refresh-page.ts';

const nothing = () => undefined;
let editing: Editing;

/** The page as others have left it: another title. */
const changed = (id = samplePage().page.id) => {
  const render = samplePage(8);
  return { ...render, page: { ...render.page, id, title: 'Renamed' } };
};
const answer = (render: PageRender) => vi.spyOn(queryClient, 'fetchQuery').mockResolvedValue(render);
const text = () => editing.editor.get().page?.plugins['p-one']?.fields.content;
const title = () => editing.editor.get().page?.page.title;

beforeEach(() => {
  editing = createEditing({ goTo: nothing, onSaved: nothing, onLost: nothing });
  editing.editor.open(samplePage());
});

it('keeps what is typed while the page is read', async () => {
  answer(changed());
  editing.editor.onFlush(() =>
    editing.editor.commit('Typing', [
      { name: 'PLUGIN_UPDATE', pluginId: 'p-one', fields: { content: '<p>Typed</p>' } },
    ]),
  );
  await refreshPage(editing, '/');
  expect([title(), text()]).toEqual(['Renamed', '<p>Typed</p>']);
});

it('puts nothing of it into another page that was opened meanwhile', async () => {
  const before = title();
  answer(changed('another'));
  await refreshPage(editing, '/');
  expect(title()).toBe(before);
});
