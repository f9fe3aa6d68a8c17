/**
 * Branch blocks that the page does not show, read because somebody puts one on it. The server leaves them out of the page
 * until a save has put them there, so each state that comes from it is given them anew.
 */
import type { BranchRender, Id, PageState } from '../../page/types.ts';

/** The state with these blocks and all that they show; what it has already stays as it is. */
export function withBlocks<State extends PageState>(state: State, blocks: readonly BranchRender[]): State {
  if (blocks.length === 0) return state;
  const { page } = state;
  const branches = blocks.map((block) => ({ ...block.branches, [block.branch.id]: block.branch }));
  return {
    ...state,
    page: {
      ...page,
      branches: { ...Object.assign({}, ...branches), ...page.branches },
      nodeFields: { ...Object.assign({}, ...blocks.map(({ nodeFields }) => nodeFields)), ...page.nodeFields },
    },
    plugins: { ...Object.assign({}, ...blocks.map(({ plugins }) => plugins)), ...state.plugins },
  };
}

/** The state with another name for a branch block. */
export function withName<State extends PageState>(state: State, blockId: Id, name: string): State {
  const { page } = state;
  const branch = page.branches[blockId];
  if (!branch) return state;
  return { ...state, page: { ...page, branches: { ...page.branches, [blockId]: { ...branch, name } } } };
}
