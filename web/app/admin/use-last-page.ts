/** A list never ends in nothing: from a page past its end it goes to the last that there is. */
import { useEffect, useEffectEvent } from 'react';
import type { ListParams } from './define-resource.ts';

interface Paged {
  params: ListParams;
  setPage: (page: number, isInPlace?: boolean) => void;
}

/**
 * Whether the page lies past the end, as after its last row was deleted or by an old address, and is being left. Its address
 * is none to come back to.
 */
export function useLastPage({ params, setPage }: Paged, rows: readonly unknown[] | undefined, total: number) {
  const { start, limit } = params;
  const isPast = rows?.length === 0 && total > 0 && start >= total;
  const leave = useEffectEvent(() => setPage(Math.ceil(total / limit), true));
  useEffect(() => {
    if (isPast) leave();
  }, [isPast]);
  return isPast;
}
