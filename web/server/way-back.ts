import type { Answer } from './answer.ts';

/** The login that every site has. */
const SCREEN = '/cms-login';

/**
 * A page that says 401, with its links to the login leading to the site's own page for that, if it has one, and back
 * to the address that was asked for. The page itself is the same for all addresses, and may be kept; this copy is not.
 */
export function withWayBack(
  answer: Answer,
  address: { key: string; search: string },
  loginPage: string | undefined,
): Answer {
  // Opened by itself, the page for 401 is nothing to come back to.
  if (address.key.startsWith('/error/')) return answer;
  const login = encodeURI(loginPage ?? SCREEN).replace(/[?#']/g, encodeURIComponent);
  const link = `href="${login}?redirectedFrom=${encodeURIComponent(address.key + address.search)}"`;
  // Functions: a `$` in a text would be a pattern.
  const html = answer.text
    .replaceAll(`href="${SCREEN}"`, () => link)
    .replaceAll(`href="${login}"`, () => link);
  return html === answer.text ? answer : answer.changed(html);
}
