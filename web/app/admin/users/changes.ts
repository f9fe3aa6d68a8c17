/** Letting users in and keeping them out, with the way back in the message that says so. */
import { t } from '@lingui/core/macro';
import { fullName } from '../../api/people.ts';
import { setUserState, type UserRecord, type UserState } from '../../api/users.ts';
import { toast } from '../../ui/toast.ts';

export const nameOf = ({ person }: UserRecord) => fullName(person);

const DONE: Record<UserState, (name: string) => string> = {
  disabled: (name) => t`${name} is disabled and logged out everywhere.`,
  active: (name) => t`${name} can log in again.`,
};

/**
 * Takes effect at once, other than a deletion: somebody is kept out because it matters now. Undo sets the
 * state back; sessions that have ended stay so.
 */
export async function changeState(user: UserRecord, state: UserState, refresh: () => Promise<void>) {
  let latest = user;
  const set = async (to: UserState) => {
    try {
      latest = await setUserState(latest, to);
      return true;
    } catch (error) {
      toast.error(error);
      return false;
    } finally {
      await refresh();
    }
  };
  if (await set(state))
    toast.undo(DONE[state](nameOf(user)), {
      onUndo: () => void set(state === 'active' ? 'disabled' : 'active'),
    });
}
