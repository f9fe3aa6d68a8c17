import { endSession } from '../../session/member-tokens.ts';

/** Logs out, and forgets here who was logged in: what answers the form without a script cannot do that. */
export default function start(element: HTMLElement): void {
  element.querySelector('form')?.addEventListener('submit', async (event) => {
    event.preventDefault();
    element.setAttribute('aria-busy', 'true');
    await endSession();
    location.reload();
  });
}
