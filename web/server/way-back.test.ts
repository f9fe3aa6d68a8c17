import { expect, it } from 'vitest';
import { Answer } from './answer.ts';
import { withWayBack } from './way-back.ts';

const page = (body: string) =>
  new Answer(401, { 'Content-Type': 'text/html', 'Cache-Control': 'no-cache', Vary: 'Cookie' }, body);
const link = '<a href="/cms-login">Log in</a>';

it('leads every link to the login back to where one was, and is kept by nobody', () => {
  const changed = withWayBack(
    page(`${link}<p>or</p>${link}`),
    { key: '/club', search: '?a=b&c="' },
    undefined,
  );
  const expected = '<a href="/cms-login?redirectedFrom=%2Fclub%3Fa%3Db%26c%3D%22">Log in</a>';
  expect(changed.text).toBe(`${expected}<p>or</p>${expected}`);
  expect(changed.status).toBe(401);
  expect(changed.etag).toBeUndefined();
});

it('leaves the page that others get as it was', () => {
  const kept = page(link);
  withWayBack(kept, { key: '/club', search: '' }, undefined);
  expect(kept.text).toBe(link);
  expect(kept.etag).toBeDefined();
});

it('leaves alone what leads to no login, and the page of the error itself', () => {
  const plain = page('<a href="/cms-login-help">Help</a>');
  expect(withWayBack(plain, { key: '/club', search: '' }, undefined)).toBe(plain);
  const opened = page(link);
  expect(withWayBack(opened, { key: '/error/401', search: '' }, undefined)).toBe(opened);
});

it('leads to the site’s own page to log in on, where there is one', () => {
  const own = '<a href="/caf%C3%A9/log-in">Members</a>';
  const changed = withWayBack(page(link + own), { key: '/club', search: '' }, '/café/log-in');
  const expected = 'href="/caf%C3%A9/log-in?redirectedFrom=%2Fclub"';
  expect(changed.text).toBe(`<a ${expected}>Log in</a><a ${expected}>Members</a>`);
});

it('lets no address out of its attribute', () => {
  const changed = withWayBack(page(link), { key: '/a%22%3E', search: '' }, '/"><script>?#');
  expect(changed.text).toBe('<a href="/%22%3E%3Cscript%3E%3F%23?redirectedFrom=%2Fa%2522%253E">Log in</a>');
});
