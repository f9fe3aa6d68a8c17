import { useState } from 'react';
import { ProblemError } from '../../api/problem.ts';
import { askForPasskey, type PasskeyAnswer, PasskeyRefused } from '../../identity/passkeys.ts';

/**
 * What a button that asks for a passkey does: `press` asks, then hands the answer to `use`. What was
 * refused becomes `problem`.
 */
export function usePasskeyButton(use: (answer: PasskeyAnswer) => Promise<void>) {
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<ProblemError>();
  const press = async (challenge?: string) => {
    if (isAsking) return;
    setAsking(true);
    setProblem(undefined);
    try {
      await use(await askForPasskey(challenge));
    } catch (error) {
      if (error instanceof ProblemError) setProblem(error);
      else if (error instanceof PasskeyRefused)
        setProblem(new ProblemError(0, { code: 'passkey_refused', detail: error.message }));
      else throw error;
    } finally {
      setAsking(false);
    }
  };
  return { isAsking, problem, setProblem, press };
}
