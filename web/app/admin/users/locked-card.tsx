import { t } from '@lingui/core/macro';
import { Lock } from 'lucide-react';
import type { UserRecord } from '../../api/users.ts';
import { Notice } from '../../ui/notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Card } from '../card.tsx';
import { ScopeBadges } from './user-badges.tsx';
import styles from './users.module.css';

/** Shows an account that the principal may not change. */
export function LockedCard({ user }: { user: UserRecord }) {
  return (
    <>
      <Notice icon={Lock}>{t`Only a super user can change this account.`}</Notice>
      <Card title={t`Details`}>
        <dl className={styles.facts}>
          <dt>{t`Email address`}</dt>
          <dd>{user.person.emailAddress}</dd>
          <dt>{t`Time zone`}</dt>
          <dd>{user.person.timezone}</dd>
          <dt>{t`Scopes`}</dt>
          <dd>
            <ScopeBadges user={user} />
          </dd>
          <dt>{t`Last login`}</dt>
          <dd>{user.lastLoginAt ? <RelativeTime moment={user.lastLoginAt} /> : t`Never`}</dd>
        </dl>
      </Card>
    </>
  );
}
