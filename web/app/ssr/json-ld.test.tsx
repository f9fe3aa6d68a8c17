import { describe, expect, it } from 'vitest';
import type { PageRender, PluginInstance } from '../page/types.ts';
import { PageBuilder } from '../page-view/testing/example-page.ts';
import { render } from './render.tsx';

const assets = { publicUrl: 'https://site.example', templateCss: '' };

function pageOf(linkedData: unknown[], ...plugins: [ref: string, fields: object][]): PageRender {
  const builder = new PageBuilder();
  const placed = plugins.map(([ref, fields]) => builder.plugin(ref, fields as Record<string, unknown>));
  const state = builder.render([builder.node('col', ...placed)]);
  state.page.linkedData = linkedData;
  return state;
}

const sourceOf = (state: PageRender) =>
  [...render(state, assets).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json]) => json ?? '',
  );
const told = (state: PageRender) => sourceOf(state).map((json) => JSON.parse(json));

describe('what a page tells as JSON-LD', () => {
  it('is its items in their order, filled with what its head says', () => {
    const state = pageOf(
      [
        { '@type': 'Article', headline: '{{page.title}}', url: '{{page.url}}', image: '{{page.image}}' },
        { '@type': 'Organization', name: '{{site.name}}', url: '{{site.url}}' },
        { '@type': 'WebPage', description: '{{page.description}}', dateModified: '{{page.updatedAt}}' },
      ],
      ['cms.text', { content: '<h1>About</h1><p>We build boats.</p>' }],
    );
    expect(told(state)).toEqual([
      { '@type': 'Article', headline: 'About', url: 'https://site.example/about' },
      { '@type': 'Organization', name: 'Harbour', url: 'https://site.example/' },
      {
        '@type': 'WebPage',
        description: 'We build boats.',
        dateModified: state.page.updatedAt,
      },
    ]);
  });

  it('is filled with what plugins of the page show, and left out where there is none', () => {
    const product = { '@type': 'Product', name: '{{product.name}}', offers: '{{product.offers}}' };
    const state = pageOf(
      [
        { '@type': 'FAQPage', url: '{{page.url}}', mainEntity: '{{page.questions}}' },
        { '@type': 'BreadcrumbList', itemListElement: '{{page.breadcrumb}}' },
        product,
      ],
      ['cms.faq', { items: [{ question: 'Why {{page.title}}?', answer: '<p>So.</p>' }] }],
      ['cms.breadcrumb', {}],
    );
    state.page.url = '/a/b/c';
    const above = ['/', '/a', '/a/b'].map((url) => ({ url, label: url }));
    (state.plugins.p2 as PluginInstance).data = { items: above };
    const [questions, way, ...more] = told(state);
    expect(questions).toMatchObject({ '@type': 'FAQPage', mainEntity: [{ name: 'Why {{page.title}}?' }] });
    expect(questions.url).toBe('https://site.example/a/b/c');
    expect(way['@type']).toBe('BreadcrumbList');
    expect(way.itemListElement.map(({ item }: { item: string }) => item)).toEqual(
      ['/', '/a', '/a/b', '/a/b/c'].map((path) => `https://site.example${path}`),
    );
    expect(more, 'there is no product on the page').toEqual([]);
  });

  it('tells no list of questions on a page without any', () => {
    expect(told(pageOf([{ '@type': 'FAQPage', mainEntity: '{{page.questions}}' }]))).toEqual([]);
  });

  it('has no address where the page stands in for others', () => {
    const state = pageOf([{ '@type': 'WebPage', name: 'x', url: '{{page.url}}' }]);
    state.page.url = '/error/404';
    expect(told(state)).toEqual([{ '@type': 'WebPage', name: 'x' }]);
  });

  it.each([
    '</script><script>alert(1)</script>',
    '</SCRIPT\n>',
    '<!-- <script>',
    ']]>',
    '\u2028alert(1)\u2029',
    '", "@type": "Product',
    '\\u003c/script>',
  ])('cannot be broken out of by %j, in an item or in what the page says', (hostile) => {
    const state = pageOf([{ '@type': 'Thing', name: hostile, [hostile]: 1, description: '{{page.title}}' }]);
    state.page.title = hostile;
    expect(told(state)).toEqual([
      { '@type': 'Thing', name: hostile, [hostile]: 1, description: hostile.trim() },
    ]);
    for (const json of sourceOf(state)) expect(json).not.toMatch(/[<\u2028\u2029]/);
  });

  it('is not said twice where a plugin would say the same, and no worse', () => {
    const faq: [string, object] = ['cms.faq', { items: [{ question: 'Why?', answer: '<p>So.</p>' }] }];
    expect(told(pageOf([], faq)).map((item) => item['@type'])).toEqual(['FAQPage']);
    const own = { '@type': ['WebPage', 'FAQPage'], name: 'Ours' };
    expect(told(pageOf([own], faq))).toEqual([
      { ...own, mainEntity: [expect.objectContaining({ name: 'Why?' })] },
    ]);
    expect(told(pageOf([{ '@type': 'Article', name: 'x' }], faq))).toHaveLength(2);
    const [sample] = told(pageOf([], faq));
    const three = { ...sample, mainEntity: [1, 2, 3].map((name) => ({ '@type': 'Question', name })) };
    expect(told(pageOf([three], faq))).toEqual([three]);
    const emptied = { '@type': 'FAQPage', image: '{{page.image}}' };
    expect(told(pageOf([emptied], faq)).map((item) => item.mainEntity)).toHaveLength(1);
  });
});
