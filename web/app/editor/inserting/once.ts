/** Plugins that a page can have once only: two would share the ids, the address parameters or the basket of one. */
import { applyActions } from '../../page/actions/index.ts';
import type { Action } from '../../page/actions/types.ts';
import { walk } from '../../page/tree.ts';
import type { PageState } from '../../page/types.ts';
import { manifests } from '../../plugins/registry/manifests.ts';

/**
 * The plugin of which the actions would bring the page another, shared blocks counted with it. What a page has twice
 * already, from before this was refused, does not keep anybody from changing the rest.
 */
export function surplusPlugin(state: PageState, actions: readonly Action[]): string | undefined {
  const before = countsOf(state);
  return [...countsOf(applyActions(state, actions))].find(
    ([ref, count]) => count > Math.max(1, before.get(ref) ?? 0),
  )?.[0];
}

/** How often the page shows each of the plugins that it can have once only. */
function countsOf({ page, plugins }: PageState): Map<string, number> {
  const counts = new Map<string, number>();
  for (const node of walk(page)) {
    const ref = node.type === 'plugin' ? plugins[node.pluginId]?.ref : undefined;
    if (ref && manifests.get(ref)?.requires.oncePerPage) counts.set(ref, (counts.get(ref) ?? 0) + 1);
  }
  return counts;
}
