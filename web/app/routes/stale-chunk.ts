const KEY = 'pagewright-stale-chunk';

/** A tab that reloads again for the same reason within this time would reload for ever. Milliseconds. */
const AGAIN = 30_000;

/**
 * A screen's code that cannot be loaded is nearly always that of a release that is gone: a reload fetches
 * the present one, unless that would cost unsaved work. Vite announces it as an event before the import fails.
 */
export function reloadOnStaleChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    // The code that loads the chunk says that the load failed, and offers to try again.
    if (isWorkUnsaved()) return;
    const last = Number(sessionStorage.getItem(KEY));
    if (Date.now() - last < AGAIN) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}

/** Whether a screen would ask before the page is left. */
function isWorkUnsaved(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
