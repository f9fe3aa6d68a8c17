import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { HeadingsFrom } from '../headings.tsx';
import { levelWithin } from '../headings-above.ts';
import { awake } from '../members/awake.tsx';
import { Heading } from '../members/heading.tsx';
import { LoginLink } from '../members/login-link.tsx';
import { type MemberData, memberData } from '../members/member.ts';
import { AddressLink } from './address-link.tsx';
import type manifest from './manifest.ts';

export type AccountFields = FieldsOf<typeof manifest>;

const Management = awake(() => import('./management.tsx'));

export default function AccountManagement(props: ViewProps<AccountFields, MemberData>): ReactNode {
  const { fields, data, headingAbove } = props;
  const { t } = useLingui();
  const { words } = useSpeech();
  const { heading = t`My account`, loginPage, basketPage, canDelete = true } = fields;
  const { isLoggedIn, hasShop } = memberData(data);
  /** How often the account was changed from outside of its part: that is read anew then. */
  const [changes, setChanges] = useState(0);
  return (
    <div className="pw-member pw-member-stack" {...words}>
      <Heading written={fields.heading} standard={t`My account`} />
      <AddressLink
        isLoggedIn={isLoggedIn}
        loginPage={loginPage}
        onConfirmed={() => setChanges((count) => count + 1)}
      />
      {isLoggedIn ? (
        <HeadingsFrom level={levelWithin(heading, headingAbove)}>
          <Management key={changes} canDelete={canDelete} hasShop={hasShop} basketPage={basketPage} />
        </HeadingsFrom>
      ) : (
        <p>
          <Trans>
            <LoginLink page={loginPage}>Log in</LoginLink> to manage your account.
          </Trans>
        </p>
      )}
    </div>
  );
}
