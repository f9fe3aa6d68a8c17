/** /cms-login */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { clearRedirectedFrom } from '../session/redirected-from.ts';
import styles from './entry-form.module.css';
import { LoginSteps } from './login/login-steps.tsx';
import { PasswordStep } from './login/password-step.tsx';
import { useGoOn } from './login/use-go-on.ts';
import { useLogin } from './login/use-login.ts';
import { arrivalFrom } from './login-arrival.ts';

const NOT_ALLOWED = t`You do not have sufficient permissions to open that page. Log in with another account.`;
const OVER = t`That took too long or was tried too often. Please log in again.`;

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
        {t`Go to the site`}
      </a>
    </p>
  );
}

export function LoginScreen() {
  const { goOn, isRefused } = useGoOn();
  const login = useLogin(goOn);
  const arrival = arrivalFrom(useLocation().state);
  const [email, setEmail] = useState(arrival?.email ?? '');
  return (
    <LoginSteps login={login} onDone={goOn}>
      <PasswordStep
        login={login}
        email={email}
        onEmail={setEmail}
        notice={<Notice text={login.isOver ? OVER : arrival?.notice} isRefused={isRefused} />}
      />
    </LoginSteps>
  );
}
