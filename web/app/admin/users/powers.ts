/**
 * What somebody may do to whom, as the services will decide it: this is only for what is offered.
 */
import { t } from '@lingui/core/macro';
import { isScopeShown } from '../../api/scope-names.ts';
import type { ScopeRecord } from '../../api/scopes.ts';
import type { UserRecord } from '../../api/users.ts';
import { type Claims, hasScope } from '../../session/claims.ts';

/** What nobody takes from themselves: they would be locked out of what they are doing. */
const KEPT = ['admin', 'super'];

export const isOwnUser = (claims: Claims | null, user: UserRecord) => claims?.user === user.id;

/** Somebody who may do everything is administered by somebody who may, too. */
export const mayAdminister = (claims: Claims | null, user: UserRecord) =>
  hasScope(claims, [user.scopes.includes('super') ? 'super' : 'admin']);

export const mayGrant = (claims: Claims | null, scope: string) => hasScope(claims, [scope]);

export interface ScopeOffer {
  scope: Pick<ScopeRecord, 'name' | 'description' | 'requiresSecondFactor'>;
  /** Why it stays as it is; undefined where it can be given and taken. */
  locked: string | undefined;
}

interface OfferTo {
  claims: Claims | null;
  hasCRM: boolean;
  /** What the user holds now. */
  held: string[];
  isOwn: boolean;
}

/** The scopes to choose from: those that one may grant, and those that are held all the same. */
export function scopeOffers(scopes: ScopeRecord[], { claims, hasCRM, held, isOwn }: OfferTo): ScopeOffer[] {
  return scopes
    .filter(({ name }) => isScopeShown(name, hasCRM) && (mayGrant(claims, name) || held.includes(name)))
    .map((scope) => {
      const isKept = isOwn && KEPT.includes(scope.name) && held.includes(scope.name);
      const locked = isKept
        ? t`You cannot remove this scope from yourself.`
        : mayGrant(claims, scope.name)
          ? undefined
          : t`Only users with this scope can remove it.`;
      return { scope, locked };
    });
}

export const isSameSet = (one: string[], other: string[]) =>
  one.length === other.length && one.every((name) => other.includes(name));
