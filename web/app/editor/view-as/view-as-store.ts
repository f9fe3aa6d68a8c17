/**
 * Whom the page is viewed as. The cookie is the truth: the host reads it when the frame asks for a page, and every tab of
 * the browser asks with the same one. So all tabs are told of a change, and each says what it shows.
 */
import { createStore } from 'zustand/vanilla';
import { cookieValue, readViewAs, VIEW_AS_COOKIE, type ViewAs } from '../../page/view-as.ts';

export interface ViewAsState {
  /** Undefined: as oneself. */
  viewAs?: ViewAs;
  /** Whom it was viewed as before. */
  last: ViewAs;
}

export type ViewAsStore = ReturnType<typeof createViewAsStore>;

const CHANNEL = 'pagewright_view_as';

export function createViewAsStore() {
  const store = createStore<ViewAsState>()(() => ({ viewAs: readViewAs(document.cookie), last: [] }));
  let channel: BroadcastChannel | undefined;

  /** Takes over what another tab has set. */
  function read(): void {
    const viewAs = readViewAs(document.cookie);
    if (viewAs?.join() !== store.getState().viewAs?.join()) store.setState({ viewAs });
  }

  return {
    ...store,
    /** Sets the cookie for as long as the browser runs; undefined takes it away. */
    set(viewAs: ViewAs | undefined): void {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers, nor without https
      document.cookie = cookieOf(viewAs);
      // The browser takes a cookie in its own time. Asking for it waits until it has; else another tab reads the former one.
      const taken = readViewAs(document.cookie);
      store.setState(({ last }) => ({ viewAs: taken, last: viewAs ?? last }));
      channel?.postMessage(null);
    },
    /** Follows the other tabs. Returns how to stop. */
    follow(): () => void {
      channel = new BroadcastChannel(CHANNEL);
      channel.onmessage = read;
      document.addEventListener('visibilitychange', read);
      read();
      return () => {
        channel?.close();
        channel = undefined;
        document.removeEventListener('visibilitychange', read);
      };
    },
  };
}

function cookieOf(viewAs: ViewAs | undefined): string {
  const value = viewAs ? cookieValue(viewAs) : '';
  const ended = viewAs ? '' : '; Max-Age=0';
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  return `${VIEW_AS_COOKIE}=${value}; Path=/; SameSite=Strict${ended}${secure}`;
}
