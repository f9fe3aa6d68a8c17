import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

describe('in a bounded number of bytes', () => {
  const of = (id: string) => files.read(id, 'css/external', null, 'id');

  it('keeps as many files as there is room for, however many they are', async () => {
    const first = await of('0');
    for (let number = 1; number < 300; number += 1) await of(`${number}`);
    expect(await of('0')).toBe(first);
  });

  it('drops the earliest that nobody has asked for again, and none for one that has no room', async () => {
    minified = { ...MINIFIED, externalCSS: 'p{}'.repeat(400) };
    files = new TemplateFiles(content, 20_000);
    const answers = await Promise.all(['0', '1', '2', '3', '4'].map(of));
    expect(answers.map((answer) => answer?.weight)).toEqual(Array(5).fill(3424));
    expect(await of('0')).toBe(answers[0]);
    await of('5');
    expect(await of('0')).toBe(answers[0]);
    expect(await of('1')).not.toBe(answers[1]);
    minified = { ...MINIFIED, externalCSS: 'p{}'.repeat(1000) };
    const large = await of('large');
    expect(await of('large')).not.toBe(large);
    minified = { ...MINIFIED, externalCSS: 'p{}'.repeat(400) };
    expect(await of('0')).toBe(answers[0]);
  });
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
