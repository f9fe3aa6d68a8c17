/**
 * How a session is kept alive, whatever keeps the claims: the token is renewed after a quarter of its
 * remaining lifetime, at most every ten minutes, when the tab comes back to the front or the network
 * returns, and when a call is refused without it. Of several tabs one renews; the others take up what it
 * stored.
 */
import { onUnauthorised } from '../api/fetch.ts';
import { ProblemError } from '../api/problem.ts';
import { LONGEST_RENEWAL, RENEWAL_SHARE } from '../limits.ts';
import { type Claims, isCurrent, readStoredClaims } from './claims.ts';
import { finishDueLogOut } from './due-log-out.ts';

/** A quarter of almost nothing would ask without pause while the server is away. */
const SHORTEST_WAIT = 5_000;
const LOCK = 'pagewright-renewal';

/** What differs between the SPA and a visitor's page. */
export interface SessionHolder {
  /** Renews the token and stores the new claims. Throws ProblemError. */
  ask: () => Promise<unknown>;
  /** Has the server end the session. Throws ProblemError. */
  end: () => Promise<unknown>;
  /** Claims that another tab has stored meanwhile. */
  takeUp: (claims: Claims) => void;
  /** Forgets the claims. */
  clear: () => void;
  /** The session has ended by itself: says so. */
  onEnded: () => void;
  /** Calls back whenever the claims change; returns how to stop. */
  subscribe: (onChange: () => void) => () => void;
}

export interface SessionKeeper {
  /** Renews, unless another tab has since `seen` was read. True when the session is current afterwards. */
  renew: (seen: Claims | null) => Promise<boolean>;
  /** Starts the clock and returns how to stop it; see `startRenewal`. */
  start: () => Promise<() => void>;
}

/** Milliseconds until the next renewal. */
export function renewalDelay(claims: Claims, now = Date.now()): number {
  const remaining = claims.exp * 1000 - now;
  return Math.max(SHORTEST_WAIT, Math.min(remaining * RENEWAL_SHARE, LONGEST_RENEWAL));
}

/** One at a time over all tabs; browsers without Web Locks (or pages without https) go unlocked. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}

export function keepSession(holder: SessionHolder): SessionKeeper {
  let clock: ReturnType<typeof setTimeout> | undefined;
  let dueAt = 0;

  /**
   * A missing answer, 502, 503 or 504 changes nothing; any other failure logs out and says so, unless the user has logged
   * out meanwhile.
   */
  const renew = (seen: Claims | null): Promise<boolean> =>
    alone(async () => {
      const stored = readStoredClaims();
      if (!stored) return false;
      if (stored.exp !== seen?.exp && isCurrent(stored)) {
        holder.takeUp(stored);
        return true;
      }
      try {
        await holder.ask();
        return true;
      } catch (error) {
        const remaining = readStoredClaims();
        if (error instanceof ProblemError && error.isUnreachable) return isCurrent(remaining);
        holder.clear();
        if (remaining) holder.onEnded();
        return false;
      }
    });

  const schedule = (claims: Claims | null): void => {
    clearTimeout(clock);
    if (!claims) return;
    const delay = renewalDelay(claims);
    dueAt = Date.now() + delay;
    clock = setTimeout(() => void check(claims), delay);
  };

  const check = async (claims: Claims): Promise<void> => {
    await renew(claims);
    const stored = readStoredClaims();
    if (stored && !isCurrent(stored)) holder.clear();
    // A renewal changes the claims, and with them the clock; where it did nothing, the clock starts anew.
    else if (stored?.exp === claims.exp) schedule(stored);
  };

  /** Timers sleep with the machine and slow down in the background: look again when the tab is back. */
  const catchUp = (): void => {
    void finishDueLogOut(holder.end).catch(() => undefined);
    const claims = readStoredClaims();
    if (claims && document.visibilityState === 'visible' && Date.now() > dueAt) void check(claims);
  };

  const start = async (): Promise<() => void> => {
    onUnauthorised(() => renew(readStoredClaims()));
    await finishDueLogOut(holder.end).catch(() => undefined);
    const stored = readStoredClaims();
    if (stored && !isCurrent(stored)) await check(stored);
    schedule(readStoredClaims());
    const unsubscribe = holder.subscribe(() => schedule(readStoredClaims()));
    document.addEventListener('visibilitychange', catchUp);
    window.addEventListener('online', catchUp);
    return () => {
      clearTimeout(clock);
      unsubscribe();
      document.removeEventListener('visibilitychange', catchUp);
      window.removeEventListener('online', catchUp);
    };
  };

  return { renew, start };
}
