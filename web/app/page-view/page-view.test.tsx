import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { definePlugin, type PluginView, type Renderers } from '../plugins/contract.ts';
import { renderers } from '../plugins/registry/renderers.ts';
import { shownFile, viewProps } from '../plugins/testing.ts';
import { PageView } from './page-view.tsx';
import { PageBuilder } from './testing/example-page.ts';

function only(View: PluginView): Renderers {
  return new Map([['test.one', { manifest: definePlugin({ ref: 'test.one', label: 'One' }), View }]]);
}

function element(container: HTMLElement, nodeId: string): HTMLElement {
  const found = container.querySelector<HTMLElement>(`[data-node="${nodeId}"]`);
  if (!found) throw new Error(`no element for ${nodeId}`);
  return found;
}

const { site, page: shownPage, query, namingPages } = viewProps({ fields: {} });
const context = { site, page: shownPage, query, namingPages };

describe('the tree', () => {
  it('draws bands, rows, columns and plugins with their ids', () => {
    const builder = new PageBuilder();
    const text = builder.plugin('cms.text', { content: '<p>Hello</p>' });
    const row = builder.node('row', builder.node('col', text), builder.node('col'));
    const state = builder.render([builder.node('layout', row)]);
    const { container } = render(<PageView context={context} state={state} renderers={renderers} />);
    expect(element(container, row.id).dataset.columns).toBe('2');
    const plugin = element(container, text.id);
    expect(plugin.className).toBe('pw-plugin cms-text');
    expect(plugin.dataset).toMatchObject({ plugin: 'p1', ref: 'cms.text', type: 'plugin' });
    expect(plugin.querySelector('p')?.textContent).toBe('Hello');
  });

  it('takes unique columns from the page and branches from the branches', () => {
    const builder = new PageBuilder();
    const first = builder.plugin('cms.text', { content: 'unique' });
    const second = builder.plugin('cms.text', { content: 'branch' });
    const column = builder.node('col', second);
    const state = builder.render(
      [
        { id: 'u', type: 'col-unique' },
        { id: 'b', type: 'row-branch', blockId: 'block' },
      ],
      {
        blocks: { u: { nodes: [first] } },
        branches: { block: { id: 'block', name: 'Offer', block: { nodes: [column] } } },
      },
    );
    const { container } = render(<PageView context={context} state={state} renderers={renderers} />);
    expect(element(container, 'u').textContent).toBe('unique');
    expect(element(container, 'b').textContent).toBe('branch');
    expect(element(container, 'b').dataset).toMatchObject({ columns: '1', block: 'block' });
  });

  it('ends in a branch that two pages have put inside itself', () => {
    const builder = new PageBuilder();
    const column = builder.node('col', { id: 'inner', type: 'row-branch', blockId: 'block' });
    const state = builder.render([{ id: 'outer', type: 'row-branch', blockId: 'block' }], {
      branches: { block: { id: 'block', name: 'Offer', block: { nodes: [column] } } },
    });
    const { container } = render(<PageView context={context} state={state} renderers={renderers} />);
    expect(element(container, 'inner').children).toHaveLength(0);
  });

  it('gives elements their fields, the page’s own before the site’s, and never prints the whitelist', () => {
    const builder = new PageBuilder();
    const band = builder.with(builder.node('layout'), {
      site: { tagName: 'header', classNames: ['wide'], scopeWhitelist: ['secret'] },
      page: { tagName: 'section', ids: ['top', 'old-name'] },
    });
    const { container } = render(
      <PageView context={context} state={builder.render([band])} renderers={renderers} />,
    );
    const drawn = element(container, band.id);
    expect(drawn.tagName).toBe('SECTION');
    expect(drawn.id).toBe('top');
    expect(drawn.querySelector('#old-name')).not.toBeNull();
    expect(drawn.className).toBe('pw-layout wide');
    expect(container.innerHTML).not.toContain('secret');
  });

  it('refuses tag names that could run or break something', () => {
    const builder = new PageBuilder();
    const band = builder.with(builder.node('layout'), { site: { tagName: 'script' } });
    const { container } = render(
      <PageView context={context} state={builder.render([band])} renderers={renderers} />,
    );
    expect(element(container, band.id).tagName).toBe('DIV');
  });

  it('lays a link over a node instead of around it, named by the node', () => {
    const builder = new PageBuilder();
    const row = builder.with(builder.node('row'), { site: { href: '/offer', hrefTarget: '_blank' } });
    const { container } = render(
      <PageView context={context} state={builder.render([row])} renderers={renderers} />,
    );
    const drawn = element(container, row.id);
    const link = drawn.querySelector('a');
    expect(link?.getAttribute('href')).toBe('/offer');
    expect(link?.getAttribute('rel')).toBe('noopener');
    expect(link?.getAttribute('aria-labelledby')).toBe(drawn.id);
  });

  it.each(['javascript:alert(1)', ' java\tscript:alert(1)', 'data:text/html,x'])(
    'draws no link to %j',
    (href) => {
      const builder = new PageBuilder();
      const row = builder.with(builder.node('row'), { site: { href } });
      const { container } = render(
        <PageView context={context} state={builder.render([row])} renderers={renderers} />,
      );
      expect(container.querySelector('a')).toBeNull();
    },
  );

  it('prefers the page’s link to the node’s', () => {
    const builder = new PageBuilder();
    const row = builder.with(builder.node('row'), { site: { href: '/site' } });
    const state = builder.render([row], { links: { [row.id]: { href: '/page', targetBlank: false } } });
    const { container } = render(<PageView context={context} state={state} renderers={renderers} />);
    expect(container.querySelector('a')?.getAttribute('href')).toBe('/page');
  });
});

describe('the first image of the page', () => {
  it('is that of a plugin whose service gave it, where no other comes before', () => {
    const builder = new PageBuilder();
    const bands = [
      builder.plugin('cms.text', { content: 'No image' }),
      builder.plugin('cms.blogList'),
      builder.plugin('cms.text', { content: '<img src="/files/b.jpg">' }),
    ];
    const state = builder.render([
      builder.node('layout', builder.node('row', builder.node('col', ...bands))),
    ]);
    const file = shownFile();
    const image = { file: file.id };
    const posts = [1, 2].map((number) => ({
      title: `${number}`,
      url: `/${number}`,
      publishedAt: '2026-03-01T10:00:00Z',
      author: '',
      excerpt: null,
      readingMinutes: null,
      image,
    }));
    Object.assign(state.plugins.p2 ?? {}, { data: { posts }, files: { [file.id]: file } });
    const { container } = render(<PageView context={context} state={state} renderers={renderers} />);
    const images = [...container.querySelectorAll('img')];
    expect(images.map((each) => each.getAttribute('loading'))).toEqual([null, 'lazy', 'lazy']);
  });
});

describe('plugins that cannot be drawn', () => {
  it('shows visitors nothing and editors a placeholder for an unknown ref', () => {
    const builder = new PageBuilder();
    const state = builder.render([builder.node('col', builder.plugin('gone.plugin'))]);
    const { container, rerender } = render(
      <PageView context={context} state={state} renderers={renderers} />,
    );
    expect(container.querySelector('[data-plugin]')).toBeNull();
    rerender(<PageView context={context} state={state} renderers={renderers} isForEditor />);
    expect(container.querySelector('[data-plugin]')?.textContent).toContain('gone.plugin');
  });

  it('keeps the page when a view throws, and tries again with new fields', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const View: PluginView = ({ fields }) => {
      if (fields.broken) throw new Error('no');
      return <p>drawn</p>;
    };
    const builder = new PageBuilder();
    const state = builder.render([builder.node('col', builder.plugin('test.one', { broken: true }))]);
    const { container, rerender } = render(
      <PageView context={context} state={state} renderers={only(View)} isForEditor />,
    );
    expect(container.textContent).toContain('cannot be shown');
    rerender(<PageView context={context} state={state} renderers={only(View)} />);
    expect(container.textContent).toBe('');
    const mended = { ...state, plugins: { p1: { ...state.plugins.p1, fields: {} } } } as typeof state;
    rerender(<PageView context={context} state={mended} renderers={only(View)} />);
    expect(container.textContent).toBe('drawn');
  });
});

describe('for the editor', () => {
  it('redraws only the views whose plugin changed', () => {
    const drawn: string[] = [];
    const View: PluginView = ({ id }): ReactNode => {
      drawn.push(id);
      return null;
    };
    const registered = only(View);
    const builder = new PageBuilder();
    const column = builder.node('col', builder.plugin('test.one'), builder.plugin('test.one'));
    const state = builder.render([column]);
    const { rerender } = render(
      <PageView context={context} state={state} renderers={registered} elementProps={() => ({})} />,
    );
    drawn.length = 0;
    const changed = { ...state.plugins.p2, fields: { a: 1 } };
    const next = { ...state, plugins: { ...state.plugins, p2: changed } } as typeof state;
    rerender(<PageView context={context} state={next} renderers={registered} elementProps={() => ({})} />);
    expect(drawn).toEqual(['p2']);
  });

  it('lets a hook stand in for a view, fill empty columns and add attributes', () => {
    const builder = new PageBuilder();
    const text = builder.plugin('cms.text', { content: 'text' });
    const empty = builder.node('col');
    const state = builder.render([builder.node('col', text), empty]);
    const { container } = render(
      <PageView
        context={context}
        state={state}
        renderers={renderers}
        renderPlugin={({ plugin }) => <textarea defaultValue={plugin.id} />}
        renderEmptyColumn={(node) => <b>{node.id}</b>}
        elementProps={(node) => ({ title: node.id })}
      />,
    );
    expect(element(container, text.id).querySelector('textarea')?.value).toBe('p1');
    expect(element(container, empty.id).textContent).toBe(empty.id);
    expect(element(container, text.id).title).toBe(text.id);
  });
});
