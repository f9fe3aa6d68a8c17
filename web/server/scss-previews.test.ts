import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { Answer } from './answer.ts';
import type { Content } from './content.ts';
import type { Identity } from './identity.ts';
import { ScssPreviews } from './scss-previews.ts';

/** One editor, who says each time that a preview has begun. */
function previewsOf(session: string) {
  let onBegun = () => {};
  const identity = {
    of: async () => {
      onBegun();
      return { sessionId: session };
    },
  } as unknown as Identity;
  const previews = new ScssPreviews({} as Content, identity);
  const send = (body: object): { begun: Promise<void>; answer: Promise<Answer> } => {
    const begun = new Promise<void>((resolve) => {
      onBegun = resolve;
    });
    const request = Readable.from([Buffer.from(JSON.stringify(body))]) as unknown as IncomingMessage;
    Object.assign(request, { headers: {}, method: 'POST' });
    return { begun, answer: previews.answer(request, 'id') };
  };
  return send;
}

const read = async (answer: Promise<Answer>) => {
  const { status, text } = await answer;
  return { status, body: JSON.parse(text) };
};

it('ends a preview that a newer one of the same source has taken the place of', async () => {
  const send = previewsOf('one');
  const endless = send({ field: 'inlineSCSS', mainSCSS: '@while true {}' });
  await endless.begun;
  const newer = send({ field: 'inlineSCSS', mainSCSS: '' });
  expect(await read(endless.answer)).toMatchObject({ status: 409, body: { code: 'preview_superseded' } });
  expect(await read(newer.answer)).toEqual({ status: 200, body: { css: '', warnings: [] } });
});

it('leaves the preview of another source alone', async () => {
  const send = previewsOf('one');
  const inline = send({ field: 'inlineSCSS', mainSCSS: '@while true {}' });
  await inline.begun;
  const external = send({ field: 'externalSCSS', mainSCSS: '' });
  expect((await read(external.answer)).status).toBe(200);
  // It goes on until its own is ended.
  expect(await Promise.race([inline.answer, Promise.resolve('goes on')])).toBe('goes on');
  send({ field: 'inlineSCSS', mainSCSS: '' });
  expect((await read(inline.answer)).status).toBe(409);
});

it.each([
  ['another API token', 'Bearer pwt_one', 'Bearer pwt_two'],
  ['a session', 'Bearer pwt_one', 'session one'],
  ['an API token', 'session one', 'Bearer pwt_one'],
])('is ended by its own caller alone, and not by %s', async (_other, one, other) => {
  let onBegun = () => {};
  const identity = {
    of: async ({ headers: { authorization = '' } }: IncomingMessage) =>
      authorization.startsWith('session ') ? { sessionId: authorization.slice(8) } : undefined,
  } as unknown as Identity;
  const content = {
    template: async () => {
      onBegun();
      return {};
    },
  } as unknown as Content;
  const previews = new ScssPreviews(content, identity);
  const begin = async (authorization: string, mainSCSS: string): Promise<{ answer: Promise<Answer> }> => {
    const begun = new Promise<void>((resolve) => {
      onBegun = resolve;
    });
    const body = JSON.stringify({ templateId: 'one', field: 'inlineSCSS', mainSCSS });
    const request = Readable.from([Buffer.from(body)]) as unknown as IncomingMessage;
    Object.assign(request, { headers: { authorization }, method: 'POST' });
    const answer = previews.answer(request, 'id');
    await begun;
    return { answer };
  };
  const endless = await begin(one, '@while true {}');
  const others = await begin(other, 'p { margin: 0 }');
  // With the same key it would end the other's, which has begun since.
  const newer = await begin(one, '');
  const isEnded = [endless, others, newer].map(async ({ answer }) => (await answer).status === 409);
  expect(await Promise.all(isEnded)).toEqual([true, false, false]);
});

it('gives the rules of the fonts that are sent, and refuses what is none', async () => {
  const send = previewsOf('one');
  const { body } = await read(send({ mainSCSS: '', fonts: ['Lora'] }).answer);
  expect(body.fontCSS).toContain('font-family:"Lora"');
  const refused = await read(send({ mainSCSS: '', fonts: 'Lora', field: 'js' }).answer);
  expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual(['field', 'fonts']);
});
