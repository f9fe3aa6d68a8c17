import type { ReactNode } from 'react';
import { ErrorState, Loading } from './states.tsx';

interface LoadedProps<Data> {
  query: { data: Data | undefined; isError: boolean; error: unknown; refetch: () => unknown };
  /** In the place of what is being read; left out, a spinner. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/**
 * What a query has read, and until then its skeleton or why it could not be read: also that somebody may not read it. What
 * is there stays when reading it anew fails.
 */
export function Loaded<Data>({ query, skeleton = <Loading />, children }: LoadedProps<Data>): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return skeleton;
}
