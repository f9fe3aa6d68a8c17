/** /cms-login */
import { useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { canEdit } from '../session/access.ts';
import { clearRedirectedFrom, readRedirectedFrom } from '../session/redirected-from.ts';
import { readClaims } from '../session/session-store.ts';
import styles from './entry-form.module.css';
import { takeDestination } from './guards.ts';
import { PasswordStep } from './login/password-step.tsx';
import { RecoveryStep } from './login/recovery-step.tsx';
import { SecondFactorStep } from './login/second-factor-step.tsx';
import { SetUpStep } from './login/set-up-step.tsx';
import { useLogin } from './login/use-login.ts';
import { arrivalFrom } from './login-arrival.ts';

const NOT_ALLOWED = 'You do not have sufficient permissions to open that page. Log in with another account.';
const OVER = 'That took too long or was tried too often. Please log in again.';

/** Goes on to where one was going; public pages of those who do not edit are loaded from the host. */
function useGoOn() {
  const navigate = useNavigate();
  const [isRefused, setRefused] = useState(() => readClaims() !== null && readRedirectedFrom() !== null);
  const goOn = useCallback(() => {
    const destination = takeDestination();
    if (!destination) return setRefused(true);
    if (destination.startsWith('/cms-') || canEdit(readClaims())) {
      return void navigate(destination, { replace: true });
    }
    window.location.assign(destination);
  }, [navigate]);
  return { goOn, isRefused };
}

function Notice({ text, isRefused }: { text: string | undefined; isRefused: boolean }) {
  if (text) {
    return (
      <p className={styles.notice} role="status">
        {text}
      </p>
    );
  }
  if (!isRefused) return null;
  return (
    <p className={styles.notice} role="status">
      {NOT_ALLOWED}{' '}
      <a href="/" onClick={clearRedirectedFrom}>
        Go to the site
      </a>
    </p>
  );
}

export function LoginScreen() {
  const { goOn, isRefused } = useGoOn();
  const login = useLogin(goOn);
  const arrival = arrivalFrom(useLocation().state);
  const [email, setEmail] = useState(arrival?.email ?? '');
  const { step } = login;
  switch (step.at) {
    case 'second factor':
      return <SecondFactorStep login={login} challenge={step.challenge} methods={step.methods} />;
    case 'set-up':
      return <SetUpStep login={login} challenge={step.challenge} />;
    case 'recovery codes':
      return <RecoveryStep codes={step.codes} onDone={goOn} />;
    default:
      return (
        <PasswordStep
          login={login}
          email={email}
          onEmail={setEmail}
          notice={<Notice text={login.isOver ? OVER : arrival?.notice} isRefused={isRefused} />}
        />
      );
  }
}
