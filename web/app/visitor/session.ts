/** Keeps a member's session alive on the pages of the site. Loaded only where somebody has logged in on the device. */
import { CLAIMS_KEY, isCurrent, readStoredClaims } from '../session/claims.ts';
import { isLogOutDue } from '../session/due-log-out.ts';
import { keepSession } from '../session/keeping.ts';
import { askForEnd, askForToken } from '../session/member-tokens.ts';
import { SESSION_ENDED } from '../session/session-ended.ts';
import { sayExpired } from './expired-notice.ts';

/** Set while a page is asked for again, lest one that comes for nobody once more be asked for for ever. */
const ASKED_AGAIN = 'pagewright-asked-again';

/**
 * Starts the renewal. Claims that ran out while no tab was open get one attempt: the page that came was made for
 * nobody in particular then, so with the session renewed it is asked for again. So do claims that are good while the
 * page came for nobody all the same, which is how a session looks that was ended elsewhere: that it is over is said.
 * A page for a member who has logged out, of which the server had not heard, is asked for again once it has.
 *
 * A page with a form half-written (`isHalfWritten`) stays as it is: one that was made for nobody shows nothing that is
 * somebody's, and of a session that has ended by itself the page goes on telling. But a member who has logged out has left.
 */
export async function followSession(
  isHalfWritten: () => boolean,
  reload: () => void = () => location.reload(),
): Promise<() => void> {
  const wasLeft = isLogOutDue();
  if (!wasLeft && !readStoredClaims() && isForMember()) await takeUpPosted();
  const stored = readStoredClaims();
  const wasLapsed = stored !== null && !isCurrent(stored);
  const isDoubtful = !wasLapsed && isForAnybody();
  let isRenewed = false;
  let onRenewed = () => {};
  const keeper = keepSession({
    ask: async () => {
      await askForToken({ refresh: true });
      isRenewed = true;
      onRenewed();
    },
    end: askForEnd,
    takeUp: () => {
      isRenewed = true;
    },
    clear: () => localStorage.removeItem(CLAIMS_KEY),
    // Of a session that was over before the page was opened the page itself says enough.
    onEnded: () => wasLapsed || isSaidInPlace() || sayExpired(isHalfWritten, reload),
    subscribe: (onChange) => {
      onRenewed = onChange;
      return onStoredClaims(onChange);
    },
  });
  const stop = await keeper.start();
  if (wasLeft && !isLogOutDue() && isForMember()) reload();
  if (isDoubtful) await keeper.renew(stored);
  if (isHalfWritten()) return stop;
  if (wasLapsed && isCurrent(readStoredClaims())) reload();
  else if (!isForAnybody()) sessionStorage.removeItem(ASKED_AGAIN);
  else if (isDoubtful && isRenewed && !sessionStorage.getItem(ASKED_AGAIN)) {
    sessionStorage.setItem(ASKED_AGAIN, '1');
    reload();
  }
  return stop;
}

/** Gets the claims of a login that was posted without a script. Without an answer the page stays as it is. */
async function takeUpPosted(): Promise<void> {
  await askForToken({ refresh: true }).catch(() => undefined);
}

/** Whether the page is the one that everybody gets who is not logged in. */
const isForAnybody = (): boolean => document.querySelector('script[data-session][data-anybody]') !== null;

/** Whether the page is made for a user who is logged in, by the token that came along. */
const isForMember = (): boolean => document.querySelector('script[data-session][data-member]') !== null;

/** Claims change by what other tabs store; this tab's own storing makes no event in it. */
function onStoredClaims(onChange: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === CLAIMS_KEY || event.key === null) onChange();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}

const isSaidInPlace = (): boolean => !document.dispatchEvent(new Event(SESSION_ENDED, { cancelable: true }));
