/**
 * Changes of one's own credentials want the session confirmed within the last 15 minutes. Where it was not,
 * the password or a passkey is asked for, and the call is repeated.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { create } from 'zustand';
import { accountOptions, confirmSession } from '../../api/identity.ts';
import { ProblemError } from '../../api/problem.ts';
import { askForPasskey, canUsePasskeys, PasskeyRefused } from '../../identity/passkeys.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { tooManyAttempts } from '../../ui/too-many-attempts.ts';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import formStyles from '../resource-form.module.css';
import styles from './account.module.css';

type Settle = (isConfirmed: boolean) => void;

const useAsked = create<{ settle: Settle | null }>(() => ({ settle: null }));

function ask(): Promise<boolean> {
  // One question at a time: a second call that comes meanwhile is given up.
  if (useAsked.getState().settle) return Promise.resolve(false);
  return new Promise((resolve) => {
    const settle: Settle = (isConfirmed) => {
      useAsked.setState({ settle: null });
      resolve(isConfirmed);
    };
    useAsked.setState({ settle });
  });
}

/** What `work` answers; null when somebody did not want to confirm it. ConfirmationHost has to be drawn. */
export async function confirmed<Answer>(work: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'confirmation_needed') throw error;
  }
  return (await ask()) ? work() : null;
}

/** A refusal by the browser is shown where one by the service is. */
async function confirmByPasskey(): Promise<void> {
  try {
    await confirmSession(await askForPasskey());
  } catch (error) {
    if (error instanceof PasskeyRefused)
      throw new ProblemError(0, { code: 'passkey_refused', detail: error.message });
    throw error;
  }
}

function Confirmation({ settle }: { settle: Settle }) {
  const { data: account } = useQuery(accountOptions());
  const hasPassword = account?.user.hasPassword ?? true;
  const hasPasskey = canUsePasskeys() && (account?.passkeys.length ?? 0) > 0;
  const { form, onSubmit, isSaving, problem, setProblem } = useProblemForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value ? null : 'Enter your password.') },
    submit: ({ password }) => confirmSession({ password }),
    onSaved: () => settle(true),
  });
  const byPasskey = async () => {
    setProblem(undefined);
    try {
      await confirmByPasskey();
      settle(true);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      setProblem(error);
    }
  };
  return (
    <Dialog opened persistent size={420} title="Confirm that it is you" onClose={() => settle(false)}>
      <form className={formStyles.form} onSubmit={onSubmit} noValidate>
        <p className={styles.text}>You logged in a while ago, and this is about how you log in.</p>
        <FormProblem problem={problem}>{problem && tooManyAttempts(problem)}</FormProblem>
        {hasPassword && (
          <>
            <PasswordField data-autofocus {...form.getInputProps('password')} />
            <Button type="submit" variant="filled" size="md" fullWidth loading={isSaving}>
              Go on
            </Button>
          </>
        )}
        {hasPasskey && (
          <Button
            size="md"
            fullWidth
            data-autofocus={!hasPassword}
            leftSection={<KeyRound size={16} aria-hidden />}
            onClick={() => void byPasskey()}
          >
            Use a passkey
          </Button>
        )}
      </form>
    </Dialog>
  );
}

export function ConfirmationHost() {
  const settle = useAsked((state) => state.settle);
  return settle && <Confirmation settle={settle} />;
}
