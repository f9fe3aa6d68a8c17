import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Content } from './content.ts';
import { TemplateFiles } from './template-files.ts';

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

it('makes a file once, however often and under whatever version it is asked for', async () => {
  const asked = ['8', 'x', '', null].map((version) => files.read('one', 'css/external', version, 'id'));
  const answers = await Promise.all(asked);
  expect(new Set(answers).size).toBe(1);
  const current = await files.read('one', 'css/external', '7', 'id');
  expect(current).not.toBe(answers[0]);
  expect(await files.read('one', 'css/external', '7', 'id')).toBe(current);
});

it('serves the source until content has it minified, and does not keep it', async () => {
  minified = null;
  const before = await files.read('one', 'css/external', '7', 'id');
  expect(before?.text).toBe(TEMPLATE.externalCSS);
  minified = MINIFIED;
  expect((await files.read('one', 'css/external', '7', 'id'))?.text).toBe('p{margin:0}');
});

it('keeps no sources', async () => {
  const first = await files.read('one', 'scss/shared', '7', 'id');
  expect(await files.read('one', 'scss/shared', '7', 'id')).not.toBe(first);
});
