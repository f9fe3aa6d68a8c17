/** The scopes of the site, for those who name them where they say who sees something. */
import { useQuery } from '@tanstack/react-query';
import { allScopesOptions } from '../api/scopes.ts';
import { siteOptions } from '../api/site.ts';
import type { KnownScope } from './names.ts';

export interface Scopes {
  known: readonly KnownScope[];
  /** False until they are read. */
  isComplete: boolean;
  hasCRM: boolean;
  hasFailed: boolean;
}

export function useScopes(): Scopes {
  const { data, isError } = useQuery(allScopesOptions());
  const hasCRM = useHasCRM();
  return {
    known: data ?? [],
    isComplete: data !== undefined,
    hasCRM,
    hasFailed: isError,
  };
}

/** False as well while it is not known. */
export function useHasCRM(): boolean {
  return useQuery(siteOptions()).data?.hasCRM ?? false;
}
