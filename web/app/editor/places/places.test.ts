import { describe, expect, it } from 'vitest';
import { applyActions } from '../../page/actions/index.ts';
import type { PageState } from '../../page/types.ts';
import { samplePage } from '../sample-page.ts';
import { stateOf } from '../store/apply.ts';
import { placeOf, placesOf } from './places.ts';

/** The sample page with its row as a shared block. */
const state: PageState = applyActions(stateOf(samplePage()), [
  { name: 'NODE_SET_TYPE', nodeId: 'row', type: 'row-branch', blockId: 'banner', branchName: 'Banner' },
]);

describe('a shared block', () => {
  it('is entered, down to the plugins in it', () => {
    expect(placeOf(state.page, 'a')?.children.map(({ node }) => node.id)).toEqual(['one', 'two']);
    expect(placeOf(state.page, 'three')?.owner).toEqual({
      kind: 'branch',
      blockId: 'banner',
      name: 'Banner',
    });
    expect(placeOf(state.page, 'row')?.owner).toEqual({ kind: 'page' });
  });

  it('inside itself is not entered again', () => {
    const banner = state.page.branches.banner;
    const again = { id: 'again', type: 'row-branch' as const, blockId: 'banner' };
    const nodes = (banner?.block.nodes ?? []).map((node) =>
      node.id === 'c' && 'block' in node ? { ...node, block: { nodes: [again] } } : node,
    );
    const page = { ...state.page, branches: { banner: { id: 'banner', name: 'Banner', block: { nodes } } } };
    expect(placeOf(page, 'again')?.children).toEqual([]);
    expect(placesOf(page).size).toBe(placesOf(state.page).size + 1);
  });
});
