import { apiFetch } from '../api/fetch.ts';

const KEY = 'pagewright-stale-chunk';

/** A tab that reloads again for the same reason within this time would reload for ever. Milliseconds. */
const AGAIN = 30_000;

/** The document of any screen names the script that all of them start with. */
const SHELL = '/cms-admin';

/**
 * Code that is gone belongs to a release that is gone: a reload brings the present one, unless that would cost unsaved
 * work. Code of the present release that does not come, as from a busy server, is no reason for one: the import fails, so
 * that the screen says so and offers to try again; what was loaded ahead is loaded anew when it is wanted. Vite announces
 * both as an event before.
 */
export function reloadOnStaleChunk(): void {
  window.addEventListener('vite:preloadError', () => void reloadIfReplaced());
}

/** Reloads where the server's release is another by now, once in a while. */
export async function reloadIfReplaced(): Promise<void> {
  if (!(await isReplaced()) || isWorkUnsaved()) return;
  const last = Number(sessionStorage.getItem(KEY));
  if (Date.now() - last < AGAIN) return;
  sessionStorage.setItem(KEY, String(Date.now()));
  window.location.reload();
}

/** Whether the server's release starts with another script than this document did; false where it does not say. */
async function isReplaced(): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  try {
    const shell = await (await apiFetch(SHELL, { cache: 'no-cache' })).text();
    return !shell.includes(`"${own}"`);
  } catch {
    return false;
  }
}

/** Whether a screen would ask before the page is left. */
function isWorkUnsaved(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
