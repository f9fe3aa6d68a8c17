/** /cms-login/confirm#token=&kind=: the end of a registration or of a change of the e-mail address. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { confirmEmailAddress } from '../api/identity.ts';
import { ProblemError } from '../api/problem.ts';
import { homeOf } from '../session/access.ts';
import { readClaims } from '../session/session-store.ts';
import { confirmRegistration } from '../session/tokens.ts';
import { FormProblem } from '../ui/form-problem.tsx';
import { toast } from '../ui/toast.ts';
import { tooManyAttempts } from '../ui/too-many-attempts.ts';
import styles from './entry-form.module.css';
import { EntryLayout } from './entry-layout.tsx';
import { isUnusable, LinkUnusable } from './link-unusable.tsx';
import { useFragmentToken } from './use-fragment-token.ts';

const toLogin = (
  <Button component={Link} to="/cms-login" size="lg" fullWidth>
    {t`Go to the login`}
  </Button>
);

interface ConfirmProps {
  title: string;
  lead: string;
  label: string;
  send: () => Promise<unknown>;
  onDone: () => void;
}

/** A press is asked for: programs that look into mails follow links, but press nothing. */
function Confirm({ title, lead, label, send, onDone }: ConfirmProps) {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<ProblemError>();
  const confirm = async () => {
    setSending(true);
    setProblem(undefined);
    try {
      await send();
      onDone();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      setProblem(error);
    } finally {
      setSending(false);
    }
  };
  if (isUnusable(problem)) {
    return (
      <LinkUnusable action={toLogin}>{t`It was used already, or it is more than a day old.`}</LinkUnusable>
    );
  }
  return (
    <EntryLayout title={title} lead={lead}>
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
          {label}
        </Button>
      </div>
    </EntryLayout>
  );
}

function ConfirmAddress({ token }: { token: string }): ReactNode {
  const [isDone, setDone] = useState(false);
  const navigate = useNavigate();
  if (isDone) {
    return (
      <EntryLayout title={t`Your new address is confirmed`} lead={t`Log in with it from now on.`}>
        <div className={styles.ways}>{toLogin}</div>
      </EntryLayout>
    );
  }
  const onDone = () => {
    if (!readClaims()) return setDone(true);
    toast.success(t`Your new address is confirmed. Log in with it from now on.`);
    void navigate('/cms-admin/account', { replace: true });
  };
  return (
    <Confirm
      title={t`Confirm your new address`}
      lead={t`From then on you log in with it, and mails go there.`}
      label={t`Confirm the address`}
      send={() => confirmEmailAddress(token)}
      onDone={onDone}
    />
  );
}

function ConfirmRegistration({ token }: { token: string }): ReactNode {
  return (
    <Confirm
      title={t`Finish your registration`}
      lead={t`Your account is made, and you are logged in.`}
      label={t`Make my account`}
      send={() => confirmRegistration(token)}
      // A member's pages are the host's own: they are loaded, not navigated to.
      onDone={() => window.location.assign(homeOf(readClaims()))}
    />
  );
}

export function ConfirmScreen() {
  const { link } = useFragmentToken();
  if (link?.kind === 'registration') return <ConfirmRegistration key={link.token} token={link.token} />;
  if (link?.kind === 'email-address') return <ConfirmAddress key={link.token} token={link.token} />;
  return <LinkUnusable action={toLogin}>{t`It is not whole. Open it again from the mail.`}</LinkUnusable>;
}
