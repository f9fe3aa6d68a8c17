import type { ReactNode } from 'react';
import type { ViewProps } from '../contract.ts';
import { awake } from '../members/awake.tsx';
import { LoggedOut } from '../members/logged-out.tsx';
import { memberData } from '../members/member.ts';

export type AccountFields = { heading?: string; loginPage?: string; canDelete?: boolean };

const Management = awake(() => import('./management.tsx'));

export default function AccountManagement({ plugin }: ViewProps<AccountFields>): ReactNode {
  const { heading = 'My account', loginPage, canDelete = true } = plugin.fields;
  const { isLoggedIn } = memberData(plugin);
  return (
    <div className="pw-member pw-member-stack">
      {heading && <h2>{heading}</h2>}
      {isLoggedIn ? (
        <Management canDelete={canDelete} />
      ) : (
        <LoggedOut loginPage={loginPage} words="to manage your account." />
      )}
    </div>
  );
}
