import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ErrorState } from '../ui/states.tsx';
import { isUnusable } from './link-unusable.tsx';

interface LinkSubject<T> {
  /** What the link is for, once it is known. */
  data: T | undefined;
  /** What is shown where that could not be read. */
  fault: ReactNode;
  /** It is used up, too old or never was one; the server has said so, or the form that it opened. */
  isUnusable: boolean;
  onUnusable: () => void;
}

/** What the link in a mail is for. `name` tells one kind of link from another. */
export function useLinkSubject<T>(
  name: string,
  token: string,
  inspect: (token: string) => Promise<T>,
): LinkSubject<T> {
  const [isSpent, setSpent] = useState(false);
  const { data, error, isError, refetch } = useQuery({
    queryKey: [name, token],
    queryFn: () => inspect(token),
    gcTime: 0,
    // Once the link has done its work it is used up: that is no reason to say so.
    refetchOnWindowFocus: false,
  });
  return {
    data,
    fault: isError && <ErrorState error={error} onRetry={() => void refetch()} />,
    isUnusable: isSpent || isUnusable(error),
    onUnusable: () => setSpent(true),
  };
}
