import { useQueryClient } from '@tanstack/react-query';
import { peopleKey } from '../../api/people.ts';
import { scopesKey } from '../../api/scopes.ts';
import { apiTokensKey, sessionsKey, usersKey } from '../../api/users.ts';

const KEYS = [usersKey, peopleKey, sessionsKey, apiTokensKey, scopesKey];

/** Reads anew what a change of a user may have changed: scopes count who holds them. */
export function useRefreshUsers() {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all(KEYS.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
}
