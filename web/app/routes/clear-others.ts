/** Clears the data that one user was shown when another user logs in, in any tab of the browser. */
import { queryClient } from '../api/query-client.ts';
import { onOtherUser } from '../session/session-store.ts';

/** Subscribes to the session; returns how to stop. A user who logs in again after a log-out keeps their data. */
export const clearOthers = (): (() => void) =>
  onOtherUser(() => {
    queryClient.removeQueries({ type: 'inactive' });
    // Screens that are open read anew, instead of showing what their predecessor saw.
    void queryClient.resetQueries();
  });
