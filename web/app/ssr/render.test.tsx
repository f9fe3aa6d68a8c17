import { describe, expect, it } from 'vitest';
import type { PageRender } from '../page/types.ts';
import { PageBuilder } from '../page-view/testing/example-page.ts';
import { definePlugin, type PluginManifest, type PluginView, type Renderers } from '../plugins/contract.ts';
import { shownFile } from '../plugins/testing.ts';
import type { RenderAssets } from './assets.ts';
import { isKeepable, render } from './render.tsx';

const assets: RenderAssets = {
  publicUrl: 'https://site.example',
  templateCss: 'body{color:red}',
  visitorScript: '/assets/v.js',
  islandsScript: '/assets/i.js',
};

function pageOf(content: string): PageRender {
  const builder = new PageBuilder();
  return builder.render([builder.node('col', builder.plugin('cms.text', { content }))]);
}

function only(View: PluginView, manifest: Partial<PluginManifest> = {}): Renderers {
  const complete = definePlugin({ ...manifest, ref: 'test.one', label: 'One' });
  return new Map([['test.one', { manifest: complete, View }]]);
}

describe('the head', () => {
  it('has title, description, canonical and Open Graph', () => {
    const html = render(pageOf('<h1>About</h1><p>We build boats.</p>'), assets);
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en"><head><meta charSet="utf-8"\/>/);
    expect(html).toContain('<title>About – Harbour</title>');
    expect(html).toContain('<meta name="description" content="We build boats."/>');
    expect(html).toContain('<link rel="canonical" href="https://site.example/about"/>');
    expect(html).toContain('<meta property="og:title" content="About"/>');
    expect(html).toContain('<meta property="og:url" content="https://site.example/about"/>');
  });

  it('says of a page that is shared what it shows, and in which language', () => {
    const html = render(
      pageOf('<p>Boats</p><p><img alt="A boat" src="/files/boat.jpg?a=1&amp;b=2"></p>'),
      assets,
    );
    expect(html).toContain(
      '<meta property="og:image" content="https://site.example/files/boat.jpg?a=1&amp;b=2"/>',
    );
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>');
    expect(html).not.toContain('og:image:width');
    expect(html).toContain('<meta property="og:locale" content="en_GB"/>');
    expect(html).toContain('<meta property="og:site_name" content="Harbour"/>');
    const state = pageOf('<p>Boote</p>');
    state.site.language = 'de';
    expect(render(state, assets)).toContain('<meta property="og:locale" content="de_DE"/>');
    expect(render(state, assets)).not.toContain('og:image');
  });

  it('has the site’s icon and logo', () => {
    const file = {
      ...{ id: 'f', address: '/files/i.png?v=1', name: 'i.png', mimeType: 'image/png', size: 1 },
      ...{ width: 400, height: 300, hasSizes: true, alt: '', title: '', focalPoint: { x: 0.5, y: 0.5 } },
    };
    const state = pageOf('<p>Boats</p>');
    expect(render(state, assets)).toContain('<link rel="icon" href="/assets/icon-1.svg"');
    expect(render(state, assets)).not.toContain('og:image');
    const icon = { file, withName: false };
    const drawing = { ...file, address: '/files/l.svg?v=1', mimeType: 'image/svg+xml', hasSizes: false };
    state.site.images = { icon, logo: { file: drawing, withName: false } };
    const html = render(state, assets);
    expect(html).toContain(
      '<link rel="icon" href="/files/i.png?v=1&amp;size=xs&amp;aspect=1:1" sizes="128x128"/>',
    );
    expect(html).toContain(
      '<link rel="apple-touch-icon" href="/files/i.png?v=1&amp;size=sm&amp;aspect=1:1"/>',
    );
    expect(html).toContain('<link rel="manifest" href="/site.webmanifest"/>');
    expect(html).not.toContain('/assets/icon-1.svg');
    // A drawing is shown by nobody else.
    expect(html).toContain(
      '<meta property="og:image" content="https://site.example/files/i.png?v=1&amp;size=lg"/>',
    );
    expect(html).toContain('<meta property="og:image:width" content="400"/>');
    expect(html).toContain('<meta property="og:image:height" content="300"/>');
    expect(html).toContain('<meta name="twitter:card" content="summary"/>');
    expect(html).not.toContain('Organization');
    state.page.url = '/';
    expect(render(state, assets)).toContain(
      '"@type":"Organization","name":"Harbour","url":"https://site.example/","logo":"https://site.example/files/l.svg?v=1"',
    );
    state.page.linkedData = [{ '@context': 'https://schema.org', '@type': 'Organization', name: 'Mine' }];
    expect(render(state, assets).match(/Organization/g)).toHaveLength(1);
    state.site.images = { icon: { file: drawing, withName: false } };
    expect(render(state, assets)).toContain(
      '<link rel="icon" href="/files/l.svg?v=1" sizes="any" type="image/svg+xml"/>',
    );
    expect(render(state, assets)).not.toContain('apple-touch-icon');
  });

  it('keeps what was searched for out of search engines, but not the search itself', () => {
    const builder = new PageBuilder();
    const state = builder.render([builder.node('col', builder.plugin('cms.search'))]);
    expect(render(state, assets)).not.toContain('noindex');
    expect(render({ ...state, query: { query: 'boat' } }, assets)).toContain('content="noindex"');
  });

  it('says which way the site is read', () => {
    const state = pageOf('');
    state.site.language = 'ar-EG';
    expect(render(state, assets)).toContain('<html lang="ar-EG" dir="rtl">');
  });

  it('prefers what the page says of itself', () => {
    const state = pageOf('<p>Text</p>');
    state.page.meta = { title: 'Who we are at Harbour', description: 'Said "so"' };
    const html = render(state, assets);
    // The site's name is in it already.
    expect(html).toContain('<title>Who we are at Harbour</title>');
    expect(html).toContain('content="Said &quot;so&quot;"');
  });

  it('is shared with the words and the image that were chosen, and found by others', () => {
    const state = pageOf('<p>Text <img src="/files/boat.jpg" alt=""></p>');
    const chosen = shownFile({ alt: 'A "boat"' });
    state.page.meta = {
      title: 'Found',
      shareTitle: 'Shared',
      shareDescription: 'For friends',
      description: 'For all',
      image: { file: chosen.id, aspect: '16:9', crop: '0-0-5000-10000' },
    };
    state.page.files = { [chosen.id]: chosen };
    const html = render(state, assets);
    expect(html).toContain('<title>Found – Harbour</title>');
    expect(html).toContain('<meta property="og:title" content="Shared"/>');
    expect(html).toContain('<meta name="description" content="For all"/>');
    expect(html).toContain('<meta property="og:description" content="For friends"/>');
    const address =
      'https://site.example/files/a.jpg?v=1&amp;size=xl&amp;aspect=16:9&amp;crop=0-0-5000-10000';
    expect(html).toContain(`<meta property="og:image" content="${address}"/>`);
    expect(html).toContain('<meta property="og:image:width" content="1500"/>');
    expect(html).toContain('<meta property="og:image:height" content="844"/>');
    expect(html).toContain('<meta property="og:image:alt" content="A &quot;boat&quot;"/>');
    expect(html).toContain('content="summary_large_image"');
    for (const files of [{}, { [chosen.id]: null }, { [chosen.id]: { ...chosen, hasSizes: false } }]) {
      const guessed = render({ ...state, page: { ...state.page, files } }, assets);
      expect(guessed).toContain('<meta property="og:image" content="https://site.example/files/boat.jpg"/>');
      expect(guessed).not.toContain('og:image:alt');
    }
  });

  it('is looked for at another address where an editor named one', () => {
    const state = pageOf('');
    const linkTo = (canonical: string) => {
      state.page.meta = { canonical };
      return /rel="canonical" href="([^"]*)"/.exec(render(state, assets))?.[1];
    };
    expect(linkTo('/größe?a=b')).toBe('https://site.example/gr%C3%B6%C3%9Fe?a=b');
    expect(linkTo('https://elsewhere.test/x')).toBe('https://elsewhere.test/x');
    expect(render(state, assets)).toContain('<meta property="og:url" content="https://elsewhere.test/x"/>');
    for (const unfit of ['https://[', 'javascript:alert(1)'])
      expect(linkTo(unfit)).toBe('https://site.example/about');
  });

  it('has no dark style sheets where the site stays light', () => {
    const state = pageOf('');
    state.site.followsDarkMode = false;
    state.template.hasExternalCSS = true;
    const templateCss = '@media (prefers-color-scheme:dark){body{color:#fff}}';
    const html = render(state, { ...assets, templateCss });
    expect(html).not.toContain('prefers-color-scheme');
    expect(html).toContain('<style id="pw-nodes">:root{color-scheme:light!important}</style>');
    expect(html).toContain('/css/external-light?v=');
  });

  it('keeps pages out of search engines when asked, and error pages always', () => {
    const hidden = pageOf('');
    hidden.page.config = { noIndex: true };
    expect(render(hidden, assets)).toContain('<meta name="robots" content="noindex"/>');
    const error = pageOf('');
    error.page.url = '/error/404';
    expect(render(error, assets)).toContain('noindex');
    expect(render(error, assets)).not.toContain('canonical');
    expect(render(pageOf(''), assets)).not.toContain('noindex');
  });

  it('leads to the feeds of its list, and on an error page to none: it stands in for other addresses', () => {
    const builder = new PageBuilder();
    const state = builder.render([
      builder.node('col', builder.plugin('cms.blogList', { blogCategoryId: 'c' })),
    ]);
    for (const plugin of Object.values(state.plugins)) {
      plugin.data = { posts: [], page: 1, hasOlder: false, hasFeed: true };
    }
    expect(render(state, assets)).toContain('type="application/rss+xml"');
    state.page.url = '/error/404';
    expect(render(state, assets)).not.toContain('application/rss+xml');
  });

  it('encodes the canonical address', () => {
    const state = pageOf('');
    state.page.url = '/größe und "mehr"';
    expect(render(state, assets)).toContain('href="https://site.example/gr%C3%B6%C3%9Fe%20und%20%22mehr%22"');
  });

  it('links the template’s files only when it has them', () => {
    const state = pageOf('');
    expect(render(state, assets)).not.toContain('/api/client/api');
    state.template = { ...state.template, hasExternalCSS: true, hasJs: true };
    const html = render(state, assets);
    expect(html).toContain('href="/api/client/api/templates/template/css/external?v=3"');
    expect(html).toContain('src="/api/client/api/templates/template/js/min?v=3"');
  });

  it('sends the styles of the plugins that are used, and no style that ends its element', () => {
    const html = render(pageOf(''), { ...assets, templateCss: 'a::after{content:"</style><script>"}' });
    expect(html).not.toContain('.pw-menu');
    expect(html).toContain('content:"<\\/style><script>"');
  });

  it('has no script of its own in the page', () => {
    const scripts = render(pageOf('<p>Text</p>'), assets).match(/<script[^>]*>[^<]*/g);
    expect(scripts).toEqual(['<script type="module" src="/assets/v.js">']);
  });
});

describe('the body', () => {
  it('has a link to the main part, wherever the layout has one', () => {
    const builder = new PageBuilder();
    const main = builder.with(builder.node('layout'), { site: { tagName: 'main' } });
    const html = render(builder.render([main]), assets);
    expect(html).toContain('<a class="pw-skip" href="#main">');
    expect(html).toContain('<main class="pw-layout" id="main"');
    expect(render(pageOf(''), assets)).not.toContain('pw-skip"');
  });

  it('keeps the page when a view throws, and tells which', () => {
    const View: PluginView = () => {
      throw new Error('no');
    };
    const builder = new PageBuilder();
    const state = builder.render([
      builder.node('col', builder.plugin('test.one'), builder.plugin('test.two')),
    ]);
    const failed: string[] = [];
    const renderers: Renderers = new Map([
      ...only(View),
      [
        'test.two',
        { manifest: definePlugin({ ref: 'test.two', label: 'Two' }), View: () => <p>still here</p> },
      ],
    ]);
    const html = render(
      state,
      { ...assets, onPluginError: (ref, id) => failed.push(`${ref} ${id}`) },
      renderers,
    );
    expect(html).toContain('<p>still here</p>');
    // Visitors are shown no trace of it, editors where it is.
    expect(html).not.toContain('data-ref="test.one"');
    expect(html).not.toContain('cannot be shown');
    expect(failed).toEqual(['test.one p1']);
    const forEditor = render(state, { ...assets, isForEditor: true }, renderers);
    expect(forEditor).toContain('This part of the page cannot be shown.');
    expect(forEditor).toContain('data-ref="test.one"');
  });

  it('shows editors alone that there is a plugin which nobody knows', () => {
    const builder = new PageBuilder();
    const state = builder.render([builder.node('col', builder.plugin('acme.gallery'))]);
    expect(render(state, assets)).not.toContain('acme.gallery');
    expect(render(state, { ...assets, isForEditor: true })).toContain('acme.gallery” on this site');
  });

  it('marks interactive plugins as islands, with what the browser needs, and names the bundle', () => {
    const View: PluginView = ({ fields }) => <button type="button">{String(fields.label)}</button>;
    const builder = new PageBuilder();
    const state = builder.render([builder.node('col', builder.plugin('test.one', { label: 'A & B' }))]);
    const html = render(state, assets, only(View, { wake: 'visible' }));
    expect(html).toContain('id="page" data-islands="/assets/i.js" data-context="');
    expect(html).toContain('data-island="test.one"');
    expect(html).toContain('<button type="button">A &amp; B</button>');
    expect(render(pageOf(''), assets)).not.toContain('data-islands');
    const islandFiles = { ofAll: 'react.js views.js', byRef: { 'test.one': 'one.js', 'test.two': 'two.js' } };
    const named = render(state, { ...assets, islandFiles }, only(View, { wake: 'visible' }));
    expect(named).toContain('data-files="react.js views.js"');
    expect(named).toContain('data-files="one.js"');
    expect(named).not.toContain('two.js');
    expect(render(pageOf(''), { ...assets, islandFiles })).not.toContain('data-files');
  });
});

describe('isKeepable', () => {
  it('is true for what is the same for everybody', () => {
    expect(isKeepable(pageOf('<p>Text</p>'))).toBe(true);
  });

  it('is false where content, a plugin, its instance or a parameter of the address says so', () => {
    expect(isKeepable({ ...pageOf(''), isCacheable: false })).toBe(false);
    const builder = new PageBuilder();
    const state = builder.render([builder.node('col', builder.plugin('test.one'))]);
    expect(
      isKeepable(
        state,
        only(() => null, { isCacheable: false }),
      ),
    ).toBe(false);
    expect(
      isKeepable(
        state,
        only(() => null),
      ),
    ).toBe(true);
    const query = {
      tone: { type: 'text', maxLength: 9, isCacheable: false },
      part: { type: 'text', maxLength: 9 },
    } as const;
    const narrowed = only(() => null, { query });
    expect(isKeepable({ ...state, query: { part: 'a' } }, narrowed)).toBe(true);
    expect(isKeepable({ ...state, query: { part: 'a', tone: 'b' } }, narrowed)).toBe(false);
    const instance = { ...state.plugins.p1, isCacheable: false } as PageRender['plugins'][string];
    expect(
      isKeepable(
        { ...state, plugins: { p1: instance } },
        only(() => null),
      ),
    ).toBe(false);
  });
});
