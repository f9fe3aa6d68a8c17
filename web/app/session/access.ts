/** Which screens are open to whom. The services decide about data; this decides what is offered. */
import { type Claims, hasScope, hasScopePrefix } from './claims.ts';

const ADMIN = '/cms-admin';
const ECOM = '/cms-ecom';
const CRM_HOME = `${ADMIN}/crm`;
/** All that somebody with nothing but crm: scopes may open. */
const CRM_ONLY = [CRM_HOME, `${CRM_HOME}/enquiries`, `${CRM_HOME}/tags`];
const PAGES = `${ADMIN}/pages`;
/** What editors may open without `admin`: the screens for what they change in the editor too. */
const EDITORS = [
  PAGES,
  ...[
    'analytics',
    'blocks',
    'blog',
    'files',
    'layouts',
    'link-checker',
    'linked-data',
    'plugin-page-finder',
    'url-maps',
  ].map((name) => `${ADMIN}/${name}`),
];
/** One's own account: open to everybody who works on the site. */
export const ACCOUNT = `${ADMIN}/account`;

const isUnder = (path: string, root: string) => path === root || path.startsWith(`${root}/`);

/** A path is the same screen with a slash behind it. */
const isOneOf = (path: string, screens: string[]) => screens.includes(path.replace(/(?<=.)\/$/, ''));

/** May edit pages in place. */
export const canEdit = (claims: Claims | null) => hasScope(claims, ['editor']);

/** Works on the site; everybody else who is logged in is a member. */
export const isStaff = (claims: Claims | null) =>
  canEdit(claims) || hasScopePrefix(claims, 'crm:') || hasScopePrefix(claims, 'ecom:');

/**
 * Returns where a path under /cms-admin leads the principal: to itself, to another address, or to nothing
 * (null) for a principal who may not enter at all. Editors have the screens of content. A principal with only
 * crm: scopes has three CRM screens, and one with only ecom: scopes is led to the shop.
 */
export function adminDestination(claims: Claims | null, path: string): string | null {
  if (hasScope(claims, ['admin'])) return path;
  if (isStaff(claims) && isOneOf(path, [ACCOUNT])) return path;
  if (canEdit(claims) && EDITORS.some((root) => isUnder(path, root))) return path;
  if (hasScopePrefix(claims, 'crm:')) return isOneOf(path, CRM_ONLY) ? path : CRM_HOME;
  if (canEdit(claims)) return PAGES;
  return hasScopePrefix(claims, 'ecom:') ? ECOM : null;
}

/**
 * Returns where a path under /cms-ecom leads the principal. A principal with only crm: scopes is led to the
 * CRM screens from here too. Rejected: to apply that to everyone without `admin`, as the rule can be read; it
 * would lock the shop's staff out.
 */
export function ecomDestination(claims: Claims | null, path: string): string | null {
  if (hasScopePrefix(claims, 'ecom:')) return path;
  return hasScopePrefix(claims, 'crm:') ? CRM_HOME : null;
}

/** Whether an address names a screen, not the place that each begins at somewhere of their own. */
export const isScreen = (path: string) => !isOneOf(path, [ADMIN]);

/** Where a remembered address leads: to itself, to what is open instead, or to nothing (null). */
export function destinationOf(claims: Claims | null, path: string): string | null {
  const { pathname } = new URL(path, window.location.origin);
  const rule = isUnder(pathname, ADMIN) ? adminDestination : isUnder(pathname, ECOM) ? ecomDestination : null;
  const destination = rule ? rule(claims, pathname) : pathname;
  return destination === pathname ? path : destination;
}

/**
 * The first screen of somebody who works on the site: the account, while their area has no screens, or the site does not
 * have it.
 */
export function startOf(claims: Claims | null, hasEcom = true): string {
  const first = adminDestination(claims, ADMIN);
  if (first !== null && first !== CRM_HOME && first !== ECOM) return first;
  return hasEcom && hasScopePrefix(claims, 'ecom:') ? ECOM : ACCOUNT;
}

/** Where to go after logging in when nothing was remembered. */
export function homeOf(claims: Claims | null): string {
  return canEdit(claims) || !isStaff(claims) ? '/' : startOf(claims);
}
