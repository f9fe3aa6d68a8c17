import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { getUserOptions } from '../../api/users.ts';

/** The name of whoever did something; a dash where that is not known. */
export function Who({ userId }: { userId: string | null }) {
  const { data, isError } = useQuery({ ...getUserOptions(userId ?? ''), enabled: userId !== null });
  if (userId === null) return '–';
  if (isError) return t`a deleted account`;
  return data ? `${data.person.firstName} ${data.person.lastName}` : null;
}
