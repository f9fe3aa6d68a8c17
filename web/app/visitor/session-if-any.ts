interface SessionBundle {
  followSession: () => Promise<unknown>;
}

/**
 * Keeps the session of a user who has logged in on this device. Loads the script for it for such users alone,
 * by the address that the server names. The page names a user who logged in by a posted form, for the server
 * made the page for that user. In the editor's frame the editor keeps the session.
 */
export function followSession(load: (address: string) => Promise<SessionBundle> = importBundle): void {
  const { session, member } = document.querySelector<HTMLElement>('script[data-session]')?.dataset ?? {};
  const isNobody = member === undefined && !localStorage.getItem('claims');
  if (!session || window.top !== window || isNobody) return;
  load(session)
    .then((bundle) => bundle.followSession())
    .catch((error) => console.error('The session could not be followed.', error));
}

function importBundle(address: string): Promise<SessionBundle> {
  return import(/* @vite-ignore */ address);
}
