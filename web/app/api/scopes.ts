/** Scopes: what users may be allowed. */
import { queryOptions } from '@tanstack/react-query';
import { type ScopeOut, type ScopesListData, scopesList } from './generated/index.ts';
import { readAll } from './read-all.ts';

export type ScopeRecord = ScopeOut;

/** Start of the key of every query for scopes: invalidate by it. */
export const scopesKey = [{ tags: ['scopes'] }];

export const readScopes = (query: ScopesListData['query'], signal: AbortSignal): Promise<ScopeRecord[]> =>
  readAll((part) => scopesList({ query: { ...query, ...part }, signal }));

/** All of them, for pickers. */
export const allScopesOptions = () =>
  queryOptions({
    queryKey: [{ ...scopesKey[0], all: true }],
    queryFn: ({ signal }) => readScopes({}, signal),
  });
