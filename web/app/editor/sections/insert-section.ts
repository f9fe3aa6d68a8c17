/** The actions that put a section on the page. */
import { v7 as newId } from 'uuid';
import type { Action } from '../../page/actions/types.ts';
import type { BlockNode, Id, Page, PageState } from '../../page/types.ts';
import { defaultFields } from '../../plugins/contract.ts';
import { manifests } from '../../plugins/registry/manifests.ts';
import { createRow, type Insertion } from '../inserting/insert.ts';
import { ownColumn, placeForRow } from '../inserting/insert-place.ts';
import type { Target } from '../moving/move-target.ts';
import { isRow, type Place, placeOf } from '../places/places.ts';
import type { SectionColumn, SectionPlugin, SectionRow } from './section-rows.ts';

/** After the page's own row that holds what is selected: in a row of another one it could not reach the edges. */
export function placeForSection(page: Page, selected: Id | undefined): Target | undefined {
  const ends: Place[] = [];
  for (let at = placeOf(page, selected); at; at = at.parent) ends.push(at);
  const top = ends.find((place) => isRow(place) && place.parent?.node.type === 'col-unique');
  if (top?.parent) return { parentId: top.parent.node.id, index: top.index + 1 };
  const own = ownColumn(page);
  return own ? { parentId: own.node.id, index: own.children.length } : placeForRow(page, selected);
}

/** The row with all that is in it. `nodeId` is that of its first plugin. */
export function insertSection(state: PageState, row: SectionRow, target: Target): Insertion & { rowId: Id } {
  const made: Made = { plugins: [], settings: [], first: undefined };
  const node = rowOf(row, made);
  return {
    nodeId: made.first ?? node.id,
    rowId: node.id,
    actions: [...made.plugins, ...createRow(state, node, target), ...made.settings],
  };
}

/** The kinds of plugins in a row and the rows in it. */
export function refsIn({ columns }: SectionRow): string[] {
  const refs = columns.flatMap(({ content }) =>
    content.flatMap((part) => ('ref' in part ? [part.ref] : refsIn(part))),
  );
  return [...new Set(refs)];
}

interface Made {
  plugins: Action[];
  settings: Action[];
  first: Id | undefined;
}

function rowOf({ columns, band }: SectionRow, made: Made): BlockNode {
  const id = newId();
  if (band) {
    const spacing = { innerSpacing: 'large', width: 'full' } as const;
    made.settings.push(
      { name: 'NODE_SET_CLASS_NAMES', nodeId: id, level: 'site', classNames: [`band-${band}`] },
      { name: 'NODE_SET_SPACING', nodeId: id, level: 'site', spacing },
    );
  }
  return { id, type: 'row', block: { nodes: columns.map((column) => columnOf(column, made)) } };
}

function columnOf({ content, classNames }: SectionColumn, made: Made): BlockNode {
  const id = newId();
  if (classNames) made.settings.push({ name: 'NODE_SET_CLASS_NAMES', nodeId: id, level: 'site', classNames });
  const nodes = content.map((part) => ('ref' in part ? pluginOf(part, made) : rowOf(part, made)));
  return { id, type: 'col', block: { nodes } };
}

function pluginOf({ ref, fields }: SectionPlugin, made: Made) {
  const manifest = manifests.get(ref);
  const pluginId = newId();
  const id = newId();
  made.first ??= id;
  made.plugins.push({
    name: 'PLUGIN_CREATE',
    pluginId,
    ref,
    fields: { ...(manifest ? defaultFields(manifest) : {}), ...fields },
  });
  return { id, type: 'plugin' as const, pluginId };
}
