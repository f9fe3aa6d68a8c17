import { isSafeAddress } from '../plugins/rich-text/addresses.ts';

/** Where a link leads: to a path of this site, to another address, or nowhere (undefined). */
export type LinkTarget = { path: string } | { elsewhere: string } | undefined;

/** `address` as the link has it, `from` the address of the page that it stands on. What would run leads nowhere. */
export function linkTarget(address: string, from: string): LinkTarget {
  if (!isSafeAddress(address) || !URL.canParse(address, from)) return undefined;
  const url = new URL(address, from);
  // A path with two slashes first, as `/.//host` becomes, is another site to the browser's history.
  const isHere = url.origin === new URL(from).origin && !url.pathname.startsWith('//');
  return isHere ? { path: url.pathname + url.search + url.hash } : { elsewhere: url.href };
}
