import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { PageRender } from '../../page/types.ts';
import { renderPiece } from '../../testing/screen.tsx';
import { EditingContext } from '../context.tsx';
import { createEditing } from '../create-editing.ts';
import { placeOf } from '../places/places.ts';
import { samplePage } from '../sample-page.ts';
import { ColumnCount } from './column-count.tsx';

async function show(render: PageRender, rowId: string) {
  const editing = createEditing({ goTo: vi.fn() } as never);
  editing.editor.open(render);
  editing.editor.setMode({ name: 'edit' });
  editing.editor.select(rowId);
  const row = placeOf(render.page, rowId);
  if (!row) throw new Error(`There is no ${rowId}.`);
  const { user } = renderPiece(
    <EditingContext value={editing}>
      <ColumnCount page={render.page} row={row} />
    </EditingContext>,
  );
  await user.click(screen.getByRole('button'));
  const choice = (name: string) => screen.findByRole<HTMLButtonElement>('menuitem', { name });
  const columns = () => {
    const { page } = editing.editor.get();
    return page && placeOf(page.page, rowId)?.children.map(({ node }) => node.id);
  };
  return { user, choice, columns };
}

it('changes how many columns a row has', async () => {
  const { user, choice, columns } = await show(samplePage(), 'row');
  await user.click(await choice('2 columns'));
  expect(columns()).toEqual(['a', 'b']);
});

it('offers no fewer around the column that is each page’s own, however deep it lies', async () => {
  const render = samplePage();
  const [root] = render.page.layout.block.nodes;
  const main = root && 'block' in root ? root.block.nodes[1] : undefined;
  if (!main || !('block' in main)) throw new Error('The layout has no middle.');
  const inner = {
    id: 'inner',
    type: 'row' as const,
    block: main.block.nodes[0] && 'block' in main.block.nodes[0] ? main.block.nodes[0].block : { nodes: [] },
  };
  main.block = {
    nodes: [
      {
        id: 'outer',
        type: 'row',
        block: {
          nodes: [
            { id: 'side', type: 'col', block: { nodes: [] } },
            { id: 'wide', type: 'col', block: { nodes: [inner] } },
          ],
        },
      },
    ],
  };
  const { choice } = await show(render, 'outer');
  expect((await choice('1 column')).disabled).toBe(true);
  expect((await choice('3 columns')).disabled).toBe(false);
});

it('says why there are no fewer where that would show something to more people', async () => {
  const render = samplePage();
  render.page.nodeFields = { b: { site: { scopeWhitelist: ['members'] } } };
  const { choice } = await show(render, 'row');
  expect((await choice('1 column')).disabled).toBe(true);
  expect((await choice('2 columns')).disabled).toBe(false);
  expect(screen.getByText(/“Who sees this”/)).toBeDefined();
});
