import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import {
  COMPILED_TEMPLATES,
  CompiledTemplates,
  compileTemplate,
  type Sources,
} from './compiled-templates.ts';
import type { ServiceCallers } from './service-callers.ts';

const sources: Sources = {
  sharedSCSS: '$ink: #111111;',
  inlineSCSS: 'p { color: $ink; }',
  externalSCSS: '',
  inlineCSS: '',
  externalCSS: 'a { margin: 0px }',
  js: '',
  fonts: [],
};

it('compiles a template, and minifies what browsers get', async () => {
  expect(await compileTemplate(sources, 100_000)).toMatchObject({
    externalCSS: 'a { margin: 0px }',
    minified: { inlineCSS: 'p{color:#111}', externalCSS: 'a{margin:0}', js: '' },
    isMinified: true,
  });
});

it('gives what is compiled as it is where there is no time left to minify it', async () => {
  const inlineCSS = expect.stringContaining('color: #111111');
  expect(await compileTemplate(sources, 0)).toMatchObject({
    inlineCSS,
    minified: { inlineCSS, externalCSS: 'a { margin: 0px }', js: '' },
    isMinified: false,
  });
});

it('says what is wrong with a source', async () => {
  const faults = [expect.objectContaining({ field: 'inlineSCSS', line: 1 })];
  expect(await compileTemplate({ ...sources, inlineSCSS: 'p { color: $none }' })).toEqual({ faults });
});

it('ends what content does not wait for any more', async () => {
  const callers = { of: async () => 'content' } as unknown as ServiceCallers;
  const body = JSON.stringify({ ...sources, inlineSCSS: '@while true {}' });
  const socket = new EventEmitter();
  const request = Object.assign(Readable.from([Buffer.from(body)]), { socket }) as unknown as IncomingMessage;
  const answer = new CompiledTemplates(callers).answer(request, COMPILED_TEMPLATES, 'id');
  await expect.poll(() => socket.listenerCount('close')).toBe(1);
  socket.emit('close');
  expect(await answer).toMatchObject({ status: 503 });
  expect(socket.listenerCount('close')).toBe(0);
});

it('does not begin what content has left while it was read', async () => {
  const callers = { of: async () => 'content' } as unknown as ServiceCallers;
  const body = JSON.stringify({ ...sources, inlineSCSS: '@while true {}' });
  const socket = Object.assign(new EventEmitter(), { destroyed: true });
  const request = Object.assign(Readable.from([Buffer.from(body)]), { socket }) as unknown as IncomingMessage;
  // Once begun it would be ended after its time, with 422.
  expect(await new CompiledTemplates(callers).answer(request, COMPILED_TEMPLATES, 'id')).toMatchObject({
    status: 503,
  });
});
