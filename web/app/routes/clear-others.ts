/** Clears the data that one user was shown when another user logs in, in any tab of the browser. */
import { queryClient } from '../api/query-client.ts';
import { useSessionStore } from '../session/session-store.ts';

/**
 * Subscribes to the session; returns how to stop. A user who logs in again after a log-out keeps their data.
 */
export function clearOthers(): () => void {
  let last = useSessionStore.getState().claims?.user;
  return useSessionStore.subscribe(({ claims }) => {
    if (!claims || claims.user === last) return;
    const isFirst = last === undefined;
    last = claims.user;
    if (isFirst) return;
    queryClient.removeQueries({ type: 'inactive' });
    // Screens that are open read anew, instead of showing what their predecessor saw.
    void queryClient.resetQueries();
  });
}
