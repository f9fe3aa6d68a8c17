import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { Answer, redirect } from './answer.ts';
import type { Bundle, Pages } from './pages.ts';
import { PluginForms } from './plugin-forms.ts';
import { Services } from './services.ts';

const SITE = 'https://site.example';

/** What a form is answered that was posted to an address with this answer. */
async function posted(found: Answer, target = '/old?pw-plugin=p1'): Promise<Answer> {
  const forms = new PluginForms({
    pages: {
      renderFor: async () => ({ answer: found }),
      error: async (status: number) => new Answer(status, {}, 'nothing'),
    } as unknown as Pages,
    bundle: { POSTED_PLUGIN: 'pw-plugin' } as Bundle,
    origins: new Set([SITE]),
    services: new Services({}),
    own: { tokenFor: async () => 'token' },
    log: () => {},
  });
  const headers = { origin: SITE, 'content-type': 'multipart/form-data; boundary=x' };
  const request = Object.assign(Readable.from([]), { headers, url: target });
  const address = { path: '/old', search: '' };
  const { answer } = await forms.answer(request as unknown as IncomingMessage, address, undefined, 'id');
  return answer;
}

it.each([
  [301, '/new', 308, '/new?pw-plugin=p1'],
  [302, '/new', 307, '/new?pw-plugin=p1'],
  [307, '/new', 307, '/new?pw-plugin=p1'],
  [308, '/new#there', 308, '/new?pw-plugin=p1#there'],
  [301, '/new?own=2', 308, '/new?own=2&pw-plugin=p1'],
  [301, '/new?pw-plugin=p2', 308, '/new?pw-plugin=p2'],
  [301, `${SITE}/new`, 308, `${SITE}/new?pw-plugin=p1`],
  // Somewhere to go on, and nowhere to send anything.
  [303, '/new', 303, '/new'],
  [303, 'https://other.example/', 303, 'https://other.example/'],
])('a form that meets the redirect %i to %s is answered %i to %s', async (status, location, expected, to) => {
  const answer = await posted(redirect(status, location));
  expect([answer.status, answer.location]).toEqual([expected, to]);
});

it.each([
  [301, 'https://other.example/new'],
  [307, 'https://other.example/new'],
  [308, 'http://site.example/new'],
  [301, '/auth/tokens'],
  [301, '/%61uth/tokens'],
  [301, '/api/ecom/baskets'],
  [301, '/cms-admin'],
  [301, '/files/paper.pdf'],
])('a form that meets the redirect %i to %s is not sent on', async (status, location) => {
  expect((await posted(redirect(status, location))).status).toBe(404);
});

it('a form that is posted to no page gets the answer of the address', async () => {
  expect((await posted(new Answer(410, {}, 'gone'))).status).toBe(410);
});
