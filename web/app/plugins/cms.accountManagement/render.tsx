import { type ReactNode, useState } from 'react';
import type { ViewProps } from '../contract.ts';
import { awake } from '../members/awake.tsx';
import { LoggedOut } from '../members/logged-out.tsx';
import { memberData } from '../members/member.ts';
import { AddressLink } from './address-link.tsx';

export type AccountFields = { heading?: string; loginPage?: string; canDelete?: boolean };

const Management = awake(() => import('./management.tsx'));

export default function AccountManagement({ plugin }: ViewProps<AccountFields>): ReactNode {
  const { heading = 'My account', loginPage, canDelete = true } = plugin.fields;
  const { isLoggedIn } = memberData(plugin);
  /** How often the account was changed from outside of its part: that is read anew then. */
  const [changes, setChanges] = useState(0);
  return (
    <div className="pw-member pw-member-stack">
      {heading && <h2>{heading}</h2>}
      <AddressLink onConfirmed={() => setChanges((count) => count + 1)} />
      {isLoggedIn ? (
        <Management key={changes} canDelete={canDelete} />
      ) : (
        <LoggedOut loginPage={loginPage} words="to manage your account." />
      )}
    </div>
  );
}
