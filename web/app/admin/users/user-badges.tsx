/** A user's state and scopes, in a word each. */

import { t } from '@lingui/core/macro';
import { Ban, MailQuestion, UserX } from 'lucide-react';
import { isScopeShown } from '../../api/scope-names.ts';
import type { UserRecord } from '../../api/users.ts';
import { Badge } from '../../ui/badge.tsx';
import { useHasCRM } from '../../visibility/use-scopes.ts';
import styles from './users.module.css';

export function StateBadge({ user }: { user: UserRecord }) {
  if (user.state === 'disabled')
    return (
      <Badge tone="danger" icon={Ban}>
        {t`Disabled`}
      </Badge>
    );
  if (user.isInvited)
    return (
      <Badge tone="warning" icon={MailQuestion}>
        {t`Invited`}
      </Badge>
    );
  if (!user.hasPassword && !user.hasSecondFactor)
    return (
      <Badge tone="warning" icon={UserX}>
        {t`Not invited`}
      </Badge>
    );
  return <Badge tone="good">{t`Active`}</Badge>;
}

/** More would make a row of a list higher than the others. */
const IN_A_ROW = 2;

export function ScopeBadges({ user }: { user: UserRecord }) {
  const hasCRM = useHasCRM();
  const shown = user.scopes.filter((scope) => isScopeShown(scope, hasCRM));
  if (user.scopes.length === 0) return <span className={styles.member}>{t`Member`}</span>;
  // No member: what they hold opens nothing here only because the site lacks the area that it is for.
  if (shown.length === 0)
    return (
      <span className={styles.member} title={t`Scopes of an area that this site does not have`}>
        {t`None in use`}
      </span>
    );
  const further = shown.length - IN_A_ROW;
  return (
    <span className={styles.badges} title={shown.join(', ')}>
      {shown.slice(0, IN_A_ROW).map((scope) => (
        <Badge key={scope}>{scope}</Badge>
      ))}
      {further > 0 && <Badge>+{further}</Badge>}
    </span>
  );
}
