import { type ReactNode, useState } from 'react';
import { ProblemError } from '../../api/problem.ts';
import { askForToken, endSession } from '../../session/member-tokens.ts';
import type { ViewProps } from '../contract.ts';
import { goOn, rememberThisPage } from '../members/destination.ts';
import { MemberForm, TextField } from '../members/form.tsx';
import { memberData } from '../members/member.ts';
import { PasskeyButton } from '../members/passkey-button.tsx';

export type LoginFields = {
  heading?: string;
  afterLogin?: string;
  resetPage?: string;
  registerPage?: string;
};

/** The password was right, and something else is asked for. */
interface SecondStep {
  challenge: string;
  methods: string[];
}

export default function Login({ plugin }: ViewProps<LoginFields>): ReactNode {
  const { heading = 'Log in', afterLogin } = plugin.fields;
  const [second, setSecond] = useState<SecondStep>();
  const { isLoggedIn } = memberData(plugin);
  const done = () => goOn(afterLogin);
  return (
    <div className="pw-member pw-member-stack">
      {heading && <h2>{isLoggedIn ? 'You are logged in' : heading}</h2>}
      {isLoggedIn && <LogOut />}
      {!isLoggedIn && !second && <Password plugin={plugin} onSecond={setSecond} onDone={done} />}
      {!isLoggedIn && second && <Code step={second} onDone={done} onBack={() => setSecond(undefined)} />}
    </div>
  );
}

function LogOut(): ReactNode {
  const onSubmit = async () => {
    await endSession();
    location.reload();
  };
  return <MemberForm submit="Log out" label="Log out" onSubmit={onSubmit} />;
}

interface PasswordProps {
  plugin: ViewProps<LoginFields>['plugin'];
  onSecond: (step: SecondStep) => void;
  onDone: () => void;
}

function Password({ plugin, onSecond, onDone }: PasswordProps): ReactNode {
  const { resetPage, registerPage } = plugin.fields;
  const [mustSetUp, setMustSetUp] = useState(false);
  const onSubmit = async ({ email = '', password = '' }: Record<string, string>) => {
    try {
      await askForToken({ email: email.trim(), password });
      onDone();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const { challenge, methods } = error.extensions as Partial<SecondStep>;
      if (error.code === 'second_factor_setup_needed') setMustSetUp(true);
      else if (challenge && methods) onSecond({ challenge, methods });
      else throw error;
    }
  };
  if (mustSetUp) {
    return (
      <p role="status">
        Your account has to have a second step to log in.{' '}
        <a href="/cms-login" onClick={rememberThisPage}>
          Set it up
        </a>
      </p>
    );
  }
  return (
    <>
      <MemberForm submit="Log in" label="Log in" onSubmit={onSubmit} words={wrong}>
        <TextField name="email" label="Email address" type="email" autoComplete="username webauthn" />
        <TextField name="password" label="Password" type="password" autoComplete="current-password" />
      </MemberForm>
      <PasskeyButton onDone={onDone} />
      <ul className="pw-member-links">
        {resetPage && (
          <li>
            <a href={resetPage}>Forgotten your password?</a>
          </li>
        )}
        {registerPage && memberData(plugin).isRegistrationOpen && (
          <li>
            <a href={registerPage}>Create an account</a>
          </li>
        )}
      </ul>
    </>
  );
}

/** The same words whether the account exists or not. */
function wrong(problem: ProblemError): string | undefined {
  if (problem.status !== 401) return undefined;
  return 'That address and password do not belong together. Check both and try again.';
}

interface CodeProps {
  step: SecondStep;
  onDone: () => void;
  onBack: () => void;
}

function Code({ step: { challenge, methods }, onDone, onBack }: CodeProps): ReactNode {
  const onSubmit = async ({ code = '' }: Record<string, string>) => {
    await askForToken({ challenge, code });
    onDone();
  };
  return (
    <>
      {methods.includes('totp') && (
        <MemberForm
          submit="Go on"
          label="Second step"
          onSubmit={onSubmit}
          words={wrongCode}
          more={
            <button type="button" className="pw-quiet" onClick={onBack}>
              Back
            </button>
          }
        >
          <TextField
            name="code"
            label="Code"
            hint="From your authenticator app, or one of your recovery codes."
            autoComplete="one-time-code"
          />
        </MemberForm>
      )}
      {methods.includes('passkey') && <PasskeyButton challenge={challenge} onDone={onDone} />}
    </>
  );
}

function wrongCode(problem: ProblemError): string | undefined {
  if (problem.code === 'wrong_code')
    return 'That code is not right. Codes of the app change every 30 seconds.';
  return problem.status === 401 ? 'That took too long. Go back and start again.' : undefined;
}
