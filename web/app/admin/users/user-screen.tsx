/** /cms-admin/users/{id}: an account with everything that belongs to it. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleSlash, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { allSchemasOptions } from '../../api/schemas.ts';
import { getUserOptions, type UserRecord } from '../../api/users.ts';
import { useScreenClaims } from '../../session/screen-claims.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ActivityLink } from '../activity-link.tsx';
import { Card } from '../card.tsx';
import { addressOf } from '../define-entry.ts';
import { RecordFrame } from '../record-frame.tsx';
import { UnsavedForms } from '../unsaved.tsx';
import { ApiTokensCard } from './api-tokens-card.tsx';
import { changeState, nameOf } from './changes.ts';
import { DetailsCard } from './details-card.tsx';
import entry from './entry.ts';
import { LockedCard } from './locked-card.tsx';
import { isOwnUser, mayAdminister } from './powers.ts';
import { ProfileCards } from './profile-cards.tsx';
import { ScopesCard } from './scopes-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { useRefreshUsers } from './use-refresh-users.ts';
import { StateBadge } from './user-badges.tsx';
import styles from './users.module.css';

function Actions({ user, isOwn }: { user: UserRecord; isOwn: boolean }) {
  const navigate = useNavigate();
  const refresh = useRefreshUsers();
  const isDisabled = user.state === 'disabled';
  return (
    <>
      <ActivityLink filter="userId" id={user.id} />
      {!isOwn && (
        <Button
          size="md"
          leftSection={
            isDisabled ? <CircleCheck size={16} aria-hidden /> : <CircleSlash size={16} aria-hidden />
          }
          onClick={() => void changeState(user, isDisabled ? 'active' : 'disabled', refresh)}
        >
          {isDisabled ? t`Enable` : t`Disable`}
        </Button>
      )}
      {!isOwn && (
        <Button
          color="danger"
          size="md"
          leftSection={<Trash2 size={16} aria-hidden />}
          // The list takes it out and offers the way back.
          onClick={() => void navigate(addressOf(entry), { state: { removed: user } })}
        >
          {t`Delete`}
        </Button>
      )}
    </>
  );
}

function Cards({ user, isOwn }: { user: UserRecord; isOwn: boolean }) {
  return (
    <>
      {user.state === 'disabled' && (
        <Notice tone="warning">
          {t`This account is disabled: it cannot log in, and its API tokens do not work.`}
        </Notice>
      )}
      <DetailsCard person={user.person} isOwn={isOwn} />
      <ScopesCard user={user} isOwn={isOwn} />
      <ProfileCards personId={user.personId} />
      <SignInCard user={user} />
      <SessionsCard user={user} />
      <ApiTokensCard user={user} />
    </>
  );
}

function CardsSkeleton() {
  return [0, 1].map((index) => (
    <Card key={index} title={index === 0 ? t`Details` : t`Scopes`}>
      <Skeleton height="2.25rem" />
      <Skeleton height="2.25rem" />
    </Card>
  ));
}

export function UserScreen({ id }: { id: string }) {
  const claims = useScreenClaims();
  const query = useQuery(getUserOptions(id));
  // Waited for, because the cards of the profile stand among the others.
  const { isPending: areSchemasPending } = useQuery(allSchemasOptions());
  const user = query.data;
  const isOwn = user !== undefined && isOwnUser(claims, user);
  const isLocked = user !== undefined && !mayAdminister(claims, user);
  return (
    <UnsavedForms>
      <RecordFrame
        place={entry}
        name={user && nameOf(user)}
        description={
          user && (
            <span className={styles.state}>
              <StateBadge user={user} />
            </span>
          )
        }
        query={query}
        actions={user && !isLocked && <Actions user={user} isOwn={isOwn} />}
        isPlain
      >
        <div className={styles.cards}>
          {!user || areSchemasPending ? (
            <CardsSkeleton />
          ) : isLocked ? (
            <LockedCard user={user} />
          ) : (
            <Cards user={user} isOwn={isOwn} />
          )}
        </div>
      </RecordFrame>
    </UnsavedForms>
  );
}
