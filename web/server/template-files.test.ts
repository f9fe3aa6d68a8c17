import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Content } from './content.ts';
import { contentHash, TemplateFiles } from './template-files.ts';

const MINIFIED = { inlineCSS: '', externalCSS: 'p{margin:0}', js: '' };
const TEMPLATE = { id: 'one', version: 7, externalCSS: 'p {\n  margin: 0px;\n}', sharedSCSS: '$a: 1' };

let server: ReturnType<typeof createServer>;
let content: Content;
let files: TemplateFiles;
let minified: typeof MINIFIED | null;

beforeEach(async () => {
  minified = MINIFIED;
  server = createServer((_request, response) => response.end(JSON.stringify({ ...TEMPLATE, minified })));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  content = new Content(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    tokenFor: async () => 'token',
  });
  files = new TemplateFiles(content);
});

afterEach(() => {
  content.close();
  server.close();
});

const read = (wanted: string | null, name = 'css/external') => files.read('one', name, wanted, 'id');
const lifetime = async (wanted: string | null) => {
  const sent = vi.fn();
  (await read(wanted))?.send(
    { headers: {} } as never,
    { writeHead: sent, end: () => {}, removeHeader: () => {} } as never,
  );
  const [, headers] = sent.mock.calls[0] as [number, string[]];
  return headers[headers.indexOf('Cache-Control') + 1];
};

it('makes a file once, however often and under whatever hash it is asked for', async () => {
  const answers = await Promise.all(['8', 'x', '', null].map((hash) => read(hash)));
  expect(new Set(answers).size).toBe(1);
  const present = contentHash(MINIFIED.externalCSS);
  const current = await read(present);
  expect(current).not.toBe(answers[0]);
  expect(await read(present)).toBe(current);
});

it('is good for ever under the hash of what it holds', async () => {
  const earlier = contentHash(MINIFIED.externalCSS);
  expect(await lifetime(earlier)).toContain('immutable');
  expect(await lifetime(null)).toBe('no-cache');
  minified = { ...MINIFIED, externalCSS: 'p{margin:1px}' };
  expect((await read(null))?.text).toBe('p{margin:1px}');
  expect((await read(earlier))?.text).toBe('p{margin:0}');
  // A host that has not seen it gives what there is now, and nobody keeps that.
  files = new TemplateFiles(content);
  expect((await read(earlier))?.text).toBe('p{margin:1px}');
  expect(await lifetime(earlier)).toBe('no-cache');
});

it('serves the source until content has it minified', async () => {
  minified = null;
  expect((await read(null))?.text).toBe(TEMPLATE.externalCSS);
  minified = MINIFIED;
  expect((await read(null))?.text).toBe('p{margin:0}');
});

it('keeps a bounded number of files, the latest', async () => {
  const first = await files.read('0', 'css/external', null, 'id');
  for (let number = 1; number < 200; number += 1) await files.read(`${number}`, 'css/external', null, 'id');
  expect(await files.read('0', 'css/external', null, 'id')).toBe(first);
  await files.read('200', 'css/external', null, 'id');
  expect(await files.read('0', 'css/external', null, 'id')).not.toBe(first);
});

it('asks for no dark mode in the file for pages that stay light', async () => {
  minified = { ...MINIFIED, externalCSS: '@media (prefers-color-scheme:dark){p{color:#fff}}' };
  expect((await read(null))?.text).toBe(minified.externalCSS);
  expect((await read(null, 'css/external-light'))?.text).toBe('@media (width<0px){p{color:#fff}}');
});

it('keeps no sources', async () => {
  const first = await files.read('one', 'scss/shared', '7', 'id');
  expect(await files.read('one', 'scss/shared', '7', 'id')).not.toBe(first);
});
