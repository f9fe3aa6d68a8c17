/** Keeps the session of the SPA alive. */
import { showExpiredNotice } from './expired-notice.ts';
import { keepSession } from './keeping.ts';
import { clearClaims, useSessionStore } from './session-store.ts';
import { askForEnd, renewToken } from './tokens.ts';

const keeper = keepSession({
  ask: renewToken,
  end: askForEnd,
  takeUp: (claims) => useSessionStore.setState({ claims }),
  clear: clearClaims,
  onEnded: () => showExpiredNotice(),
  subscribe: (onChange) => useSessionStore.subscribe(onChange),
});

/**
 * Starts the clock and returns how to stop it. Claims that ran out while no tab was open get one attempt
 * first, so that screens open for the person who was here an hour ago; when this resolves, it is known
 * who is logged in.
 */
export const startRenewal = (): Promise<() => void> => keeper.start();
