import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import type { PasskeyAnswer } from '../../api/identity.ts';
import type { Second } from '../../identity/second-factor.ts';
import { codeWords, takesCode } from './code-words.ts';
import { MemberForm, type PostedForm, TextField } from './form.tsx';
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
  /** How a code is sent without a script. */
  post?: PostedForm;
}

/** First what one does every day, the app or a passkey; a recovery code is for the day when that is lost. */
export function SecondStep({
  step,
  byCode,
  byPasskey,
  loginChallenge,
  more,
  post,
}: SecondStepProps): ReactNode {
  const { t } = useLingui();
  const place = useRef<HTMLDivElement>(null);
  useEffect(
    () => place.current?.querySelector<HTMLElement>('input:not([type="hidden"]), button')?.focus(),
    [],
  );
  const hasApp = step.methods.includes('totp');
  const hasCode = takesCode(step);
  const passkey = step.methods.includes('passkey') && (
    <PasskeyButton
      challenge={loginChallenge}
      or={hasApp ? 'above' : hasCode ? 'below' : undefined}
      use={byPasskey}
    />
  );
  return (
    <div className="pw-member-stack" ref={place}>
      <p>{t`One more step, to confirm that it is you.`}</p>
      {!hasApp && passkey}
      {hasCode ? <Code step={step} byCode={byCode} more={more} post={post} /> : <p>{more}</p>}
      {hasApp && passkey}
    </div>
  );
}

type CodeProps = Pick<SecondStepProps, 'step' | 'byCode' | 'more' | 'post'>;

function Code({ step, byCode, more, post }: CodeProps): ReactNode {
  const { t } = useLingui();
  const { label, hint, words } = codeWords(step);
  const hasApp = step.methods.includes('totp');
  return (
    <MemberForm
      submit={t`Continue`}
      label={t`Second step`}
      isQuiet={!hasApp}
      onSubmit={({ code = '' }) => byCode(code.trim())}
      words={words}
      post={post}
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
