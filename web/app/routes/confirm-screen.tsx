/** /cms-login/confirm#token=&kind=: the end of a registration or of a change of the e-mail address. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { type ReactNode, useCallback, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { confirmEmailAddress } from '../api/identity.ts';
import { ProblemError } from '../api/problem.ts';
import { readClaims } from '../session/session-store.ts';
import { FormProblem } from '../ui/form-problem.tsx';
import { toast } from '../ui/toast.ts';
import { tooManyAttempts } from '../ui/too-many-attempts.ts';
import styles from './entry-form.module.css';
import { EntryLayout } from './entry-layout.tsx';
import { isUnusable, LinkUnusable } from './link-unusable.tsx';
import { LoginSteps } from './login/login-steps.tsx';
import { PasswordStep } from './login/password-step.tsx';
import { useLogin } from './login/use-login.ts';
import { RegistrationLink } from './registration-link.tsx';
import { useFragmentToken } from './use-fragment-token.ts';

const toLogin = (
  <Button component={Link} to="/cms-login" size="lg" fullWidth>
    {t`Go to the login`}
  </Button>
);

function Spent() {
  return (
    <LinkUnusable action={toLogin}>{t`It was used already, or it is more than a day old.`}</LinkUnusable>
  );
}

interface ConfirmProps {
  token: string;
  onDone: () => void;
  /** Nobody is logged in, or somebody else than who asked for the address. */
  onOtherAccount: (problem: ProblemError) => void;
}

const isOtherAccount = ({ status, code }: ProblemError) => status === 401 || code === 'other_account';

/** A press is asked for: programs that look into mails follow links, but press nothing. */
function Confirm({ token, onDone, onOtherAccount }: ConfirmProps) {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<ProblemError>();
  const confirm = async () => {
    setSending(true);
    setProblem(undefined);
    try {
      await confirmEmailAddress(token);
      onDone();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (isOtherAccount(error)) return onOtherAccount(error);
      setProblem(error);
    } finally {
      setSending(false);
    }
  };
  if (isUnusable(problem)) return <Spent />;
  return (
    <EntryLayout
      title={t`Confirm your new address`}
      lead={t`From then on you log in with it, and emails go there.`}
    >
      <div className={styles.ways}>
        <FormProblem problem={problem}>{problem && tooManyAttempts(problem)}</FormProblem>
        <Button
          variant="filled"
          size="lg"
          fullWidth
          autoFocus
          loading={isSending}
          onClick={() => void confirm()}
        >
          {t`Confirm the address`}
        </Button>
      </div>
    </EntryLayout>
  );
}

const LOG_IN_FIRST = t`Log in with your current address to confirm the new one.`;
const OTHER_ACCOUNT = t`This link is for another account. Log in to the account that asked for the new address.`;

/**
 * Only who is logged in to the account confirms its new address. Else a stranger could have somebody who opens the link
 * without a thought give their address to the stranger's account.
 */
function ConfirmAddress({ token }: { token: string }): ReactNode {
  const [loginNotice, setLoginNotice] = useState(() => (readClaims() ? undefined : LOG_IN_FIRST));
  const [email, setEmail] = useState('');
  const onLoggedIn = useCallback(() => setLoginNotice(undefined), []);
  const login = useLogin(onLoggedIn);
  const navigate = useNavigate();
  if (loginNotice !== undefined) {
    const notice = (
      <p className={styles.notice} role="status">
        {loginNotice}
      </p>
    );
    return (
      <LoginSteps login={login} onDone={onLoggedIn}>
        <PasswordStep login={login} email={email} onEmail={setEmail} notice={notice} />
      </LoginSteps>
    );
  }
  const onDone = () => {
    toast.success(t`Your new address is confirmed. Log in with it from now on.`);
    void navigate('/cms-admin/account', { replace: true });
  };
  return (
    <Confirm
      token={token}
      onDone={onDone}
      onOtherAccount={({ status }) => {
        login.restart();
        setLoginNotice(status === 401 ? LOG_IN_FIRST : OTHER_ACCOUNT);
      }}
    />
  );
}

export function ConfirmScreen() {
  const { link } = useFragmentToken();
  if (link?.kind === 'registration') {
    return <RegistrationLink key={link.token} token={link.token} unusable={<Spent />} />;
  }
  if (link?.kind === 'email-address') return <ConfirmAddress key={link.token} token={link.token} />;
  return (
    <LinkUnusable action={toLogin}>{t`The link is incomplete. Open it again from the email.`}</LinkUnusable>
  );
}
