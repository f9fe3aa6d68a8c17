import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { ProblemError } from '../../api/problem.ts';
import { type Second, secondAfter } from '../../identity/second-factor.ts';
import { askForToken, endSession } from '../../session/member-tokens.ts';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { goOn, rememberDestination } from '../members/destination.ts';
import { MemberForm, TextField } from '../members/form.tsx';
import { type MemberData, memberData } from '../members/member.ts';
import { PasskeyButton, passkeyWords } from '../members/passkey-button.tsx';
import { problemInWords, translated } from '../members/problem.ts';
import { SecondStep } from '../members/second-step.tsx';
import type manifest from './manifest.ts';
import { useOfferedPasskeys } from './use-offered-passkeys.ts';

export type LoginFields = FieldsOf<typeof manifest>;

export default function Login({ fields, data }: ViewProps<LoginFields, MemberData>): ReactNode {
  const { t } = useLingui();
  const { heading = t`Log in`, afterLogin } = fields;
  const [second, setSecond] = useState<Second>();
  const { isLoggedIn, isRegistrationOpen } = memberData(data);
  const done = () => goOn(afterLogin);
  return (
    <div className="pw-member pw-member-stack">
      {heading && <h2>{isLoggedIn ? t`You are logged in` : heading}</h2>}
      {isLoggedIn && <LogOut />}
      {!isLoggedIn && !second && (
        <Password
          fields={fields}
          isRegistrationOpen={isRegistrationOpen}
          onSecond={setSecond}
          onDone={done}
        />
      )}
      {!isLoggedIn && second && (
        <SecondStep
          step={second}
          loginChallenge={second.challenge}
          byCode={(code) => askForToken({ challenge: second.challenge, code }).then(done)}
          byPasskey={(answer) => askForToken(answer).then(done)}
          more={
            <button type="button" className="pw-quiet" onClick={() => setSecond(undefined)}>
              {t`Back`}
            </button>
          }
        />
      )}
    </div>
  );
}

function LogOut(): ReactNode {
  const { t } = useLingui();
  const onSubmit = async () => {
    await endSession();
    location.reload();
  };
  return <MemberForm submit={t`Log out`} label={t`Log out`} onSubmit={onSubmit} />;
}

interface PasswordProps {
  fields: LoginFields;
  isRegistrationOpen: boolean;
  onSecond: (step: Second) => void;
  onDone: () => void;
}

function Password({ fields, isRegistrationOpen, onSecond, onDone }: PasswordProps): ReactNode {
  const { i18n, t } = useLingui();
  const { afterLogin, resetPage, registerPage } = fields;
  const [mustSetUp, setMustSetUp] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const form = useRef<HTMLDivElement>(null);
  useOfferedPasskeys(form, {
    onDone,
    onProblem: async (problem) => setRefusal(refusalOf(await translated(problem, i18n), i18n)),
  });
  const onSubmit = async ({ email = '', password = '' }: Record<string, string>) => {
    setRefusal(undefined);
    try {
      await askForToken({ email: email.trim(), password });
      onDone();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const second = secondAfter(error);
      if (error.code === 'second_factor_setup_needed') setMustSetUp(true);
      else if (second) onSecond(second);
      else throw error;
    }
  };
  if (mustSetUp) {
    return (
      <p role="status">
        <Trans>
          Your account has to have a second step to log in.{' '}
          <a href="/cms-login" onClick={() => rememberDestination(afterLogin)}>
            Set it up
          </a>
        </Trans>
      </p>
    );
  }
  return (
    <>
      <div ref={form}>
        <MemberForm submit={t`Log in`} label={t`Log in`} onSubmit={onSubmit} words={wrong}>
          <TextField name="email" label={t`Email address`} type="email" autoComplete="username webauthn" />
          <TextField name="password" label={t`Password`} type="password" autoComplete="current-password" />
        </MemberForm>
      </div>
      {refusal && <p role="alert">{refusal}</p>}
      <PasskeyButton or="above" use={(answer) => askForToken(answer).then(onDone)} />
      <ul className="pw-member-links">
        {resetPage && (
          <li>
            <a href={resetPage}>{t`Forgotten your password?`}</a>
          </li>
        )}
        {registerPage && isRegistrationOpen && (
          <li>
            <a href={registerPage}>{t`Create an account`}</a>
          </li>
        )}
      </ul>
    </>
  );
}

function refusalOf(problem: ProblemError, i18n: I18n): string {
  const own = passkeyWords(problem);
  return own ? i18n._(own) : problemInWords(problem, i18n);
}

/** The same words whether the account exists or not. */
function wrong(problem: ProblemError): MessageDescriptor | undefined {
  // That an account is disabled says the service, to whoever has shown that it is theirs.
  if (problem.status !== 401 || problem.code === 'account_disabled') return undefined;
  return msg`Email or password is incorrect. Check both and try again.`;
}
