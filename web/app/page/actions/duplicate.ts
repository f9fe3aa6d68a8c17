/** A copy of a branch's block under new ids, for a row that stops following the branch. */
import { ActionFault } from '../fault.ts';
import { checkFree } from '../rules.ts';
import { inside, nodeOfPlugin } from '../tree.ts';
import type { Block, Id, PageNode, PageState, PluginInstance } from '../types.ts';

type Ids = Record<Id, Id>;

function renamed(block: Block, ids: Ids): Block {
  return { nodes: block.nodes.map((node) => renamedNode(node, ids)) };
}

function renamedNode(node: PageNode, ids: Ids): PageNode {
  const id = ids[node.id] ?? node.id;
  if (node.type === 'plugin') return { ...node, id, pluginId: ids[node.pluginId] ?? node.pluginId };
  return 'block' in node ? { ...node, id, block: renamed(node.block, ids) } : { ...node, id };
}

function copiedPlugins(state: PageState, pluginIds: readonly Id[], ids: Ids): Record<Id, PluginInstance> {
  const plugins = { ...state.plugins };
  for (const old of pluginIds) {
    const id = ids[old] ?? old;
    const known = plugins[old];
    if (!known) throw new ActionFault('plugin_not_found', 'nodeId', 'A plugin of the branch is not known.');
    const { ref, fields } = known;
    const leftover = plugins[id];
    // An undo leaves the copies behind, placed nowhere, and a redo takes them up again.
    if (leftover && (leftover.ref !== ref || nodeOfPlugin(state.page, id))) {
      throw new ActionFault('id_taken', 'ids', 'There is a plugin with this id already.');
    }
    plugins[id] = leftover ? { ...leftover, fields } : { id, ref, fields, version: 0 };
  }
  return plugins;
}

/** What stands under the old ids, under the new ones too. */
function copied<T>(
  record: Record<Id, T>,
  nodes: readonly PageNode[],
  ids: Ids,
  copy: (value: T) => T,
): Record<Id, T> {
  const known = nodes.filter((node) => record[node.id] !== undefined);
  if (known.length === 0) return record;
  const copies = known.map(({ id }) => [ids[id] ?? id, copy(record[id] as T)] as const);
  return { ...record, ...Object.fromEntries(copies) };
}

/**
 * The state with a copy of the page's blocks, the plugins, the settings and the links of all in the block, and the
 * copied block. `ids` gives the new id for every node and plugin. Branch rows in it go on showing their branches.
 */
export function duplicate(state: PageState, block: Block, ids: Ids): [PageState, Block] {
  const { page } = state;
  const nodes = block.nodes.flatMap((node) => [...inside(page, node)]);
  const pluginIds = nodes.flatMap((node) => (node.type === 'plugin' ? [node.pluginId] : []));
  if ([...nodes.map((node) => node.id), ...pluginIds].some((id) => !ids[id])) {
    throw new ActionFault('type_not_possible', 'ids', 'Every node and plugin of the copy needs a new id.');
  }
  checkFree(
    page,
    nodes.map((node) => ids[node.id] ?? node.id),
    'ids',
  );
  const plugins = copiedPlugins(state, pluginIds, ids);
  const columns = nodes.filter((node) => node.type === 'col-unique');
  const copy = {
    ...page,
    blocks: copied(page.blocks, columns, ids, (value) => renamed(value, ids)),
    nodeFields: copied(page.nodeFields, nodes, ids, (value) => value),
    links: copied(page.links, nodes, ids, (value) => value),
  };
  return [{ page: copy, plugins }, renamed(block, ids)];
}
