/** The dialog that asks again who one is: as much as a login does. */

import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { i18n } from '#words/i18n.ts';
import { accountOptions, confirmSession } from '../../api/identity.ts';
import { ProblemError } from '../../api/problem.ts';
import type { OfferedDefinition } from '../../fields/types.ts';
import { askForPasskey, canUsePasskeys, PasskeyRefused } from '../../identity/passkeys.ts';
import { OVER, type Second, secondAfter } from '../../identity/second-factor.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { tooManyAttempts } from '../../ui/too-many-attempts.ts';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import { FormInput } from '../form-input.tsx';
import styles from './account.module.css';

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

interface PasskeyProps {
  isOnly?: boolean;
  onDone: () => void;
  onProblem: (problem: ProblemError | undefined) => void;
}

function Passkey({ isOnly, onDone, onProblem }: PasskeyProps) {
  const press = async () => {
    onProblem(undefined);
    try {
      await confirmByPasskey();
      onDone();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      onProblem(error);
    }
  };
  return (
    <Button
      size="md"
      fullWidth
      data-autofocus={isOnly}
      leftSection={<KeyRound size={16} aria-hidden />}
      onClick={() => void press()}
    >
      {t`Use a passkey`}
    </Button>
  );
}

interface StepProps {
  hasPasskey: boolean;
  onDone: () => void;
}

interface PasswordStepProps extends StepProps {
  hasPassword: boolean;
  /** Why it is asked for anew. */
  notice: string | undefined;
  onSecond: (second: Second) => void;
}

function PasswordStep({ hasPassword, hasPasskey, notice, onSecond, onDone }: PasswordStepProps) {
  const { form, frame, setProblem } = useProblemForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value ? null : t`Enter your password.`) },
    submit: async ({ password }) => {
      try {
        return await confirmSession({ password });
      } catch (error) {
        const second = secondAfter(error);
        if (second) return second;
        throw error;
      }
    },
    onSaved: (second) => (second ? onSecond(second) : onDone()),
  });
  return (
    <FormFrame
      {...frame}
      wordsFor={tooManyAttempts}
      intro={
        <p className={styles.text} role={notice && 'status'}>
          {notice ?? t`You logged in a while ago. Confirm that it is you before you change how you log in.`}
        </p>
      }
    >
      {hasPassword && (
        <>
          <PasswordField data-autofocus {...form.getInputProps('password')} />
          <SubmitButton look="main" fullWidth isPending={frame.isSaving}>
            {t`Continue`}
          </SubmitButton>
        </>
      )}
      {hasPasskey && <Passkey isOnly={!hasPassword} onDone={onDone} onProblem={setProblem} />}
    </FormFrame>
  );
}

interface CodeStepProps extends StepProps {
  second: Second;
  onOver: () => void;
}

const APP_CODE = {
  type: 'text',
  label: t`Code`,
  hint: t`From your authenticator app, or a recovery code.`,
  autoComplete: 'one-time-code',
  maxLength: 40,
} satisfies OfferedDefinition;
const RECOVERY_CODE = {
  type: 'text',
  label: t`Recovery code`,
  hint: t`Each works once.`,
  autoComplete: 'off',
  maxLength: 40,
} satisfies OfferedDefinition;

/** The dialog is open already: its second step takes the keyboard by itself. */
const focusInput = (around: HTMLElement | null) => around?.querySelector('input')?.focus();

function CodeStep({ second: { challenge, methods }, hasPasskey, onOver, onDone }: CodeStepProps) {
  const hasApp = methods.includes('totp');
  const takesCode = hasApp || methods.includes('recovery');
  const { form, frame, setProblem } = useProblemForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() ? null : t`Enter a code.`) },
    submit: async ({ code }) => {
      try {
        await confirmSession({ challenge, code: code.trim() });
        return true;
      } catch (error) {
        if (error instanceof ProblemError && error.code === 'challenge_expired') return false;
        throw error;
      }
    },
    onSaved: (isConfirmed) => (isConfirmed ? onDone() : onOver()),
  });
  return (
    <FormFrame
      {...frame}
      wordsFor={tooManyAttempts}
      intro={<p className={styles.text}>{t`The password is right. One more step.`}</p>}
    >
      {takesCode && (
        <>
          <div ref={focusInput}>
            <FormInput form={form} name="code" definition={hasApp ? APP_CODE : RECOVERY_CODE} />
          </div>
          <SubmitButton look="main" fullWidth isPending={frame.isSaving}>
            {t`Continue`}
          </SubmitButton>
        </>
      )}
      {hasPasskey && <Passkey isOnly={!takesCode} onDone={onDone} onProblem={setProblem} />}
    </FormFrame>
  );
}

export function Confirmation({ answer }: { answer: (isConfirmed: boolean) => void }) {
  const { data: account } = useQuery(accountOptions());
  const [second, setSecond] = useState<Second>();
  const [notice, setNotice] = useState<string>();
  const hasPasskey = canUsePasskeys() && (account?.passkeys.length ?? 0) > 0;
  const begin = () => {
    setNotice(i18n._(OVER));
    setSecond(undefined);
  };
  const step = { hasPasskey, onDone: () => answer(true) };
  return (
    <Dialog opened persistent size={420} title={t`Confirm that it is you`} onClose={() => answer(false)}>
      {second ? (
        <CodeStep {...step} second={second} onOver={begin} />
      ) : (
        <PasswordStep
          {...step}
          hasPassword={account?.user.hasPassword ?? true}
          notice={notice}
          onSecond={setSecond}
        />
      )}
    </Dialog>
  );
}
