import { describe, expect, it } from 'vitest';
import type { PageRender, Site } from '../page/types.ts';
import { PageBuilder } from '../page-view/testing/example-page.ts';
import type { RenderAssets } from './assets.ts';
import { render } from './render.tsx';

const assets: RenderAssets = {
  publicUrl: 'https://site.example',
  templateCss: '',
  visitorScript: '/assets/v.js',
  trackersScript: '/assets/trackers.js',
};
const TRACKERS: Site['trackers'] = { version: 7, categories: ['statistics'], hosts: ['stats.example'] };

function pageWith(trackers: Site['trackers'], language = 'en'): PageRender {
  const builder = new PageBuilder();
  const state = builder.render([
    builder.node('col', builder.plugin('cms.text', { content: '<p>Boats</p>' })),
  ]);
  return { ...state, site: { ...state.site, language, trackers } };
}

describe('trackers', () => {
  it('are named to the visitor’s script, and what asks for them is there to be copied', () => {
    const html = render(pageWith(TRACKERS), assets);
    expect(html).toContain('data-trackers="/assets/trackers.js" data-trackers-version="7"');
    expect(html).toContain('<template id="pw-privacy">');
    expect(html).toContain('name="statistics"');
    expect(html).not.toContain('name="marketing"');
    expect(html).not.toContain('stats.example');
  });

  it('speak the site’s language', () => {
    expect(render(pageWith(TRACKERS, 'de'), assets)).toContain('Ihre Privatsphäre');
  });

  it('need nobody’s consent where all of them are necessary', () => {
    const html = render(pageWith({ version: 7, categories: [], hosts: [] }), assets);
    expect(html).toContain('data-trackers=');
    expect(html).not.toContain('pw-privacy');
  });

  it('of the page alone are named where it has any', () => {
    const state = pageWith(TRACKERS);
    expect(render(state, assets)).not.toContain('pw-trackers');
    const own = { ...state, page: { ...state.page, trackers: ['a', 'b'] } };
    expect(render(own, assets)).toContain('<meta name="pw-trackers" content="a b"');
    expect(render(own, { ...assets, isSafe: true })).not.toContain('pw-trackers');
  });

  it.each([
    ['where there are none', undefined, {}],
    ['for editors', TRACKERS, { isForEditor: true }],
    ['in safe mode', TRACKERS, { isSafe: true }],
  ])('are left out %s', (_, trackers, more) => {
    const html = render(pageWith(trackers), { ...assets, ...more });
    expect(html).not.toContain('data-trackers');
    expect(html).not.toContain('pw-privacy');
  });
});
