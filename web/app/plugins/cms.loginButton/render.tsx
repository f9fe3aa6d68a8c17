import { type ReactNode, useState } from 'react';
import { endSession } from '../../session/member-tokens.ts';
import type { ViewProps } from '../contract.ts';
import { rememberThisPage } from '../members/destination.ts';
import { memberData } from '../members/member.ts';

export type LoginButtonFields = {
  loginPage?: string;
  loginLabel?: string;
  logoutLabel?: string;
  accountPage?: string;
  accountLabel?: string;
};

export default function LoginButton({ plugin }: ViewProps<LoginButtonFields>): ReactNode {
  const { loginPage, loginLabel, logoutLabel, accountPage, accountLabel } = plugin.fields;
  const [isLeaving, setLeaving] = useState(false);
  const { isLoggedIn } = memberData(plugin);
  if (!isLoggedIn) {
    return (
      <div className="pw-member pw-login-button">
        <a className="pw-button" href={loginPage || '/cms-login'} onClick={rememberThisPage}>
          {loginLabel || 'Log in'}
        </a>
      </div>
    );
  }
  const logOut = async () => {
    setLeaving(true);
    await endSession();
    location.reload();
  };
  return (
    <div className="pw-member pw-login-button">
      {accountPage && <a href={accountPage}>{accountLabel || 'My account'}</a>}
      <button type="button" className="pw-quiet" aria-disabled={isLeaving} onClick={() => void logOut()}>
        {logoutLabel || 'Log out'}
      </button>
    </div>
  );
}
