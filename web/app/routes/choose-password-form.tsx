import { t } from '@lingui/core/macro';
import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { ProblemError } from '../api/problem.ts';
import { MIN_PASSWORD } from '../identity/password-strength.ts';
import { endSession } from '../session/tokens.ts';
import { FormProblem } from '../ui/form-problem.tsx';
import { NewPassword } from '../ui/new-password.tsx';
import { tooManyAttempts } from '../ui/too-many-attempts.ts';
import { useProblemForm } from '../ui/use-problem-form.ts';
import styles from './entry-form.module.css';
import { isUnusable } from './link-unusable.tsx';
import type { Arrival } from './login-arrival.ts';

interface Names {
  firstName: string;
  lastName: string;
}

interface ChoosePasswordFormProps {
  emailAddress: string;
  /** The names that the account gets, which can be changed; left out, they are not asked for. */
  names?: Names;
  submitLabel: string;
  /** What the login says when one comes there with the new password. */
  notice?: string;
  /** Further choices, below the password. */
  children?: ReactNode;
  choose: (password: string, names: Names) => Promise<void>;
  /** Whether `choose` logs in, in place of the user who was logged in here before. */
  logsIn?: boolean;
  /** Goes on with the new password; left out, or where it fails, the login does. */
  onChosen?: (password: string) => Promise<void>;
  /** The link stopped working meanwhile. */
  onUnusable: () => void;
}

const NO_NAMES: Names = { firstName: '', lastName: '' };

/** The new password of an account that a link in a mail has named. */
export function ChoosePasswordForm({
  emailAddress,
  names,
  submitLabel,
  notice = '',
  children,
  choose,
  logsIn = false,
  onChosen,
  onUnusable,
}: ChoosePasswordFormProps) {
  const navigate = useNavigate();
  const { form, onSubmit, isSaving, problem } = useProblemForm({
    initialValues: { ...(names ?? NO_NAMES), password: '' },
    validate: {
      firstName: (value) => (!names || value.trim() ? null : t`Enter your first name.`),
      lastName: (value) => (!names || value.trim() ? null : t`Enter your last name.`),
      password: (value) =>
        [...value].length >= MIN_PASSWORD ? null : t`The password needs at least ${MIN_PASSWORD} characters.`,
    },
    submit: async ({ password, firstName, lastName }) => {
      try {
        await choose(password, { firstName: firstName.trim(), lastName: lastName.trim() });
      } catch (error) {
        if (isUnusable(error)) onUnusable();
        throw error;
      }
      // Logs out the user who was logged in here before: the form is for the account of the link.
      if (!logsIn) await endSession();
      return goesOn(onChosen?.(password));
    },
    onSaved: (isGone) => {
      if (isGone) return;
      const arrival: Arrival = { email: emailAddress, notice };
      void navigate('/cms-login', { replace: true, state: arrival });
    },
  });
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <FormProblem problem={problem}>{problem && tooManyAttempts(problem)}</FormProblem>
      {/* Tells password managers whose password it is. */}
      <input type="hidden" autoComplete="username" value={emailAddress} readOnly />
      {names && (
        <div className={styles.pair}>
          <TextInput
            label={t`First name`}
            size="lg"
            autoComplete="given-name"
            maxLength={200}
            {...form.getInputProps('firstName')}
          />
          <TextInput
            label={t`Last name`}
            size="lg"
            autoComplete="family-name"
            maxLength={200}
            {...form.getInputProps('lastName')}
          />
        </div>
      )}
      <NewPassword label={t`New password`} size="lg" autoFocus {...form.getInputProps('password')} />
      {children}
      <Button type="submit" variant="filled" size="lg" fullWidth loading={isSaving}>
        {submitLabel}
      </Button>
    </form>
  );
}

/** Whether it went on by itself. */
async function goesOn(going: Promise<void> | undefined): Promise<boolean> {
  try {
    await going;
    return going !== undefined;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return false;
  }
}
