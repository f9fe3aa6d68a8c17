import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import type { PasskeyAnswer } from '../../api/identity.ts';
import type { ProblemError } from '../../api/problem.ts';
import { MemberForm } from './form.tsx';

const UNKNOWN = msg`No account has this passkey any more.`;

/** Words for a passkey that is refused; left out, the service's own, such as for an account that is disabled. */
export function passkeyWords({ code, status }: ProblemError): MessageDescriptor | undefined {
  if (code === 'challenge_expired') return msg`That took too long. Please begin again.`;
  return status === 401 && code !== 'account_disabled' ? UNKNOWN : undefined;
}

interface PasskeyButtonProps {
  /** Of the login that it is the second step of. */
  challenge?: string;
  /** On which side of it another way stands. */
  or?: 'above' | 'below';
  /** Takes it to the service. Throws ProblemError. */
  use: (answer: PasskeyAnswer) => Promise<void>;
}

/** Asks for a passkey. Drawn from the start, since nearly every browser can do it. */
export function PasskeyButton({ challenge, or, use }: PasskeyButtonProps): ReactNode {
  const { t } = useLingui();
  const [isPossible, setPossible] = useState(true);
  const [refusal, setRefusal] = useState<MessageDescriptor>();
  useEffect(() => setPossible(window.PublicKeyCredential !== undefined), []);
  if (!isPossible) return null;
  const onSubmit = async () => {
    setRefusal(undefined);
    const { askForPasskey, PasskeyRefused } = await import('../../identity/passkeys.ts');
    try {
      await use(await askForPasskey(challenge));
    } catch (error) {
      if (!(error instanceof PasskeyRefused)) throw error;
      setRefusal(error.words);
    }
  };
  return (
    <>
      {or === 'above' && <p className="pw-member-or">{t`or`}</p>}
      <MemberForm
        submit={t`Use a passkey`}
        label={t`Passkey`}
        isQuiet={or === 'above'}
        onSubmit={onSubmit}
        words={passkeyWords}
        needsScript={t`Passkeys need JavaScript.`}
      />
      {refusal && <p role="alert">{t(refusal)}</p>}
      {or === 'below' && <p className="pw-member-or">{t`or`}</p>}
    </>
  );
}
