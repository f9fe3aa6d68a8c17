/**
 * A log-out that the server has not heard of. The session's cookies are out of reach of scripts, so the browser is logged
 * in until it has: nothing renews the session meanwhile, and every start of the site's scripts asks again first.
 */
import { ProblemError } from '../api/problem.ts';
import { CLAIMS_KEY } from './claims.ts';

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

/**
 * Has the session renewed by `ask`, where no log-out is due, and returns its answer. Throws what `ask` and `end` throw, and
 * a 401 when somebody has logged out in any tab meanwhile: the answer has brought new cookies then, so the session is ended
 * by `end` once more.
 */
export async function renewUnlessLoggedOut<Answer>(
  ask: () => Promise<Answer>,
  end: () => Promise<unknown>,
): Promise<Answer> {
  await finishDueLogOut(end);
  const hadClaims = localStorage.getItem(CLAIMS_KEY) !== null;
  const answer = await ask();
  const isLoggedOut = isLogOutDue() || (hadClaims && localStorage.getItem(CLAIMS_KEY) === null);
  if (!isLoggedOut) return answer;
  await endOnServer(end);
  throw new ProblemError(401, { code: 'logged_out', detail: 'You have logged out in the meantime.' });
}
