/**
 * The HTML of what a layout shows around its pages, kept from one page to the next: a header with its menu is the same on
 * most of them, and drawing it is most of what a page takes. Kept is what was drawn from the very same facts, all of which
 * are compared, and only where no view in it read the page's address or title. Where links say which of them leads to the
 * page (plugins/where.ts), a drawing is kept for each set of answers.
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
const MARK = `pw-kept-${crypto.randomUUID()}`;
const [OPEN, CLOSE] = [`<${MARK}>`, `</${MARK}>`];

/** In characters. A header and a footer take about 5,000 for each section of the site that a menu leads to. */
const CAPACITY = 4_000_000;
/** Of nodes in places of theirs: below different headings the same footer counts as several. */
const MOST = 200;
/** How React writes ids, which have to differ within a page: it counts them anew in what is drawn apart. */
const REACT_ID = '_R_';

/** All that the drawing of a node depends on beside the page's address and what is in its key. */
interface Facts {
  node: PageNode;
  levels: unknown[];
  links: unknown[];
  plugins: PluginInstance[];
  site: unknown;
  namingPages: unknown;
}

interface Kept {
  facts: Facts;
  /** The addresses that its views asked about. */
  asked: Set<string>;
  /** By the answers. */
  html: Map<string, string>;
}

type Files = Pick<RenderAssets, 'pluginScripts' | 'islandFiles'>;

class KeptNodes {
  private readonly kept = new Map<string, Kept>();
  /** Nodes that have to be drawn with their page: by their plugins as these are. */
  private readonly barred = new Set<string>();
  private files: Files = {};
  private size = 0;

  /** The HTML of a node with all that is in it; undefined where it is to be drawn with its page. */
  htmlOf(node: PageNode, drawing: Drawing, { pluginScripts, islandFiles }: Files): string | undefined {
    if (pluginScripts !== this.files.pluginScripts || islandFiles !== this.files.islandFiles) {
      this.clear();
      this.files = { pluginScripts, islandFiles };
    }
    const facts = factsOf(node, drawing);
    if (!facts) return undefined;
    const name = [node.id, ...facts.plugins.map(({ id, ref, version }) => `${id} ${ref} ${version}`)].join();
    if (this.barred.has(name)) return undefined;
    const key = `${name} ${placeOf(facts.plugins, drawing)}`;
    const known = this.kept.get(key);
    if (!known || !sameJson(known.facts, facts)) return this.draw(name, key, { facts, drawing });
    const html = known.html.get(answersOf(drawing.context.page.url, known.asked));
    return html ?? this.draw(name, key, { facts, drawing, known });
  }

  private draw(
    name: string,
    key: string,
    { facts, drawing, known }: { facts: Facts; drawing: Drawing; known?: Kept },
  ): string | undefined {
    const { page, asked, wasRead } = observed(drawing.context.page);
    const apart: Drawing = {
      ...drawing,
      context: { ...drawing.context, page },
      renderKept: undefined,
    };
    const html = renderToStaticMarkup(<TreeView block={{ nodes: [facts.node] }} drawing={apart} />);
    if (wasRead() || !standsAlone(html)) {
      if (this.barred.size >= MOST) this.barred.clear();
      this.barred.add(name);
      return undefined;
    }
    this.keep(key, known ?? { facts, asked: new Set(), html: new Map() }, {
      asked,
      html,
      url: drawing.context.page.url,
    });
    return html;
  }

  private keep(
    key: string,
    kept: Kept,
    { asked, html, url }: { asked: ReadonlySet<string>; html: string; url: string },
  ): void {
    if (this.size + html.length > CAPACITY || this.kept.size >= MOST) {
      this.clear();
      kept.html.clear();
    }
    const before = this.kept.get(key);
    if (before && before !== kept) this.size -= sizeOf(before);
    this.kept.set(key, kept);
    for (const each of asked) kept.asked.add(each);
    kept.html.set(answersOf(url, kept.asked), html);
    this.size += html.length;
  }

  private clear(): void {
    this.kept.clear();
    this.barred.clear();
    this.size = 0;
  }
}

function sizeOf({ html }: Kept): number {
  let size = 0;
  for (const each of html.values()) size += each.length;
  return size;
}

/** Whether it is all that drawing it gives, wherever it stands: React writes what it has loaded early before it. */
function standsAlone(html: string): boolean {
  return html.slice(0, html.indexOf('>')).includes(' data-node="') && !html.includes(REACT_ID);
}

/** Undefined for what is not the layout's alone, and for plugins that are made anew for each visitor. */
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

const stores = new WeakMap<Renderers, KeptNodes>();

interface Keeping {
  renderKept: NonNullable<PageViewHooks['renderKept']>;
  /** The tree's HTML with what was kept in its place. */
  filled: (html: string) => string;
}

/**
 * For the drawing of one page; undefined for one of which nothing is taken from another, nor left to others: a member's, an
 * editor's, one that answers a form, and one that depends on the parameters of its address.
 */
export function keeping(rendered: PageRender, assets: RenderAssets, renderers: Renderers): Keeping | undefined {
  const { isForEditor, isSafe, posted, madeFor } = assets;
  if (isForEditor || isSafe || posted || madeFor === 'member') return undefined;
  if (!rendered.isCacheable || Object.keys(rendered.query ?? {}).length > 0) return undefined;
  const store = stores.get(renderers) ?? new KeptNodes();
  stores.set(renderers, store);
  const parts: string[] = [];
  const renderKept = (node: PageNode, drawing: Drawing): ReactNode => {
    // Of others it depends on what is around them how wide they are.
    if (!drawing.isBand && node.type !== 'plugin') return undefined;
    const html = store.htmlOf(node, drawing, assets);
    return html === undefined ? undefined : createElement(MARK, null, parts.push(html) - 1);
  };
  return { renderKept, filled: (html) => fill(html, parts) };
}

function fill(html: string, parts: readonly string[]): string {
  const [first = '', ...others] = html.split(OPEN);
  return others.reduce((filled, rest) => {
    const end = rest.indexOf(CLOSE);
    return filled + parts[Number(rest.slice(0, end))] + rest.slice(end + CLOSE.length);
  }, first);
}
