import { mayLogOut } from '../ui/leave-warning.ts';
import { logOut } from './tokens.ts';

/** Logs out, unless a form holds what would be lost and whoever filled it in wants to stay with it. */
export async function askAndLogOut(): Promise<void> {
  if (await mayLogOut()) await logOut();
}
