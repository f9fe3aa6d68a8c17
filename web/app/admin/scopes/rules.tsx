/** What is a rule of scopes: whose they are to change, what a change does to those who hold one, which ones a site has. */
import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { queryOptions } from '@tanstack/react-query';
import { isScopeShown } from '../../api/scope-names.ts';
import { readScopes, type ScopeRecord, scopesKey } from '../../api/scopes.ts';
import { siteOptions } from '../../api/site.ts';
import { hasScope } from '../../session/claims.ts';
import { readClaims } from '../../session/session-store.ts';
import { Notice } from '../../ui/notice.tsx';
import type { ListParams } from '../define-resource.ts';

/** The scopes that mean something on this site. There are few: all are read, so that the total is that of those. */
export const shownScopesOptions = ({ query: { start, limit, sort, q } }: { query: ListParams }) =>
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

/** What would log out somebody who holds super is only for those who hold it: a new name, a second factor, the end. */
export const isOutOfReach = (scope: ScopeRecord | undefined): boolean =>
  scope?.isHeldBySuper === true && !hasScope(readClaims(), ['super']);

export function nameHint(record: ScopeRecord | undefined): string {
  if (record?.isBuiltIn) return t`This is a built-in scope: its name cannot change.`;
  if (isOutOfReach(record)) return t`A super user has this scope, so only super users can change its name.`;
  return t`Lowercase letters, digits, - and _, such as club or club:board.`;
}

/** What saving does to those who hold the scope. */
export function Consequences({ values, record }: { values: Record<string, unknown>; record: ScopeRecord }) {
  const isHeld = record.userCount > 0;
  if (String(values.name).trim() !== record.name)
    return (
      <Notice tone={isHeld ? 'warning' : undefined}>
        {isHeld && (
          <>
            <Plural
              value={record.userCount}
              one="With the new name, the one user who holds it will be logged out."
              other="With the new name, the # users who hold it will be logged out."
            />{' '}
          </>
        )}
        {t`Pages restricted to this scope stay restricted under its new name. API tokens with it stop working.`}
      </Notice>
    );
  const isTightened = values.requiresSecondFactor === true && !record.requiresSecondFactor;
  if (isTightened && isOutOfReach(record))
    return (
      <Notice tone="warning">
        {t`A super user has this scope, so only super users can make it require a second factor.`}
      </Notice>
    );
  if (isHeld && isTightened)
    return (
      <Notice tone="warning">
        <Plural
          value={record.userCount}
          one="The one user who holds it will have to set up a second factor when they next log in, unless they have one."
          other="The # users who hold it will have to set up a second factor when they next log in, unless they have one."
        />
      </Notice>
    );
  return null;
}
