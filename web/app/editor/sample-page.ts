/** A page for the editor's tests: header with a menu, and a row of three columns of the page's own. */
import { t } from '@lingui/core/macro';
import type { BlockNode, BranchRender, PageNode, PageRender, PluginInstance } from '../page/types.ts';

const column = (id: string, nodes: PageNode[]): BlockNode => ({ id, type: 'col', block: { nodes } });
const plugin = (id: string): PageNode => ({ id, type: 'plugin', pluginId: `p-${id}` });
const text = (id: string, content: string): PluginInstance => ({
  id: `p-${id}`,
  ref: 'cms.text',
  fields: { content },
  version: 1,
});

/** A branch block, which the page does not show: a text in a column. */
export function sampleBlock(content = '<p>9 to 5</p>', version = 7): BranchRender {
  return {
    version,
    branch: {
      id: 'hours',
      name: 'Opening hours',
      block: { nodes: [column('h-col', [plugin('hours')])] },
    },
    branches: {},
    nodeFields: { 'h-col': { site: { tagName: 'aside' } } },
    plugins: { 'p-hours': { ...text('hours', content), version } },
  };
}

/** In reading order: menu; one, two | three | (empty). */
export function samplePage(version = 7): PageRender {
  const own: BlockNode = {
    id: 'row',
    type: 'row',
    block: {
      nodes: [column('a', [plugin('one'), plugin('two')]), column('b', [plugin('three')]), column('c', [])],
    },
  };
  const header: BlockNode = {
    id: 'header',
    type: 'layout',
    block: {
      nodes: [
        {
          id: 'header-row',
          type: 'row',
          block: { nodes: [{ id: 'shared', type: 'col-shared', block: { nodes: [plugin('menu')] } }] },
        },
      ],
    },
  };
  const main: BlockNode = {
    id: 'main',
    type: 'layout',
    block: {
      nodes: [{ id: 'main-row', type: 'row', block: { nodes: [{ id: 'own', type: 'col-unique' }] } }],
    },
  };
  const plugins = [text('one', '<p>1</p>'), text('two', '<p>2</p>'), text('three', '<p>3</p>')];
  const menu: PluginInstance = { id: 'p-menu', ref: 'cms.menu', fields: {}, version: 1 };
  return {
    version,
    page: {
      id: 'page',
      url: '/sample',
      title: t`Sample`,
      templateId: 'template',
      layoutId: 'layout',
      meta: {},
      config: {},
      trackers: [],
      linkedData: [],
      layout: {
        id: 'layout',
        name: 'Default',
        block: { nodes: [{ id: 'root', type: 'root', block: { nodes: [header, main] } }] },
      },
      blocks: { own: { nodes: [own] } },
      branches: {},
      nodeFields: { header: { site: { tagName: 'header' } } },
      links: {},
      plugins: [menu, ...plugins].map(({ id, ref }) => ({ ref, pluginId: id })),
      hasScopeWhitelist: false,
      updatedAt: '2026-01-01T00:00:00Z',
    },
    template: {
      id: 'template',
      name: 'T',
      inlineCSS: '',
      hasExternalCSS: false,
      hasJs: false,
      fonts: [],
      version: 1,
    },
    plugins: Object.fromEntries([menu, ...plugins].map((instance) => [instance.id, instance])),
    site: {
      name: 'Site',
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
    tags: [],
  };
}
