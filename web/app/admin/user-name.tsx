/** Names of users of whom a record has nothing but the id. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { isMissing } from '../api/problem.ts';
import { getUserOptions, type UserRecord } from '../api/users.ts';

export const nameOfUser = ({ person }: Pick<UserRecord, 'person'>): string =>
  `${person.firstName} ${person.lastName}`.trim();

/** Undefined until it is known; a dash for nobody, and where the name cannot be read. */
export function useUserName(userId: string | null): string | undefined {
  const { data, error } = useQuery({
    ...getUserOptions(userId ?? ''),
    enabled: userId !== null,
    retry: false,
  });
  if (isMissing(error)) return t`a deleted account`;
  if (userId === null || error) return '–';
  return data && nameOfUser(data);
}

export function UserName({ userId }: { userId: string | null }) {
  return useUserName(userId) ?? null;
}
