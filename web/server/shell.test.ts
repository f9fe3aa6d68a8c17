import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { chunkFiles, type Manifest } from './assets.ts';
import { Shell } from './shell.ts';

const manifest: Manifest = {
  'app/main.tsx': { file: 'assets/app.js', name: 'app', imports: ['_start.js'] },
  '_start.js': {
    file: 'assets/start.js',
    name: 'start',
    css: ['assets/start.css'],
    assets: ['assets/inter.woff2'],
    imports: ['_react.js'],
  },
  '_react.js': { file: 'assets/react.js', name: 'react' },
  '_editor.js': {
    file: 'assets/editor.js',
    name: 'editor',
    css: ['assets/editor.css'],
    imports: ['_start.js'],
  },
  '_text.js': { file: 'assets/text.js', name: 'rich-text', imports: ['_editor.js'] },
  '_admin.js': { file: 'assets/admin.js', name: 'admin', css: ['assets/admin.css'], imports: ['_start.js'] },
  '_admin-screen.js': { file: 'assets/admin-screen.js', name: 'admin-screen', imports: ['_admin.js'] },
};
const shell = new Shell(manifest);
const asked = (url: string, cookie = '') =>
  ({ url, headers: { cookie, 'sec-fetch-dest': 'document' } }) as unknown as IncomingMessage;

/** What a document names, in its order. */
const named = (html: string, rel: string, as = '') =>
  [...html.matchAll(new RegExp(`<link rel="${rel}"${as && ` as="${as}"`}[^>]* href="([^"]+)"`, 'g'))].map(
    ([, address]) => address,
  );

describe('the shell', () => {
  it('names what every screen starts with, what is imported first in front', () => {
    const { text } = shell.screen(asked('/cms-login'), 'en');
    expect(named(text, 'modulepreload')).toEqual(['/assets/react.js', '/assets/start.js']);
    expect(named(text, 'stylesheet')).toEqual(['/assets/start.css']);
    expect(text).toContain('<script type="module" src="/assets/app.js">');
    expect(named(text, 'preload', 'font')).toEqual(['/assets/inter.woff2']);
    expect(named(text, 'preload', 'fetch')).toEqual([]);
  });

  it.each([
    ['/cms-admin', ['admin']],
    ['/cms-admin/?from=login', ['admin']],
    ['/cms-admin/pages', ['admin', 'admin-screen']],
    ['/cms-admin/pages?q=/', ['admin', 'admin-screen']],
    ['/cms-ecom', ['admin', 'admin-screen']],
    ['/cms-ecom/orders/1', ['admin', 'admin-screen']],
    ['/cms-login?to=/cms-admin/pages', []],
    ['/cms-administration', []],
  ])('names what is opened at %s besides', (url, files) => {
    const { text } = shell.screen(asked(url), 'en');
    expect(named(text, 'modulepreload')).toEqual(
      ['react', 'start', ...files].map((name) => `/assets/${name}.js`),
    );
    expect(named(text, 'stylesheet').includes('/assets/admin.css')).toBe(files.length > 0);
  });

  it('names all that the editor needs for a caret, each once', () => {
    const { text } = shell.editor(asked('/about'), 'en', false);
    expect(named(text, 'modulepreload')).toEqual([
      '/assets/react.js',
      '/assets/start.js',
      '/assets/editor.js',
      '/assets/text.js',
    ]);
    expect(named(text, 'stylesheet')).toEqual(['/assets/start.css', '/assets/editor.css']);
  });

  it.each([
    ['/', '%2F'],
    ['/caf%C3%A9?a=1&b="2"', '%2Fcaf%25C3%25A9'],
    ['/"><script>', '%2F%22%3E%3Cscript%3E'],
  ])('has the content of %s fetched as the editor asks for it', (url, written) => {
    const { text } = shell.editor(asked(url), 'en', false);
    expect(named(text, 'preload', 'fetch')).toEqual([`/client/page-render?url=${written}`]);
  });

  it.each([
    ['/about?a=1&b="2"', '/about?a=1&#38;b=&#34;2&#34;'],
    ['/"><script>', '/&#34;&#62;&#60;script&#62;'],
  ])('begins to load the page of %s itself', (url, written) => {
    const { text } = shell.editor(asked(url), 'en', false);
    expect(text).toContain(`<iframe id="pw-early-frame" title="Page" src="${written}"></iframe>`);
  });

  it('has the page asked for as a frame where the browser does not say that one asks', () => {
    const { text } = shell.editor({ url: '/about?a=1', headers: {} } as IncomingMessage, 'en', false);
    expect(text).toContain('src="/about?a=1&#38;pw-frame"');
  });

  it('can be told to edit before its scripts are there', () => {
    const { text } = shell.editor(asked('/about'), 'en', false);
    expect(text).toMatch(
      /<textarea id="pw-early-text"[^>]*><\/textarea>.*<label for="pw-early-text">.*Edit<\/label>/,
    );
    // What screen readers find is the toolbar.
    expect(text).toContain('<div id="pw-early-bar" aria-hidden="true">');
    expect(shell.screen(asked('/cms-admin'), 'en').text).not.toContain('pw-early');
  });

  it('leaves that to the scripts where the session has to be renewed first', () => {
    const { text } = shell.editor(asked('/about'), 'en', true);
    expect(text.replace(/<noscript>.*<\/noscript>/, '')).not.toMatch(/<iframe|pw-early/);
    expect(text).toMatch(/<noscript>.*<iframe.*<\/noscript>/);
    // With the token that has run out it would come as visitors see it.
    expect(named(text, 'preload', 'fetch')).toEqual([]);
  });

  it("says the site's language, in which the login speaks", () => {
    expect(shell.editor(asked('/'), 'de', false).text).toContain('<html lang="en" data-site-language="de">');
    expect(shell.editor(asked('/'), 'en', false).text).not.toContain('data-site-language');
  });

  it('has the scheme that was chosen', () => {
    expect(shell.editor(asked('/', 'pagewright_scheme=dark'), 'en', false).text).toContain(
      'color-scheme="dark"',
    );
    expect(shell.editor(asked('/'), 'en', false).text).not.toContain('color-scheme=');
  });
});

it('says what a build lacks', () => {
  expect(() => chunkFiles(manifest, ['zeppelin'])).toThrow('no file called zeppelin');
});
