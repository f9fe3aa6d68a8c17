import { plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { ResetSubject } from '../../api/generated/index.ts';
import { apiJson } from '../../api/json.ts';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { FieldFrame } from '../members/field-frame.tsx';
import { Done, MemberForm, type PostedForm, SENT, TextField } from '../members/form.tsx';
import { Heading } from '../members/heading.tsx';
import { isUnusable, useLinkSubject, useLinkToken } from '../members/link-token.ts';
import { NewPassword } from '../members/new-password.tsx';
import type manifest from './manifest.ts';

export type ResetFields = FieldsOf<typeof manifest>;

export default function ResetPassword({ id, fields, posted }: ViewProps<ResetFields>): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const { loginPage } = fields;
  /** How many passkeys open the account that has a new password now. */
  const [passkeys, setPasskeys] = useState<number>();
  const [isStale, setStale] = useState(false);
  const token = useLinkToken(null);
  return (
    <div className="pw-member pw-member-stack" {...words}>
      <Heading written={fields.heading} standard={t`Reset your password`} />
      {isStale && <p role="alert">{t`This link can no longer be used. Ask for a new one.`}</p>}
      {passkeys !== undefined ? (
        <Done>
          {t`Your new password is set, and you are logged out everywhere.`}{' '}
          {passkeys > 0 && (
            <>
              <Plural
                value={passkeys}
                one="# passkey still opens your account: once you have logged in, remove it if you do not recognise it."
                other="# passkeys still open your account: once you have logged in, remove those that you do not recognise."
              />{' '}
            </>
          )}
          <a href={loginPage || '/cms-login'}>{t`Log in`}</a>
        </Done>
      ) : token && !isStale ? (
        <SetPassword token={token} onDone={setPasskeys} onStale={() => setStale(true)} />
      ) : (
        <AskForMail post={{ id, posted }} />
      )}
    </div>
  );
}

function AskForMail({ post }: { post: PostedForm }): ReactNode {
  const { t } = useLingui();
  const [isSent, setSent] = useState(post.posted?.step === SENT);
  const onSubmit = async ({ emailAddress = '' }: Record<string, string>) => {
    await apiJson('POST', '/cms/users/reset-password', { body: { emailAddress: emailAddress.trim() } });
    setSent(true);
  };
  // The same words whether the account exists or not.
  if (isSent) {
    return (
      <Done>
        {t`If there is an account with this address, an email with a link to set a new password is on its way.`}
      </Done>
    );
  }
  return (
    <MemberForm submit={t`Send the link`} label={t`Ask for a link`} onSubmit={onSubmit} post={post}>
      <TextField
        name="emailAddress"
        label={t`Email address`}
        type="email"
        autoComplete="username"
        maxLength={254}
      />
    </MemberForm>
  );
}

const INSPECTION = '/auth/users/reset-password/inspection';

interface SetPasswordProps {
  token: string;
  /** With how many passkeys open the account. */
  onDone: (passkeys: number) => void;
  onStale: () => void;
}

function SetPassword({ token, onDone, onStale }: SetPasswordProps): ReactNode {
  const { t } = useLingui();
  const ways = useLinkSubject<ResetSubject>(INSPECTION, token, onStale);
  if (ways === undefined) return <div className="pw-member-place" aria-busy="true" />;
  const onSubmit = async ({ password = '', revokeApiTokens }: Record<string, string>) => {
    try {
      const body = { token, password, revokeApiTokens: revokeApiTokens !== undefined };
      await apiJson('PUT', '/auth/users/reset-password', { body });
      onDone(ways?.passkeys ?? 0);
    } catch (error) {
      if (!isUnusable(error)) throw error;
      onStale();
    }
  };
  return (
    <MemberForm submit={t`Set the password`} label={t`Set a new password`} onSubmit={onSubmit}>
      <NewPassword />
      {ways && ways.apiTokens > 0 && (
        <FieldFrame
          label={t`Revoke my ${plural(ways.apiTokens, { one: '# API token', other: '# API tokens' })}, too: programs that use them are refused`}
          field="revokeApiTokens"
          isCheck
        >
          {(ties) => <input type="checkbox" name="revokeApiTokens" {...ties} />}
        </FieldFrame>
      )}
    </MemberForm>
  );
}
