/**
 * A log-out that the server has not heard of. The session's cookies are out of reach of scripts, so the browser is logged
 * in until it has: nothing renews the session meanwhile, and every start of the site's scripts asks again first.
 */
const KEY = 'pagewright-log-out-due';

/** Whether somebody has logged out in this browser and the server does not know it yet. */
export const isLogOutDue = (): boolean => localStorage.getItem(KEY) !== null;

/** Forgets the log-out that is due, for another user has logged in. */
export const clearDueLogOut = (): void => localStorage.removeItem(KEY);

/** Ends the session by `ask`. Without an answer that it has, the log-out is due. */
export async function endOnServer(ask: () => Promise<unknown>): Promise<void> {
  localStorage.setItem(KEY, '1');
  await finishDueLogOut(ask).catch(() => undefined);
}

/** Asks again where a log-out is due. Throws what `ask` throws; it is still due then. */
export async function finishDueLogOut(ask: () => Promise<unknown>): Promise<void> {
  if (!isLogOutDue()) return;
  await ask();
  clearDueLogOut();
}
