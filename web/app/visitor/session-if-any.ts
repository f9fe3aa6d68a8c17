interface SessionBundle {
  followSession: () => Promise<unknown>;
}

/**
 * Keeps the session of whoever has logged in on this device; the script for it is loaded for them alone, by the address
 * that the server names. In the editor's frame the editor sees to it.
 */
export function followSession(load: (address: string) => Promise<SessionBundle> = importBundle): void {
  const address = document.querySelector<HTMLElement>('script[data-session]')?.dataset.session;
  if (!address || window.top !== window || !localStorage.getItem('claims')) return;
  load(address)
    .then((bundle) => bundle.followSession())
    .catch((error) => console.error('The session could not be followed.', error));
}

function importBundle(address: string): Promise<SessionBundle> {
  return import(/* @vite-ignore */ address);
}
