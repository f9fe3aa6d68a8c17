/** A login from the password to the end, over whatever steps the service asks for. */
import { useCallback, useState } from 'react';
import { ProblemError } from '../../api/problem.ts';
import type { PasskeyAnswer } from '../../identity/passkeys.ts';
import { type Second, secondAfter } from '../../identity/second-factor.ts';
import { logIn, logInByCode, logInByPasskey } from '../../session/tokens.ts';

export type Step =
  | { at: 'password' }
  | ({ at: 'second factor' } & Second)
  /** A scope of the account asks for a second factor, and it has none yet. */
  | { at: 'set-up'; challenge: string }
  /** Logged in; these are shown this once. */
  | { at: 'recovery codes'; codes: string[] };

const PASSWORD: Step = { at: 'password' };

/** The step that a refused login goes on with, or undefined where it is over. */
function stepAfter(problem: ProblemError): Step | undefined {
  const { challenge } = problem.extensions;
  if (problem.code === 'second_factor_setup_needed' && typeof challenge === 'string')
    return { at: 'set-up', challenge };
  const second = secondAfter(problem);
  return second && { at: 'second factor', ...second };
}

type Answer = Awaited<ReturnType<typeof logIn>>;

export interface Login {
  step: Step;
  /** The service has ended the login that was under way: it took too long, or too many tries. */
  isOver: boolean;
  /** Each resolves once the next step is known. Throw ProblemError. */
  byPassword: (email: string, password: string) => Promise<void>;
  byCode: (challenge: string, code: string) => Promise<void>;
  byPasskey: (answer: PasskeyAnswer) => Promise<void>;
  restart: (isOver?: boolean) => void;
}

/** `onDone` is called once somebody is logged in and has nothing left to read here. */
export function useLogin(onDone: () => void): Login {
  const [step, setStep] = useState<Step>(PASSWORD);
  const [isOver, setOver] = useState(false);

  const restart = useCallback((over = false) => {
    setStep(PASSWORD);
    setOver(over);
  }, []);

  const go = useCallback(
    async (attempt: Promise<Answer>) => {
      try {
        const { recoveryCodes } = await attempt;
        if (recoveryCodes?.length) setStep({ at: 'recovery codes', codes: recoveryCodes });
        else onDone();
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        const next = stepAfter(error);
        if (next) setStep(next);
        else if (error.code === 'challenge_expired') restart(true);
        else throw error;
      }
    },
    [onDone, restart],
  );

  const byPassword = useCallback((email: string, password: string) => go(logIn(email, password)), [go]);
  const byCode = useCallback((challenge: string, code: string) => go(logInByCode(challenge, code)), [go]);
  const byPasskey = useCallback((answer: PasskeyAnswer) => go(logInByPasskey(answer)), [go]);
  return { step, isOver, byPassword, byCode, byPasskey, restart };
}
