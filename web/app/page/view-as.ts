/**
 * Whom an editor sees the page as: what the editor's screen writes into a cookie, the host reads from it for editors
 * alone, and content is told in a header. docs/decisions tells why.
 */
import { isScope } from './field-rules.ts';

/** The scopes of somebody who is logged in; `[]` is somebody who is not. */
export type ViewAs = readonly string[];

export const VIEW_AS_COOKIE = 'pagewright_view_as';

/** As content takes it too. No scope has this name. */
const NOBODY = '-';
/** May stand in a cookie, and in no scope's name. */
const BETWEEN = '+';
const MOST = 64;

/** What is in a Cookie header or in document.cookie; undefined where nothing is, or nothing that makes sense. */
export function readViewAs(cookies: string): ViewAs | undefined {
  for (const part of cookies.split(';')) {
    const [name, value = ''] = part.trim().split('=', 2);
    if (name === VIEW_AS_COOKIE) return parse(value);
  }
  return undefined;
}

function parse(value: string): ViewAs | undefined {
  if (value === NOBODY) return [];
  const scopes = value.split(BETWEEN);
  return scopes.length <= MOST && scopes.every(isScope) ? scopes : undefined;
}

/** The cookie's value. */
export function cookieValue(viewAs: ViewAs): string {
  return viewAs.length > 0 ? viewAs.join(BETWEEN) : NOBODY;
}

/** The value of the header View-As. */
export function headerValue(viewAs: ViewAs): string {
  return viewAs.length > 0 ? viewAs.join(',') : NOBODY;
}
