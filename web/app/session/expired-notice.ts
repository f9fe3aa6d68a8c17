/** The notice that the session ended by itself. It stays until it was read, through any reload. */
import { t } from '@lingui/core/macro';
import { confirm } from '../ui/confirm.tsx';
import { rememberRedirectedFrom } from './redirected-from.ts';
import { renewToken } from './tokens.ts';

const PENDING_KEY = 'pagewright-session-expired';
/** With changes that are kept for their user in this tab. */
const SAFE = 'safe';

/** True while it waits to be read; a screen that opens beneath it leaves the focus where it is. */
export const isExpiredNoticeOpen = () => sessionStorage.getItem(PENDING_KEY) !== null;

/**
 * Says it and, once it was read, reloads what is then another visitor's view of the page. With changes that are `safe` it
 * leads to the login, and from there back to them.
 */
export function showExpiredNotice({ isSafe = false } = {}): void {
  if (isExpiredNoticeOpen()) return;
  sessionStorage.setItem(PENDING_KEY, isSafe ? SAFE : '1');
  void announce(isSafe).then(() => (isSafe ? logInAgain() : window.location.reload()));
}

/** Says it again after a reload that came before it was read. */
export function repeatExpiredNotice(): void {
  if (!isExpiredNoticeOpen()) return;
  const isSafe = sessionStorage.getItem(PENDING_KEY) === SAFE;
  void announce(isSafe).then(() => (isSafe ? logInAgain() : undefined));
}

async function announce(isSafe: boolean): Promise<void> {
  const expired = t`Your session has expired so you have been automatically logged out.`;
  await confirm({
    title: t`Logged out`,
    message: isSafe ? `${expired} ${t`Your changes are safe: log in to continue.`}` : expired,
    confirmLabel: isSafe ? t`Log in` : t`OK`,
    hasCancel: false,
  });
  sessionStorage.removeItem(PENDING_KEY);
}

async function logInAgain(): Promise<void> {
  // One may have logged in again in another tab.
  const isLoggedIn = await renewToken().then(
    () => true,
    () => false,
  );
  if (isLoggedIn) return window.location.reload();
  rememberRedirectedFrom(window.location.pathname + window.location.search);
  window.location.assign('/cms-login');
}
