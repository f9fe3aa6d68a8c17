import { type ReactNode, useState } from 'react';
import { apiJson } from '../../api/json.ts';
import { ProblemError } from '../../api/problem.ts';
import type { ViewProps } from '../contract.ts';
import { Done, MemberForm, TextField } from '../members/form.tsx';
import { useLinkToken } from '../members/link-token.ts';
import { NewPassword } from '../members/new-password.tsx';

export type ResetFields = { heading?: string; loginPage?: string };

export default function ResetPassword({ plugin }: ViewProps<ResetFields>): ReactNode {
  const { heading = 'Reset your password', loginPage } = plugin.fields;
  const [isDone, setDone] = useState(false);
  const [isStale, setStale] = useState(false);
  const token = useLinkToken(null);
  return (
    <div className="pw-member pw-member-stack">
      {heading && <h2>{heading}</h2>}
      {isStale && <p role="alert">This link can no longer be used. Ask for a new one.</p>}
      {isDone ? (
        <Done>
          Your new password is set, and you are logged out everywhere.{' '}
          <a href={loginPage || '/cms-login'}>Log in</a>
        </Done>
      ) : token && !isStale ? (
        <SetPassword token={token} onDone={() => setDone(true)} onStale={() => setStale(true)} />
      ) : (
        <AskForMail />
      )}
    </div>
  );
}

function AskForMail(): ReactNode {
  const [isSent, setSent] = useState(false);
  const onSubmit = async ({ emailAddress = '' }: Record<string, string>) => {
    await apiJson('POST', '/cms/users/reset-password', { body: { emailAddress: emailAddress.trim() } });
    setSent(true);
  };
  // The same words whether the account exists or not.
  if (isSent) {
    return (
      <Done>
        If there is an account with this address, an email with a link to a new password is on its way.
      </Done>
    );
  }
  return (
    <MemberForm submit="Send the link" label="Ask for a link" onSubmit={onSubmit}>
      <TextField
        name="emailAddress"
        label="Email address"
        type="email"
        autoComplete="username"
        maxLength={254}
      />
    </MemberForm>
  );
}

interface SetPasswordProps {
  token: string;
  onDone: () => void;
  onStale: () => void;
}

function SetPassword({ token, onDone, onStale }: SetPasswordProps): ReactNode {
  const onSubmit = async ({ password = '' }: Record<string, string>) => {
    try {
      await apiJson('PUT', '/auth/users/reset-password', { body: { token, password } });
      onDone();
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'token_unusable') throw error;
      onStale();
    }
  };
  return (
    <MemberForm submit="Set the password" label="Set a new password" onSubmit={onSubmit}>
      <NewPassword />
    </MemberForm>
  );
}
