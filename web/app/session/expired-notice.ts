/** The notice that the session ended by itself. It stays until it was read, through any reload. */
import { t } from '@lingui/core/macro';
import { confirm } from '../ui/confirm.tsx';

const PENDING_KEY = 'pagewright-session-expired';

/** True while it waits to be read; a screen that opens beneath it leaves the focus where it is. */
export const isExpiredNoticeOpen = () => sessionStorage.getItem(PENDING_KEY) !== null;

/** Says it and, once it was read, reloads what is then another visitor's view of the page. */
export function showExpiredNotice(): void {
  if (isExpiredNoticeOpen()) return;
  sessionStorage.setItem(PENDING_KEY, '1');
  void announce().then(() => window.location.reload());
}

/** Says it again after a reload that came before it was read. */
export function repeatExpiredNotice(): void {
  if (isExpiredNoticeOpen()) void announce();
}

async function announce(): Promise<void> {
  await confirm({
    title: t`Logged out`,
    message: t`Your session has expired so you have been automatically logged out.`,
    confirmLabel: t`OK`,
    hasCancel: false,
  });
  sessionStorage.removeItem(PENDING_KEY);
}
