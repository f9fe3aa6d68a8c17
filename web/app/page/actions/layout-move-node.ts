import { checkLeaves, clamp, find, insert, requireBlock, take } from '../change.ts';
import { checkInsert, checkNoCycle } from '../rules.ts';
import { childrenOf, indexIn, parentOf } from '../tree.ts';
import { defineAction } from './define.ts';

export const layoutMoveNode = defineAction({
  name: 'LAYOUT_MOVE_NODE',
  required: ['nodeId', 'parentId'],
  grows: true,
  apply(state, { nodeId, parentId, index }) {
    const place = find(state, nodeId);
    const target = find(state, parentId, 'parentId');
    checkNoCycle(state.page, [place.node], target.node);
    requireBlock(state.page, target.node);
    const siblings = childrenOf(state.page, target.node);
    if (siblings.includes(place.node)) {
      if (clamp(index, siblings.length - 1) === indexIn(state.page, nodeId)) return state;
    } else {
      checkLeaves(state, place);
      checkInsert(state.page, target.node, place.node);
    }
    const taken = { ...state, page: take(state.page, place) };
    return { ...state, page: insert(taken.page, find(taken, parentId), index, place.node) };
  },
  invert(state, { nodeId }) {
    const parentId = parentOf(state.page, nodeId)?.id ?? '';
    return [{ name: 'LAYOUT_MOVE_NODE', nodeId, parentId, index: indexIn(state.page, nodeId) }];
  },
});
