/**
 * Who is logged in, as the browser knows it: the claims that a login answered with, in local storage
 * under `claims`. They only decide what is offered; the token itself is in a cookie that no script can
 * read, and every service decides for itself.
 */
import type { Claims } from '../api/generated/index.ts';

export type { Claims };

export const CLAIMS_KEY = 'claims';

function isClaims(value: unknown): value is Claims {
  if (typeof value !== 'object' || value === null) return false;
  const claims = value as Partial<Claims>;
  return typeof claims.sub === 'string' && typeof claims.exp === 'number' && Array.isArray(claims.scopes);
}

/** Null for anything that is not claims; a broken entry logs nobody in. */
export function parseClaims(text: string | null): Claims | null {
  if (!text) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isClaims(value) ? value : null;
  } catch {
    return null;
  }
}

/** The claims that the browser holds, expired or not; null where it keeps nothing. */
export function readStoredClaims(): Claims | null {
  try {
    return parseClaims(localStorage.getItem(CLAIMS_KEY));
  } catch {
    return null;
  }
}

/** Logged in: claims with a sub and an expiry in the future. */
export function isCurrent(claims: Claims | null, now = Date.now()): claims is Claims {
  return claims !== null && claims.sub !== '' && claims.exp * 1000 > now;
}

/** True when scopes that are held pass for any of those that are wanted: `super` for all, `admin` for all but `super`. */
export function passesFor(held: readonly string[], wanted: readonly string[]): boolean {
  if (held.includes('super')) return true;
  if (held.includes('admin') && wanted.some((scope) => scope !== 'super')) return true;
  return wanted.some((scope) => held.includes(scope));
}

/** True when any of the scopes is held, as passesFor has it; `strict` counts only the scopes themselves. */
export function hasScope(
  claims: Claims | null,
  wanted: readonly string[],
  { strict = false }: { strict?: boolean } = {},
): boolean {
  if (!isCurrent(claims)) return false;
  return strict ? wanted.some((scope) => claims.scopes.includes(scope)) : passesFor(claims.scopes, wanted);
}

/** True when a scope starts so (`crm:`), or for super and admin. */
export function hasScopePrefix(claims: Claims | null, prefix: string): boolean {
  if (!isCurrent(claims)) return false;
  return claims.scopes.some((scope) => ['super', 'admin'].includes(scope) || scope.startsWith(prefix));
}
