import { logOut } from '../session/tokens.ts';
import { mayLeave } from '../ui/leave-warning.ts';

/** Logs out, unless a form holds what would be lost and whoever filled it in wants to stay with it. */
export async function askAndLogOut(): Promise<void> {
  if (await mayLeave()) await logOut();
}
