/** What one person was shown is not kept for the next who logs in in this tab, or in another tab of the browser. */
import { queryClient } from '../api/query-client.ts';
import { useSessionStore } from '../session/session-store.ts';

/** Follows who is logged in; returns how to stop. Whoever comes back after a log-out finds what they left. */
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
