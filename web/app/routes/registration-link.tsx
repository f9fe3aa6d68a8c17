import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { inspectRegistration } from '../api/identity.ts';
import { homeOf } from '../session/access.ts';
import { readClaims } from '../session/session-store.ts';
import { confirmRegistration } from '../session/tokens.ts';
import { ErrorState } from '../ui/states.tsx';
import { browserZone } from '../words/format.ts';
import { ChoosePasswordForm } from './choose-password-form.tsx';
import { EntryLayout } from './entry-layout.tsx';
import { isUnusable } from './link-unusable.tsx';

interface RegistrationLinkProps {
  token: string;
  /** Instead of the form, where the link does not work any more. */
  unusable: ReactNode;
}

/**
 * The end of a registration. Who registered may have been a stranger to the mailbox: whoever opens the link sees for
 * which address, may change the name, and chooses the password.
 */
export function RegistrationLink({ token, unusable }: RegistrationLinkProps): ReactNode {
  const [isSpent, setSpent] = useState(false);
  const query = useQuery({
    queryKey: ['registration', token],
    queryFn: () => inspectRegistration(token),
    gcTime: 0,
    // Once the account is made the link is used up: that is no reason to say so.
    refetchOnWindowFocus: false,
  });
  if (isSpent || isUnusable(query.error)) return unusable;
  const { data } = query;
  return (
    <EntryLayout
      title={t`Finish your registration`}
      lead={data && t`Choose a password. You will log in with it and ${data.emailAddress}.`}
    >
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {data && (
        <ChoosePasswordForm
          emailAddress={data.emailAddress}
          names={data}
          submitLabel={t`Create account`}
          choose={(password, { firstName, lastName }) =>
            confirmRegistration({ token, password, firstName, lastName, timezone: browserZone() })
          }
          logsIn
          // A member's pages are the host's own: they are loaded, not navigated to.
          onChosen={async () => window.location.assign(homeOf(readClaims()))}
          onUnusable={() => setSpent(true)}
        />
      )}
    </EntryLayout>
  );
}
