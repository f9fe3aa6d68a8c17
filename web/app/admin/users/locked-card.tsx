import { Lock } from 'lucide-react';
import type { UserRecord } from '../../api/users.ts';
import { Notice } from '../../ui/notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Card } from '../card.tsx';
import { ScopeBadges } from './user-badges.tsx';
import styles from './users.module.css';

/** An account that whoever looks at it may not change. */
export function LockedCard({ user }: { user: UserRecord }) {
  return (
    <>
      <Notice icon={Lock}>Only somebody who holds the scope super may change this account.</Notice>
      <Card title="Details">
        <dl className={styles.facts}>
          <dt>Email address</dt>
          <dd>{user.person.emailAddress}</dd>
          <dt>Time zone</dt>
          <dd>{user.person.timezone}</dd>
          <dt>Scopes</dt>
          <dd>
            <ScopeBadges user={user} />
          </dd>
          <dt>Last login</dt>
          <dd>{user.lastLoginAt ? <RelativeTime moment={user.lastLoginAt} /> : 'Never'}</dd>
        </dl>
      </Card>
    </>
  );
}
