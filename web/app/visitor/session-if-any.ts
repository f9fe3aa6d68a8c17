interface SessionBundle {
  followSession: () => Promise<unknown>;
}

/**
 * Keeps the session of whoever has logged in on this device; the script for it is loaded for them alone, by the address
 * that the server names. Who logged in by a form that was posted is known by the page, which was made for them. In the
 * editor's frame the editor sees to it.
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
