import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Content } from './content.ts';
import { TemplateCss } from './template-css.ts';

let server: ReturnType<typeof createServer>;
let content: Content;
let css: TemplateCss;
let asked = 0;
let isAway = false;
let isMinified = true;

beforeEach(async () => {
  asked = 0;
  isAway = false;
  isMinified = true;
  server = createServer((_request, response) => {
    asked += 1;
    response.statusCode = isAway ? 503 : 200;
    const own = { externalCSS: '', js: '' };
    const minified = isMinified ? { ...own, inlineCSS: `p{margin:${asked}px}` } : null;
    response.end(
      JSON.stringify({ id: 'one', version: asked, ...own, inlineCSS: `p { margin: ${asked}px }`, minified }),
    );
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  content = new Content(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    tokenFor: async () => 'token',
  });
  css = new TemplateCss(content);
});

afterEach(() => {
  content.close();
  server.close();
});

it('asks for the CSS of a version once, and again for the next', async () => {
  const template = { id: 'one', version: 1 };
  const [first, second] = await Promise.all([css.of(template, 'id'), css.of(template, 'id')]);
  expect(second).toBe(first);
  expect((await css.of(template, 'id')).templateCss).toBe('p{margin:1px}');
  expect((await css.of({ id: 'one', version: 2 }, 'id')).templateCss).toBe('p{margin:2px}');
  expect(asked).toBe(2);
});

it('keeps a bounded number of versions, the latest', async () => {
  for (let version = 1; version <= 101; version += 1) await css.of({ id: 'one', version }, 'id');
  await css.of({ id: 'one', version: 2 }, 'id');
  expect(asked).toBe(101);
  await css.of({ id: 'one', version: 1 }, 'id');
  expect(asked).toBe(102);
});

it('keeps no failure', async () => {
  isAway = true;
  await expect(css.of({ id: 'one', version: 1 }, 'id')).rejects.toMatchObject({ status: 502 });
  isAway = false;
  expect((await css.of({ id: 'one', version: 1 }, 'id')).templateCss).toBe('p{margin:2px}');
});

it('does not keep the source of what is being minified', async () => {
  isMinified = false;
  expect((await css.of({ id: 'one', version: 1 }, 'id')).templateCss).toBe('p { margin: 1px }');
  isMinified = true;
  expect((await css.of({ id: 'one', version: 1 }, 'id')).templateCss).toBe('p{margin:2px}');
});

it('keeps nothing under a version that may be of another site since now', async () => {
  const template = { id: 'one', version: 1 };
  const margins = [(await css.of(template, 'id')).templateCss];
  css.invalidate(['page:one', 'template:one']);
  margins.push((await css.of(template, 'id')).templateCss);
  css.invalidate(['menu', 'site']);
  margins.push((await css.of(template, 'id')).templateCss);
  // Nobody knows what has changed until changes are heard again.
  css.close();
  margins.push((await css.of(template, 'id')).templateCss);
  css.open();
  margins.push((await css.of(template, 'id')).templateCss);
  css.clear();
  margins.push((await css.of(template, 'id')).templateCss);
  expect(margins).toEqual([1, 1, 2, 3, 4, 5].map((margin) => `p{margin:${margin}px}`));
});
