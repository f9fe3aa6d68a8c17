import { useQuery } from '@tanstack/react-query';
import { mailingListsGetOptions } from '../../api/generated/@tanstack/react-query.gen.ts';

/** The name of a mailing list; nothing until it is known. */
export function ListName({ id }: { id: string }) {
  const { data } = useQuery(mailingListsGetOptions({ path: { id } }));
  return <>{data?.name ?? ''}</>;
}
