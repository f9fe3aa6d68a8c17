import type { ScopeRecord } from '../../api/scopes.ts';
import { hasScope } from '../../session/claims.ts';
import { readClaims } from '../../session/session-store.ts';

/** What would log out somebody who holds super is only for those who hold it: a new name, a second factor, the end. */
export const isOutOfReach = (scope: ScopeRecord | undefined): boolean =>
  scope?.isHeldBySuper === true && !hasScope(readClaims(), ['super']);
