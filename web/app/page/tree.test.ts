import { describe, expect, it } from 'vitest';
import { examplePage } from './testing/example-page.ts';
import * as tree from './tree.ts';
import type { PageNode } from './types.ts';

const { page } = examplePage();
const ids = (nodes: Iterable<PageNode>) => [...nodes].map((node) => node.id);

function node(id: string): PageNode {
  const found = tree.findNode(page, id);
  if (!found) throw new Error(`${id} is not on the page`);
  return found;
}

describe('finding', () => {
  it('knows every document', () => {
    expect(tree.locate(page, '#left')?.home).toEqual({ kind: 'layout', id: '#layout' });
    expect(tree.locate(page, '#one-node')?.home).toEqual({ kind: 'block', id: '#right' });
    expect(tree.locate(page, '#small-node')?.home).toEqual({ kind: 'branch', id: '#footer-branch' });
    expect(tree.locate(page, '#nowhere')).toBeUndefined();
  });

  it('leads from a node up to what holds it, through page blocks and branches', () => {
    expect(tree.parentOf(page, '#two-node')?.id).toBe('#right');
    expect(tree.parentOf(page, '#right')?.id).toBe('#row');
    expect(tree.parentOf(page, '#footer-col')?.id).toBe('#footer');
    expect(tree.parentOf(page, '#root')).toBeUndefined();
    expect(tree.parentOf(page, '#nowhere')).toBeUndefined();
  });

  it('knows the place among siblings', () => {
    expect(ids(tree.siblingsOf(page, '#two-node'))).toEqual(['#one-node', '#two-node']);
    expect(ids(tree.siblingsOf(page, '#footer-col'))).toEqual(['#footer-col']);
    expect(ids(tree.siblingsOf(page, '#root'))).toEqual(['#root']);
    expect(tree.indexIn(page, '#two-node')).toBe(1);
    expect(tree.indexIn(page, '#nowhere')).toBe(-1);
  });

  it('finds the node of a plugin and the rows that show a branch', () => {
    expect(tree.nodeOfPlugin(page, '#one')?.id).toBe('#one-node');
    expect(tree.nodeOfPlugin(page, '#nowhere')).toBeUndefined();
    expect(ids(tree.rowsShowing(page, '#footer-branch'))).toEqual(['#footer']);
  });
});

describe('reading', () => {
  it('goes in the order of the page', () => {
    expect(tree.pluginIds(page)).toEqual(['#menu', '#one', '#two', '#small']);
    expect(ids(tree.walk(page)).slice(0, 5)).toEqual([
      '#root',
      '#header',
      '#header-row',
      '#header-col',
      '#menu-node',
    ]);
  });

  it('ends in a branch that is inside itself', () => {
    const inner: PageNode = { id: '#inner', type: 'row-branch', blockId: '#footer-branch' };
    const column: PageNode = { id: '#footer-col', type: 'col', block: { nodes: [inner] } };
    const branch = { id: '#footer-branch', name: 'Footer', block: { nodes: [column] } };
    const looping = { ...page, branches: { '#footer-branch': branch } };
    expect(ids(tree.walk(looping)).slice(-3)).toEqual(['#footer', '#footer-col', '#inner']);
  });

  it('tells what goes with a node, and what it shows', () => {
    expect(ids(tree.inside(page, node('#row')))).toEqual([
      '#row',
      '#left',
      '#right',
      '#one-node',
      '#two-node',
    ]);
    expect(ids(tree.inside(page, node('#footer')))).toEqual(['#footer']);
    expect([...tree.shownBy(page, [node('#footer')]).nodeIds]).toEqual([
      '#footer',
      '#footer-col',
      '#small-node',
    ]);
  });
});
