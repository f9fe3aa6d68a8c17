import { type ReactNode, useEffect, useRef } from 'react';
import type { ProblemError } from '../../api/problem.ts';
import { askForToken } from '../../session/member-tokens.ts';
import { MemberForm, TextField } from '../members/form.tsx';
import { PasskeyButton, TOO_LATE } from '../members/passkey-button.tsx';

/** The password was right, and something else is asked for. */
export interface Second {
  challenge: string;
  methods: string[];
}

interface SecondStepProps {
  step: Second;
  onDone: () => void;
  onBack: () => void;
}

/** First what one does every day, the app or a passkey; a recovery code is for the day when that is lost. */
export function SecondStep({ step: { challenge, methods }, onDone, onBack }: SecondStepProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>('input, button')?.focus(), []);
  const hasApp = methods.includes('totp');
  const takesCode = hasApp || methods.includes('recovery');
  const passkey = methods.includes('passkey') && (
    <PasskeyButton
      challenge={challenge}
      or={hasApp ? 'above' : takesCode ? 'below' : undefined}
      onDone={onDone}
    />
  );
  return (
    <div className="pw-member-stack" ref={place}>
      <p>One more step, to confirm that it is you.</p>
      {!hasApp && passkey}
      {takesCode && <Code challenge={challenge} hasApp={hasApp} onDone={onDone} />}
      {hasApp && passkey}
      <p>
        <button type="button" className="pw-quiet" onClick={onBack}>
          Back
        </button>
      </p>
    </div>
  );
}

interface CodeProps {
  challenge: string;
  hasApp: boolean;
  onDone: () => void;
}

function Code({ challenge, hasApp, onDone }: CodeProps): ReactNode {
  const onSubmit = async ({ code = '' }: Record<string, string>) => {
    await askForToken({ challenge, code: code.trim() });
    onDone();
  };
  const words = ({ code, status }: ProblemError) => {
    if (code === 'wrong_code') return hasApp ? WRONG_APP_CODE : WRONG_RECOVERY_CODE;
    return status === 401 ? TOO_LATE : undefined;
  };
  return (
    <MemberForm submit="Go on" label="Second step" isQuiet={!hasApp} onSubmit={onSubmit} words={words}>
      <TextField
        name="code"
        label={hasApp ? 'Code' : 'Recovery code'}
        hint={
          hasApp
            ? 'From your authenticator app, or one of your recovery codes.'
            : 'One of those that you kept. Each works once.'
        }
        autoComplete={hasApp ? 'one-time-code' : 'off'}
        maxLength={40}
      />
    </MemberForm>
  );
}

const WRONG_APP_CODE = 'That code is not right. Codes of the app change every 30 seconds.';
const WRONG_RECOVERY_CODE = 'That code is not right, or it was used before.';
