import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import type { PasskeyAnswer } from '../../api/identity.ts';
import { OVER, type Second } from '../../identity/second-factor.ts';
import { MemberForm, TextField } from './form.tsx';
import { PasskeyButton } from './passkey-button.tsx';

interface SecondStepProps {
  step: Second;
  /** Both throw ProblemError. */
  byCode: (code: string) => Promise<void>;
  byPasskey: (answer: PasskeyAnswer) => Promise<void>;
  /** Of a login, to which the passkey then belongs. */
  loginChallenge?: string;
  /** The way out of it, beside the last button. */
  more: ReactNode;
}

/** First what one does every day, the app or a passkey; a recovery code is for the day when that is lost. */
export function SecondStep({ step, byCode, byPasskey, loginChallenge, more }: SecondStepProps): ReactNode {
  const { t } = useLingui();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>('input, button')?.focus(), []);
  const hasApp = step.methods.includes('totp');
  const takesCode = hasApp || step.methods.includes('recovery');
  const passkey = step.methods.includes('passkey') && (
    <PasskeyButton
      challenge={loginChallenge}
      or={hasApp ? 'above' : takesCode ? 'below' : undefined}
      use={byPasskey}
    />
  );
  return (
    <div className="pw-member-stack" ref={place}>
      <p>{t`One more step, to confirm that it is you.`}</p>
      {!hasApp && passkey}
      {takesCode ? <Code hasApp={hasApp} byCode={byCode} more={more} /> : <p>{more}</p>}
      {hasApp && passkey}
    </div>
  );
}

const WORDS = {
  app: {
    label: msg`Code`,
    hint: msg`From your authenticator app, or one of your recovery codes.`,
    wrong: msg`That code is not right. Codes of the app change every 30 seconds.`,
  },
  recovery: {
    label: msg`Recovery code`,
    hint: msg`One of those that you kept. Each works once.`,
    wrong: msg`That code is not right, or it was used before.`,
  },
};

interface CodeProps extends Pick<SecondStepProps, 'byCode' | 'more'> {
  hasApp: boolean;
}

function Code({ hasApp, byCode, more }: CodeProps): ReactNode {
  const { t } = useLingui();
  const { label, hint, wrong } = WORDS[hasApp ? 'app' : 'recovery'];
  return (
    <MemberForm
      submit={t`Go on`}
      label={t`Second step`}
      isQuiet={!hasApp}
      onSubmit={({ code = '' }) => byCode(code.trim())}
      words={({ code, errors }) => {
        if (code === 'challenge_over') return OVER;
        // Where the service marks the field, that says it.
        return code === 'wrong_code' && errors.length === 0 ? wrong : undefined;
      }}
      more={more}
    >
      <TextField
        name="code"
        label={t(label)}
        hint={t(hint)}
        autoComplete={hasApp ? 'one-time-code' : 'off'}
        maxLength={40}
      />
    </MemberForm>
  );
}
