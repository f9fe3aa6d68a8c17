import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { blocksListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import type { BranchInList } from '../../api/generated/index.ts';
import { findIn } from './offers.ts';

/** As many as the service lists at once. */
const AT_MOST = 100;
const NONE: BranchInList[] = [];

/** The site's branch blocks whose names are searched for; none while they are read, and none where they cannot be. */
export function useOfferedBlocks(query: string): BranchInList[] {
  const { data } = useQuery(blocksListOptions({ query: { start: 0, limit: AT_MOST, sort: 'name' } }));
  const blocks = data?.results ?? NONE;
  return useMemo(
    () => findIn(blocks.map(labelled), query, () => []).map(({ block }) => block),
    [blocks, query],
  );
}

const labelled = (block: BranchInList) => ({ block, label: block.name });
