import { hasScope } from '../session/claims.ts';
import { useSession } from '../session/use-session.ts';

/**
 * A hook: whether the media library answers whoever is logged in, who may run the shop and edit no pages. Once a session is
 * over nothing is known of its scopes: the call asks for a login then.
 */
export function useMayUseLibrary(): boolean {
  const { claims } = useSession();
  return claims === null || hasScope(claims, ['editor']);
}
