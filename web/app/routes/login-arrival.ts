/** What the screens of the login tell each other when one leads to the other: carried by the history's entry, not by the address. */
export interface Arrival {
  email: string;
  notice: string;
}

export function arrivalFrom(state: unknown): Arrival | null {
  if (typeof state !== 'object' || state === null || !('email' in state) || !('notice' in state)) return null;
  const { email, notice } = state;
  return typeof email === 'string' && typeof notice === 'string' ? { email, notice } : null;
}
