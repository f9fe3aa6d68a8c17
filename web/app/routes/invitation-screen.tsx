/** /cms-login/invitation#token=: somebody who was invited chooses their password. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { acceptInvitation, inspectInvitation } from '../api/identity.ts';
import { ChoosePasswordForm } from './choose-password-form.tsx';
import { EntryLayout } from './entry-layout.tsx';
import { LinkUnusable } from './link-unusable.tsx';
import { LoginSteps } from './login/login-steps.tsx';
import { useGoOn } from './login/use-go-on.ts';
import { useLogin } from './login/use-login.ts';
import { useFragmentToken } from './use-fragment-token.ts';
import { useLinkSubject } from './use-link-subject.tsx';

const CHOSEN = t`Your password is set. Log in with it.`;

function Spent() {
  return (
    <LinkUnusable
      action={
        <Button component={Link} to="/cms-login" size="lg" fullWidth>
          {t`Go to the login`}
        </Button>
      }
    >
      {t`It was used already, is more than seven days old, or a newer one was sent. Ask the person who invited you for a new one.`}
    </LinkUnusable>
  );
}

function Invited({ token }: { token: string }) {
  const { data, fault, isUnusable, onUnusable } = useLinkSubject('invitation', token, inspectInvitation);
  const { goOn } = useGoOn();
  const login = useLogin(goOn);
  if (isUnusable) return <Spent />;
  return (
    <LoginSteps login={login} onDone={goOn}>
      <EntryLayout
        title={data ? t`Welcome, ${data.firstName}` : t`Welcome`}
        lead={data && t`Choose a password. You will log in with it and ${data.emailAddress}.`}
      >
        {fault}
        {data && (
          <ChoosePasswordForm
            emailAddress={data.emailAddress}
            submitLabel={t`Accept invitation`}
            notice={CHOSEN}
            choose={(password) => acceptInvitation(token, password)}
            onChosen={(password) => login.byPassword(data.emailAddress, password)}
            onUnusable={onUnusable}
          />
        )}
      </EntryLayout>
    </LoginSteps>
  );
}

export function InvitationScreen() {
  const { link } = useFragmentToken();
  return link ? <Invited key={link.token} token={link.token} /> : <Spent />;
}
