/** Where each node of a page stands: the tree as the editor asks about it, by id. Built once for each page. */
import { isColumn as isColumnNode, isRow as isRowNode } from '../../page/tree.ts';
import type { Block, Id, Page, PageNode } from '../../page/types.ts';

/** Whose content a node is. What is not the page's own shows elsewhere too. */
export type Owner = { kind: 'page' } | { kind: 'layout' } | { kind: 'branch'; blockId: Id; name: string };

export interface Place {
  node: PageNode;
  /** Undefined for the root. */
  parent?: Place;
  /** Its place in the parent's block, from 0. */
  index: number;
  owner: Owner;
  children: Place[];
}

const OF_LAYOUT: Owner = { kind: 'layout' };
const OF_PAGE: Owner = { kind: 'page' };
const EMPTY: Block = { nodes: [] };

const indexes = new WeakMap<Page, ReadonlyMap<Id, Place>>();

/** Every node that the page shows, by id, in reading order. */
export function placesOf(page: Page): ReadonlyMap<Id, Place> {
  const known = indexes.get(page);
  if (known) return known;
  const index = new Map<Id, Place>();
  gather(page, page.layout.block, undefined, OF_LAYOUT, index);
  indexes.set(page, index);
  return index;
}

export function placeOf(page: Page, nodeId: Id | undefined): Place | undefined {
  return nodeId === undefined ? undefined : placesOf(page).get(nodeId);
}

function gather(
  page: Page,
  block: Block,
  parent: Place | undefined,
  owner: Owner,
  index: Map<Id, Place>,
): Place[] {
  return block.nodes.map((node, position) => {
    const place: Place = { node, parent, index: position, owner, children: [] };
    index.set(node.id, place);
    const inner = contentOf(page, node, owner);
    // A branch inside itself is not entered again.
    if (inner && !(node.type === 'row-branch' && isWithin(place.parent, node.blockId)))
      place.children = gather(page, inner.block, place, inner.owner, index);
    return place;
  });
}

function isWithin(place: Place | undefined, blockId: Id): boolean {
  for (let around = place; around; around = around.parent) {
    if (around.node.type === 'row-branch' && around.node.blockId === blockId) return true;
  }
  return false;
}

function contentOf(page: Page, node: PageNode, owner: Owner): { block: Block; owner: Owner } | undefined {
  if ('block' in node) return { block: node.block, owner };
  if (node.type === 'col-unique') return { block: page.blocks[node.id] ?? EMPTY, owner: OF_PAGE };
  if (node.type !== 'row-branch') return undefined;
  const branch = page.branches[node.blockId];
  if (!branch) return undefined;
  return { block: branch.block, owner: { kind: 'branch', blockId: branch.id, name: branch.name } };
}

export function isColumn(place: Place): boolean {
  return isColumnNode(place.node);
}

export function isRow(place: Place): boolean {
  return isRowNode(place.node);
}

export function isPlugin(place: Place): boolean {
  return place.node.type === 'plugin';
}

/** A column that can take a plugin as it is: it has plugins or nothing in it. */
export function takesPlugins(place: Place): boolean {
  return isColumn(place) && place.children.every(isPlugin);
}

/** Whether rows can be put in as it is: a band, or a column with rows or nothing in it. */
export function takesRows(place: Place): boolean {
  if (isColumn(place)) return place.children.every(isRow);
  return place.node.type === 'root' || place.node.type === 'layout';
}

/** Whether it is, or has somewhere in it, a column that each page fills for itself. */
export function holdsUniqueColumn(place: Place): boolean {
  return place.node.type === 'col-unique' || place.children.some(holdsUniqueColumn);
}

export function hasSameOwner(one: Place, other: Place): boolean {
  return ownerKey(contentOwner(one)) === ownerKey(contentOwner(other));
}

/** Who owns what is put into a place: in a `col-unique` of the layout that is the page. */
export function contentOwner(place: Place): Owner {
  return place.node.type === 'col-unique' ? OF_PAGE : (place.children[0]?.owner ?? place.owner);
}

function ownerKey(owner: Owner): string {
  return owner.kind === 'branch' ? `branch:${owner.blockId}` : owner.kind;
}

export function ancestorsOf(place: Place): Place[] {
  return place.parent ? [place.parent, ...ancestorsOf(place.parent)] : [];
}

export function isInside(place: Place, nodeId: Id): boolean {
  return place.node.id === nodeId || ancestorsOf(place).some((ancestor) => ancestor.node.id === nodeId);
}

/** The nearest place around (or at) `place` for which `test` holds. */
export function closest(place: Place, test: (candidate: Place) => boolean): Place | undefined {
  return [place, ...ancestorsOf(place)].find(test);
}
