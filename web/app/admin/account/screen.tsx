/** /cms-admin/account: one's own account, open to everybody who works on the site. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type Account, accountOptions, ownSessionsOptions } from '../../api/identity.ts';
import { allSchemasOptions, listProfileDataOptions } from '../../api/schemas.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Card } from '../card.tsx';
import { defineScreen } from '../define-screen.ts';
import { UnsavedForms } from '../unsaved.tsx';
import styles from './account.module.css';
import { AddressCard } from './address-card.tsx';
import { ApiTokensCard } from './api-tokens-card.tsx';
import { SecondFactorCard } from './authenticator-card.tsx';
import { ConfirmationHost } from './confirming.tsx';
import { DeleteAccountCard } from './delete-account-card.tsx';
import { DetailsCard } from './details-card.tsx';
import entry from './entry.ts';
import { OtherAccessCard } from './other-access-card.tsx';
import { OwnProfileCards } from './own-profile-cards.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

function Cards({ account }: { account: Account }) {
  return (
    <>
      <DetailsCard account={account} />
      <AddressCard account={account} />
      <OwnProfileCards personId={account.user.personId} />
      <PasswordCard account={account} />
      <PasskeysCard account={account} />
      <SecondFactorCard account={account} />
      <SessionsCard />
      <ApiTokensCard account={account} />
      <OtherAccessCard />
      <DeleteAccountCard account={account} />
    </>
  );
}

function CardsSkeleton() {
  return [t`Details`, t`Email address`, t`Password`].map((title) => (
    <Card key={title} title={title}>
      <Skeleton height="2.25rem" />
    </Card>
  ));
}

/** Whether the parts whose length depends on what they hold are still on their way: all cards come at once. */
function usePartsPending(account: Account | undefined): boolean {
  const personId = account?.user.personId ?? '';
  const schemas = useQuery(allSchemasOptions());
  const data = useQuery({ ...listProfileDataOptions(personId), enabled: personId !== '' });
  const sessions = useQuery(ownSessionsOptions());
  return [schemas, data, sessions].some(({ isPending }) => isPending);
}

function AccountScreen() {
  const query = useQuery(accountOptions());
  const isPending = usePartsPending(query.data);
  return (
    <UnsavedForms>
      <div className={styles.screen}>
        <PageHeader title={entry.many} description={query.data?.user.person.emailAddress} />
        <div className={styles.cards}>
          <Loaded query={query} skeleton={<CardsSkeleton />}>
            {(account) => (isPending ? <CardsSkeleton /> : <Cards account={account} />)}
          </Loaded>
        </div>
        <ConfirmationHost />
      </div>
    </UnsavedForms>
  );
}

export default defineScreen({ ...entry, Main: AccountScreen });
