import { type ReactNode, useEffect, useState } from 'react';
import { askForToken } from '../../session/member-tokens.ts';
import { MemberForm } from './form.tsx';

interface PasskeyButtonProps {
  /** Of the login that it is the second step of. */
  challenge?: string;
  onDone: () => void;
}

/** Asks for a passkey and logs in with it. Drawn from the start, since nearly every browser can do it. */
export function PasskeyButton({ challenge, onDone }: PasskeyButtonProps): ReactNode {
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
      <p className="pw-member-or">or</p>
      <MemberForm
        submit="Use a passkey"
        label="Passkey"
        isQuiet
        onSubmit={onSubmit}
        words={({ status }) => (status === 401 ? 'No account has this passkey any more.' : undefined)}
      />
      {refusal && <p role="alert">{refusal}</p>}
    </>
  );
}
