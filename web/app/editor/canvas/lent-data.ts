/**
 * What the server gives plugins beside their fields, such as a menu's links, comes with the page: what was put in a
 * moment ago has none until its service has answered (plugin-data.ts). Meanwhile it is drawn with what another of its
 * kind has, which is the same for most kinds.
 */
import type { PageState } from '../../page/types.ts';
import { withData } from './with-data.ts';

/** The page as it is drawn; the very same where there is nothing to lend. */
export function withLentData(state: PageState): PageState {
  const lenders = new Map<string, unknown>();
  for (const { ref, data } of Object.values(state.plugins)) if (data !== undefined) lenders.set(ref, data);
  const lent = Object.values(state.plugins).flatMap((plugin) => {
    const data = plugin.data === undefined ? lenders.get(plugin.ref) : undefined;
    return data === undefined ? [] : [[plugin.id, withData(plugin, data)] as const];
  });
  return lent.length === 0 ? state : { ...state, plugins: { ...state.plugins, ...Object.fromEntries(lent) } };
}
