/** /cms-login */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ProblemError } from '../api/problem.ts';
import { isExpiredNoticeOpen } from '../session/expired-notice.ts';
import { clearRedirectedFrom, readRedirectedFrom } from '../session/redirected-from.ts';
import { readClaims } from '../session/session-store.ts';
import { logIn } from '../session/tokens.ts';
import { FormProblem } from '../ui/form-problem.tsx';
import { useProblemForm } from '../ui/use-problem-form.ts';
import { canEdit } from './access.ts';
import styles from './entry-form.module.css';
import { EntryLayout } from './entry-layout.tsx';
import { takeDestination } from './guards.ts';

/** The same words whether the account exists or not. */
const WRONG = 'That address and password do not belong together. Check both and try again.';
const NOT_ALLOWED = 'You do not have sufficient permissions to open that page. Log in with another account.';

/** "in 40 seconds", "in 3 minutes": rounded up, so that nobody comes back too early. */
export function waitInWords(seconds: number): string {
  if (seconds <= 90) return `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return `in ${Math.ceil(seconds / 60)} minutes`;
}

function messageFor(problem: ProblemError): string | undefined {
  if (problem.status === 401) return WRONG;
  if (problem.status !== 429) return undefined;
  const when = problem.retryAfter ? waitInWords(problem.retryAfter) : 'later';
  return `Too many attempts. Please try again ${when}.`;
}

/** Goes on to where one was going; public pages of those who do not edit are loaded from the host. */
function useGoOn() {
  const navigate = useNavigate();
  const [isRefused, setRefused] = useState(() => readClaims() !== null && readRedirectedFrom() !== null);
  const goOn = () => {
    const destination = takeDestination();
    if (!destination) return setRefused(true);
    if (destination.startsWith('/cms-admin') || canEdit(readClaims())) {
      return void navigate(destination, { replace: true });
    }
    window.location.assign(destination);
  };
  return { goOn, isRefused };
}

export function LoginScreen() {
  const { goOn, isRefused } = useGoOn();
  const { form, onSubmit, isSaving, problem } = useProblemForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => (value.trim() ? null : 'Enter your email address.'),
      password: (value) => (value ? null : 'Enter your password.'),
    },
    submit: ({ email, password }) => logIn(email.trim(), password),
    onSaved: goOn,
  });
  return (
    <EntryLayout title="Log in" lead="Welcome back.">
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        {isRefused && !problem && (
          <p className={styles.notice} role="status">
            {NOT_ALLOWED}{' '}
            <a href="/" onClick={clearRedirectedFrom}>
              Go to the site
            </a>
          </p>
        )}
        <FormProblem problem={problem}>{problem && messageFor(problem)}</FormProblem>
        <TextInput
          label="Email address"
          type="email"
          size="lg"
          autoComplete="username"
          autoFocus={!isExpiredNoticeOpen()}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          size="lg"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          {...form.getInputProps('password')}
        />
        <Button type="submit" variant="filled" size="lg" fullWidth loading={isSaving}>
          Log in
        </Button>
      </form>
    </EntryLayout>
  );
}
