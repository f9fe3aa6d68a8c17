import { hasScope } from '../session/claims.ts';
import { useSession } from '../session/use-session.ts';

/**
 * Returns whether the principal may use the media library: a principal who runs the shop may have no right to
 * edit pages. Once a session has ended its scopes are unknown, and the call asks for a login.
 */
export function useMayUseLibrary(): boolean {
  const { claims } = useSession();
  return claims === null || hasScope(claims, ['editor']);
}
