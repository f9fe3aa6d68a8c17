/** The second step of a login by password: a code of the authenticator app, a recovery code, or a passkey. */
import { t } from '@lingui/core/macro';
import { Button, TextInput } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ProblemError } from '../../api/problem.ts';
import { canUsePasskeys } from '../../identity/passkeys.ts';
import type { Method } from '../../identity/second-factor.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { tooManyAttempts } from '../../ui/too-many-attempts.ts';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import styles from '../entry-form.module.css';
import { EntryLayout } from '../entry-layout.tsx';
import type { Login } from './use-login.ts';
import { usePasskeyButton } from './use-passkey-button.ts';

const KINDS = {
  totp: {
    lead: t`Enter the code that your authenticator app shows for this site.`,
    label: t`Code`,
    missing: t`Enter the six digits of your app.`,
    wrong: t`This code is incorrect. Enter the code that your app shows now; it changes every 30 seconds.`,
    use: t`Use your authenticator app`,
  },
  recovery: {
    lead: t`Enter one of the recovery codes that you saved. Each works once.`,
    label: t`Recovery code`,
    missing: t`Enter a recovery code.`,
    wrong: t`This code is incorrect or has already been used.`,
    use: t`Use a recovery code`,
  },
};

const PASSKEY = t`Use your passkey: your finger, your face or the device’s PIN.`;
const NO_PASSKEY = t`Your account asks for a passkey, and this browser cannot use one here.`;

type Kind = keyof typeof KINDS;

const OTHER: Record<Kind, Kind> = { totp: 'recovery', recovery: 'totp' };

const isWrong = ({ code }: ProblemError) => code === 'wrong_code';

interface CodeFormProps {
  login: Login;
  challenge: string;
  kind: Kind;
  onSent: () => void;
}

function CodeForm({ login, challenge, kind, onSent }: CodeFormProps) {
  const words = KINDS[kind];
  const input = useRef<HTMLInputElement>(null);
  const { form, onSubmit, isSaving, problem } = useProblemForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() ? null : words.missing) },
    submit: ({ code }) => {
      onSent();
      return login.byCode(challenge, code.trim());
    },
    onSaved: () => undefined,
    retyped: { input, after: isWrong },
  });
  const message = problem && (tooManyAttempts(problem) ?? (isWrong(problem) ? words.wrong : undefined));
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <FormProblem problem={problem}>{message}</FormProblem>
      <TextInput
        ref={input}
        label={words.label}
        size="lg"
        autoFocus
        className={styles.code}
        autoComplete={kind === 'totp' ? 'one-time-code' : 'off'}
        inputMode={kind === 'totp' ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        {...form.getInputProps('code')}
      />
      <Button type="submit" variant="filled" size="lg" fullWidth loading={isSaving}>
        {t`Log in`}
      </Button>
    </form>
  );
}

interface SecondFactorStepProps {
  login: Login;
  challenge: string;
  methods: Method[];
}

export function SecondFactorStep({ login, challenge, methods }: SecondFactorStepProps) {
  const kinds = methods.filter((method) => method !== 'passkey');
  const passkey = usePasskeyButton(login.byPasskey);
  const hasPasskey = methods.includes('passkey') && canUsePasskeys();
  // A recovery code is for the day when the passkey is lost, not for every day.
  const isPasskeyFirst = hasPasskey && !kinds.includes('totp');
  const [kind, setKind] = useState<Kind | undefined>(isPasskeyFirst ? undefined : kinds[0]);
  const other = kind ? OTHER[kind] : 'recovery';
  const lead = kind ? KINDS[kind].lead : hasPasskey ? PASSKEY : NO_PASSKEY;
  return (
    <EntryLayout title={t`Confirm that it is you`} lead={lead}>
      <FormProblem problem={passkey.problem}>
        {passkey.problem && tooManyAttempts(passkey.problem)}
      </FormProblem>
      {kind && (
        <CodeForm
          key={kind}
          login={login}
          challenge={challenge}
          kind={kind}
          onSent={() => passkey.setProblem(undefined)}
        />
      )}
      <div className={styles.ways}>
        {hasPasskey && (
          <Button
            size="lg"
            fullWidth
            variant={kind ? 'default' : 'filled'}
            autoFocus={!kind}
            leftSection={<KeyRound size={18} aria-hidden />}
            loading={passkey.isAsking}
            onClick={() => void passkey.press(challenge)}
          >
            {t`Use a passkey`}
          </Button>
        )}
        {kinds.includes(other) && (
          <Button variant="subtle" fullWidth onClick={() => setKind(other)}>
            {KINDS[other].use}
          </Button>
        )}
        <Button variant="subtle" fullWidth onClick={() => login.restart()}>
          {t`Use another account`}
        </Button>
      </div>
    </EntryLayout>
  );
}
