/**
 * The HTML of what a layout shows around its pages, cached from one page to the next: a header with its menu is the same on
 * most of them, and drawing it is most of what a page takes. Cached is what was drawn from the very same facts, all of which
 * are compared, and only where no view in it read the page's address or title. Where links say which of them leads to the
 * page (plugins/where.ts), a drawing is cached for each set of answers.
 */
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { sameJson } from '../page/same-json.ts';
import type { Id, PageNode, PageRender, PluginInstance } from '../page/types.ts';
import type { Drawing, PageViewHooks } from '../page-view/drawing.ts';
import { TreeView } from '../page-view/tree-view.tsx';
import type { Renderers } from '../plugins/contract.ts';
import { NOTHING_ABOVE } from '../plugins/headings-above.ts';
import { answersOf, observed } from '../plugins/where.ts';
import type { RenderAssets } from './assets.ts';

/** Stands for HTML that is put in afterwards; nobody who writes a page can know it. */
const MARK = `pw-cached-${crypto.randomUUID()}`;
const [OPEN, CLOSE] = [`<${MARK}>`, `</${MARK}>`];

/** In characters. A header and a footer take about 5,000 for each section of the site that a menu leads to. */
const CAPACITY = 4_000_000;
/** Of nodes in places of theirs: below different headings the same footer counts as several. */
const MOST = 500;
/** How React writes ids, which have to differ within a page: it counts them from the start in what is drawn apart. */
const REACT_ID = '_R_';

/** All that the drawing of a node depends on beside the page's address and what is in its key. */
interface Facts {
  node: PageNode;
  nodeIds: Id[];
  levels: unknown[];
  links: unknown[];
  plugins: PluginInstance[];
  site: unknown;
  namingPages: unknown;
}

interface Entry {
  facts: Facts;
  /** The addresses that its views asked about. */
  asked: Set<string>;
  /** By the answers. */
  html: Map<string, string>;
}

type Files = Pick<RenderAssets, 'pluginScripts' | 'islandFiles'>;

/** A node that is not cached yet, to be drawn for the pages that follow. */
interface Missed {
  name: string;
  key: string;
  entry: Entry;
  drawing: Drawing;
}

class CachedNodes {
  private readonly entries = new Map<string, Entry>();
  /** Nodes that have to be drawn with their page: by their plugins as these are. */
  private readonly barred = new Set<string>();
  private files: Files = {};
  private size = 0;

  /** Clears the cache where plugins are woken by other files. */
  setFiles({ pluginScripts, islandFiles }: Files): void {
    if (pluginScripts === this.files.pluginScripts && islandFiles === this.files.islandFiles) return;
    this.clear();
    this.files = { pluginScripts, islandFiles };
  }

  /**
   * The HTML of a node with all that is in it, or what is to be drawn of it once the page is drawn; undefined where it is to
   * be drawn with each page.
   */
  find(node: PageNode, drawing: Drawing): string | Missed | undefined {
    const facts = factsOf(node, drawing);
    if (!facts) return undefined;
    const name = [node.id, ...facts.plugins.map(({ id, ref, version }) => `${id} ${ref} ${version}`)].join();
    if (this.barred.has(name)) return undefined;
    const key = `${name} ${placeOf(facts.plugins, drawing)}`;
    const entry = this.entries.get(key);
    if (entry && sameJson(entry.facts, facts)) {
      return (
        entry.html.get(answersOf(drawing.context.page.url, entry.asked)) ?? { name, key, entry, drawing }
      );
    }
    // Nothing is drawn for others before a second page shows the same: data of some plugins are each page's own.
    if (entry) this.size -= sizeOf(entry);
    else if (this.entries.size >= MOST) this.clear();
    this.entries.set(key, { facts, asked: new Set(), html: new Map() });
    return undefined;
  }

  /** Draws it for other pages; whether it can be cached. */
  draw({ name, key, entry, drawing }: Missed): boolean {
    const { url } = drawing.context.page;
    const { page, asked, wasRead } = observed(drawing.context.page);
    const apart: Drawing = { ...drawing, context: { ...drawing.context, page }, renderCached: undefined };
    const html = renderToStaticMarkup(<TreeView block={{ nodes: [entry.facts.node] }} drawing={apart} />);
    if (wasRead() || !standsAlone(html)) {
      if (this.barred.size >= MOST) this.barred.clear();
      this.barred.add(name);
      this.entries.delete(key);
      return false;
    }
    if (this.size + html.length > CAPACITY) {
      this.clear();
      entry.html.clear();
    }
    this.entries.set(key, entry);
    for (const each of asked) entry.asked.add(each);
    entry.html.set(answersOf(url, entry.asked), html);
    this.size += html.length;
    return true;
  }

  private clear(): void {
    this.entries.clear();
    this.barred.clear();
    this.size = 0;
  }
}

function sizeOf({ html }: Entry): number {
  let size = 0;
  for (const each of html.values()) size += each.length;
  return size;
}

/** Whether it is all that drawing it gives, wherever it stands: React writes what it has loaded early before it. */
function standsAlone(html: string): boolean {
  return html.slice(0, html.indexOf('>')).includes(' data-node="') && !html.includes(REACT_ID);
}

/** Undefined for what is not the layout's alone, and for plugins whose data are made for each visitor. */
function factsOf(node: PageNode, { state, renderers, context }: Drawing): Facts | undefined {
  const { page } = state;
  const [nodeIds, plugins]: [Id[], PluginInstance[]] = [[], []];
  const queue = [node];
  for (let each = queue.pop(); each; each = queue.pop()) {
    nodeIds.push(each.id);
    // What a branch looks like depends on the row that shows it first.
    if (each.type === 'col-unique' || each.type === 'row-branch') return undefined;
    if (each.type !== 'plugin') queue.push(...each.block.nodes);
    else {
      const plugin = state.plugins[each.pluginId];
      if (!plugin) continue;
      const isCacheable = renderers.get(plugin.ref)?.manifest.isCacheable ?? true;
      if (plugin.isCacheable === false || !isCacheable) return undefined;
      plugins.push(plugin);
    }
  }
  return {
    node,
    nodeIds,
    levels: nodeIds.map((id) => page.nodeFields[id]),
    links: nodeIds.map((id) => page.links[id]),
    plugins,
    site: context.site,
    namingPages: context.namingPages,
  };
}

/** Where it stands on its page, and where each of its plugins does. */
function placeOf(plugins: readonly PluginInstance[], drawing: Drawing): string {
  const { positions, headings, firstImage, room, isBand } = drawing;
  let place = `${room} ${isBand}`;
  for (const { id } of plugins) {
    const { headingAbove, hasOtherTitle } = headings.get(id) ?? NOTHING_ABOVE;
    place += ` ${positions.get(id)} ${firstImage === id} ${headingAbove} ${hasOtherTitle}`;
  }
  return place;
}

const stores = new WeakMap<Renderers, CachedNodes>();

interface NodeCaching {
  renderCached: NonNullable<PageViewHooks['renderCached']>;
  /** The tree's HTML with what was cached in its place. Draws what was missed for other pages. */
  finish: (html: string) => string;
}

/**
 * For the drawing of one page; undefined for one of which nothing is taken from another, nor left to others: a member's, an
 * editor's, one that answers a form, and one that depends on the parameters of its address.
 */
export function nodeCaching(
  rendered: PageRender,
  assets: RenderAssets,
  renderers: Renderers,
): NodeCaching | undefined {
  const { isForEditor, isSafe, posted, madeFor } = assets;
  if (isForEditor || isSafe || posted || madeFor === 'member') return undefined;
  if (!rendered.isCacheable || Object.keys(rendered.query ?? {}).length > 0) return undefined;
  const store = stores.get(renderers) ?? new CachedNodes();
  stores.set(renderers, store);
  store.setFiles(assets);
  const parts: string[] = [];
  const missed: Missed[] = [];
  const renderCached = (node: PageNode, drawing: Drawing): ReactNode => {
    // Of others it depends on what is around them how wide they are.
    if (!drawing.isBand && node.type !== 'plugin') return undefined;
    const found = store.find(node, drawing);
    if (typeof found === 'string') return createElement(MARK, null, parts.push(found) - 1);
    // Not now: React would count ids of the page otherwise after it.
    if (found) missed.push(found);
    return undefined;
  };
  const finish = (html: string): string => {
    const done = new Set<Id>();
    for (const each of missed) {
      const { node, nodeIds } = each.entry.facts;
      if (!done.has(node.id) && store.draw(each)) for (const id of nodeIds) done.add(id);
    }
    return fill(html, parts);
  };
  return { renderCached, finish };
}

function fill(html: string, parts: readonly string[]): string {
  const [first = '', ...others] = html.split(OPEN);
  return others.reduce((filled, rest) => {
    const end = rest.indexOf(CLOSE);
    return filled + parts[Number(rest.slice(0, end))] + rest.slice(end + CLOSE.length);
  }, first);
}
