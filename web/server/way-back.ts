import type { Answer } from './answer.ts';

/** The login as pages link to it. */
const LOGIN = 'href="/cms-login"';

/**
 * A page that says 401, with its links to the login leading back to the address that was asked for. The page itself is
 * the same for all addresses, and may be kept; this copy is not.
 */
export function withWayBack(answer: Answer, address: { key: string; search: string }): Answer {
  const html = answer.text;
  if (!html.includes(LOGIN) || address.key.startsWith('/error/')) return answer;
  const from = encodeURIComponent(address.key + address.search);
  return answer.changed(html.replaceAll(LOGIN, `href="/cms-login?redirectedFrom=${from}"`));
}
