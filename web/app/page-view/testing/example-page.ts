import type { Block, NodeFieldLevels, Page, PageNode, PageRender, PluginInstance } from '../../page/types.ts';

/** A page in the making, for tests: nodes get ids n1, n2 …, plugins p1, p2 … in the order in which they are made. */
export class PageBuilder {
  private nodeCount = 0;
  private readonly instances: PluginInstance[] = [];
  private readonly fields: Record<string, NodeFieldLevels> = {};

  plugin(ref: string, fields: Record<string, unknown> = {}, data?: unknown): PageNode {
    const instance = { id: `p${this.instances.length + 1}`, ref, fields, version: 1, data };
    this.instances.push(instance);
    return { id: this.nodeId(), type: 'plugin', pluginId: instance.id };
  }

  node(type: 'root' | 'layout' | 'row' | 'col' | 'col-shared', ...nodes: PageNode[]): PageNode {
    return { id: this.nodeId(), type, block: { nodes } };
  }

  /** Gives a node fields, and the node back. */
  with(node: PageNode, levels: NodeFieldLevels): PageNode {
    this.fields[node.id] = levels;
    return node;
  }

  /** The finished render: `bands` are what the root holds. */
  render(bands: PageNode[], changed: Partial<Page> = {}): PageRender {
    const block: Block = { nodes: [{ id: 'root', type: 'root', block: { nodes: bands } }] };
    const page: Page = {
      id: 'page',
      url: '/about',
      title: 'About',
      templateId: 'template',
      layoutId: 'layout',
      meta: {},
      config: {},
      trackers: [],
      linkedData: [],
      layout: { id: 'layout', name: 'Default', block },
      blocks: {},
      branches: {},
      nodeFields: this.fields,
      links: {},
      plugins: this.instances.map(({ id, ref }) => ({ ref, pluginId: id })),
      hasScopeWhitelist: false,
      updatedAt: '2026-01-02T03:04:05Z',
      ...changed,
    };
    return {
      version: 1,
      page,
      template: {
        id: 'template',
        name: 'Default',
        inlineCSS: 'body { color: red }',
        hasExternalCSS: false,
        hasJs: false,
        fonts: [],
        version: 3,
      },
      plugins: Object.fromEntries(this.instances.map((instance) => [instance.id, instance])),
      site: {
        name: 'Harbour',
        language: 'en',
        hasEcom: false,
        hasCRM: false,
        currency: 'GBP',
        timeZone: 'UTC',
        followsDarkMode: true,
      },
      query: {},
      queryNames: [],
      namingPages: {},
      isCacheable: true,
      tags: ['page:page'],
    };
  }

  private nodeId(): string {
    this.nodeCount += 1;
    return `n${this.nodeCount}`;
  }
}
