/**
 * Light, dark or the system's. The choice is a cookie and not local storage, so that the host can write
 * it on <html> and the very first paint is right without an inline script.
 */
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

export const SCHEME_COOKIE = 'pagewright_scheme';
const A_YEAR = 31_536_000;

const isChoice = (value: unknown): value is 'light' | 'dark' => value === 'light' || value === 'dark';

function readCookie(): string | undefined {
  const prefix = `${SCHEME_COOKIE}=`;
  return document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length);
}

function writeCookie(value: MantineColorScheme): void {
  const age = value === 'auto' ? 0 : A_YEAR;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${SCHEME_COOKIE}=${value}; Path=/; Max-Age=${age}; SameSite=Lax`;
}

/** For MantineProvider; other tabs follow through a broadcast. */
export function cookieColorSchemeManager(): MantineColorSchemeManager {
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(SCHEME_COOKIE) : undefined;
  let last: MantineColorScheme | undefined;
  return {
    get: (fallback) => {
      const stored = readCookie();
      return isChoice(stored) ? stored : fallback;
    },
    set: (value) => {
      writeCookie(value);
      // A scheme that came from another tab is set here too and must not be sent back.
      if (value !== last) channel?.postMessage(value);
      last = value;
    },
    subscribe: (onUpdate) => {
      if (!channel) return;
      channel.onmessage = ({ data }: MessageEvent<MantineColorScheme>) => {
        last = data;
        onUpdate(data);
      };
    },
    unsubscribe: () => {
      if (channel) channel.onmessage = null;
    },
    clear: () => writeCookie('auto'),
  };
}
