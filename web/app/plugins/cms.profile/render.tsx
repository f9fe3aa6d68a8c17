import type { ReactNode } from 'react';
import type { ViewProps } from '../contract.ts';
import { awake } from '../members/awake.tsx';
import { LoggedOut } from '../members/logged-out.tsx';
import { memberData } from '../members/member.ts';

export type ProfileFields = { heading?: string; schemaId?: string; canEdit?: boolean; loginPage?: string };

const ProfileData = awake(() => import('./profile-data.tsx'));

export default function Profile({ plugin }: ViewProps<ProfileFields>): ReactNode {
  const { heading = 'My profile', schemaId = '', canEdit = true, loginPage } = plugin.fields;
  const { isLoggedIn } = memberData(plugin);
  return (
    <div className="pw-member pw-member-stack">
      {heading && <h2>{heading}</h2>}
      {isLoggedIn ? (
        <ProfileData schemaId={schemaId} canEdit={canEdit} />
      ) : (
        <LoggedOut loginPage={loginPage} words="to see your profile." />
      )}
    </div>
  );
}
