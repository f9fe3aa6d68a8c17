import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { useSpeech } from '#words/react.tsx';
import { ProblemError } from '../../api/problem.ts';
import { type Second, secondAfter } from '../../identity/second-factor.ts';
import { askForToken, endSession } from '../../session/member-tokens.ts';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { goOn, rememberDestination } from '../members/destination.ts';
import { MemberForm, type PostedForm, TextField } from '../members/form.tsx';
import { Heading } from '../members/heading.tsx';
import { type MemberData, memberData } from '../members/member.ts';
import { PasskeyButton, passkeyWords } from '../members/passkey-button.tsx';
import { problemInWords, translated } from '../members/problem.ts';
import { SecondStep } from '../members/second-step.tsx';
import { LOG_OUT } from './log-out-field.ts';
import type manifest from './manifest.ts';
import { useOfferedPasskeys } from './use-offered-passkeys.ts';
import { wrong } from './words.ts';

export type LoginFields = FieldsOf<typeof manifest>;

/** What post.ts has the view go on with. */
export type LoginStep = PostedSecond | 'setUp';

interface PostedSecond extends Second {
  /** The address that asks for the password again, and still says where one was going. */
  back?: string;
}

export default function Login(props: ViewProps<LoginFields, MemberData>): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const { id, fields, data, page, posted } = props;
  const { afterLogin } = fields;
  const sent = posted?.step as LoginStep | undefined;
  const [second, setSecond] = useState<PostedSecond | undefined>(sent === 'setUp' ? undefined : sent);
  const { isLoggedIn, isRegistrationOpen } = memberData(data);
  const done = () => goOn(afterLogin);
  return (
    <div className="pw-member pw-member-stack" {...words}>
      {isLoggedIn ? (
        fields.heading !== '' && <h2>{t`You are logged in`}</h2>
      ) : (
        <Heading written={fields.heading} standard={t`Log in`} />
      )}
      {isLoggedIn && <LogOut post={{ id, posted, hidden: { [LOG_OUT]: 'yes' } }} />}
      {!isLoggedIn && !second && (
        <Password
          fields={fields}
          isRegistrationOpen={isRegistrationOpen}
          post={{ id, posted }}
          mustSetUp={sent === 'setUp'}
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
          post={{ id, posted, hidden: { challenge: second.challenge, methods: second.methods.join(' ') } }}
          more={
            sent ? (
              <a href={second.back ?? page.url}>{t`Back`}</a>
            ) : (
              <button type="button" className="pw-quiet" onClick={() => setSecond(undefined)}>
                {t`Back`}
              </button>
            )
          }
        />
      )}
    </div>
  );
}

function LogOut({ post }: { post: PostedForm }): ReactNode {
  const { t } = useLingui();
  const onSubmit = async () => {
    await endSession();
    location.reload();
  };
  return <MemberForm submit={t`Log out`} label={t`Log out`} onSubmit={onSubmit} post={post} />;
}

interface PasswordProps {
  fields: LoginFields;
  isRegistrationOpen: boolean;
  post: PostedForm;
  mustSetUp: boolean;
  onSecond: (step: Second) => void;
  onDone: () => void;
}

function Password({
  fields,
  isRegistrationOpen,
  post,
  onSecond,
  onDone,
  ...start
}: PasswordProps): ReactNode {
  const { i18n, t } = useLingui();
  const { afterLogin, resetPage, registerPage } = fields;
  const [mustSetUp, setMustSetUp] = useState(start.mustSetUp);
  const [refusal, setRefusal] = useState<string>();
  const form = useRef<HTMLDivElement>(null);
  useOfferedPasskeys(form, {
    onDone,
    onProblem: async (problem) =>
      setRefusal(problemInWords(await translated(problem, i18n), i18n, passkeyWords)),
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
        <MemberForm submit={t`Log in`} label={t`Log in`} onSubmit={onSubmit} words={wrong} post={post}>
          <TextField name="email" label={t`Email address`} type="email" autoComplete="username webauthn" />
          <TextField name="password" label={t`Password`} type="password" autoComplete="current-password" />
        </MemberForm>
      </div>
      {refusal && <p role="alert">{refusal}</p>}
      <PasskeyButton or="above" use={(answer) => askForToken(answer).then(onDone)} />
      <ul className="pw-member-links">
        {resetPage && (
          <li>
            <a href={resetPage}>{t`Forgot password?`}</a>
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
