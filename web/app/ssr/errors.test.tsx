import { describe, expect, it } from 'vitest';
import type { Block } from '../page/types.ts';
import { PageBuilder } from '../page-view/testing/example-page.ts';
import { errorDocument, errorTexts, withDefaultBlock, withErrorContent } from './errors.tsx';
import { render } from './render.tsx';

describe('errorTexts', () => {
  it.each([
    [400, '400 Bad Request', 'Your browser sent a request that the server could not understand.'],
    [401, '401 Unauthorized', 'You are not authorized to view this page.'],
    [403, '403 Forbidden', 'You do not have sufficient permissions to access this page.'],
    [404, '404 Page Not Found', 'The page you were looking for could not be found.'],
    [500, '500 Internal Server Error', 'The server encountered an unexpected error.'],
    [418, 'Unexpected Error', 'An unexpected error has occurred.'],
  ])('says of %i what the catalogue says', (status, title, text) => {
    expect(errorTexts(status)).toEqual({ title, text });
  });

  it.each([502, 503, 504])('asks for patience at %i', (status) => {
    expect(errorTexts(status).text).toMatch(/Please wait a moment and try refreshing the page\.$/);
  });
});

describe('withErrorContent', () => {
  it('keeps the frame and replaces what the page says', () => {
    const builder = new PageBuilder();
    const menu = builder.plugin('cms.menu', {}, { siteName: 'Harbour', items: [] });
    const old = builder.plugin('cms.text', { content: 'old words' });
    const frame = builder.render(
      [builder.node('row', builder.node('col-shared', menu)), { id: 'u', type: 'col-unique' }],
      {
        blocks: { u: { nodes: [old] }, v: { nodes: [] } },
      },
    );
    const html = render(withErrorContent(frame, 503), { publicUrl: 'https://site.example', templateCss: '' });
    expect(html).toContain('<h1>503 Service Unavailable</h1>');
    expect(html).toContain('>Harbour</span></a>');
    expect(html).not.toContain('old words');
    expect(frame.page.blocks.u?.nodes).toEqual([old]);
  });
});

describe('withDefaultBlock', () => {
  const assets = { publicUrl: 'https://site.example', templateCss: '' };

  it('puts the words of the error beneath what an editor began', () => {
    const builder = new PageBuilder();
    const menu = builder.plugin('cms.menu', {}, { siteName: 'Harbour', items: [] });
    const nodes = [
      builder.node('row', builder.node('col-shared', menu)),
      { id: 'u', type: 'col-unique' as const },
    ];
    const started: Record<string, Block>[] = [
      {},
      { u: { nodes: [] } },
      { u: { nodes: [builder.node('row', builder.node('col'))] } },
    ];
    for (const blocks of started) {
      const made = builder.render(nodes, { blocks, url: '/error/410', title: 'Long gone' });
      const html = render(withDefaultBlock(made), assets);
      expect(html).toContain('<h1>410 Page Removed</h1><p>The page that was here has been removed.</p>');
      expect(html).toContain('<title>Long gone');
      expect(html).toContain('>Harbour</span></a>');
    }
  });

  it('leaves a page alone that says something, and every other page', () => {
    const builder = new PageBuilder();
    const words = builder.plugin('cms.text', { content: '<p>We moved on.</p>' });
    const nodes = [{ id: 'u', type: 'col-unique' as const }];
    const said = builder.render(nodes, { blocks: { u: { nodes: [words] } }, url: '/error/410' });
    expect(withDefaultBlock(said)).toBe(said);
    for (const url of ['/', '/error/410/more', '/error/x']) {
      const other = builder.render(nodes, { blocks: { u: { nodes: [] } }, url });
      expect(withDefaultBlock(other)).toBe(other);
    }
  });
});

describe('the way on', () => {
  it.each([403, 404, 410, 500])('leads from %i to the start, as the page for 404 does', (status) => {
    const builder = new PageBuilder();
    const nodes = [{ id: 'u', type: 'col-unique' as const }];
    const options = { blocks: { u: { nodes: [] } }, url: `/error/${status}` };
    const started = render(withDefaultBlock(builder.render(nodes, options)), {
      publicUrl: 'https://site.example',
      templateCss: '',
    });
    expect(started).toContain('<p><a href="/">Go to the start page</a></p>');
    expect(errorDocument(status)).toContain('<a href="/">Go to the start page</a>');
  });
});

describe('where one has to log in', () => {
  it('leads to the login, in the frame and without one', () => {
    const builder = new PageBuilder();
    const frame = builder.render([{ id: 'u', type: 'col-unique' }], { blocks: { u: { nodes: [] } } });
    const assets = { publicUrl: 'https://site.example', templateCss: '' };
    const login = '<a href="/cms-login">Log in</a>';
    expect(render(withErrorContent(frame, 401), assets)).toContain(login);
    expect(errorDocument(401)).toContain(login);
    expect(render(withErrorContent(frame, 403), assets)).not.toContain('/cms-login');
    expect(errorDocument(403)).not.toContain('/cms-login');
  });
});

describe('errorDocument', () => {
  it('is a whole document that needs nothing else', () => {
    const html = errorDocument(502);
    expect(html).toContain('<title>502 Bad Gateway</title>');
    expect(html).toContain('noindex');
    expect(html).not.toMatch(/src=|url\(|<link|<script/);
  });
});
