import { isHalfWritten } from './half-written.ts';

interface SessionBundle {
  followSession: (isHalfWritten: () => boolean) => Promise<unknown>;
}

/**
 * The keys in the browser of which one says that there is a session to follow or to end, as claims.ts and due-log-out.ts
 * have them. Named again: a file that this script shared with the session's would be one more request on each page.
 */
const SESSION_KEYS = ['claims', 'pagewright-log-out-due'];

/**
 * Keeps the session of a user who has logged in on this device, and ends one that somebody has left and the server does
 * not know of it. Loads the script for it for such users alone, by the address that the server names. The page names a
 * user who logged in by a posted form, for the server made the page for that user. In the editor's frame the editor keeps
 * the session.
 */
export function followSession(load: (address: string) => Promise<SessionBundle> = importBundle): void {
  const { session, member } = document.querySelector<HTMLElement>('script[data-session]')?.dataset ?? {};
  if (!session || window.top !== window || (member === undefined && !hasStored())) return;
  load(session)
    .then((bundle) => bundle.followSession(isHalfWritten))
    .catch((error) => console.error('Session not followed.', error));
}

function hasStored(): boolean {
  try {
    return SESSION_KEYS.some((key) => localStorage.getItem(key));
  } catch {
    // Where the browser keeps nothing, nobody has logged in.
    return false;
  }
}

function importBundle(address: string): Promise<SessionBundle> {
  return import(/* @vite-ignore */ address);
}
