/** Keeps a member's session alive on the pages of the site. Loaded only where somebody has logged in on the device. */
import { CLAIMS_KEY, isCurrent, readStoredClaims } from '../session/claims.ts';
import { isLogOutDue } from '../session/due-log-out.ts';
import { EXPIRED } from '../session/expired-words.ts';
import { keepSession } from '../session/keeping.ts';
import { askForEnd, askForToken, SESSION_ENDED } from '../session/member-tokens.ts';

/** Set while a page is asked for again, lest one that comes for nobody once more be asked for for ever. */
const ASKED_AGAIN = 'pagewright-asked-again';

/**
 * Starts the renewal. Claims that ran out while no tab was open get one attempt: the page that came was made for
 * nobody in particular then, so with the session renewed it is asked for again. So do claims that are good while the
 * page came for nobody all the same, which is how a session looks that was ended elsewhere: that it is over is said.
 * A page for a member who has logged out, of which the server had not heard, is asked for again once it has.
 */
export async function followSession(reload: () => void = () => location.reload()): Promise<() => void> {
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
    onEnded: () => wasLapsed || isSaidInPlace() || sayExpired(reload),
    subscribe: (onChange) => {
      onRenewed = onChange;
      return onStoredClaims(onChange);
    },
  });
  const stop = await keeper.start();
  if (wasLeft && !isLogOutDue() && isForMember()) reload();
  if (isDoubtful) await keeper.renew(stored);
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

/** Says it, and shows the page as everybody sees it once it was read. */
function sayExpired(reload: () => void): void {
  const notice = document.createElement('dialog');
  // Here and not in the style sheet, which every page carries. The colours are the template's, where it has them.
  Object.assign(notice.style, {
    maxWidth: 'min(26rem, calc(100vw - 2rem))',
    padding: '1.5rem',
    border: '1px solid var(--line, currentcolor)',
    borderRadius: '0.75rem',
    background: 'var(--surface, Canvas)',
    color: 'var(--ink, CanvasText)',
    font: '1rem/1.5 var(--interface, system-ui, sans-serif)',
  });
  const words = document.createElement('p');
  const script = document.querySelector<HTMLElement>('script[data-expired]');
  const translated = script?.dataset.expired;
  words.textContent = translated ?? EXPIRED;
  // The page may be in a language that there are no words of.
  if (translated === undefined) Object.assign(words, { lang: 'en', dir: 'ltr' });
  words.id = 'pw-notice-words';
  words.style.margin = '0 0 1.25rem';
  notice.setAttribute('aria-labelledby', words.id);
  const button = document.createElement('button');
  button.textContent = 'OK';
  button.autofocus = true;
  Object.assign(button.style, {
    minHeight: '2.75rem',
    padding: '0.5rem 1.5rem',
    border: '0',
    borderRadius: 'var(--radius, 0.375rem)',
    background: 'var(--accent, LinkText)',
    color: 'var(--paper, Canvas)',
    font: 'inherit',
    fontWeight: '600',
    cursor: 'pointer',
  });
  button.addEventListener('click', () => notice.close());
  notice.append(words, button);
  notice.addEventListener('close', reload);
  document.body.append(notice);
  notice.showModal();
}
