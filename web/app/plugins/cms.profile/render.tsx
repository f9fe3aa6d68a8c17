import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { HeadingsFrom } from '../headings.tsx';
import { levelWithin } from '../headings-above.ts';
import { awake } from '../members/awake.tsx';
import { LoginLink } from '../members/login-link.tsx';
import { type MemberData, memberData } from '../members/member.ts';
import type manifest from './manifest.ts';

export type ProfileFields = FieldsOf<typeof manifest>;

const ProfileData = awake(() => import('./profile-data.tsx'));

export default function Profile(props: ViewProps<ProfileFields, MemberData>): ReactNode {
  const { fields, data, headingAbove } = props;
  const { t } = useLingui();
  // Not around all of it: the names of the data are the site's.
  const { words } = useSpeech();
  const { heading = t`My profile`, schemaId = '', canEdit = true, loginPage } = fields;
  const { isLoggedIn } = memberData(data);
  return (
    <div className="pw-member pw-member-stack">
      {heading && <h2 {...(fields.heading ? {} : words)}>{heading}</h2>}
      {isLoggedIn ? (
        <HeadingsFrom level={levelWithin(heading, headingAbove)}>
          <ProfileData schemaId={schemaId} canEdit={canEdit} />
        </HeadingsFrom>
      ) : (
        <p {...words}>
          <Trans>
            <LoginLink page={loginPage}>Log in</LoginLink> to see your profile.
          </Trans>
        </p>
      )}
    </div>
  );
}
