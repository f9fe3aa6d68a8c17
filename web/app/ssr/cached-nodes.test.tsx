import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import type { Page, PageNode, PageRender } from '../page/types.ts';
import { PageBuilder } from '../page-view/testing/example-page.ts';
import {
  defaultFields,
  definePlugin,
  type PluginManifest,
  type PluginView,
  type Renderers,
  type ViewProps,
} from '../plugins/contract.ts';
import { useNavName } from '../plugins/nav-name.tsx';
import { renderers as allRenderers } from '../plugins/registry/renderers.ts';
import { files } from '../plugins/testing/example-content.ts';
import { EXAMPLES } from '../plugins/testing/examples.ts';
import { isAt, isBelow } from '../plugins/where.ts';
import type { RenderAssets } from './assets.ts';
import { render } from './render.tsx';

const assets: RenderAssets = {
  publicUrl: 'https://site.example',
  templateCss: 'body{color:red}',
  madeFor: 'anybody',
  pluginScripts: {},
  islandFiles: { ofAll: '', byRef: {} },
};

const OWN = { id: 'own', type: 'col-unique' } as PageNode;

/** A page with plugins in a band of its layout, and a text of its own beneath. */
function pageAt(
  url: string,
  plugins: { ref: string; fields?: Record<string, unknown>; data?: unknown }[],
  changed: Partial<Page> = {},
): PageRender {
  const builder = new PageBuilder();
  const shown = plugins.map(({ ref, fields, data }) => builder.plugin(ref, fields, data));
  const text = builder.plugin('cms.text', { content: `<p>Words of ${url}</p>` });
  const header = builder.node('layout', builder.node('row', builder.node('col', ...shown)));
  const main = builder.node('layout', builder.node('row', OWN));
  const blocks = { [OWN.id]: { nodes: [text] } };
  return builder.render([header, main], { url, title: `Title of ${url}`, blocks, ...changed });
}

/** The same without anything cached: for the answer to a form that the page does not have, nothing is. */
const drawnAnew = (page: PageRender, renderers: Renderers, more: Partial<RenderAssets> = {}) =>
  render(page, { ...assets, ...more, posted: { pluginId: 'none', posted: {} } }, renderers);

/** A view in the place of `test.one`, with how often it was drawn. */
function counted(View: (props: ViewProps) => ReactNode, manifest: Partial<PluginManifest> = {}) {
  const counts = { drawn: 0 };
  const Counted: PluginView = (props) => {
    counts.drawn += 1;
    return View(props);
  };
  const complete = definePlugin({ ...manifest, ref: 'test.one', label: 'One' });
  const renderers: Renderers = new Map([
    ...allRenderers,
    ['test.one', { manifest: complete, View: Counted }],
  ]);
  return { counts, renderers };
}

const ONE = [{ ref: 'test.one' }];

describe('what a layout shows', () => {
  it('is drawn once for all its pages, as soon as two have shown the same', () => {
    const { counts, renderers } = counted(() => <b>Harbour</b>);
    for (const url of ['/', '/a', '/a/b', '/c', '/d']) {
      const html = render(pageAt(url, ONE), assets, renderers);
      expect(html).toContain('<b>Harbour</b>');
      expect(html).toContain(`<p>Words of ${url}</p>`);
      expect(html).not.toContain('pw-cached');
      expect(html).toBe(drawnAnew(pageAt(url, ONE), renderers));
    }
    // With two pages and for the others; five times to compare with.
    expect(counts.drawn).toBe(3 + 5);
  });

  it('is drawn for each page where a view reads its address or its title', () => {
    for (const part of ['url', 'title'] as const) {
      const { counts, renderers } = counted(({ page }) => <b>{page[part]}</b>);
      for (const url of ['/a', '/b', '/a']) {
        expect(render(pageAt(url, ONE), assets, renderers)).toContain(`${url}</b>`);
      }
      // With its page, and once with its band, once with its row and once alone to see that it does.
      expect(counts.drawn).toBe(3 + 3);
    }
  });

  it('is cached beside a plugin that has to be drawn for each page', () => {
    const { counts, renderers } = counted(() => <b>Harbour</b>);
    const plugins = [{ ref: 'cms.loginButton' }, ...ONE];
    for (const url of ['/a', '/b', '/c', '/d']) {
      const html = render(pageAt(url, plugins), assets, renderers);
      expect(html).toContain(`redirectedFrom=${encodeURIComponent(url)}`);
      expect(html).toContain('<b>Harbour</b>');
    }
    // With two pages, then with the band and its row, which cannot be cached, and for itself.
    expect(counts.drawn).toBe(5);
  });

  it('is cached for each set of answers where a view asks which address is the page’s', () => {
    const { counts, renderers } = counted(({ page }) => (
      <b>{['/', '/a', '/b'].map((url) => `${url}${isAt(page, url)}${isBelow(page, url)}`).join()}</b>
    ));
    const [first, last] = ['/truefalse,/afalsefalse,/bfalsefalse', '/falsefalse,/afalsetrue,/bfalsefalse'];
    render(pageAt('/other', ONE), assets, renderers);
    for (const url of ['/', '/a/x']) render(pageAt(url, ONE), assets, renderers);
    const { drawn } = counts;
    expect(render(pageAt('/a/y', ONE), assets, renderers)).toContain(last);
    expect(render(pageAt('/', ONE), assets, renderers)).toContain(first);
    expect(render(pageAt('/a/x', ONE), assets, renderers)).toContain(last);
    expect(counts.drawn).toBe(drawn);
  });

  it('counts also what is asked on some pages only', () => {
    const { renderers } = counted(({ page }) => (
      <b>{isAt(page, '/a') ? `${isBelow(page, '/')}` : isAt(page, '/b') ? 'b' : 'no'}</b>
    ));
    for (const url of ['/a', '/b', '/c', '/a', '/b', '/c']) {
      const page = pageAt(url, ONE);
      expect(render(page, assets, renderers)).toBe(drawnAnew(page, renderers));
    }
  });

  const CHANGES: [string, (page: PageRender) => void][] = [
    ['fields', ({ plugins }) => Object.assign(plugins.p1 as object, { fields: { a: 1 } })],
    ['data', ({ plugins }) => Object.assign(plugins.p1 as object, { data: { a: 1 } })],
    ['files', ({ plugins }) => Object.assign(plugins.p1 as object, { files })],
    ['the site’s name', ({ site }) => Object.assign(site, { name: 'Quay' })],
    ['the site’s language', ({ site }) => Object.assign(site, { language: 'de' })],
    ['the site’s time zone', ({ site }) => Object.assign(site, { timeZone: 'Asia/Tokyo' })],
    ['pages that empty fields stand for', (page) => Object.assign(page, { namingPages: { 'a.b': ['/b'] } })],
    ['parameters of the address', (page) => Object.assign(page, { query: { q: 'a' } })],
  ];

  it.each(CHANGES)('is drawn anew with other %s', (_, change) => {
    const { counts, renderers } = counted((props) => (
      <b>
        {JSON.stringify([props.fields, props.data, props.files, props.site, props.namingPages, props.query])}
      </b>
    ));
    for (const url of ['/a', '/b', '/c']) render(pageAt(url, ONE), assets, renderers);
    expect(counts.drawn).toBe(3);
    const changed = pageAt('/b', ONE);
    change(changed);
    const html = render(changed, assets, renderers);
    expect(counts.drawn).toBe(4);
    expect(html).toBe(drawnAnew(changed, renderers));
    const before = pageAt('/c', ONE);
    expect(render(before, assets, renderers)).toBe(drawnAnew(before, renderers));
  });

  it.each<[string, Partial<Page>]>([
    ['fields', { nodeFields: { n3: { page: { classNames: ['festive'] } } } }],
    ['a link', { links: { n3: { href: '/there', targetBlank: false } } }],
  ])('is drawn anew where a node of it has %s on one page', (_, changed) => {
    const { renderers } = counted(() => <b>Harbour</b>);
    const pages = ['/a', '/b', '/c'].map((url) => pageAt(url, ONE));
    for (const page of [...pages, pageAt('/b', ONE, changed), ...pages]) {
      expect(render(page, assets, renderers)).toBe(drawnAnew(page, renderers));
    }
  });

  it('is drawn anew below other headings, in other widths and with other scripts', () => {
    const { renderers } = counted(({ headingAbove, hasOtherTitle, room, position }) => (
      <b>{JSON.stringify([headingAbove, hasOtherTitle, room, position])}</b>
    ));
    const below = (content: string) => {
      const builder = new PageBuilder();
      const own = builder.plugin('cms.text', { content });
      const footer = builder.node(
        'layout',
        builder.node('row', builder.node('col', builder.plugin('test.one'))),
      );
      return builder.render([builder.node('layout', builder.node('row', OWN)), footer], {
        blocks: { [OWN.id]: { nodes: [own] } },
      });
    };
    const wide = { templateCss: ':root{--page:90rem}' };
    const scripts = { pluginScripts: { 'test.one': '/assets/one.js' } };
    for (const more of [{}, wide, {}, scripts]) {
      for (const content of [
        '<p>a</p>',
        '<p>b</p>',
        '<h2>c</h2>',
        '<h2>d</h2>',
        '<h1>e</h1>',
        '<h1>f</h1>',
      ]) {
        const page = below(content);
        expect(render(page, { ...assets, ...more }, renderers)).toBe(drawnAnew(page, renderers, more));
      }
    }
  });

  it.each<[string, Partial<RenderAssets>, Partial<PageRender>]>([
    ['of a member', { madeFor: 'member' }, {}],
    ['for an editor', { isForEditor: true }, {}],
    ['without its template’s script', { isSafe: true }, {}],
    ['that answers a form', { posted: { pluginId: 'p1', posted: { problem: 'No' } } }, {}],
    ['that depended on who asked', {}, { isCacheable: false }],
  ])('is neither taken from others nor left to them by a page %s', (_, more, changed) => {
    const { counts, renderers } = counted(({ posted }) => <b>{posted?.problem ?? 'none'}</b>);
    const apart = (url: string) =>
      render({ ...pageAt(url, ONE), ...changed }, { ...assets, ...more }, renderers);
    for (const url of ['/a', '/b', '/c']) apart(url);
    expect(counts.drawn).toBe(3);
    for (const url of ['/d', '/e', '/f'])
      expect(render(pageAt(url, ONE), assets, renderers)).toContain('<b>none</b>');
    expect(counts.drawn).toBe(3 + 3);
    apart('/g');
    expect(counts.drawn).toBe(3 + 3 + 1);
  });

  it('is drawn for each page where a plugin is made anew for each', () => {
    const { counts, renderers } = counted(() => <b>Now</b>, { isCacheable: false });
    for (const url of ['/a', '/b', '/c']) render(pageAt(url, ONE), assets, renderers);
    expect(counts.drawn).toBe(3);
    const other = counted(() => <b>Now</b>);
    for (const url of ['/a', '/b', '/c']) {
      const page = pageAt(url, ONE);
      Object.assign(page.plugins.p1 as object, { isCacheable: false });
      render(page, assets, other.renderers);
    }
    expect(other.counts.drawn).toBe(3);
  });

  it('leaves out what fails on each page, and tells of it', () => {
    const { renderers } = counted(() => {
      throw new Error('broken');
    });
    const failed: string[] = [];
    const onPluginError = (ref: string, id: string) => failed.push(`${ref} ${id}`);
    for (const url of ['/a', '/b']) {
      const html = render(pageAt(url, ONE), { ...assets, onPluginError }, renderers);
      expect(html).toContain(`<p>Words of ${url}</p>`);
      expect(html).not.toContain('data-ref="test.one"');
    }
    expect(failed).toEqual(['test.one p1', 'test.one p1']);
  });

  it('has ids that differ from all others of its page', () => {
    const { renderers } = counted(() => {
      const { nav, heading } = useNavName('Boats', 'Menu', true);
      return <nav {...nav}>{heading}</nav>;
    });
    const page = (url: string) =>
      pageAt(url, [...ONE, { ref: 'cms.menu', data: { siteName: 'Harbour', items: [] } }, ...ONE]);
    for (const url of ['/a', '/b', '/c']) {
      const html = render(page(url), assets, renderers);
      expect(html).toBe(drawnAnew(page(url), renderers));
      const ids = [...html.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(2);
    }
  });

  it('is right also where no more can be cached', () => {
    const long = 'x'.repeat(1_500_000);
    const { renderers } = counted(({ page, fields }) => (
      <b>
        {`${fields.name}${isAt(page, '/a')}${isAt(page, '/b')}`}
        {long}
      </b>
    ));
    for (let turn = 0; turn < 3; turn += 1) {
      for (const url of ['/a', '/b', '/c', '/d', '/a', '/b', '/c']) {
        const page = pageAt(url, [{ ref: 'test.one', fields: { name: `of ${turn}` } }]);
        expect(render(page, assets, renderers)).toContain(`of ${turn}${url === '/a'}${url === '/b'}x`);
      }
    }
  });
});

describe('each plugin in a layout', () => {
  const examples = [...allRenderers].flatMap(([ref, { manifest }]) =>
    (EXAMPLES.get(ref) ?? [{}]).map(
      ({ fields, data }, index): [string, number, Record<string, unknown>, unknown] => [
        ref,
        index,
        { ...defaultFields(manifest), ...fields },
        data,
      ],
    ),
  );

  it.each(examples)('is what it would be without anything cached: %s, example %i', (ref, _, fields, data) => {
    const pages = ['/', '/כאן', '/שם', '/שם/x', '/other', '/', '/כאן', '/שם/y', '/other/z'].map((url) => {
      const page = pageAt(url, [{ ref, fields, data }]);
      Object.assign(page.plugins.p1 as object, { files });
      return page;
    });
    for (const page of pages) expect(render(page, assets)).toBe(drawnAnew(page, allRenderers));
  });
});
