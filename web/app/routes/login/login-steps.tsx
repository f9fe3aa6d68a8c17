import type { ReactNode } from 'react';
import { RecoveryStep } from './recovery-step.tsx';
import { SecondFactorStep } from './second-factor-step.tsx';
import { SetUpStep } from './set-up-step.tsx';
import type { Login } from './use-login.ts';

interface LoginStepsProps {
  login: Login;
  /** Somebody is logged in and has read what there was to read. */
  onDone: () => void;
  /** The first step: how the password is given. */
  children: ReactNode;
}

/** The screen of the step at which a login is. */
export function LoginSteps({ login, onDone, children }: LoginStepsProps): ReactNode {
  const { step } = login;
  switch (step.at) {
    case 'second factor':
      return <SecondFactorStep login={login} challenge={step.challenge} methods={step.methods} />;
    case 'set-up':
      return <SetUpStep login={login} challenge={step.challenge} />;
    case 'recovery codes':
      return <RecoveryStep codes={step.codes} onDone={onDone} />;
    default:
      return children;
  }
}
