/** Scopes: what users may be allowed. */
import { queryOptions } from '@tanstack/react-query';
import { ifMatch } from './fetch.ts';
import { scopesGetOptions } from './generated/@tanstack/react-query.gen.ts';
import {
  type ScopeIn,
  type ScopeOut,
  type ScopesListData,
  scopesCreate,
  scopesDelete,
  scopesList,
  scopesUpdate,
} from './generated/index.ts';
import { readAll } from './read-all.ts';
import { isScopeShown } from './scope-names.ts';
import { siteOptions } from './site.ts';

export type ScopeRecord = ScopeOut;
export type ScopeInput = Required<ScopeIn>;

/** Start of the key of every query for scopes: invalidate by it. */
export const scopesKey = [{ tags: ['scopes'] }];

const readScopes = (query: ScopesListData['query'], signal: AbortSignal): Promise<ScopeRecord[]> =>
  readAll((part) => scopesList({ query: { ...query, ...part }, signal }));

interface Part {
  start: number;
  limit: number;
  sort: string;
  q?: string;
}

/** The scopes that mean something on this site. There are few: all are read, so that the total is that of those. */
export const listScopesOptions = ({ start, limit, sort, q }: Part) =>
  queryOptions({
    queryKey: [{ ...scopesKey[0], list: { start, limit, sort, q } }],
    queryFn: async ({ client, signal }) => {
      const [scopes, site] = await Promise.all([
        readScopes({ sort, q }, signal),
        client.ensureQueryData(siteOptions()),
      ]);
      const shown = scopes.filter(({ name }) => isScopeShown(name, site.hasCRM ?? false));
      return { results: shown.slice(start, start + limit), total: shown.length, start, limit };
    },
  });

/** All of them, for pickers. */
export const allScopesOptions = () =>
  queryOptions({
    queryKey: [{ ...scopesKey[0], all: true }],
    queryFn: ({ signal }) => readScopes({}, signal),
  });

export const getScopeOptions = (id: string) => scopesGetOptions({ path: { id } });

export async function createScope(body: ScopeInput): Promise<ScopeRecord> {
  const { data } = await scopesCreate({ body });
  return data;
}

/** ProblemError 412 when the scope has been changed since it was read. */
export async function updateScope(scope: ScopeRecord, body: ScopeInput): Promise<ScopeRecord> {
  const { data } = await scopesUpdate({ path: { id: scope.id }, headers: ifMatch(scope.version), body });
  return data;
}

/** Outlives the page that it is sent from: a delayed deletion is sent on leaving. */
export async function deleteScope(scope: ScopeRecord): Promise<void> {
  await scopesDelete({ path: { id: scope.id }, headers: ifMatch(scope.version), keepalive: true });
}
