import { type ReactNode, useEffect, useState } from 'react';
import type { ProblemError } from '../../api/problem.ts';
import { askForToken } from '../../session/member-tokens.ts';
import { MemberForm } from './form.tsx';

export const PASSKEY_UNKNOWN = 'No account has this passkey any more.';

export const TOO_LATE = 'That took too long or was tried too often. Go back and start again.';

function words({ code, status }: ProblemError): string | undefined {
  if (code === 'challenge_over') return TOO_LATE;
  return status === 401 ? PASSKEY_UNKNOWN : undefined;
}

interface PasskeyButtonProps {
  /** Of the login that it is the second step of. */
  challenge?: string;
  /** On which side of it another way stands. */
  or?: 'above' | 'below';
  onDone: () => void;
}

/** Asks for a passkey and logs in with it. Drawn from the start, since nearly every browser can do it. */
export function PasskeyButton({ challenge, or, onDone }: PasskeyButtonProps): ReactNode {
  const [isPossible, setPossible] = useState(true);
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => setPossible(window.PublicKeyCredential !== undefined), []);
  if (!isPossible) return null;
  const onSubmit = async () => {
    setRefusal(undefined);
    const { askForPasskey, PasskeyRefused } = await import('../../identity/passkeys.ts');
    try {
      await askForToken(await askForPasskey(challenge));
      onDone();
    } catch (error) {
      if (!(error instanceof PasskeyRefused)) throw error;
      setRefusal(error.message);
    }
  };
  return (
    <>
      {or === 'above' && <p className="pw-member-or">or</p>}
      <MemberForm
        submit="Use a passkey"
        label="Passkey"
        isQuiet={or === 'above'}
        onSubmit={onSubmit}
        words={words}
      />
      {refusal && <p role="alert">{refusal}</p>}
      {or === 'below' && <p className="pw-member-or">or</p>}
    </>
  );
}
