import type { ReactNode } from 'react';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { awake } from '../members/awake.tsx';
import { LoggedOut } from '../members/logged-out.tsx';
import { type MemberData, memberData } from '../members/member.ts';
import type manifest from './manifest.ts';

export type ProfileFields = FieldsOf<typeof manifest>;

const ProfileData = awake(() => import('./profile-data.tsx'));

export default function Profile({ fields, data }: ViewProps<ProfileFields, MemberData>): ReactNode {
  const { heading = 'My profile', schemaId = '', canEdit = true, loginPage } = fields;
  const { isLoggedIn } = memberData(data);
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
