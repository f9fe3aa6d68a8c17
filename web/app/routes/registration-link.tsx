import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { inspectRegistration } from '../api/identity.ts';
import { homeOf } from '../session/access.ts';
import { readClaims } from '../session/session-store.ts';
import { confirmRegistration } from '../session/tokens.ts';
import { browserZone } from '../words/format.ts';
import { ChoosePasswordForm } from './choose-password-form.tsx';
import { EntryLayout } from './entry-layout.tsx';
import { useLinkSubject } from './use-link-subject.tsx';

interface RegistrationLinkProps {
  token: string;
  /** Instead of the form, where the link does not work any more. */
  unusable: ReactNode;
}

/**
 * The end of a registration. The person who registered may not own the mailbox: the user who opens the link
 * sees the address, may change the name, and chooses the password.
 */
export function RegistrationLink({ token, unusable }: RegistrationLinkProps): ReactNode {
  const { data, fault, isUnusable, onUnusable } = useLinkSubject('registration', token, inspectRegistration);
  if (isUnusable) return unusable;
  return (
    <EntryLayout
      title={t`Finish your registration`}
      lead={data && t`Choose a password. You will log in with it and ${data.emailAddress}.`}
    >
      {fault}
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
          onUnusable={onUnusable}
        />
      )}
    </EntryLayout>
  );
}
