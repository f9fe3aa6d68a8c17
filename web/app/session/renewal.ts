/**
 * Keeps the session alive: the token is renewed after a quarter of its remaining lifetime, at most every
 * ten minutes, and when the tab comes back to the front or the network returns. Of several tabs one
 * renews; the others take up what it stored.
 */
import { onUnauthorised } from '../api/fetch.ts';
import { ProblemError } from '../api/problem.ts';
import { type Claims, isCurrent } from './claims.ts';
import { showExpiredNotice } from './expired-notice.ts';
import { clearClaims, readStoredClaims, useSessionStore } from './session-store.ts';
import { renewToken } from './tokens.ts';

const LONGEST_WAIT = 600_000;
/** A quarter of almost nothing would ask without pause while the server is away. */
const SHORTEST_WAIT = 5_000;
const LOCK = 'pagewright-renewal';

/** Milliseconds until the next renewal. */
export function renewalDelay(claims: Claims, now = Date.now()): number {
  const remaining = claims.exp * 1000 - now;
  return Math.max(SHORTEST_WAIT, Math.min(remaining / 4, LONGEST_WAIT));
}

/** One at a time over all tabs; browsers without Web Locks (or pages without https) go unlocked. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}

/**
 * Renews, unless another tab has since `seen` was read. True when the session is current afterwards.
 * A missing answer, 502, 503 or 504 changes nothing; any other failure logs out and says so.
 */
export function renew(seen: Claims | null): Promise<boolean> {
  return alone(async () => {
    const stored = readStoredClaims();
    if (!stored) return false;
    if (stored.exp !== seen?.exp && isCurrent(stored)) {
      useSessionStore.setState({ claims: stored });
      return true;
    }
    try {
      await renewToken();
      return true;
    } catch (error) {
      if (error instanceof ProblemError && error.isUnreachable) return isCurrent(readStoredClaims());
      clearClaims();
      showExpiredNotice();
      return false;
    }
  });
}

let clock: ReturnType<typeof setTimeout> | undefined;
let dueAt = 0;

function schedule(claims: Claims | null): void {
  clearTimeout(clock);
  if (!claims) return;
  const delay = renewalDelay(claims);
  dueAt = Date.now() + delay;
  clock = setTimeout(() => void check(claims), delay);
}

async function check(claims: Claims): Promise<void> {
  await renew(claims);
  const stored = readStoredClaims();
  if (stored && !isCurrent(stored)) clearClaims();
  // A renewal changes the claims, and with them the clock; where it did nothing, the clock starts anew.
  else if (stored?.exp === claims.exp) schedule(stored);
}

/** Timers sleep with the machine and slow down in the background: look again when the tab is back. */
function catchUp(): void {
  const claims = readStoredClaims();
  if (claims && document.visibilityState === 'visible' && Date.now() > dueAt) void check(claims);
}

/**
 * Starts the clock and returns how to stop it. Claims that ran out while no tab was open get one attempt
 * first, so that screens open for the person who was here an hour ago; when this resolves, it is known
 * who is logged in.
 */
export async function startRenewal(): Promise<() => void> {
  onUnauthorised(() => renew(readStoredClaims()));
  const stored = readStoredClaims();
  if (stored && !isCurrent(stored)) await check(stored);
  schedule(readStoredClaims());
  const unsubscribe = useSessionStore.subscribe((state) => schedule(state.claims));
  document.addEventListener('visibilitychange', catchUp);
  window.addEventListener('online', catchUp);
  return () => {
    clearTimeout(clock);
    unsubscribe();
    document.removeEventListener('visibilitychange', catchUp);
    window.removeEventListener('online', catchUp);
  };
}
