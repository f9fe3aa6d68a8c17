/** Where a scope asks for a second factor that the account does not have yet: it is set up on the way in. */
import { t } from '@lingui/core/macro';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { beginSetUp } from '../../api/identity.ts';
import { ProblemError } from '../../api/problem.ts';
import { AuthenticatorSecret, AuthenticatorSecretPlace } from '../../ui/authenticator-secret.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { tooManyAttempts } from '../../ui/too-many-attempts.ts';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import styles from '../entry-form.module.css';
import { EntryLayout } from '../entry-layout.tsx';
import type { Login } from './use-login.ts';

const WRONG = t`This code is incorrect. Enter the code that your app shows now; it changes every 30 seconds.`;

const isWrong = ({ code }: ProblemError) => code === 'wrong_code';
const isOver = (error: unknown) => error instanceof ProblemError && error.code === 'challenge_expired';

export function SetUpStep({ login, challenge }: { login: Login; challenge: string }) {
  // Asked once: another secret would make what was scanned meanwhile worthless.
  const secret = useQuery({
    queryKey: ['second-factor-set-up', challenge],
    queryFn: () => beginSetUp(challenge),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { restart } = login;
  useEffect(() => {
    if (isOver(secret.error)) restart(true);
  }, [secret.error, restart]);
  const input = useRef<HTMLInputElement>(null);
  const { form, onSubmit, isSaving, problem } = useProblemForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() ? null : t`Enter the six digits of your app.`) },
    submit: ({ code }) => login.byCode(challenge, code.trim()),
    onSaved: () => undefined,
    retyped: { input, after: isWrong },
  });
  const message = problem && (tooManyAttempts(problem) ?? (isWrong(problem) ? WRONG : undefined));
  return (
    <EntryLayout
      title={t`Set up a second factor`}
      lead={t`Your permissions ask for more than a password: a code from an authenticator app on your phone or computer.`}
    >
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        {secret.isError && !isOver(secret.error) ? (
          <ErrorState error={secret.error} onRetry={() => void secret.refetch()} />
        ) : secret.data ? (
          <AuthenticatorSecret {...secret.data} />
        ) : (
          <AuthenticatorSecretPlace />
        )}
        <FormProblem problem={problem}>{message}</FormProblem>
        <TextInput
          ref={input}
          label={t`Code that the app shows`}
          size="lg"
          className={styles.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={40}
          {...form.getInputProps('code')}
        />
        <Button type="submit" variant="filled" size="lg" fullWidth loading={isSaving} disabled={!secret.data}>
          {t`Turn it on and log in`}
        </Button>
        <Button variant="subtle" fullWidth onClick={() => restart()}>
          {t`Use another account`}
        </Button>
      </form>
    </EntryLayout>
  );
}
