/** Which screens are open to whom. The services decide about data; this decides what is offered. */
import { type Claims, hasScope, hasScopePrefix } from '../session/claims.ts';

const CRM_HOME = '/cms-admin/crm';
/** All that somebody with nothing but crm: scopes may open. */
const CRM_ONLY = [CRM_HOME, `${CRM_HOME}/enquiries`, `${CRM_HOME}/tags`];
const PAGES = '/cms-admin/pages';

const isUnder = (path: string, root: string) => path === root || path.startsWith(`${root}/`);

/** May edit pages in place. */
export const canEdit = (claims: Claims | null) => hasScope(claims, ['editor']);

/**
 * Where under /cms-admin this path leads: to itself, to another address, or to nothing (null), for those
 * who may not enter at all. Editors have the pages; whoever has only crm: scopes has three CRM screens.
 */
export function adminDestination(claims: Claims | null, path: string): string | null {
  if (hasScope(claims, ['admin'])) return path;
  if (canEdit(claims) && isUnder(path, PAGES)) return path;
  if (hasScopePrefix(claims, 'crm:')) return CRM_ONLY.includes(path) ? path : CRM_HOME;
  return canEdit(claims) ? PAGES : null;
}

/** True when a remembered address is worth going back to. */
export function canOpen(claims: Claims | null, path: string): boolean {
  const { pathname } = new URL(path, window.location.origin);
  return !isUnder(pathname, '/cms-admin') || adminDestination(claims, pathname) === pathname;
}

/** Where to go after logging in when nothing was remembered. */
export function homeOf(claims: Claims | null): string {
  return canEdit(claims) ? '/' : (adminDestination(claims, '/cms-admin') ?? '/');
}
