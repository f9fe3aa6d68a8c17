/** The first step of a login: address and password, or a passkey. */
import { t } from '@lingui/core/macro';
import { Button, TextInput } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router';
import { ProblemError } from '../../api/problem.ts';
import { canUsePasskeys, offerPasskeys } from '../../identity/passkeys.ts';
import { isExpiredNoticeOpen } from '../../session/expired-notice.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { tooManyAttempts } from '../../ui/too-many-attempts.ts';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import styles from '../entry-form.module.css';
import { EntryLayout } from '../entry-layout.tsx';
import type { Arrival } from '../login-arrival.ts';
import type { Login } from './use-login.ts';
import { usePasskeyButton } from './use-passkey-button.ts';

/** The same words whether the account exists or not. */
const WRONG = t`Email or password is incorrect. Check both and try again.`;
const PASSKEY_UNKNOWN = t`That passkey does not belong to an account here any more.`;

/** The service says that an account is disabled, to a user who has proved that it is theirs. */
const isUnknown = ({ status, code }: ProblemError) => status === 401 && code !== 'account_disabled';

const wordsFor = (problem: ProblemError) =>
  tooManyAttempts(problem) ?? (isUnknown(problem) ? WRONG : undefined);

const passkeyWords = (problem: ProblemError) =>
  tooManyAttempts(problem) ?? (isUnknown(problem) ? PASSKEY_UNKNOWN : undefined);

/** The browser offers passkeys with what it fills into the address field. */
function useOfferedPasskeys(
  byPasskey: Login['byPasskey'],
  onProblem: (problem: ProblemError) => void,
  isOn: boolean,
) {
  const refuse = useEffectEvent(onProblem);
  useEffect(() => {
    if (!isOn) return;
    return offerPasskeys((answer) => {
      byPasskey(answer).catch((error: unknown) => {
        if (!(error instanceof ProblemError)) throw error;
        refuse(error);
      });
    });
  }, [byPasskey, isOn]);
}

interface PasswordStepProps {
  login: Login;
  /** Something that has to be said first. */
  notice?: ReactNode;
  /** What it was before, when somebody came back from a later step. */
  email: string;
  onEmail: (email: string) => void;
}

export function PasswordStep({ login, notice, email, onEmail }: PasswordStepProps) {
  const password = useRef<HTMLInputElement>(null);
  const { form, onSubmit, isSaving, problem, setProblem } = useProblemForm({
    initialValues: { email, password: '' },
    validate: {
      email: (value) => (value.trim() ? null : t`Enter your email address.`),
      password: (value) => (value ? null : t`Enter your password.`),
    },
    submit: (values) => {
      passkey.setProblem(undefined);
      onEmail(values.email);
      return login.byPassword(values.email.trim(), values.password);
    },
    onSaved: () => undefined,
    retyped: { input: password, after: isUnknown },
  });
  const passkey = usePasskeyButton(login.byPasskey);
  useOfferedPasskeys(login.byPasskey, passkey.setProblem, !passkey.isAsking);
  const askForPasskey = () => {
    setProblem(undefined);
    void passkey.press();
  };
  const shown = problem ?? passkey.problem;
  return (
    <EntryLayout title={t`Log in`} lead={t`Welcome back.`}>
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        {!shown && notice}
        <FormProblem problem={shown}>
          {problem ? wordsFor(problem) : shown && passkeyWords(shown)}
        </FormProblem>
        <TextInput
          label={t`Email address`}
          type="email"
          size="lg"
          autoComplete="username webauthn"
          autoFocus={!email && !isExpiredNoticeOpen()}
          {...form.getInputProps('email')}
        />
        <div className={styles.withLink}>
          <PasswordField
            ref={password}
            size="lg"
            autoFocus={email !== '' && !isExpiredNoticeOpen()}
            {...form.getInputProps('password')}
          />
          <Link
            to="/cms-login/reset-password"
            state={{ email: form.values.email.trim(), notice: '' } satisfies Arrival}
            className={styles.besideLabel}
          >
            {t`Forgot password?`}
          </Link>
        </div>
        <Button type="submit" variant="filled" size="lg" fullWidth loading={isSaving}>
          {t`Log in`}
        </Button>
        {canUsePasskeys() && (
          <>
            <p className={styles.or}>{t`or`}</p>
            <Button
              size="lg"
              fullWidth
              leftSection={<KeyRound size={18} aria-hidden />}
              loading={passkey.isAsking}
              onClick={askForPasskey}
            >
              {t`Log in with a passkey`}
            </Button>
          </>
        )}
      </form>
    </EntryLayout>
  );
}
