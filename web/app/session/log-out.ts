import { mayLogOut } from '../ui/leave-warning.ts';
import { logOut } from './tokens.ts';

/** Logs out, unless a form has unsaved values and the user who typed them wants to stay. */
export async function askAndLogOut(): Promise<void> {
  if (await mayLogOut()) await logOut();
}
