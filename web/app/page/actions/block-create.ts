import { checkChildren, checkNew } from '../rules.ts';
import { defineAction } from './define.ts';

export const blockCreate = defineAction({
  name: 'BLOCK_CREATE',
  required: ['blockId'],
  grows: true,
  apply(state, { blockId, branchName, block }) {
    const { branches } = state.page;
    // A redo creates it again, while the undo has left it where it was.
    if (branches[blockId]) return state;
    checkChildren({ id: '', type: 'row', block }, block.nodes, 'block');
    checkNew(state, block.nodes, {});
    const branch = { id: blockId, name: branchName.trim(), block };
    return { ...state, page: { ...state.page, branches: { ...branches, [blockId]: branch } } };
  },
  invert: () => [],
});
