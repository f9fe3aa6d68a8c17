import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { type MemberData, memberData } from '../members/member.ts';
import { POSTED_PLUGIN } from '../posted-plugin.ts';
import type manifest from './manifest.ts';

export type LoginButtonFields = FieldsOf<typeof manifest>;

export default function LoginButton({
  id,
  fields,
  data,
  page,
  posted,
}: ViewProps<LoginButtonFields, MemberData>): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const { loginPage, loginLabel, logoutLabel, accountPage, accountLabel } = fields;
  if (!memberData(data).isLoggedIn) {
    return (
      <div className="pw-member pw-login-button">
        <a
          className="pw-button"
          href={withWayBack(loginPage || '/cms-login', page.url)}
          {...(loginLabel ? {} : words)}
        >
          {loginLabel || t`Log in`}
        </a>
      </div>
    );
  }
  return (
    <div className="pw-member pw-login-button">
      {accountPage && (
        <a href={accountPage} {...(accountLabel ? {} : words)}>
          {accountLabel || t`My account`}
        </a>
      )}
      <form method="post">
        <input type="hidden" name={POSTED_PLUGIN} value={id} />
        <button type="submit" className="pw-quiet" {...(logoutLabel ? {} : words)}>
          {logoutLabel || t`Log out`}
        </button>
      </form>
      {posted && (
        <p className="pw-form-problem" role="alert" {...words}>
          {posted.problem}
        </p>
      )}
    </div>
  );
}

/** The login's address, which leads back to this page; another site's is left as it is. */
function withWayBack(login: string, url: string): string {
  if (!login.startsWith('/') || login.includes('#')) return login;
  return `${login}${login.includes('?') ? '&' : '?'}redirectedFrom=${encodeURIComponent(url)}`;
}
