import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { AccountOut } from '../../api/generated/index.ts';
import { apiJson } from '../../api/json.ts';
import { SectionHeading } from '../headings.tsx';
import { useConfirming } from '../members/confirming.tsx';
import { Done, MemberForm, TextField } from '../members/form.tsx';

interface AddressProps {
  account: AccountOut;
  onChanged: () => Promise<void>;
}

export function Address({ account, onChanged }: AddressProps): ReactNode {
  const { t } = useLingui();
  const { confirmed, dialog } = useConfirming();
  const onSubmit = async ({ emailAddress = '' }: Record<string, string>) => {
    const ask = () =>
      apiJson('POST', '/auth/account/email-address', { body: { emailAddress: emailAddress.trim() } });
    if (await confirmed(ask)) await onChanged();
  };
  return (
    <section className="pw-member-section">
      <SectionHeading>{t`Email address`}</SectionHeading>
      <p>{account.user.person.emailAddress}</p>
      {account.pendingEmailAddress && (
        <Done>
          <Trans>
            Open the link in the email to {account.pendingEmailAddress}: then it becomes your address.
          </Trans>
        </Done>
      )}
      <MemberForm submit={t`Change the address`} label={t`Change the address`} onSubmit={onSubmit}>
        <TextField
          name="emailAddress"
          label={t`New address`}
          type="email"
          autoComplete="email"
          maxLength={254}
        />
      </MemberForm>
      {dialog}
    </section>
  );
}
