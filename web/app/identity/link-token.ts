/** The token of a link in a mail. It stands behind the #, which is sent to no server. */

export interface LinkToken {
  token: string;
  /** What the link confirms, where one address serves several: `registration`, `email-address`. */
  kind: string | null;
}

const LONGEST = 500;

/**
 * Returns the token and the kind in `#token=…&kind=…`, or null. The caller removes the fragment from the
 * address, so that no history stores the token.
 */
export function tokenInFragment(hash: string): LinkToken | null {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const token = given.get('token');
  if (!token || token.length > LONGEST) return null;
  return { token, kind: given.get('kind') };
}
